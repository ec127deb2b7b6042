import type { ModerationCall } from "../../canonical/moderation.ts";
import type { RenderContext, RenderedAnswer } from "../format.ts";

/** The upstream's response with the model name of the caller's request. */
export function renderResponse(
  result: Record<string, unknown>,
  _call: ModerationCall,
  context: RenderContext,
): RenderedAnswer {
  const answer = { id: `modr-${context.requestId}`, ...result, model: context.requestedModel };
  return { contentType: "application/json; charset=utf-8", body: JSON.stringify(answer) };
}
