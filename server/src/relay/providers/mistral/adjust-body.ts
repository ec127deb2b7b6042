import { createHash } from "node:crypto";
import type { ReasoningOptions } from "../../canonical/chat.ts";
import { asList, asObject, type JsonObject } from "../kit/read-json.ts";
import { effortOf } from "../openai-compatible/to-wire.ts";
import type { ChannelView } from "../provider.ts";

/** Small and Medium think on request; Magistral always does, the others never (Mistral's page on reasoning). */
export function renderReasoning(wish: ReasoningOptions, model: string): JsonObject | undefined {
  const effort = effortOf(wish);
  if (effort === undefined || !/^mistral-(small|medium)/.test(model)) return undefined;
  return { reasoning_effort: effort === "none" || effort === "minimal" ? "none" : "high" };
}

/** What Mistral writes otherwise: the seed, earlier thinking, ids of tool calls. Fields that it would refuse are taken out. */
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
  const { reasoning_content: thought, content } = message;
  if (typeof thought !== "string") return;
  delete message.reasoning_content;
  const words = typeof content === "string" ? [{ type: "text", text: content }] : asList(content);
  message.content = [{ type: "thinking", thinking: [{ type: "text", text: thought }] }, ...words];
}

/** Ids of tool calls are nine letters or digits; another vendor's becomes nine of its own, the same wherever it stands. */
function shortId(id: string): string {
  if (/^[A-Za-z0-9]{9}$/.test(id)) return id;
  return createHash("sha256").update(id).digest("hex").slice(0, 9);
}
