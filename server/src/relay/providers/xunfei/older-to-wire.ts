import { asFilledText, asList, asObject, type JsonObject } from "../kit/read-json.ts";

/** Moves the fields of a Chat Completions body to their places in the websocket's message. */
export function socketMessage(
  body: JsonObject,
  domain: string,
  appId: string,
  dropped: Set<string>,
): JsonObject {
  const {
    model: _model,
    messages,
    stream: _stream,
    user,
    tools,
    max_tokens,
    temperature,
    top_k,
    ...further
  } = body;
  const chat: JsonObject = { domain, ...further };
  // The API rejects zero.
  if (typeof temperature === "number") chat.temperature = Math.min(Math.max(temperature, 0.01), 1);
  if (typeof top_k === "number") chat.top_k = Math.min(Math.max(top_k, 1), 6);
  if (max_tokens !== undefined) chat.max_tokens = max_tokens;
  const header: JsonObject = { app_id: appId };
  // The API rejects longer names.
  if (typeof user === "string") header.uid = user.slice(0, 32);
  const functions = asList(tools).flatMap((tool) => asObject(asObject(tool)?.function) ?? []);
  const payload: JsonObject = { message: { text: asList(messages).map((entry) => toText(entry, dropped)) } };
  if (functions.length > 0) payload.functions = { text: functions };
  return { header, parameter: { chat }, payload };
}

/** Text only; tool calls and their results are not supported. */
function toText(entry: unknown, dropped: Set<string>): JsonObject {
  const message = asObject(entry);
  if (message?.tool_calls !== undefined) dropped.add("messages.tool_calls");
  const role = message?.role === "tool" ? "user" : message?.role;
  if (!Array.isArray(message?.content)) return { role, content: message?.content ?? "" };
  const parts = message.content.map(asObject);
  if (parts.some((part) => part?.type !== "text")) dropped.add("messages.image");
  return { role, content: parts.flatMap((part) => asFilledText(part?.text) ?? []).join("\n") };
}
