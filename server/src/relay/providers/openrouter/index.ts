import { openAiFields, openAiTiers, routerFields, searchFields } from "../openai-compatible/paid-fields.ts";
import { paidFields } from "../../canonical/paid-fields.ts";
import type { ReasoningOptions } from "../../canonical/chat.ts";
import { problemFromStatus } from "../kit/problem-from-status.ts";
import { asObject, type JsonObject } from "../kit/read-json.ts";
import { compatibleAccount } from "../openai-compatible/account.ts";
import { compatibleChat } from "../openai-compatible/chat.ts";
import { compatibleNative } from "../openai-compatible/native.ts";
import type { CompatibleOptions } from "../openai-compatible/options.ts";
import type { ChannelView, NativeCapability, Provider } from "../provider.ts";
import { descriptor } from "./descriptor.ts";

const options: CompatibleOptions = {
  completions: () => true,
  completionLimit: () => true,
  reasoningInput: "reasoning",
  reasoningDetails: true,
  cacheMarks: true,
  topK: true,
  fileUrls: true,
  answerImages: true,
  renderReasoning,
  webSearch: () => ({ plugins: [{ id: "web" }] }),
  adjustBody(body, channel) {
    const preferences = preferencesFor(String(body.model), channel);
    if (preferences) body.provider ??= preferences;
  },
};

/** Either an effort, or a number of tokens. */
function renderReasoning({ effort, budgetTokens }: ReasoningOptions): JsonObject {
  if (effort !== undefined) return { reasoning: { effort } };
  return { reasoning: budgetTokens === 0 ? { enabled: false } : { max_tokens: budgetTokens } };
}

/** The operator's routing for models of this vendor (`plugin.other.provider`): an object, or JSON text of one. */
function preferencesFor(model: string, channel: ChannelView): JsonObject | undefined {
  const given = channel.plugin.other?.provider;
  const vendors = asObject(typeof given === "string" ? parse(given) : given);
  const vendor = model.slice(0, Math.max(model.indexOf("/"), 0));
  return vendors && Object.hasOwn(vendors, vendor) ? asObject(vendors[vendor]) : undefined;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The operator's routing is added to translated bodies only, so models with routing are always translated. */
function unlessRouted(native: NativeCapability): NativeCapability {
  return {
    ...native,
    supports: (format, model, channel) =>
      preferencesFor(model, channel) === undefined && native.supports(format, model, channel),
  };
}

/** OpenRouter, which forwards Chat Completions to many vendors. */
export const provider: Provider = {
  descriptor,
  paidFields: paidFields([...openAiFields, ...searchFields, ...routerFields], { tiers: openAiTiers }),
  chat: compatibleChat(options),
  native: unlessRouted(compatibleNative(options)),
  account: compatibleAccount(options),
  readProblem: problemFromStatus,
};
