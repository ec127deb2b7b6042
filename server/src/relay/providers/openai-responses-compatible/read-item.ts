import type {
  AssistantBlock,
  Citation,
  EncryptedReasoningBlock,
  ToolCallBlock,
} from "../../canonical/chat.ts";
import { asFilledText, asList, asObject, asText, type JsonObject } from "../kit/read-json.ts";

/**
 * Parses one output item; an item that only this dialect has becomes an opaque block. `textBefore` is the length of the
 * answer's text so far: citations count from the beginning of the answer.
 */
export function readItem(item: JsonObject, textBefore: number): AssistantBlock[] {
  switch (item.type) {
    case "message":
      return readMessage(item, textBefore);
    case "reasoning":
      return readReasoningBlock(item);
    case "image_generation_call":
      return [{ type: "opaque", dialect: "openai-responses", value: item }, ...readImage(item)];
    default: {
      const call = readCall(item);
      return [call ?? { type: "opaque", dialect: "openai-responses", value: item }];
    }
  }
}

function readMessage(item: JsonObject, textBefore: number): AssistantBlock[] {
  let length = textBefore;
  return asList(item.content).flatMap((entry): AssistantBlock[] => {
    const part = asObject(entry);
    if (part?.type === "refusal") {
      const refusal = asFilledText(part.refusal);
      return refusal === undefined ? [] : [{ type: "refusal", text: refusal }];
    }
    const text = asText(part?.text);
    if (part === undefined || text === undefined) return [];
    const citations = asList(part.annotations).map((annotation) => readCitation(annotation, length));
    length += text.length;
    return [citations.length === 0 ? { type: "text", text } : { type: "text", text, citations }];
  });
}

/** An annotation; its offsets count from the beginning of its part, ours from the beginning of the answer. */
export function readCitation(value: unknown, textBefore: number): Citation {
  const annotation = asObject(value);
  const citation: Citation = { source: { dialect: "openai-responses", value } };
  const url = asFilledText(annotation?.url);
  if (url !== undefined) citation.url = url;
  const title = asFilledText(annotation?.title) ?? asFilledText(annotation?.filename);
  if (title !== undefined) citation.title = title;
  if (typeof annotation?.start_index === "number") citation.start = annotation.start_index + textBefore;
  if (typeof annotation?.end_index === "number") citation.end = annotation.end_index + textBefore;
  return citation;
}

/** Encrypted reasoning, plain reasoning, or nothing if only its id is known. */
function readReasoningBlock(item: JsonObject): AssistantBlock[] {
  const id = asFilledText(item.id);
  const text = readReasoning(item);
  const data = asFilledText(item.encrypted_content);
  if (data !== undefined) {
    const block: EncryptedReasoningBlock = { type: "encrypted-reasoning", data, dialect: "openai-responses" };
    if (id !== undefined) block.id = id;
    if (text !== "") block.summary = text;
    return [block];
  }
  if (text === "") return [];
  return [{ type: "reasoning", text, ...(id !== undefined && { id }) }];
}

/** The reasoning text if the model shows it, else its summary. Parts of a summary are paragraphs. */
export function readReasoning(item: JsonObject): string {
  const texts = (value: unknown): string[] =>
    asList(value).flatMap((part) => asFilledText(asObject(part)?.text) ?? []);
  const content = texts(item.content).join("");
  return content === "" ? texts(item.summary).join(paragraph) : content;
}

export const paragraph = "\n\n";

function readImage(item: JsonObject): AssistantBlock[] {
  const data = asFilledText(item.result);
  if (data === undefined) return [];
  const mediaType = `image/${asFilledText(item.output_format) ?? "png"}`;
  return [{ type: "image", source: { kind: "inline", mediaType, data } }];
}

/** A call that the caller must answer; undefined for everything else. Tools without a name are called by their type. */
function readCall(item: JsonObject): ToolCallBlock | undefined {
  const id = asFilledText(item.call_id) ?? asText(item.id) ?? "";
  const call = (name: string, args: string): ToolCallBlock => ({
    type: "tool-call",
    id,
    name,
    arguments: args,
  });
  switch (item.type) {
    case "function_call":
      return { ...call(asText(item.name) ?? "", readArguments(item.arguments)), ...pickNamespace(item) };
    case "custom_tool_call":
      return {
        ...call(asText(item.name) ?? "", JSON.stringify({ input: asText(item.input) ?? "" })),
        ...pickNamespace(item),
      };
    case "local_shell_call": {
      const { type: _exec, ...action } = asObject(item.action) ?? {};
      return call("local_shell", JSON.stringify(action));
    }
    case "shell_call":
      // In a container the vendor runs it, and its output follows.
      if (String(asObject(item.environment)?.type).startsWith("container")) return undefined;
      return call("shell", JSON.stringify(asObject(item.action) ?? {}));
    case "apply_patch_call":
      return call("apply_patch", JSON.stringify(asObject(item.operation) ?? {}));
    case "tool_search_call":
      return item.execution === "client" ? call("tool_search", readArguments(item.arguments)) : undefined;
    default:
      return undefined;
  }
}

/** The namespace of a called tool; a function without one that a search found counts as its own. */
export function pickNamespace({ namespace, name }: JsonObject): { namespace?: string } {
  const named = asFilledText(namespace);
  return named === undefined || named === name ? {} : { namespace: named };
}

/** JSON text; some vendors send an object. */
export function readArguments(value: unknown): string {
  if (typeof value === "string") return value;
  return value == null ? "" : JSON.stringify(value);
}
