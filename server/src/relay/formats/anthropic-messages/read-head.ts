import type { RequestHead } from "../format.ts";
import { isFields, reject } from "../kit/check-value.ts";
import { meterFields, rejectVariants } from "../kit/metered-fields.ts";
import { needFields, readFlag, readList, readWhole } from "../kit/read-fields.ts";
import { readModel } from "../kit/read-model.ts";
import { findState } from "./named-state.ts";

/**
 * Reads what the pipeline needs before translation. The format requires a limit on output; 0 only fills the prompt
 * cache.
 * @throws RelayError `invalid_request` naming the field
 */
export function readHead(body: unknown): RequestHead {
  const fields = needFields(body);
  rejectVariants(fields, metered);
  const model = readModel(fields);
  const messages = readList(fields, "messages");
  const head: RequestHead = {
    model,
    stream: readFlag(fields, "stream") ?? false,
    maxOutputTokens:
      readWhole(fields, "max_tokens", { least: 0 }) ?? reject("max_tokens", "'max_tokens' is required."),
    choices: 1,
    hasTools: (readList(fields, "tools")?.length ?? 0) > 0,
    wantsStreamUsage: true,
    ...(messages?.some(bringsUnsigned) && { unsigned: true }),
  };
  findState(fields, head);
  // A thread with an unfinished response continues without a new message.
  if (messages === undefined || (messages.length === 0 && head.thread !== "continue"))
    reject("messages", "'messages' is required.");
  return head;
}

/** True for a response of a vendor that does not sign its reasoning: this format writes an empty signature. */
function bringsUnsigned(message: unknown): boolean {
  if (!isFields(message) || message.role !== "assistant" || !Array.isArray(message.content)) return false;
  return message.content.some((block) => isFields(block) && block.type === "thinking" && !block.signature);
}

/** Fields that determine admission, price and usage of a call. */
export const metered = meterFields("model", "stream", "max_tokens", "thread", "container");
