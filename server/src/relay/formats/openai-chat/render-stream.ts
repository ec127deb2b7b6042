import type { UsageCounts } from "@tollgate/contract/cost";
import type { ChatStreamPart } from "../../canonical/chat-stream.ts";
import type { RenderContext, StreamRenderer } from "../format.ts";
import { renderStreamError } from "../kit/render-openai-error.ts";
import { customTools, wantsFunctionCall } from "./parse-tools.ts";
import {
  type CallStyle,
  createDeltaState,
  type DeltaState,
  renderDelta,
  renderHeld,
} from "./render-delta.ts";
import { renderFinishReason } from "./render-finish-reason.ts";
import { renderUsage } from "./render-usage.ts";

interface OpenChoice {
  stopped: boolean;
  delta: DeltaState;
}

/**
 * Writes the chunks of one stream. Text chunks are concatenated: one `JSON.stringify` for the text and none for its
 * frame (performance.md, translated streams).
 */
export function createStreamRenderer(context: RenderContext): StreamRenderer {
  const choices = new Map<number, OpenChoice>();
  const style: CallStyle = {
    legacy: wantsFunctionCall(context.request),
    custom: customTools(context.request),
  };
  let prefix = "";
  let suffix = "";

  function begin(id: string, created: number, tier?: string): void {
    const frame = `"object":"chat.completion.chunk","created":${created},"model":${JSON.stringify(context.requestedModel)}`;
    const service = tier === undefined ? "" : `,"service_tier":${JSON.stringify(tier)}`;
    prefix = `data: {"id":${JSON.stringify(id || `chatcmpl-${context.requestId}`)},${frame}${service},"choices":[`;
    suffix = context.wantsStreamUsage ? ',"usage":null}\n\n' : "}\n\n";
  }

  function chunk(choice: number, delta: string, more = '"logprobs":null,"finish_reason":null'): string {
    return delta === "" ? "" : `${prefix}{"index":${choice},"delta":${delta},${more}}]${suffix}`;
  }

  /** The first chunk of a choice contains the role, once, before anything else of that choice. */
  function open(index: number): { choice: OpenChoice; text: string } {
    const known = choices.get(index);
    if (known) return { choice: known, text: "" };
    if (prefix === "") begin("", context.now);
    const choice = { stopped: false, delta: createDeltaState() };
    choices.set(index, choice);
    return { choice, text: chunk(index, '{"role":"assistant","content":""}') };
  }

  function renderPart(index: number, choice: OpenChoice, part: ChatStreamPart): string {
    if (part.type === "stop") return stop(index, choice, renderFinishReason(part.reason, style.legacy));
    if (part.type === "log-probabilities")
      return chunk(index, "{}", `"logprobs":${JSON.stringify(part.value)},"finish_reason":null`);
    return chunk(index, renderDelta(choice.delta, part, style));
  }

  function stop(index: number, choice: OpenChoice, reason: string): string {
    if (choice.stopped) return "";
    choice.stopped = true;
    const held = chunk(index, renderHeld(choice.delta, style));
    return held + chunk(index, "{}", `"logprobs":null,"finish_reason":"${reason}"`);
  }

  let id = "";
  let created = context.now;
  return {
    render(part) {
      if (part.type === "start") {
        id = part.id;
        created = part.created ?? context.now;
        begin(id, created);
        return open(0).text;
      }
      if (part.type === "service-tier") {
        begin(id, created, part.tier);
        return "";
      }
      if (!("choice" in part)) return "";
      const { choice, text } = open(part.choice);
      return text + renderPart(part.choice, choice, part);
    },
    finish(usage: UsageCounts | undefined) {
      let text = choices.size === 0 ? open(0).text : "";
      // Clients wait for the finish reason of every choice, even if the upstream sent none.
      for (const [index, choice] of choices) {
        const reason = choice.delta.calledTools ? "tool-calls" : "stop";
        text += stop(index, choice, renderFinishReason(reason, style.legacy));
      }
      if (usage && context.wantsStreamUsage)
        text += `${prefix}],"usage":${JSON.stringify(renderUsage(usage))}}\n\n`;
      return `${text}data: [DONE]\n\n`;
    },
    fail: renderStreamError,
  };
}
