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
  // Within a tool loop the thinking must come back; elsewhere it is ignored.
  reasoningInput: "reasoning_content",
  jsonSchema: false,
  files: false,
  usage: { cachedFields: ["prompt_cache_hit_tokens"] },
  unknownFields: [
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

/** Thinking is on by default and switched by its own object; `none` is no effort of theirs. */
function renderReasoning(wish: ReasoningOptions): JsonObject | undefined {
  const effort = effortOf(wish);
  if (effort === undefined) return undefined;
  if (effort === "none") return { thinking: { type: "disabled" } };
  return { thinking: { type: "enabled" }, reasoning_effort: effort };
}

/** One balance for each currency the account was charged in; dollars count where there are any. */
function readBalance(body: JsonObject): unknown {
  const infos = asList(body.balance_infos).map((entry) => asObject(entry) ?? {});
  const dollars = infos.find((info) => info.currency === "USD");
  const yuan = infos.find((info) => info.currency === "CNY");
  if (yuan && !(Number(dollars?.total_balance) > 0)) return fromYuan(yuan.total_balance);
  return dollars?.total_balance;
}

/** DeepSeek, which speaks Chat Completions with thinking beside the text. */
export const provider: Provider = {
  descriptor,
  paidFields: openAiPaidFields,
  chat: compatibleChat(options),
  native: compatibleNative(options),
  account: compatibleAccount(options),
  balance: compatibleBalance("/user/balance", readBalance),
  readProblem: problemFromStatus,
};
