import type { UsageCounts } from "@tollgate/contract/cost";
import type { ChatStreamPart } from "../../canonical/chat-stream.ts";
import type { RenderContext, StreamRenderer } from "../format.ts";
import { renderAnnotation } from "./render-citations.ts";
import { renderStreamError } from "./render-error.ts";
import { renderFinishReason } from "./render-finish-reason.ts";
import { renderUsage } from "./render-usage.ts";

interface OpenChoice {
  stopped: boolean;
  calledTools: boolean;
  /** Length of the content so far: where a citation's text ends. */
  length: number;
  /** Thinking since the last signature: told once more, whole, with its signature. */
  thought: string;
  details: number;
}

/**
 * Writes the chunks of one stream. Text is put together by hand: one `JSON.stringify` for the piece of text and none for its
 * frame (performance.md, translated streams).
 */
export function createStreamRenderer(context: RenderContext): StreamRenderer {
  const choices = new Map<number, OpenChoice>();
  let prefix = "";
  let suffix = "";

  function begin(id: string, created: number, tier?: string): void {
    const frame = `"object":"chat.completion.chunk","created":${created},"model":${JSON.stringify(context.requestedModel)}`;
    const service = tier === undefined ? "" : `,"service_tier":${JSON.stringify(tier)}`;
    prefix = `data: {"id":${JSON.stringify(id || `chatcmpl-${context.requestId}`)},${frame}${service},"choices":[`;
    suffix = context.wantsStreamUsage ? ',"usage":null}\n\n' : "}\n\n";
  }

  function chunk(choice: number, delta: string, more = '"logprobs":null,"finish_reason":null'): string {
    return `${prefix}{"index":${choice},"delta":${delta},${more}}]${suffix}`;
  }

  /** The first chunk of a choice names the role, once; it is written before anything else of that choice. */
  function open(index: number): { choice: OpenChoice; text: string } {
    const known = choices.get(index);
    if (known) return { choice: known, text: "" };
    if (prefix === "") begin("", context.now);
    const choice = { stopped: false, calledTools: false, length: 0, thought: "", details: 0 };
    choices.set(index, choice);
    return { choice, text: chunk(index, '{"role":"assistant","content":""}') };
  }

  function renderOf(index: number, part: Exclude<ChatStreamPart, { type: "start" }>): string {
    const { choice, text } = open(index);
    return text + renderPart(index, choice, part);
  }

  function renderPart(
    index: number,
    choice: OpenChoice,
    part: Exclude<ChatStreamPart, { type: "start" }>,
  ): string {
    switch (part.type) {
      case "text":
        choice.length += part.text.length;
        return chunk(index, `{"content":${JSON.stringify(part.text)}}`);
      case "refusal":
        return chunk(index, `{"refusal":${JSON.stringify(part.text)}}`);
      case "reasoning":
        choice.thought += part.text;
        return chunk(index, `{"reasoning_content":${JSON.stringify(part.text)}}`);
      case "reasoning-signature": {
        const detail = { type: "reasoning.text", text: choice.thought, signature: part.signature };
        choice.thought = "";
        return chunk(index, details({ ...detail, index: choice.details++ }));
      }
      case "encrypted-reasoning":
        return chunk(
          index,
          details({ type: "reasoning.encrypted", data: part.data, index: choice.details++ }),
        );
      case "tool-call":
        choice.calledTools = true;
        return chunk(
          index,
          `{"tool_calls":[{"index":${part.block},"id":${JSON.stringify(part.id)},"type":"function","function":{"name":${JSON.stringify(part.name)},"arguments":""}}]}`,
        );
      case "tool-arguments":
        return chunk(
          index,
          `{"tool_calls":[{"index":${part.block},"function":{"arguments":${JSON.stringify(part.text)}}}]}`,
        );
      case "citation":
        return chunk(index, citation(part.citation, choice.length));
      case "log-probabilities":
        return chunk(index, "{}", `"logprobs":${JSON.stringify(part.value)},"finish_reason":null`);
      case "stop":
        return stop(index, choice, renderFinishReason(part.reason));
      default:
        return "";
    }
  }

  function stop(index: number, choice: OpenChoice, reason: string): string {
    if (choice.stopped) return "";
    choice.stopped = true;
    return chunk(index, "{}", `"logprobs":null,"finish_reason":"${reason}"`);
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
      return "choice" in part ? renderOf(part.choice, part) : "";
    },
    finish(usage: UsageCounts | undefined) {
      let text = choices.size === 0 ? open(0).text : "";
      // A client waits for the reason of every choice, even where the upstream gave none.
      for (const [index, choice] of choices)
        text += stop(index, choice, choice.calledTools ? "tool_calls" : "stop");
      if (usage && context.wantsStreamUsage)
        text += `${prefix}],"usage":${JSON.stringify(renderUsage(usage))}}\n\n`;
      return `${text}data: [DONE]\n\n`;
    },
    fail: renderStreamError,
  };
}

function details(detail: object): string {
  return `{"reasoning_details":[${JSON.stringify(detail)}]}`;
}

function citation(value: unknown, end: number): string {
  const annotation = renderAnnotation(value, end, end);
  return annotation
    ? `{"annotations":[${JSON.stringify(annotation)}]}`
    : `{"citations":[${JSON.stringify(value)}]}`;
}
