import type { ChatResult } from "../../canonical/chat.ts";
import type { RenderContext } from "../format.ts";
import { awaitsCaller, renderBlock } from "./render-blocks.ts";
import { renderStop } from "./render-stop.ts";
import { renderUsage } from "./render-usage.ts";
import type { WireMessage } from "./wire.ts";

/** JSON text of a whole response, with the model name of the caller's request. The format supports one choice only. */
export function renderResponse(result: ChatResult, context: RenderContext): string {
  const choice = result.choices.find(({ index }) => index === 0) ?? result.choices[0];
  const content = choice?.content ?? [];
  const refusals = content.flatMap((block) => (block.type === "refusal" ? [block.text] : []));
  const message: WireMessage = {
    id: result.id || `msg_${context.requestId}`,
    type: "message",
    role: "assistant",
    model: context.requestedModel,
    content: content.flatMap(renderBlock),
    ...renderStop({
      reason: choice?.stopReason,
      sequence: choice?.stopSequence,
      refusal: refusals.join(""),
      calledTools: content.some((block) => block.type === "tool-call" && awaitsCaller(block)),
    }),
    usage: renderUsage(result.usage, result.serviceTier),
  };
  return JSON.stringify(message);
}
