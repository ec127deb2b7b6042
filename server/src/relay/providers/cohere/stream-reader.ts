import type { ChatCall } from "../../canonical/chat.ts";
import type { ChatStreamPart } from "../../canonical/chat-stream.ts";
import {
  asFilledText,
  asList,
  asObject,
  asText,
  type JsonObject,
  needObject,
  parseJson,
} from "../kit/read-json.ts";
import type { StreamReader } from "../provider.ts";
import { createOffsets, readCitation, readStopReason, readUsage } from "./from-wire.ts";
import { readProblem } from "./problems.ts";

interface OpenTool {
  block: number;
  /** Arguments so far, buffered while they may still turn out to be `null`; undefined once emitted. */
  buffered: string | undefined;
}

/** One per event; a list is accepted too. */
function readTool({ tool_calls: calls }: JsonObject): JsonObject | undefined {
  return asObject(Array.isArray(calls) ? asList(calls)[0] : calls);
}

/** Reads a v2 chat stream. `message-end` ends it; a later `[DONE]` is ignored. */
export function createChatStreamReader(call: ChatCall): StreamReader {
  const tools = new Map<unknown, OpenTool>();
  const offsets = createOffsets();
  let toolCount = 0;
  let started = false;
  let ended = false;

  function readContent(event: JsonObject, message: JsonObject): ChatStreamPart[] {
    const parts: ChatStreamPart[] = [];
    const content = asObject(message.content);
    const reasoning = asFilledText(content?.thinking);
    if (reasoning) parts.push({ type: "reasoning", choice: 0, text: reasoning });
    const text = asFilledText(content?.text);
    if (text) {
      offsets.add(event.index, text.length);
      parts.push({ type: "text", choice: 0, text });
    }
    if (event.logprobs != null) parts.push({ type: "log-probabilities", choice: 0, value: event.logprobs });
    return parts;
  }

  function readPlan(message: JsonObject): ChatStreamPart[] {
    const text = asFilledText(message.tool_plan);
    return text ? [{ type: "reasoning", choice: 0, text }] : [];
  }

  function startTool(event: JsonObject, message: JsonObject): ChatStreamPart[] {
    const tool = readTool(message);
    const fn = asObject(tool?.function);
    const block = toolCount++;
    tools.set(event.index, { block, buffered: "" });
    const id = asFilledText(tool?.id) ?? `call_${block}`;
    const part: ChatStreamPart = { type: "tool-call", choice: 0, block, id, name: asText(fn?.name) ?? "" };
    return [part, ...addArguments(event, message)];
  }

  function addArguments(event: JsonObject, message: JsonObject): ChatStreamPart[] {
    const text = asFilledText(asObject(readTool(message)?.function)?.arguments);
    const tool = tools.get(event.index);
    if (!text || tool === undefined) return [];
    if (tool.buffered === undefined) return [{ type: "tool-arguments", choice: 0, block: tool.block, text }];
    const all = tool.buffered + text;
    const undecided = "null".startsWith(all.trim());
    tool.buffered = undecided ? all : undefined;
    return undecided ? [] : [{ type: "tool-arguments", choice: 0, block: tool.block, text: all }];
  }

  /** A tool without arguments is called with `null` or nothing. */
  function closeTool(index: unknown): ChatStreamPart[] {
    const tool = tools.get(index);
    tools.delete(index);
    if (tool?.buffered === undefined) return [];
    const whole = tool.buffered.trim();
    const text = whole === "" || whole === "null" ? "{}" : tool.buffered;
    return [{ type: "tool-arguments", choice: 0, block: tool.block, text }];
  }

  function readCitations(message: JsonObject): ChatStreamPart[] {
    // One per event; a list is accepted too.
    const { citations } = message;
    return (Array.isArray(citations) ? asList(citations) : [citations]).flatMap((entry): ChatStreamPart[] => {
      const citation = asObject(entry);
      if (citation === undefined) return [];
      const offset = offsets.before(citation.content_index ?? 0);
      return [{ type: "citation", choice: 0, citation: readCitation(citation, offset) }];
    });
  }

  function readEnd(event: JsonObject, data: string): ChatStreamPart[] {
    const delta = asObject(event.delta) ?? {};
    const usage = readUsage(delta.usage);
    const counted: ChatStreamPart[] = usage ? [{ type: "usage", usage }] : [];
    // The upstream failed in the middle.
    if (asFilledText(delta.error))
      return [...counted, { type: "problem", problem: readProblem(200, data, {}) }];
    ended = true;
    const open = [...tools.keys()].flatMap(closeTool);
    const reason = readStopReason(delta.finish_reason);
    return [...open, { type: "stop", choice: 0, reason }, ...counted, { type: "end" }];
  }

  function readEvent(event: JsonObject, data: string): ChatStreamPart[] {
    const delta = asObject(event.delta) ?? {};
    const message = asObject(delta.message) ?? {};
    switch (event.type) {
      case "content-start":
      case "content-delta":
        return readContent(event, message);
      case "tool-plan-delta":
        return readPlan(message);
      case "tool-call-start":
        return startTool(event, message);
      case "tool-call-delta":
        return addArguments(event, message);
      case "tool-call-end":
        return closeTool(event.index);
      case "citation-start":
        return readCitations(message);
      case "message-end":
        return readEnd(event, data);
      default:
        return [];
    }
  }

  return {
    read({ data }) {
      if (data === "[DONE]" || ended) return [];
      const event = needObject(parseJson(data), "an event of the stream");
      // An error has a message and no type.
      if (event.type === undefined && asFilledText(event.message))
        return [{ type: "problem", problem: readProblem(200, data, {}) }];
      const parts = readEvent(event, data);
      if (started) return parts;
      started = true;
      return [{ type: "start", id: asText(event.id) ?? "", model: call.model }, ...parts];
    },
    end: () => [],
  };
}
