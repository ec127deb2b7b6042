import type { UsageCounts } from "@tollgate/contract/cost";
import type { RenderContext, StreamRenderer } from "../format.ts";
import { renderStreamError } from "../kit/render-openai-error.ts";
import { renderFinishReason, renderUsage } from "./render-response.ts";
import type { WireFinishReason } from "./wire.ts";

/** Writes the chunks of one stream: text, and the finish reason of each choice. */
export function createStreamRenderer(context: RenderContext): StreamRenderer {
  const model = JSON.stringify(context.requestedModel);
  const usageNull = context.wantsStreamUsage ? ',"usage":null' : "";
  const stopped = new Map<number, boolean>([[0, false]]);
  let frame = frameOf("", context.now);

  function frameOf(id: string, created: number): string {
    return `data: {"id":${JSON.stringify(id || `cmpl-${context.requestId}`)},"object":"text_completion","created":${created},"choices":[`;
  }

  function piece(index: number, text: string, reason: WireFinishReason | null): string {
    const choice = `{"text":${JSON.stringify(text)},"index":${index},"logprobs":null,"finish_reason":${JSON.stringify(reason)}}`;
    return `${frame}${choice}],"model":${model}${usageNull}}\n\n`;
  }

  function stop(index: number, reason: WireFinishReason): string {
    if (stopped.get(index)) return "";
    stopped.set(index, true);
    return piece(index, "", reason);
  }

  return {
    render(part) {
      switch (part.type) {
        case "start":
          frame = frameOf(part.id, part.created ?? context.now);
          return "";
        case "text":
        case "refusal":
          if (!stopped.has(part.choice)) stopped.set(part.choice, false);
          return piece(part.choice, part.text, null);
        case "stop":
          return stop(part.choice, renderFinishReason(part.reason));
        default:
          return "";
      }
    },
    finish(usage: UsageCounts | undefined) {
      let text = "";
      for (const index of stopped.keys()) text += stop(index, "stop");
      if (usage && context.wantsStreamUsage)
        text += `${frame}],"model":${model},"usage":${JSON.stringify(renderUsage(usage))}}\n\n`;
      return `${text}data: [DONE]\n\n`;
    },
    fail: renderStreamError,
  };
}
