import { asFilledText, asList, asObject } from "../kit/read-json.ts";
import { type AccountCapability } from "../provider.ts";
import { UnreadableAnswer } from "../../canonical/unreadable-answer.ts";
import { addressOf, authorize } from "./endpoint.ts";

/** Models that the key can access for answers, embeddings or images. */
export const account: AccountCapability = {
  buildModelList: (channel) => ({
    method: "GET",
    url: addressOf(channel, "models?pageSize=1000"),
    headers: { accept: "application/json", ...authorize(channel) },
  }),
  readModelList(body) {
    const models = asObject(body)?.models;
    if (!Array.isArray(models)) throw new UnreadableAnswer("the model list has no `models`");
    const names = models.flatMap((entry) => {
      const model = asObject(entry);
      const served = asList(model?.supportedGenerationMethods).some((method) => methods.has(method));
      const name = served ? asFilledText(model?.name) : undefined;
      return name === undefined ? [] : [name.replace(/^models\//, "")];
    });
    return [...new Set(names)].sort();
  },
};

const methods = new Set<unknown>(["generateContent", "embedContent", "predict"]);
