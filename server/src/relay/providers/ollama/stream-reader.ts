import type { ChatCall } from "../../canonical/chat.ts";
import type { ChatStreamPart } from "../../canonical/chat-stream.ts";
import { asFilledText, asObject, type JsonObject, needObject, parseJson } from "../kit/read-json.ts";
import type { StreamReader } from "../provider.ts";
import { readStopReason, readTime, readToolCalls, readUsage } from "./from-wire.ts";
import { readProblem } from "./problems.ts";

/** Reads the lines of a streamed chat. The line with `done` ends it and contains the counts. */
export function createChatStreamReader(call: ChatCall): StreamReader {
  let toolCount = 0;
  let started = false;
  let ended = false;

  function begin(line: JsonObject): ChatStreamPart[] {
    if (started) return [];
    started = true;
    const start: ChatStreamPart = { type: "start", id: "", model: asFilledText(line.model) ?? call.model };
    const created = readTime(line.created_at);
    if (created !== undefined) start.created = created;
    return [start];
  }

  function readMessage(line: JsonObject, parts: ChatStreamPart[]): void {
    const message = asObject(line.message) ?? {};
    const reasoning = asFilledText(message.thinking);
    if (reasoning) parts.push({ type: "reasoning", choice: 0, text: reasoning });
    const text = asFilledText(message.content);
    if (text) parts.push({ type: "text", choice: 0, text });
    for (const { id, name, arguments: json } of readToolCalls(message, line.created_at, toolCount)) {
      const block = toolCount++;
      parts.push({ type: "tool-call", choice: 0, block, id, name });
      parts.push({ type: "tool-arguments", choice: 0, block, text: json });
    }
    if (Array.isArray(line.logprobs))
      parts.push({ type: "log-probabilities", choice: 0, value: { content: line.logprobs } });
  }

  return {
    read({ data }) {
      if (ended) return [];
      const line = needObject(parseJson(data), "a line of the stream");
      if (line.error != null) return [{ type: "problem", problem: readProblem(200, data, {}) }];
      const parts = begin(line);
      readMessage(line, parts);
      if (line.done !== true) return parts;
      ended = true;
      parts.push({ type: "stop", choice: 0, reason: readStopReason(line.done_reason, toolCount > 0) });
      const usage = readUsage(line);
      if (usage) parts.push({ type: "usage", usage });
      parts.push({ type: "end" });
      return parts;
    },
    end: () => [],
  };
}
