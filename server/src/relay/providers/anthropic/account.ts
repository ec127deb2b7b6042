import { joinUrl } from "../kit/join-url.ts";
import { asFilledText, asList, asObject } from "../kit/read-json.ts";
import { type AccountCapability, UnreadableAnswer } from "../provider.ts";
import { authorize } from "./chat.ts";

/** Models that the key may call. */
export const account: AccountCapability = {
  buildModelList: (channel) => ({
    method: "GET",
    url: joinUrl(channel.baseUrl, "/v1/models?limit=1000"),
    headers: { accept: "application/json", ...authorize(channel) },
  }),
  readModelList(body) {
    const data = asObject(body)?.data;
    if (!Array.isArray(data)) throw new UnreadableAnswer("the model list has no `data`");
    const names = asList(data).flatMap((entry) => asFilledText(asObject(entry)?.id) ?? []);
    return [...new Set(names)].sort();
  },
};
