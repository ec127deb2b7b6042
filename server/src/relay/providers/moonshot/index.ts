import { openAiFields, openAiTiers, searchFields } from "../openai-compatible/paid-fields.ts";
import { usualToolNames } from "../../canonical/tool-name-rule.ts";
import { paidFields } from "../../canonical/paid-fields.ts";
import type { ReasoningOptions } from "../../canonical/chat.ts";
import { problemFromStatus } from "../kit/problem-from-status.ts";
import { asList, asObject, type JsonObject } from "../kit/read-json.ts";
import { compatibleAccount } from "../openai-compatible/account.ts";
import { compatibleBalance, fromYuan } from "../openai-compatible/balance.ts";
import { compatibleChat } from "../openai-compatible/chat.ts";
import { compatibleNative } from "../openai-compatible/native.ts";
import type { CompatibleOptions } from "../openai-compatible/options.ts";
import { effortOf } from "../openai-compatible/to-wire.ts";
import type { ChannelView, Provider } from "../provider.ts";
import { descriptor } from "./descriptor.ts";

const options: CompatibleOptions = {
  // Within a tool loop the API requires the reasoning.
  reasoningInput: "reasoning_content",
  files: false,
  imageUrls: false,
  completionLimit: (model) => model.startsWith("kimi-"),
  usage: { cachedFields: ["cached_tokens"] },
  renderReasoning,
  unsupportedFields: [
    "seed",
    "logprobs",
    "top_logprobs",
    "logit_bias",
    "metadata",
    "store",
    "verbosity",
    "service_tier",
    "parallel_tool_calls",
    "web_search_options",
  ],
  adjustBody,
};

/**
 * K3 always thinks, with three efforts; thinking of K2.5 and K2.6 can be disabled; other models have no option:
 * https://platform.moonshot.ai/docs
 */
function renderReasoning(reasoning: ReasoningOptions, model: string): JsonObject | undefined {
  const effort = effortOf(reasoning);
  if (/^kimi-k2\.[56]/.test(model) && effort === "none") return { thinking: { type: "disabled" } };
  if (!/^kimi-k[3-9]/.test(model)) return undefined;
  switch (effort) {
    case "minimal":
    case "low":
      return { reasoning_effort: "low" };
    case "medium":
    case "high":
      return { reasoning_effort: "high" };
    case "xhigh":
    case "max":
      return { reasoning_effort: "max" };
    default:
      return undefined;
  }
}

const fixed = ["temperature", "top_p", "n", "frequency_penalty", "presence_penalty"];

/**
 * Kimi's models have fixed sampling and reject any other value. Their limit has OpenAI's newer name, tools have no
 * `strict`.
 */
function adjustBody(body: JsonObject, _channel: ChannelView, dropped: Set<string>): void {
  for (const tool of asList(body.tools)) {
    const fn = asObject(asObject(tool)?.function);
    if (fn?.strict === true) dropped.add("tools.strict");
    delete fn?.strict;
  }
  if (typeof body.model !== "string" || !body.model.startsWith("kimi-")) return;
  for (const field of fixed) {
    if (body[field] === undefined) continue;
    delete body[field];
    dropped.add(field);
  }
  if (body.max_tokens === undefined) return;
  body.max_completion_tokens = body.max_tokens;
  delete body.max_tokens;
}

/** Moonshot's Kimi. */
export const provider: Provider = {
  descriptor,
  paidFields: paidFields([...openAiFields, ...searchFields], { tiers: openAiTiers }),
  chat: { ...compatibleChat(options), toolNames: () => ({ ...usualToolNames, letterFirst: true }) },
  native: compatibleNative(options),
  account: compatibleAccount(options),
  balance: compatibleBalance("/v1/users/me/balance", ({ data }) =>
    fromYuan(asObject(data)?.available_balance),
  ),
  readProblem: problemFromStatus,
};
