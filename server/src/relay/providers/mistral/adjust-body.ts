import { createHash } from "node:crypto";
import type { ReasoningOptions } from "../../canonical/chat.ts";
import { asList, asObject, type JsonObject } from "../kit/read-json.ts";
import { effortOf } from "../openai-compatible/to-wire.ts";
import type { ChannelView } from "../provider.ts";

/**
 * Small and Medium reason on request, Magistral always, other models never:
 * https://docs.mistral.ai/capabilities/reasoning
 */
export function renderReasoning(reasoning: ReasoningOptions, model: string): JsonObject | undefined {
  const effort = effortOf(reasoning);
  if (effort === undefined || !/^mistral-(small|medium)/.test(model)) return undefined;
  return { reasoning_effort: effort === "none" || effort === "minimal" ? "none" : "high" };
}

/**
 * Converts what Mistral has differently: the seed, earlier reasoning, ids of tool calls. Removes fields that it
 * rejects.
 */
export function adjustBody(body: JsonObject, _channel: ChannelView, dropped: Set<string>): void {
  if (body.seed !== undefined) {
    body.random_seed = body.seed;
    delete body.seed;
  }
  for (const entry of asList(body.messages)) {
    const message = asObject(entry);
    if (message) adjustMessage(message, dropped);
  }
}

function adjustMessage(message: JsonObject, dropped: Set<string>): void {
  for (const field of ["name", "refusal"]) {
    if (message[field] === undefined) continue;
    delete message[field];
    dropped.add(`messages.${field}`);
  }
  if (typeof message.tool_call_id === "string") message.tool_call_id = shortId(message.tool_call_id);
  for (const entry of asList(message.tool_calls)) {
    const call = asObject(entry);
    if (call && typeof call.id === "string") call.id = shortId(call.id);
  }
  const { reasoning_content: reasoning, content } = message;
  if (typeof reasoning !== "string") return;
  delete message.reasoning_content;
  const parts = typeof content === "string" ? [{ type: "text", text: content }] : asList(content);
  message.content = [{ type: "thinking", thinking: [{ type: "text", text: reasoning }] }, ...parts];
}

/** Tool call ids have nine letters or digits; another vendor's id is mapped to such an id, the same everywhere. */
function shortId(id: string): string {
  if (/^[A-Za-z0-9]{9}$/.test(id)) return id;
  return createHash("sha256").update(id).digest("hex").slice(0, 9);
}
