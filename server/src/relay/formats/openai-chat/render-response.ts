import type { ChatChoice, ChatResult, TextBlock } from "../../canonical/chat.ts";
import type { RenderContext } from "../format.ts";
import { customTools, wantsFunctionCall } from "./parse-tools.ts";
import { renderAnnotation, renderOtherCitation } from "./render-citations.ts";
import { renderFinishReason } from "./render-finish-reason.ts";
import { renderImage } from "./render-images.ts";
import { renderDetail, renderExtraContent } from "./render-thinking.ts";
import { renderToolCall } from "./render-tool-calls.ts";
import { renderUsage } from "./render-usage.ts";
import type { WireAnswer, WireAnswerMessage, WireAudio } from "./wire.ts";

/** JSON text of a whole response, with the model name of the caller's request. */
export function renderResponse(result: ChatResult, context: RenderContext): string {
  const answer: WireAnswer = {
    id: result.id || `chatcmpl-${context.requestId}`,
    object: "chat.completion",
    created: result.created ?? context.now,
    model: context.requestedModel,
    choices: result.choices.map((choice) => {
      const message = renderMessage(choice, context.request);
      return {
        index: choice.index,
        message,
        logprobs: choice.logProbabilities ?? null,
        finish_reason: renderFinishReason(choice.stopReason, message.function_call !== undefined),
      };
    }),
  };
  if (result.usage) answer.usage = renderUsage(result.usage);
  if (result.serviceTier !== undefined) answer.service_tier = result.serviceTier;
  return JSON.stringify(answer);
}

function renderMessage(choice: ChatChoice, request: unknown): WireAnswerMessage {
  const message: WireAnswerMessage = { role: "assistant", content: null, refusal: null };
  const texts = choice.content.filter((block) => block.type === "text");
  const refusals = choice.content.filter((block) => block.type === "refusal");
  if (texts.length > 0) message.content = texts.map((block) => block.text).join("");
  if (refusals.length > 0) message.refusal = refusals.map((block) => block.text).join("");
  addThinking(message, choice);
  addCalls(message, choice, request);
  addText(message, texts);
  addMedia(message, choice);
  const otherContent = message.tool_calls ?? message.function_call ?? message.audio ?? message.refusal;
  if (message.content === null && otherContent == null) message.content = "";
  // An empty text next to other content is left out.
  if (message.content === "" && otherContent != null) message.content = null;
  return message;
}

/** A legacy caller gets the call as `function_call`, and the list as well if there are several. */
function addCalls(message: WireAnswerMessage, choice: ChatChoice, request: unknown): void {
  const calls = choice.content.filter((block) => block.type === "tool-call");
  const [first] = calls;
  if (first === undefined) return;
  const legacy = wantsFunctionCall(request);
  if (legacy) message.function_call = { name: first.name, arguments: first.arguments || "{}" };
  if (legacy && calls.length === 1) return;
  const custom = customTools(request);
  message.tool_calls = calls.map((call) => renderToolCall(call, custom));
}

function addThinking(message: WireAnswerMessage, choice: ChatChoice): void {
  const reasoning = choice.content.filter(
    (block) => block.type === "reasoning" || block.type === "encrypted-reasoning",
  );
  const text = reasoning
    .map((block) => (block.type === "reasoning" ? block.text : (block.summary ?? "")))
    .join("");
  if (text !== "") message.reasoning_content = text;
  // Plain reasoning needs no list: only its text comes back.
  const isSigned = reasoning.some((block) => block.type === "encrypted-reasoning" || block.signature);
  if (isSigned) message.reasoning_details = reasoning.map(renderDetail);
}

/** Fields of the text: its citations, and the signature of the reasoning behind it. */
function addText(message: WireAnswerMessage, texts: readonly TextBlock[]): void {
  const annotations = [];
  const others = [];
  let at = 0;
  for (const block of texts) {
    for (const citation of block.citations ?? []) {
      const annotation = renderAnnotation(citation, at, at + block.text.length);
      if (annotation) annotations.push(annotation);
      else others.push(renderOtherCitation(citation));
    }
    at += block.text.length;
    if (block.signature) message.extra_content = renderExtraContent(block.signature);
  }
  if (annotations.length > 0) message.annotations = annotations;
  if (others.length > 0) message.citations = others;
}

function addMedia(message: WireAnswerMessage, choice: ChatChoice): void {
  for (const block of choice.content) {
    if (block.type === "image") {
      const image = renderImage(block.source, message.images?.length ?? 0);
      if (image) (message.images ??= []).push(image);
    } else if (block.type === "audio-reference") message.audio = { id: block.id };
    else if (block.type === "spoken") {
      const audio: WireAudio = { id: block.id, data: block.data, transcript: block.transcript };
      if (block.expiresAt !== undefined) audio.expires_at = block.expiresAt;
      message.audio = audio;
    }
  }
}
