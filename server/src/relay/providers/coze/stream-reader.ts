import type { ChatStreamPart } from "../../canonical/chat-stream.ts";
import { asFilledText, asObject, type JsonObject, needObject, parseJson } from "../kit/read-json.ts";
import type { StreamReader } from "../provider.ts";
import type { UpstreamEvent } from "../../event-stream/upstream-event.ts";
import { isAnswer, readUsage } from "./from-wire.ts";
import { readProblem } from "./problems.ts";

/** Reads v3 events by name or, if a proxy removed the names, by content. */
export function createCozeStreamReader(): StreamReader {
  let started = false;
  let ended = false;
  /** The message that arrives in pieces; its repetition as a whole is skipped. */
  let pieced: string | undefined;

  function start(id: unknown, created: unknown): ChatStreamPart[] {
    if (started) return [];
    started = true;
    const part: ChatStreamPart = { type: "start", id: asFilledText(id) ?? "", model: "" };
    if (typeof created === "number") part.created = created;
    return [part];
  }

  function readMessage(message: JsonObject, isWhole: boolean): ChatStreamPart[] {
    if (!isAnswer(message)) return [];
    const id = asFilledText(message.id) ?? "";
    if (isWhole && pieced === id) return [];
    if (!isWhole) pieced = id;
    const parts = start(message.chat_id, undefined);
    const reasoning = asFilledText(message.reasoning_content);
    if (reasoning) parts.push({ type: "reasoning", choice: 0, text: reasoning });
    const text = asFilledText(message.content);
    if (text) parts.push({ type: "text", choice: 0, text });
    return parts;
  }

  function readChat(chat: JsonObject, data: string): ChatStreamPart[] {
    const parts = start(chat.id, chat.created_at);
    if (chat.status === "failed" || chat.status === "requires_action" || chat.status === "canceled")
      return [...parts, { type: "problem", problem: readProblem(200, data, {}) }];
    if (chat.status !== "completed") return parts;
    ended = true;
    const usage = readUsage(chat);
    parts.push({ type: "stop", choice: 0, reason: "stop" });
    if (usage) parts.push({ type: "usage", usage });
    return [...parts, { type: "end" }];
  }

  return {
    read({ event, data }: UpstreamEvent) {
      if (ended || data === "[DONE]" || event === "done" || event === "ping") return [];
      const fields = needObject(parseJson(data), "an event of the stream");
      // A rejection of the whole call arrives as `{ code, msg }`.
      if (event === "error" || (fields.code !== undefined && fields.code !== 0))
        return [{ type: "problem", problem: readProblem(200, data, {}) }];
      if (event.startsWith("conversation.chat") || asFilledText(fields.status)) return readChat(fields, data);
      const isWhole =
        event === "conversation.message.completed" ||
        (!event.startsWith("conversation") && fields.created_at !== undefined);
      return readMessage(fields, isWhole);
    },
    end: () => [],
  };
}

/** Reads v2 events, whose names are in their data. */
export function createOlderStreamReader(): StreamReader {
  let started = false;
  let ended = false;
  return {
    read({ data }) {
      if (ended || data === "[DONE]") return [];
      const fields = needObject(parseJson(data), "an event of the stream");
      if (
        fields.event === "error" ||
        fields.error_information != null ||
        (fields.code !== undefined && fields.code !== 0)
      )
        return [{ type: "problem", problem: readProblem(200, data, {}) }];
      const parts: ChatStreamPart[] = [];
      if (!started) parts.push({ type: "start", id: asFilledText(fields.conversation_id) ?? "", model: "" });
      started = true;
      const message = asObject(fields.message);
      const text = message && isAnswer(message) ? asFilledText(message.content) : undefined;
      if (fields.event === "message" && text) parts.push({ type: "text", choice: 0, text });
      if (fields.event === "done") {
        ended = true;
        parts.push({ type: "stop", choice: 0, reason: "stop" }, { type: "end" });
      }
      return parts;
    },
    end: () => [],
  };
}
