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
import { readStopReason, readTier } from "./from-wire.ts";
import { readProblem } from "./problems.ts";
import {
  paragraph,
  pickNamespace,
  readArguments,
  readCitation,
  readItem,
  readReasoning,
} from "./read-item.ts";
import { isRun, readUsage } from "./read-usage.ts";
import { pickId, blockToParts } from "./block-to-parts.ts";

/** An output item that has started and not ended. */
interface OpenItem {
  type: unknown;
  /** Number of the tool call; -1 for other items, and for calls without a name yet. */
  block: number;
  /** Pieces of it arrived, so its end only closes it. */
  streamed: boolean;
  /** `text` or `summary`: if both are streamed, the first to arrive is emitted. */
  reasoningFrom: string;
  /** Parts of a message by their index, parts of reasoning by kind and index. */
  parts: Map<unknown, OpenContent>;
}

interface OpenContent {
  /** Length of the answer's text before this part. */
  textBefore: number;
  streamed: boolean;
  citations: number;
}

const choice = 0;

/**
 * Reads the events of a streamed response. `response.completed` and `response.incomplete` end it. Items are emitted in
 * pieces if pieces arrive, otherwise whole at their end or at the answer's end.
 */
export function createResponseStreamReader(): StreamReader {
  const items = new Map<unknown, OpenItem>();
  const closed = new Set<unknown>();
  /** Runs of vendor tools; some servers omit them from the final event. */
  const ran: JsonObject[] = [];
  let started = false;
  let ended = false;
  let blocks = 0;
  let textLength = 0;

  function start(response: JsonObject, parts: ChatStreamPart[]): void {
    if (started) return;
    started = true;
    const [id, model] = [asText(response.id) ?? "", asText(response.model) ?? ""];
    const part: ChatStreamPart = { type: "start", id, model };
    if (typeof response.created_at === "number") part.created = Math.trunc(response.created_at);
    parts.push(part);
  }

  function openItem(key: unknown, item: JsonObject, parts: ChatStreamPart[]): OpenItem {
    const open: OpenItem = {
      type: item.type,
      block: -1,
      streamed: false,
      reasoningFrom: "",
      parts: new Map(),
    };
    items.set(key, open);
    const name = asText(item.name) ?? "";
    if ((item.type === "function_call" || item.type === "custom_tool_call") && name !== "") {
      open.block = blocks++;
      const id = asFilledText(item.call_id) ?? asText(item.id) ?? "";
      parts.push({ type: "tool-call", choice, block: open.block, id, name, ...pickNamespace(item) });
    } else if (item.type === "reasoning") parts.push({ type: "reasoning-start", choice, ...pickId(item) });
    return open;
  }

  /** The item of an event; it starts now if its start was missing. */
  function itemOf(event: JsonObject, type: string, parts: ChatStreamPart[]): OpenItem {
    const key = keyOf(event);
    return items.get(key) ?? openItem(key, { type, id: event.item_id }, parts);
  }

  function partOf(item: OpenItem, key: unknown): OpenContent {
    let part = item.parts.get(key);
    if (part === undefined) {
      part = { textBefore: textLength, streamed: false, citations: 0 };
      item.parts.set(key, part);
    }
    return part;
  }

  function readText(event: JsonObject, whole: boolean, parts: ChatStreamPart[]): void {
    const content = partOf(itemOf(event, "message", parts), event.content_index ?? 0);
    if (whole && content.streamed) return;
    if (String(event.type).startsWith("response.refusal"))
      addRefusal(content, event.refusal ?? event.delta, parts);
    else addText(content, event.text ?? event.delta, event.logprobs, parts);
  }

  function addText(content: OpenContent, value: unknown, logprobs: unknown, parts: ChatStreamPart[]): void {
    const text = asFilledText(value);
    if (text === undefined) return;
    content.streamed = true;
    textLength += text.length;
    parts.push({ type: "text", choice, text });
    const list = asList(logprobs);
    if (list.length > 0) parts.push({ type: "log-probabilities", choice, value: { content: list } });
  }

  function addRefusal(content: OpenContent, value: unknown, parts: ChatStreamPart[]): void {
    const text = asFilledText(value);
    if (text === undefined) return;
    content.streamed = true;
    parts.push({ type: "refusal", choice, text });
  }

  function addCitation(content: OpenContent, annotation: unknown, parts: ChatStreamPart[]): void {
    content.citations++;
    parts.push({ type: "citation", choice, citation: readCitation(annotation, content.textBefore) });
  }

  function readThinking(event: JsonObject, whole: boolean, parts: ChatStreamPart[]): void {
    const item = itemOf(event, "reasoning", parts);
    const kind = String(event.type).startsWith("response.reasoning_text") ? "text" : "summary";
    const text = asFilledText(whole ? event.text : event.delta);
    if (text === undefined || (item.reasoningFrom !== "" && item.reasoningFrom !== kind)) return;
    const place = kind === "summary" ? event.summary_index : event.content_index;
    const begins = !item.parts.has(place);
    if (whole && !begins) return;
    partOf(item, place);
    const follows = begins && item.streamed && kind === "summary";
    item.reasoningFrom = kind;
    item.streamed = true;
    parts.push({ type: "reasoning", choice, text: follows ? paragraph + text : text });
  }

  function readInput(event: JsonObject, whole: boolean, parts: ChatStreamPart[]): void {
    const item = items.get(keyOf(event));
    const text = asFilledText(whole ? (event.arguments ?? event.input) : event.delta);
    // Without a name there is no call yet: the item's end emits it whole.
    if (item === undefined || item.block === -1 || text === undefined || (whole && item.streamed)) return;
    addInput(item, text, parts);
  }

  /** Plain input of a custom tool is sent as the JSON text of `{ input }`, which is written around its pieces. */
  function addInput(item: OpenItem, text: string, parts: ChatStreamPart[]): void {
    const custom = item.type === "custom_tool_call";
    const begin = custom && !item.streamed ? '{"input":"' : "";
    item.streamed = true;
    const piece = custom ? begin + JSON.stringify(text).slice(1, -1) : text;
    parts.push({ type: "tool-arguments", choice, block: item.block, text: piece });
  }

  function endCustomInput(item: OpenItem, parts: ChatStreamPart[]): void {
    if (item.block === -1 || item.type !== "custom_tool_call") return;
    const text = item.streamed ? '"}' : '{"input":""}';
    parts.push({ type: "tool-arguments", choice, block: item.block, text });
  }

  function closeItem(key: unknown, value: unknown, parts: ChatStreamPart[]): void {
    const item = asObject(value);
    if (item === undefined || closed.has(key) || (item.id != null && closed.has(item.id))) return;
    closed.add(key).add(item.id ?? key);
    if (isRun(item)) ran.push({ type: item.type, status: item.status, action: item.action });
    const open = items.get(key);
    items.delete(key);
    if (open?.type === "message") closeMessage(open, item, parts);
    else if (open?.type === "reasoning") closeReasoning(open, item, parts);
    else if (open !== undefined && open.block !== -1) {
      const input = open.type === "custom_tool_call" ? asText(item.input) : readArguments(item.arguments);
      if (!open.streamed && input) addInput(open, input, parts);
      endCustomInput(open, parts);
    } else addItem(item, parts);
  }

  function closeMessage(open: OpenItem, item: JsonObject, parts: ChatStreamPart[]): void {
    asList(item.content).forEach((entry, index) => {
      const part = asObject(entry);
      const content = partOf(open, index);
      if (part?.type === "refusal" && !content.streamed) addRefusal(content, part.refusal, parts);
      else if (!content.streamed) addText(content, part?.text, part?.logprobs, parts);
      // Some vendors list the sources only at the end.
      for (const annotation of asList(part?.annotations).slice(content.citations))
        addCitation(content, annotation, parts);
    });
  }

  function closeReasoning(open: OpenItem, item: JsonObject, parts: ChatStreamPart[]): void {
    const text = readReasoning(item);
    if (!open.streamed && text !== "") parts.push({ type: "reasoning", choice, text });
    const data = asFilledText(item.encrypted_content);
    if (data !== undefined)
      parts.push({ type: "encrypted-reasoning", choice, data, dialect: "openai-responses", ...pickId(item) });
  }

  function addItem(item: JsonObject, parts: ChatStreamPart[]): void {
    for (const block of readItem(item, textLength)) {
      parts.push(...blockToParts(block, blocks));
      if (block.type === "tool-call") blocks++;
      else if (block.type === "text") textLength += block.text.length;
    }
  }

  function finish(event: JsonObject, parts: ChatStreamPart[]): void {
    const response = asObject(event.response) ?? {};
    start(response, parts);
    // Some servers send only the final event, and some omit the end of an item.
    asList(response.output).forEach((item, index) => {
      const id = asObject(item)?.id;
      closeItem(items.has(id) ? id : index, item, parts);
    });
    for (const item of items.values()) if (item.streamed) endCustomInput(item, parts);
    ended = true;
    const status = event.type === "response.incomplete" ? "incomplete" : response.status;
    const reason = readStopReason({ ...response, status }, blocks > 0);
    parts.push({ type: "stop", choice, reason });
    const tier = readTier(response);
    if (tier) parts.push({ type: "service-tier", tier });
    const usage = readUsage({ ...response, output: ran });
    if (usage) parts.push({ type: "usage", usage });
    parts.push({ type: "end" });
  }

  function readEvent(event: JsonObject, parts: ChatStreamPart[]): void {
    const whole = String(event.type).endsWith(".done");
    switch (event.type) {
      case "response.output_item.added":
        openItem(keyOf(event), asObject(event.item) ?? {}, parts);
        break;
      case "response.output_item.done":
        closeItem(keyOf(event), event.item, parts);
        break;
      case "response.output_text.delta":
      case "response.output_text.done":
      case "response.refusal.delta":
      case "response.refusal.done":
        readText(event, whole, parts);
        break;
      case "response.output_text.annotation.added":
        addCitation(
          partOf(itemOf(event, "message", parts), event.content_index ?? 0),
          event.annotation,
          parts,
        );
        break;
      case "response.reasoning_summary_text.delta":
      case "response.reasoning_summary_text.done":
      case "response.reasoning_text.delta":
      case "response.reasoning_text.done":
        readThinking(event, whole, parts);
        break;
      case "response.function_call_arguments.delta":
      case "response.function_call_arguments.done":
      case "response.custom_tool_call_input.delta":
      case "response.custom_tool_call_input.done":
        readInput(event, whole, parts);
        break;
    }
  }

  return {
    read({ event: name, data }) {
      if (ended || data.trim() === "[DONE]") return [];
      const event = needObject(parseJson(data), "an event of the stream");
      event.type ??= name;
      if (event.type === "error" || event.type === "response.failed" || asObject(event.error))
        return [{ type: "problem", problem: readProblem(200, data, {}) }];
      const parts: ChatStreamPart[] = [];
      if (event.type === "response.completed" || event.type === "response.incomplete") finish(event, parts);
      else if (String(event.type).startsWith("response.")) {
        start(asObject(event.response) ?? {}, parts);
        readEvent(event, parts);
      }
      return parts;
    },
    end: () => [],
  };
}

/** The identity of an item; a vendor may omit the index. */
function keyOf(event: JsonObject): unknown {
  return event.output_index ?? event.item_id ?? asObject(event.item)?.id;
}
