import { asFilledText, asObject } from "../kit/read-json.ts";
import { type AccountCapability } from "../provider.ts";
import { UnreadableAnswer } from "../../canonical/unreadable-answer.ts";
import { authorizeChannel, endpointUrl } from "./endpoint.ts";
import type { CompatibleOptions } from "./options.ts";

/** The model list in OpenAI's format. */
export function compatibleAccount(options: CompatibleOptions = {}): AccountCapability {
  return {
    buildModelList: (channel) => ({
      method: "GET",
      url: endpointUrl(options, channel, "/models", ""),
      headers: { accept: "application/json", ...authorizeChannel(options, channel) },
    }),
    readModelList,
  };
}

/**
 * Names from `{ data: [{ id }] }`, or from a bare list; sorted, each once.
 * @throws UnreadableAnswer
 */
export function readModelList(body: unknown): string[] {
  const root = asObject(body);
  const list = Array.isArray(body) ? body : (root?.data ?? root?.models);
  if (!Array.isArray(list)) throw new UnreadableAnswer("the model list has no `data`");
  const names = list.flatMap((entry) => {
    const object = asObject(entry);
    return asFilledText(object?.id) ?? asFilledText(object?.name) ?? asFilledText(entry) ?? [];
  });
  return [...new Set(names)].sort();
}
