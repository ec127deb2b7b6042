import { completionTokens, promptTokens, type UsageCounts } from "@tollgate/contract/cost";
import type { AssistantBlock, ChatResult, StopReason } from "../../canonical/chat.ts";
import type { RenderContext } from "../format.ts";
import type { WireAnswer, WireFinishReason, WireUsage } from "./wire.ts";

/** JSON text of a whole response, with the model name of the caller's request. */
export function renderResponse(result: ChatResult, context: RenderContext): string {
  const answer: WireAnswer = {
    id: result.id || `cmpl-${context.requestId}`,
    object: "text_completion",
    created: result.created ?? context.now,
    model: context.requestedModel,
    choices: result.choices.map((choice) => ({
      text: choice.content.map(textOf).join(""),
      index: choice.index,
      logprobs: null,
      finish_reason: renderFinishReason(choice.stopReason),
    })),
  };
  if (result.usage) answer.usage = renderUsage(result.usage);
  return JSON.stringify(answer);
}

/** The format has one text field; it contains a refusal too, so that the caller sees it. */
function textOf(block: AssistantBlock): string {
  return block.type === "text" || block.type === "refusal" ? block.text : "";
}

export function renderFinishReason(reason: StopReason): WireFinishReason {
  switch (reason) {
    case "length":
    case "context-length":
      return "length";
    case "filter":
    case "refusal":
      return "content_filter";
    default:
      return "stop";
  }
}

export function renderUsage(usage: UsageCounts): WireUsage {
  const prompt = promptTokens(usage);
  const completion = completionTokens(usage);
  return {
    prompt_tokens: prompt,
    completion_tokens: completion,
    total_tokens: prompt + completion,
    prompt_tokens_details: { cached_tokens: usage.cached + usage.cached_read },
    completion_tokens_details: { reasoning_tokens: usage.reasoning },
  };
}
