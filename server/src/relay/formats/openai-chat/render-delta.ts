import { JoinedText } from "../../../platform/joined-text.ts";
import type { Citation } from "../../canonical/chat.ts";
import type { ChatStreamPart } from "../../canonical/chat-stream.ts";
import { renderAnnotation, renderOtherCitation } from "./render-citations.ts";
import { renderImage } from "./render-images.ts";
import { renderDetail, renderExtraContent } from "./render-thinking.ts";
import { readInput } from "./render-tool-calls.ts";
import type { WireReasoningDetail } from "./wire.ts";

/** Form of tool calls for this caller. */
export interface CallStyle {
  /** As the legacy `function_call`. */
  legacy: boolean;
  /** Names of custom tools, which are called with free text. */
  custom: ReadonlySet<string>;
}

/** State between the deltas of one choice. */
export interface DeltaState {
  calledTools: boolean;
  /** Length of the content so far: the end of a citation's text. */
  length: number;
  /** Reasoning since the last signature: sent again, whole, with its signature. */
  reasoning: JoinedText | undefined;
  reasoningId: string | undefined;
  details: number;
  images: number;
  /** Arguments of custom tool calls, by block: the text is known when they are complete. */
  inputs: Map<number, string>;
  /** Function calls, by block, without any arguments so far. */
  silent: Set<number>;
}

export function createDeltaState(): DeltaState {
  return {
    calledTools: false,
    length: 0,
    reasoning: undefined,
    reasoningId: undefined,
    details: 0,
    images: 0,
    inputs: new Map(),
    silent: new Set(),
  };
}

/** JSON text of the delta for one part; empty if the format has nothing for it. */
export function renderDelta(state: DeltaState, part: ChatStreamPart, style: CallStyle): string {
  switch (part.type) {
    case "text":
      state.length += part.text.length;
      return `{"content":${JSON.stringify(part.text)}}`;
    case "refusal":
      return `{"refusal":${JSON.stringify(part.text)}}`;
    case "reasoning":
      state.reasoning ??= new JoinedText();
      state.reasoning.add(part.text);
      return `{"reasoning_content":${JSON.stringify(part.text)}}`;
    case "reasoning-start":
      state.reasoning = undefined;
      state.reasoningId = part.id;
      return "";
    case "reasoning-signature":
    case "encrypted-reasoning":
      return `{"reasoning_details":[${JSON.stringify(renderReasoningDetail(state, part))}]}`;
    case "text-signature":
      return `{"extra_content":${JSON.stringify(renderExtraContent(part.signature))}}`;
    case "tool-call":
      state.calledTools = true;
      return renderCall(state, part, style);
    case "tool-arguments":
      return renderArguments(state, part, style);
    case "citation":
      return renderCitation(part.citation, state.length);
    case "image": {
      const image = renderImage(part.source, state.images++);
      return image ? `{"images":[${JSON.stringify(image)}]}` : "";
    }
    case "spoken": {
      const { id, data, transcript, expiresAt: expires_at } = part;
      return `{"audio":${JSON.stringify({ id, data, transcript, expires_at })}}`;
    }
    default:
      return "";
  }
}

/**
 * Parts that are known only at the end of the choice: the texts of custom tool calls, and empty arguments, which are
 * JSON too.
 */
export function renderHeld(state: DeltaState, style: CallStyle): string {
  const calls: object[] = [...state.inputs].map(([index, text]) => ({
    index,
    custom: { input: readInput(text) },
  }));
  const delta: { function_call?: object; tool_calls?: object[] } = {};
  for (const index of state.silent) {
    if (style.legacy && index === 0) delta.function_call = { arguments: "{}" };
    else calls.push({ index, function: { arguments: "{}" } });
  }
  if (calls.length > 0) delta.tool_calls = calls;
  state.inputs.clear();
  state.silent.clear();
  return delta.tool_calls || delta.function_call ? JSON.stringify(delta) : "";
}

/** Closed reasoning: readable text is repeated whole, as clients send it back. */
function renderReasoningDetail(
  state: DeltaState,
  part: Extract<ChatStreamPart, { type: "reasoning-signature" | "encrypted-reasoning" }>,
): WireReasoningDetail {
  const index = state.details++;
  if (part.type === "encrypted-reasoning") return renderDetail(part, index);
  const text = state.reasoning?.toString() ?? "";
  const id = state.reasoningId;
  state.reasoning = undefined;
  state.reasoningId = undefined;
  const { signature } = part;
  return renderDetail({ type: "reasoning", text, signature, ...(id !== undefined && { id }) }, index);
}

function renderCall(
  state: DeltaState,
  part: Extract<ChatStreamPart, { type: "tool-call" }>,
  style: CallStyle,
): string {
  const name = JSON.stringify(part.name);
  state.silent.add(part.block);
  if (style.legacy && part.block === 0) return `{"function_call":{"name":${name},"arguments":""}}`;
  const extra = part.signature
    ? `,"extra_content":${JSON.stringify(renderExtraContent(part.signature))}`
    : "";
  const call = `{"tool_calls":[{"index":${part.block},"id":${JSON.stringify(part.id)}`;
  if (style.custom.has(part.name)) {
    state.silent.delete(part.block);
    state.inputs.set(part.block, "");
    return `${call},"type":"custom","custom":{"name":${name},"input":""}${extra}}]}`;
  }
  return `${call},"type":"function","function":{"name":${name},"arguments":""}${extra}}]}`;
}

function renderArguments(
  state: DeltaState,
  { block, text }: Extract<ChatStreamPart, { type: "tool-arguments" }>,
  style: CallStyle,
): string {
  const held = state.inputs.get(block);
  if (held !== undefined) {
    state.inputs.set(block, held + text);
    return "";
  }
  if (text !== "") state.silent.delete(block);
  const piece = JSON.stringify(text);
  if (style.legacy && block === 0) return `{"function_call":{"arguments":${piece}}}`;
  return `{"tool_calls":[{"index":${block},"function":{"arguments":${piece}}}]}`;
}

function renderCitation(value: Citation, end: number): string {
  const annotation = renderAnnotation(value, end, end);
  return annotation
    ? `{"annotations":[${JSON.stringify(annotation)}]}`
    : `{"citations":[${JSON.stringify(renderOtherCitation(value))}]}`;
}
