import type { RequestHead } from "../format.ts";
import { isFields, reject } from "../kit/check-value.ts";
import { meterFields, rejectVariants } from "../kit/metered-fields.ts";
import { needFields, readFlag, readList, readObject, readWhole } from "../kit/read-fields.ts";
import { readModel } from "../kit/read-model.ts";

/**
 * Reads what the pipeline needs before translation.
 * @throws RelayError `invalid_request` naming the field
 */
export function readHead(body: unknown): RequestHead {
  const fields = needFields(body);
  rejectVariants(fields, metered);
  const model = readModel(fields);
  const messages = readList(fields, "messages");
  if (messages === undefined || messages.length === 0) reject("messages", "'messages' is required.");
  const older = readWhole(fields, "max_tokens", { least: 1 });
  const newer = readWhole(fields, "max_completion_tokens", { least: 1 });
  const options = readObject(fields, "stream_options");
  return {
    model,
    stream: readFlag(fields, "stream") ?? false,
    // An upstream may honour either one, so the larger one is reserved.
    maxOutputTokens: older === undefined ? newer : newer === undefined ? older : Math.max(older, newer),
    choices: readWhole(fields, "n", { least: 1, most: 128 }) ?? 1,
    hasTools:
      (readList(fields, "tools")?.length ?? 0) > 0 || (readList(fields, "functions")?.length ?? 0) > 0,
    wantsStreamUsage: options?.include_usage === true,
    ...(messages.some(hasThoughtSignature) && { translated: true }),
  };
}

/**
 * True for a response of a Google model: other upstreams reject its thought signature as an unknown field, and only
 * translation can remove it.
 */
function hasThoughtSignature(message: unknown): boolean {
  if (!isFields(message) || message.role !== "assistant") return false;
  if (message.extra_content != null) return true;
  const { tool_calls: calls } = message;
  return Array.isArray(calls) && calls.some((call) => isFields(call) && call.extra_content != null);
}

/** Fields that determine admission, price and usage of a call. */
export const metered = meterFields(
  "model",
  "stream",
  "stream_options",
  "n",
  "max_tokens",
  "max_completion_tokens",
);
