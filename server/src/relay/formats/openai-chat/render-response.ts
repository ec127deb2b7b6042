import type { ChatChoice, ChatResult, TextBlock } from "../../canonical/chat.ts";
import type { RenderContext } from "../format.ts";
import { renderAnnotation } from "./render-citations.ts";
import { renderFinishReason } from "./render-finish-reason.ts";
import { renderUsage } from "./render-usage.ts";
import type { WireAnswer, WireAnswerMessage, WireReasoningDetail } from "./wire.ts";

/** JSON text of a whole answer, under the model's name as the caller wrote it. */
export function renderResponse(result: ChatResult, context: RenderContext): string {
  const answer: WireAnswer = {
    id: result.id || `chatcmpl-${context.requestId}`,
    object: "chat.completion",
    created: result.created ?? context.now,
    model: context.requestedModel,
    choices: result.choices.map((choice) => ({
      index: choice.index,
      message: renderMessage(choice),
      logprobs: choice.logProbabilities ?? null,
      finish_reason: renderFinishReason(choice.stopReason),
    })),
  };
  if (result.usage) answer.usage = renderUsage(result.usage);
  if (result.serviceTier !== undefined) answer.service_tier = result.serviceTier;
  return JSON.stringify(answer);
}

function renderMessage(choice: ChatChoice): WireAnswerMessage {
  const message: WireAnswerMessage = { role: "assistant", content: null, refusal: null };
  const texts = choice.content.filter((block) => block.type === "text");
  const calls = choice.content.filter((block) => block.type === "tool-call");
  const refusals = choice.content.filter((block) => block.type === "refusal");
  if (texts.length > 0) message.content = texts.map((block) => block.text).join("");
  if (refusals.length > 0) message.refusal = refusals.map((block) => block.text).join("");
  if (message.content === null && calls.length === 0 && refusals.length === 0) message.content = "";
  // An empty text beside tool calls is no text.
  if (message.content === "" && calls.length > 0) message.content = null;
  addThinking(message, choice);
  if (calls.length > 0)
    message.tool_calls = calls.map((call) => ({
      id: call.id,
      type: "function",
      function: { name: call.name, arguments: call.arguments === "" ? "{}" : call.arguments },
    }));
  addCitations(message, texts);
  const audio = choice.content.find((block) => block.type === "audio-reference");
  if (audio) message.audio = { id: audio.id };
  return message;
}

function addThinking(message: WireAnswerMessage, choice: ChatChoice): void {
  const details: WireReasoningDetail[] = [];
  let text = "";
  let opaque = false;
  for (const block of choice.content) {
    if (block.type === "reasoning") {
      text += block.text;
      const signature = block.signature ?? null;
      opaque ||= signature !== null;
      details.push({ type: "reasoning.text", text: block.text, signature, index: details.length });
    } else if (block.type === "encrypted-reasoning") {
      opaque = true;
      details.push({ type: "reasoning.encrypted", data: block.data, index: details.length });
    }
  }
  if (text !== "") message.reasoning_content = text;
  if (opaque) message.reasoning_details = details;
}

function addCitations(message: WireAnswerMessage, texts: readonly TextBlock[]): void {
  const annotations = [];
  const others = [];
  let at = 0;
  for (const block of texts) {
    for (const citation of block.citations ?? []) {
      const annotation = renderAnnotation(citation, at, at + block.text.length);
      if (annotation) annotations.push(annotation);
      else others.push(citation);
    }
    at += block.text.length;
  }
  if (annotations.length > 0) message.annotations = annotations;
  if (others.length > 0) message.citations = others;
}
