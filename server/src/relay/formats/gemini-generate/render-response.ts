import type { ChatChoice, ChatResult } from "../../canonical/chat.ts";
import type { RenderContext } from "../format.ts";
import { renderFinishReason } from "./render-finish-reason.ts";
import { type PlacedCitation, renderGrounding } from "./render-grounding.ts";
import { renderLogProbabilities } from "./render-log-probabilities.ts";
import { isCandidateData, renderBlock } from "./render-parts.ts";
import { renderUsage } from "./render-usage.ts";
import type { WireAnswer, WireCandidate } from "./wire.ts";

/** JSON text of a whole response, with the model name of the caller's request. */
export function renderResponse(result: ChatResult, context: RenderContext): string {
  const answer: WireAnswer = {
    candidates: result.choices.map(renderChoice),
    modelVersion: context.requestedModel,
    responseId: result.id || context.requestId,
  };
  if (result.usage) answer.usageMetadata = renderUsage(result.usage);
  return JSON.stringify(answer);
}

function renderChoice(choice: ChatChoice): WireCandidate {
  const parts = choice.content.flatMap(renderBlock);
  const candidate: WireCandidate = {
    content: { parts: parts.length > 0 ? parts : [{ text: "" }], role: "model" },
    finishReason: renderFinishReason(choice.stopReason),
    index: choice.index,
  };
  const grounding = groundingOf(choice);
  if (grounding) candidate.groundingMetadata = grounding;
  const logProbabilities = renderLogProbabilities(choice.logProbabilities);
  if (logProbabilities) candidate.logprobsResult = logProbabilities;
  // The upstream's own fields contain more than the translated ones.
  for (const block of choice.content)
    if (block.type === "opaque" && isCandidateData(block)) Object.assign(candidate, block.value.candidate);
  return candidate;
}

function groundingOf(choice: ChatChoice) {
  const placed: PlacedCitation[] = [];
  let text = "";
  for (const block of choice.content) {
    if (block.type !== "text") continue;
    const [start, end] = [text.length, text.length + block.text.length];
    for (const citation of block.citations ?? [])
      placed.push({ citation, start: citation.start ?? start, end: citation.end ?? end });
    text += block.text;
  }
  return renderGrounding(placed, text);
}
