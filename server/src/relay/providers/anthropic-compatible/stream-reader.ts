import type { UsageCounts } from "@tollgate/contract/cost";
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
import { onlyText, RepeatedEvent } from "../kit/repeated-event.ts";
import type { StreamReader } from "../provider.ts";
import type { UpstreamEvent } from "../../event-stream/upstream-event.ts";
import { writeToolCaller } from "./tool-caller.ts";
import { dialect } from "./dialect.ts";
import { readCitation, readRefusal, readStopReason, readTier } from "./from-wire.ts";
import { createOpaqueAssembler, type OpaqueAssembler } from "./read-opaque-stream.ts";
import { readProblem } from "./problems.ts";
import { readUsage } from "./read-usage.ts";

/** A tool call whose arguments are still arriving. */
interface OpenTool {
  block: number;
  /** Whole input of the block's start: emitted at its end, unless pieces arrive instead. */
  input: unknown;
  streamed: boolean;
}

const choice = 0;

/** Reads the events of a streamed message. `message_stop` is the proper end. */
export function createMessageStreamReader(): StreamReader {
  const tools = new Map<unknown, OpenTool>();
  const opaque = new Map<unknown, OpaqueAssembler>();
  let toolCount = 0;
  let hasReasoned = false;
  /** Type of the previous block. */
  let before: unknown;
  let usage: UsageCounts | undefined;
  const repeated = new RepeatedEvent();

  function readStart(event: JsonObject): ChatStreamPart[] {
    const message = asObject(event.message) ?? {};
    const parts: ChatStreamPart[] = [
      { type: "start", id: asText(message.id) ?? "", model: asText(message.model) ?? "" },
    ];
    const tier = readTier(message.usage);
    if (tier) parts.push({ type: "service-tier", tier });
    parts.push(...readNewUsage(message.usage));
    // A turn that continues after a server tool can arrive whole in its first event.
    asList(message.content).forEach((block, position) => {
      const index = `whole-${position}`;
      parts.push(...readBlockStart({ index, content_block: block }), ...readBlockStop({ index }));
    });
    if (message.stop_reason != null) parts.push(...readStop(message));
    return parts;
  }

  function readNewUsage(given: unknown): ChatStreamPart[] {
    const counts = readUsage(given, usage);
    if (counts === undefined) return [];
    usage = counts;
    return [{ type: "usage", usage: counts }];
  }

  function readBlockStart(event: JsonObject): ChatStreamPart[] {
    const block = asObject(event.content_block) ?? {};
    const follows = before;
    before = block.type;
    switch (block.type) {
      case "text":
        return readTextStart(block, follows === "text");
      case "thinking":
        return readThinkingStart(block);
      case "redacted_thinking":
        return filled(block.data, (data) => ({ type: "encrypted-reasoning", choice, data, dialect }));
      case "tool_use":
        return [startTool(event.index, block)];
      default:
        if (typeof block.type === "string") opaque.set(event.index, createOpaqueAssembler(block));
        return [];
    }
  }

  function startTool(index: unknown, block: JsonObject): ChatStreamPart {
    const open = { block: toolCount++, input: block.input, streamed: false };
    tools.set(index, open);
    const [id, name] = [asText(block.id) ?? "", asText(block.name) ?? ""];
    const signature = writeToolCaller(block);
    const part = { type: "tool-call", choice, block: open.block, id, name } as const;
    return signature ? { ...part, signature } : part;
  }

  /** An empty text marks the start of the next text block, because a citation belongs to one block. */
  function readTextStart(block: JsonObject, followsText: boolean): ChatStreamPart[] {
    const parts: ChatStreamPart[] = followsText ? [{ type: "text", choice, text: "" }] : [];
    for (const citation of asList(block.citations))
      parts.push({ type: "citation", choice, citation: readCitation(citation) });
    return [...parts, ...filled(block.text, (text) => ({ type: "text", choice, text }))];
  }

  function readThinkingStart(block: JsonObject): ChatStreamPart[] {
    const parts: ChatStreamPart[] = hasReasoned ? [{ type: "reasoning-start", choice }] : [];
    hasReasoned = true;
    return [
      ...parts,
      ...filled(block.thinking, (text) => ({ type: "reasoning", choice, text })),
      ...filled(block.signature, signaturePart),
    ];
  }

  function readDelta(event: JsonObject): ChatStreamPart[] {
    const delta = asObject(event.delta) ?? {};
    const unknown = opaque.size === 0 ? undefined : opaque.get(event.index);
    if (unknown) {
      unknown.add(delta);
      return [];
    }
    switch (delta.type) {
      case "text_delta":
        return filled(delta.text, (text) => ({ type: "text", choice, text }));
      case "thinking_delta":
        return filled(delta.thinking, (text) => ({ type: "reasoning", choice, text }));
      case "signature_delta":
        return filled(delta.signature, signaturePart);
      case "citations_delta":
        return [{ type: "citation", choice, citation: readCitation(delta.citation) }];
      case "input_json_delta": {
        const tool = tools.get(event.index);
        if (tool === undefined) return [];
        return filled(delta.partial_json, (text) => {
          tool.streamed = true;
          return { type: "tool-arguments", choice, block: tool.block, text };
        });
      }
      default:
        return [];
    }
  }

  function readBlockStop(event: JsonObject): ChatStreamPart[] {
    const unknown = opaque.get(event.index);
    if (unknown) {
      opaque.delete(event.index);
      return [{ type: "opaque", choice, block: unknown.finish() }];
    }
    const tool = tools.get(event.index);
    tools.delete(event.index);
    if (tool === undefined || tool.streamed) return [];
    const text = JSON.stringify(asObject(tool.input) ?? {});
    return [{ type: "tool-arguments", choice, block: tool.block, text }];
  }

  function readMessageDelta(event: JsonObject): ChatStreamPart[] {
    const delta = asObject(event.delta) ?? {};
    const parts = delta.stop_reason == null ? [] : readStop(delta);
    return [...parts, ...readNewUsage(event.usage)];
  }

  function readEvent(received: UpstreamEvent): ChatStreamPart[] {
    const { data } = received;
    const event = needObject(parseJson(data), "an event of the stream");
    switch (event.type) {
      case "message_start":
        return readStart(event);
      case "content_block_start":
        return readBlockStart(event);
      case "content_block_delta": {
        const parts = readDelta(event);
        const text = onlyText(parts);
        if (text) repeated.note(received, text);
        return parts;
      }
      case "content_block_stop":
        return readBlockStop(event);
      case "message_delta":
        return readMessageDelta(event);
      case "message_stop":
        return [{ type: "end" }];
      case "error":
        return [{ type: "problem", problem: readProblem(200, data, {}) }];
      default:
        return [];
    }
  }

  return {
    read: (event) => repeated.read(event) ?? readEvent(event),
    end: () => [],
  };
}

function signaturePart(value: string): ChatStreamPart {
  return { type: "reasoning-signature", choice, signature: { dialect, value } };
}

/** The stop reason, after the API's explanation of a refusal. */
function readStop(from: JsonObject): ChatStreamPart[] {
  const stop: ChatStreamPart = { type: "stop", choice, reason: readStopReason(from.stop_reason) };
  const sequence = asFilledText(from.stop_sequence);
  if (sequence) stop.stopSequence = sequence;
  return [...filled(readRefusal(from.stop_details), (text) => ({ type: "refusal", choice, text })), stop];
}

function filled(value: unknown, part: (text: string) => ChatStreamPart): ChatStreamPart[] {
  return typeof value === "string" && value !== "" ? [part(value)] : [];
}
