import type { ChatCall, StopReason } from "../../canonical/chat.ts";
import type { ChatStreamPart } from "../../canonical/chat-stream.ts";
import { asFilledText, asObject, asText, type JsonObject, needObject, parseJson } from "../kit/read-json.ts";
import type { StreamReader } from "../provider.ts";
import { isHosted, readCitation, readImage, readStopReason, readUsage } from "./from-wire.ts";
import { readProblem } from "./problems.ts";
import { exceptionEvent } from "./splitter.ts";

/**
 * Reads a ConverseStream. `messageStop` ends the answer; its usage usually follows in `metadata`, so the end waits for
 * that or for the last byte.
 */
export function createConverseStreamReader(call: ChatCall): StreamReader {
  const tools = new Map<unknown, { block: number; announced: boolean }>();
  /** Images arrive in pieces, each encoded in base64 separately. */
  const pictures = new Map<unknown, { format: string; pieces: Buffer[] }>();
  let toolCount = 0;
  let started = false;
  let stopped = false;
  let ended = false;

  function readStart(event: JsonObject): ChatStreamPart[] {
    const image = asObject(asObject(event.start)?.image);
    if (image) pictures.set(event.contentBlockIndex, { format: asText(image.format) ?? "png", pieces: [] });
    const tool = asObject(asObject(event.start)?.toolUse);
    if (tool === undefined || isHosted(tool)) return [];
    const block = toolCount++;
    tools.set(event.contentBlockIndex, { block, announced: false });
    const [id, name] = [asText(tool.toolUseId) ?? "", asText(tool.name) ?? ""];
    return [{ type: "tool-call", choice: 0, block, id, name }];
  }

  function readDelta(event: JsonObject): ChatStreamPart[] {
    const delta = asObject(event.delta) ?? {};
    const text = asFilledText(delta.text);
    if (text) return [{ type: "text", choice: 0, text }];
    const reasoning = asFilledText(asObject(delta.reasoningContent)?.text);
    if (reasoning) return [{ type: "reasoning", choice: 0, text: reasoning }];
    const input = asFilledText(asObject(delta.toolUse)?.input);
    const tool = tools.get(event.contentBlockIndex);
    if (input && tool) {
      tool.announced = true;
      return [{ type: "tool-arguments", choice: 0, block: tool.block, text: input }];
    }
    const bytes = asFilledText(asObject(asObject(delta.image)?.source)?.bytes);
    if (bytes) pictures.get(event.contentBlockIndex)?.pieces.push(Buffer.from(bytes, "base64"));
    const citation = asObject(delta.citation);
    return citation ? [{ type: "citation", choice: 0, citation: readCitation(citation) }] : [];
  }

  /** A tool without arguments gets an empty object. */
  function closeTool(index: unknown): ChatStreamPart[] {
    const tool = tools.get(index);
    tools.delete(index);
    if (tool === undefined || tool.announced) return [];
    return [{ type: "tool-arguments", choice: 0, block: tool.block, text: "{}" }];
  }

  function closeImage(index: unknown): ChatStreamPart[] {
    const picture = pictures.get(index);
    pictures.delete(index);
    if (picture === undefined || picture.pieces.length === 0) return [];
    const data = Buffer.concat(picture.pieces).toString("base64");
    return [{ type: "image", choice: 0, source: readImage(picture.format, data) }];
  }

  function readStop(reason: StopReason): ChatStreamPart[] {
    if (stopped) return [];
    stopped = true;
    const open = [...tools.keys()].flatMap(closeTool);
    return [...open, { type: "stop", choice: 0, reason }];
  }

  function readMetadata(event: JsonObject): ChatStreamPart[] {
    const usage = readUsage(event.usage);
    const parts: ChatStreamPart[] = usage ? [{ type: "usage", usage }] : [];
    return stopped && usage ? [...parts, ...end()] : parts;
  }

  function end(): ChatStreamPart[] {
    if (!stopped || ended) return [];
    ended = true;
    return [{ type: "end" }];
  }

  function readEvent(name: string, event: JsonObject): ChatStreamPart[] {
    // Nothing of the answer follows its stop.
    if (stopped && name !== "metadata") return [];
    switch (name) {
      case "contentBlockStart":
        return readStart(event);
      case "contentBlockDelta":
        return readDelta(event);
      case "contentBlockStop":
        return [...closeTool(event.contentBlockIndex), ...closeImage(event.contentBlockIndex)];
      case "messageStop":
        return readStop(readStopReason(event.stopReason));
      case "metadata":
        return readMetadata(event);
      default:
        return [];
    }
  }

  return {
    read({ event, data }) {
      if (event === exceptionEvent) return [{ type: "problem", problem: readProblem(200, data, {}) }];
      if (ended) return [];
      const parts = readEvent(event, needObject(parseJson(data), "an event of the stream"));
      if (started) return parts;
      started = true;
      return [{ type: "start", id: "", model: call.model }, ...parts];
    },
    end,
  };
}
