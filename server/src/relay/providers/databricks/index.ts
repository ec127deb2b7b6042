import { openAiPaidFields } from "../openai-compatible/paid-fields.ts";
import { problemFromStatus } from "../kit/problem-from-status.ts";
import { asList, asObject, type JsonObject } from "../kit/read-json.ts";
import { compatibleChat } from "../openai-compatible/chat.ts";
import type { CompatibleOptions } from "../openai-compatible/options.ts";
import type { Provider } from "../provider.ts";
import { descriptor } from "./descriptor.ts";

const options: CompatibleOptions = {
  path: (_endpoint, _channel, model) => `/serving-endpoints/${encodeURIComponent(model)}/invocations`,
  authorize: ({ key }) => ({ authorization: `Basic ${Buffer.from(`token:${key}`).toString("base64")}` }),
  streamOptions: false,
  files: false,
  unsupportedFields: ["user", "metadata", "service_tier", "prompt_cache_key", "verbosity", "store", "seed"],
  adjustBody(body) {
    flattenTexts(body);
    if (String(body.model).includes("claude")) switchThinking(body);
  },
};

/** Older endpoints take plain text only; a list that holds nothing else says the same. */
function flattenTexts(body: JsonObject): void {
  for (const entry of asList(body.messages)) {
    const message = asObject(entry);
    const parts = asList(message?.content).map((part) => asObject(part));
    if (message && parts.length > 0 && parts.every((part) => part?.type === "text" && !part.cache_control))
      message.content = parts.map((part) => String(part?.text)).join("");
  }
}

const shares = new Map([
  ["minimal", 0.1],
  ["low", 0.2],
  ["medium", 0.5],
]);

/** Claude thinks for a number of tokens, which is part of the limit and at least 1024 (relay contract B1, B2). */
function switchThinking(body: JsonObject): void {
  const effort = body.reasoning_effort;
  delete body.reasoning_effort;
  if (typeof effort !== "string" || effort === "none" || body.thinking !== undefined) return;
  const limit = typeof body.max_tokens === "number" ? body.max_tokens : 8192;
  const budget = Math.max(Math.trunc(limit * (shares.get(effort) ?? 0.8)), 1024);
  body.thinking = { type: "enabled", budget_tokens: budget };
  body.max_tokens = Math.max(limit, budget + 256);
}

/**
 * Models served by a Databricks workspace. Never on the native path: the model stands in the address, and thinking comes as a list of
 * parts, which no client of OpenAI's expects.
 */
export const provider: Provider = {
  descriptor,
  paidFields: openAiPaidFields,
  chat: compatibleChat(options),
  readProblem: problemFromStatus,
};
