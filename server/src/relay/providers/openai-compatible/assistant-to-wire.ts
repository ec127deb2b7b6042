import type { AssistantBlock, Signature, TextBlock, ToolCallBlock } from "../../canonical/chat.ts";
import { callId } from "../kit/call-id.ts";
import type { CompatibleOptions } from "./options.ts";
import { opaqueToWire, partsToWire, urlOf } from "./parts-to-wire.ts";
import type { WireExtraContent, WireMessage, WireToolCall } from "./wire.ts";

/**
 * An assistant message of an earlier turn. Blocks other than text and tool calls go only to vendors that accept them.
 */
export function assistantToWire(
  content: readonly AssistantBlock[],
  name: string | undefined,
  options: CompatibleOptions,
  dropped: Set<string>,
): WireMessage {
  const message: WireMessage = { role: "assistant", content: null };
  if (name !== undefined) message.name = name;
  addTexts(message, content, options, dropped);
  const refusal = content.flatMap((block) => (block.type === "refusal" ? [block.text] : [])).join("");
  if (refusal !== "") message.refusal = refusal;
  const calls = content.filter((block) => block.type === "tool-call");
  if (calls.length > 0) message.tool_calls = calls.map((call) => callToWire(call, options, dropped));
  addMedia(message, content, options, dropped);
  addThinking(message, content, options, dropped);
  // Content may be null only if another field is set.
  const alone = !refusal && !message.audio && !message.images && calls.length === 0;
  if (message.content === null && alone) message.content = "";
  return message;
}

/** Text, and the transcript of speech if the vendor does not accept speech ids. */
function addTexts(
  message: WireMessage,
  content: readonly AssistantBlock[],
  options: CompatibleOptions,
  dropped: Set<string>,
): void {
  const texts = content.flatMap((block): TextBlock[] => {
    if (block.type === "text") return [block];
    if (block.type === "opaque") opaqueToWire(block, dropped);
    return block.type === "spoken" && !options.speechOutput ? [{ type: "text", text: block.transcript }] : [];
  });
  if (texts.length > 0) message.content = partsToWire(texts, options, dropped);
  const signature = texts.findLast((block) => block.signature !== undefined)?.signature;
  const extra = signatureToWire(signature, "messages.extra_content", options, dropped);
  if (extra) message.extra_content = extra;
}

function callToWire(call: ToolCallBlock, options: CompatibleOptions, dropped: Set<string>): WireToolCall {
  if (call.cache) dropped.add("cache_control");
  const wire: WireToolCall = {
    id: callId(options.longestCallId, call.id),
    type: "function",
    function: { name: call.name, arguments: call.arguments === "" ? "{}" : call.arguments },
  };
  const extra = signatureToWire(call.signature, "messages.tool_calls.extra_content", options, dropped);
  if (extra) wire.extra_content = extra;
  return wire;
}

/** Only Google's models read these signatures, and only their own. */
function signatureToWire(
  signature: Signature | undefined,
  field: string,
  options: CompatibleOptions,
  dropped: Set<string>,
): WireExtraContent | undefined {
  if (signature === undefined) return undefined;
  if (options.thoughtSignatures && signature.dialect === "gemini-generate")
    return { google: { thought_signature: signature.value } };
  dropped.add(field);
  return undefined;
}

function addMedia(
  message: WireMessage,
  content: readonly AssistantBlock[],
  options: CompatibleOptions,
  dropped: Set<string>,
): void {
  for (const block of content) {
    if (block.type === "audio-reference" || block.type === "spoken") {
      if (options.speechOutput) message.audio = { id: block.id };
      else if (block.type === "audio-reference") dropped.add("messages.audio");
    } else if (block.type === "image") {
      const url = urlOf(block.source);
      if (url === undefined || !options.answerImages) dropped.add("messages.images");
      else (message.images ??= []).push({ type: "image_url", image_url: { url } });
    }
  }
}

function addThinking(
  message: WireMessage,
  content: readonly AssistantBlock[],
  options: CompatibleOptions,
  dropped: Set<string>,
): void {
  const reasoning = content.filter(
    (block) => block.type === "reasoning" || block.type === "encrypted-reasoning",
  );
  if (reasoning.length === 0) return;
  const text = reasoning.flatMap((block) => (block.type === "reasoning" ? [block.text] : [])).join("");
  if (options.reasoningInput === undefined) dropped.add("messages.reasoning_content");
  else if (text !== "") message[options.reasoningInput] = text;
  // Signatures of another dialect are useless; unsigned reasoning is in the plain text.
  const own = reasoning.filter((block) =>
    block.type === "reasoning" ? block.signature?.dialect === "openai-chat" : block.dialect === "openai-chat",
  );
  const foreign = reasoning.some((block) =>
    block.type === "reasoning"
      ? block.signature && block.signature.dialect !== "openai-chat"
      : block.dialect !== "openai-chat",
  );
  if (foreign || (own.length > 0 && !options.reasoningDetails)) dropped.add("messages.reasoning_details");
  if (own.length === 0 || !options.reasoningDetails) return;
  message.reasoning_details = own.map((block, index) => ({
    ...(block.type === "reasoning"
      ? { type: "reasoning.text", text: block.text, signature: block.signature?.value ?? null }
      : { type: "reasoning.encrypted", data: block.data }),
    ...(block.type === "encrypted-reasoning" && block.summary !== undefined && { summary: block.summary }),
    ...(block.id !== undefined && { id: block.id }),
    index,
  }));
}
