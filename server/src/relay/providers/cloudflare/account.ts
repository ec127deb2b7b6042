import { asFilledText, asObject } from "../kit/read-json.ts";
import { type AccountCapability } from "../provider.ts";
import { UnreadableAnswer } from "../../canonical/unreadable-answer.ts";
import { accountUrl, authorize } from "./address.ts";

/** Models of Workers AI, from the account's model search. */
export const account: AccountCapability = {
  buildModelList: (channel) => ({
    method: "GET",
    url: accountUrl(channel, "/models/search?per_page=1000"),
    headers: { accept: "application/json", ...authorize(channel) },
  }),
  readModelList(body) {
    const result = asObject(body)?.result;
    if (!Array.isArray(result)) throw new UnreadableAnswer("the model list has no `result`");
    const names = result.flatMap((entry) => asFilledText(asObject(entry)?.name) ?? []);
    return [...new Set(names)].sort();
  },
};
