import { openAiPaidFields } from "../openai-compatible/paid-fields.ts";
import type { ReasoningOptions } from "../../canonical/chat.ts";
import { problemFromStatus } from "../kit/problem-from-status.ts";
import { asList, asObject, type JsonObject } from "../kit/read-json.ts";
import { compatibleAccount } from "../openai-compatible/account.ts";
import { compatibleBalance, fromYuan } from "../openai-compatible/balance.ts";
import { compatibleChat } from "../openai-compatible/chat.ts";
import { compatibleNative } from "../openai-compatible/native.ts";
import type { CompatibleOptions } from "../openai-compatible/options.ts";
import { effortOf } from "../openai-compatible/to-wire.ts";
import type { Provider } from "../provider.ts";
import { descriptor } from "./descriptor.ts";

const options: CompatibleOptions = {
  // Within a tool loop the API requires the reasoning; elsewhere it ignores it:
  // https://api-docs.deepseek.com/guides/thinking_mode
  reasoningInput: "reasoning_content",
  jsonSchema: false,
  files: false,
  usage: { cachedFields: ["prompt_cache_hit_tokens"] },
  unsupportedFields: [
    "n",
    "seed",
    "service_tier",
    "prompt_cache_key",
    "verbosity",
    "metadata",
    "parallel_tool_calls",
    "web_search_options",
  ],
  renderReasoning,
};

/** Thinking is on by default and has its own object; DeepSeek has no effort `none`. */
function renderReasoning(reasoning: ReasoningOptions): JsonObject | undefined {
  const effort = effortOf(reasoning);
  if (effort === undefined) return undefined;
  if (effort === "none") return { thinking: { type: "disabled" } };
  return { thinking: { type: "enabled" }, reasoning_effort: effort };
}

/** One balance for each currency of the account; dollars are preferred. */
function readBalance(body: JsonObject): unknown {
  const infos = asList(body.balance_infos).map((entry) => asObject(entry) ?? {});
  const dollars = infos.find((info) => info.currency === "USD");
  const yuan = infos.find((info) => info.currency === "CNY");
  if (yuan && !(Number(dollars?.total_balance) > 0)) return fromYuan(yuan.total_balance);
  return dollars?.total_balance;
}

/** DeepSeek: Chat Completions with reasoning next to the text. */
export const provider: Provider = {
  descriptor,
  paidFields: openAiPaidFields,
  chat: compatibleChat(options),
  native: compatibleNative(options),
  account: compatibleAccount(options),
  balance: compatibleBalance("/user/balance", readBalance),
  readProblem: problemFromStatus,
};
