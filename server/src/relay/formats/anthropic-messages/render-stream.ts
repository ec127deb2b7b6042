import type { UsageCounts } from "@tollgate/contract/cost";
import type { ChatStreamPart } from "../../canonical/chat-stream.ts";
import type { RenderContext, StreamRenderer } from "../format.ts";
import { awaitsCaller } from "./render-blocks.ts";
import { createPartOrder } from "./order-parts.ts";
import { renderStreamError } from "./render-error.ts";
import { createPartWriter } from "./render-parts.ts";
import { type AnswerEnd, renderStop } from "./render-stop.ts";
import { renderUsage } from "./render-usage.ts";

/**
 * Writes the events of one message. `message_start` waits for the first content: by then most upstreams that report the
 * prompt's usage early have done so. Stop reason and usage share one event, so it waits for the last usage.
 */
export function createStreamRenderer(context: RenderContext): StreamRenderer {
  const order = createPartOrder();
  const writer = createPartWriter();
  const end: AnswerEnd = { reason: undefined, sequence: undefined, refusal: "", calledTools: false };
  let id = "";
  let tier: string | undefined;
  let usage: UsageCounts | undefined;
  let started = false;
  let out = "";

  function write(part: ChatStreamPart): void {
    out += writer.write(part);
  }

  function start(): string {
    if (started) return "";
    started = true;
    const message = {
      id: id || `msg_${context.requestId}`,
      type: "message",
      role: "assistant",
      model: context.requestedModel,
      content: [],
      stop_reason: null,
      stop_sequence: null,
      usage: renderUsage(usage, tier),
    };
    return event("message_start", { type: "message_start", message });
  }

  function stop(): string {
    out = "";
    order.flush(write);
    return start() + out + writer.close();
  }

  function renderContent(part: ChatStreamPart): string {
    if (part.type === "tool-call") end.calledTools ||= awaitsCaller(part);
    out = "";
    order.take(part, write);
    // The order buffers nothing before the first write, so parts without content do not open a message.
    return out === "" ? "" : start() + out;
  }

  return {
    render(part) {
      // The format supports one choice only.
      if ("choice" in part && part.choice !== 0) return "";
      switch (part.type) {
        case "start":
          id = part.id;
          return "";
        case "service-tier":
          tier = part.tier;
          return "";
        case "usage":
          usage = part.usage;
          return "";
        case "refusal":
          end.refusal += part.text;
          return "";
        case "stop":
          end.reason = part.reason;
          end.sequence = part.stopSequence;
          return stop();
        default:
          return renderContent(part);
      }
    },
    finish(billed) {
      const last = stop();
      const delta = { type: "message_delta", delta: renderStop(end), usage: renderUsage(billed ?? usage) };
      return `${last}${event("message_delta", delta)}${event("message_stop", { type: "message_stop" })}`;
    },
    fail: renderStreamError,
  };
}

function event(name: string, body: object): string {
  return `event: ${name}\ndata: ${JSON.stringify(body)}\n\n`;
}
