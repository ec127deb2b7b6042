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

/** Older endpoints accept plain text only; a list of texts is equivalent. */
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

/**
 * Claude's reasoning budget is part of the output limit and at least 1024 tokens:
 * https://docs.databricks.com/en/machine-learning/model-serving/query-reason-models.html
 */
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
 * Models served by a Databricks workspace. No native path: the model is in the URL, and reasoning arrives as a list of
 * parts, which no OpenAI client expects.
 */
export const provider: Provider = {
  descriptor,
  paidFields: openAiPaidFields,
  chat: compatibleChat(options),
  readProblem: problemFromStatus,
};
