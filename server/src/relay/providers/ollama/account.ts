import { joinUrl } from "../kit/join-url.ts";
import { asFilledText, asList, asObject } from "../kit/read-json.ts";
import { type AccountCapability } from "../provider.ts";
import { UnreadableAnswer } from "../../canonical/unreadable-answer.ts";
import { authorize } from "./headers.ts";

/** Models installed on the server. */
export const account: AccountCapability = {
  buildModelList: (channel) => ({
    method: "GET",
    url: joinUrl(channel.baseUrl, "/api/tags"),
    headers: { accept: "application/json", ...authorize(channel) },
  }),
  readModelList(body) {
    const models = asObject(body)?.models;
    if (!Array.isArray(models)) throw new UnreadableAnswer("the model list has no `models`");
    const names = asList(models).flatMap((entry) => {
      const model = asObject(entry);
      return asFilledText(model?.name) ?? asFilledText(model?.model) ?? [];
    });
    return [...new Set(names)].sort();
  },
};
