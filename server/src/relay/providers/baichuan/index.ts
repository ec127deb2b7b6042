import { openAiPaidFields } from "../openai-compatible/paid-fields.ts";
import { problemFromStatus } from "../kit/problem-from-status.ts";
import { asList, asObject, type JsonObject } from "../kit/read-json.ts";
import { compatibleChat } from "../openai-compatible/chat.ts";
import { compatibleEmbeddings } from "../openai-compatible/embeddings.ts";
import { compatibleNative } from "../openai-compatible/native.ts";
import type { CompatibleOptions } from "../openai-compatible/options.ts";
import type { NativeCapability, Provider } from "../provider.ts";
import { descriptor } from "./descriptor.ts";

const options: CompatibleOptions = {
  topK: true,
  files: false,
  unsupportedFields: ["n", "seed", "logprobs", "top_logprobs", "metadata", "service_tier", "verbosity"],
  adjustBody: systemAsAssistant,
};

/** Models before the fourth generation have no system role. */
function isOlder(model: string): boolean {
  return /^Baichuan[23]/i.test(model);
}

function systemAsAssistant(body: JsonObject): void {
  if (!isOlder(String(body.model))) return;
  for (const entry of asList(body.messages)) {
    const message = asObject(entry);
    if (message?.role === "system") message.role = "assistant";
  }
}

const native: NativeCapability = compatibleNative(options);

/** Baichuan. */
export const provider: Provider = {
  descriptor,
  paidFields: openAiPaidFields,
  chat: compatibleChat(options),
  embeddings: compatibleEmbeddings(options, { encodingField: false, endUser: false }),
  native: {
    ...native,
    supports: (format, model, channel) => !isOlder(model) && native.supports(format, model, channel),
  },
  readProblem: problemFromStatus,
};
