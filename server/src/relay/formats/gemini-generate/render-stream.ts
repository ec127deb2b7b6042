import type { UsageCounts } from "@tollgate/contract/cost";
import { camelName } from "../../canonical/camel-name.ts";
import type { Signature, StopReason } from "../../canonical/chat.ts";
import type { ChatStreamPart } from "../../canonical/chat-stream.ts";
import { JsonProgress } from "../../canonical/json-progress.ts";
import type { PathParams, RenderContext, StreamRenderer } from "../format.ts";
import { isFields } from "../kit/check-value.ts";
import { packReasoning } from "./encrypted-reasoning.ts";
import { readList } from "./read-fields.ts";
import { wantsEvents } from "./read-head.ts";
import { renderErrorBody } from "./render-error.ts";
import { renderFinishReason } from "./render-finish-reason.ts";
import { type PlacedCitation, renderGrounding } from "./render-grounding.ts";
import { renderLogProbabilities } from "./render-log-probabilities.ts";
import {
  isCandidateData,
  renderBlock,
  renderCall,
  renderPicture,
  renderSpeech,
  signed,
} from "./render-parts.ts";
import { renderUsage } from "./render-usage.ts";
import type { WireContentPart, WirePart } from "./wire.ts";

interface HeldCall {
  id: string;
  name: string;
  arguments: string;
  progress: JsonProgress;
  signature: Signature | undefined;
}

/** One candidate. Fields that Google sends in its last event only are held until then. */
interface OpenChoice {
  stop: StopReason;
  calls: Map<number, HeldCall>;
  citations: PlacedCitation[];
  /** The response text so far, kept only if it may be cited. */
  text: string;
  /** Fields that an upstream of this dialect sends next to the content. */
  data: object;
}

type ChoicePart = Extract<ChatStreamPart, { choice: number }>;

/**
 * Writes the events of one stream, each a whole response object. Function calls are buffered until they are complete;
 * finish reason and usage wait for the end, as in Google's streams. Without `alt=sse` the events are the entries of one
 * JSON list.
 */
export function createStreamRenderer(
  context: RenderContext & { path?: PathParams | undefined },
): StreamRenderer {
  const framing = !context.path || wantsEvents(context.path) ? frameEvents() : frameList();
  const choices = new Map<number, OpenChoice>();
  const keepsText = mayCite(context.request);
  let suffix = describeAnswer("");
  let begun = false;

  function describeAnswer(id: string): string {
    const names = { modelVersion: context.requestedModel, responseId: id || context.requestId };
    return JSON.stringify(names).slice(1);
  }

  function open(index: number): OpenChoice {
    let choice = choices.get(index);
    if (choice === undefined) {
      choice = { stop: "stop", calls: new Map(), citations: [], text: "", data: {} };
      choices.set(index, choice);
    }
    return choice;
  }

  function event(index: number, parts: string, more = ""): string {
    begun = true;
    return framing.entry(
      `{"candidates":[{"content":{"parts":[${parts}],"role":"model"},"index":${index}${more}}],${suffix}`,
    );
  }

  function write(index: number, parts: readonly WireContentPart[]): string {
    return parts.length === 0 ? "" : event(index, parts.map((part) => JSON.stringify(part)).join(","));
  }

  function flushCalls(index: number, choice: OpenChoice): string {
    if (choice.calls.size === 0) return "";
    const calls = [...choice.calls.values()];
    choice.calls.clear();
    return write(
      index,
      calls.map((call) => renderCall(call.id, call.name, call.arguments, call.signature)),
    );
  }

  function renderPart(part: ChoicePart): string {
    const choice = open(part.choice);
    if (part.type === "tool-call") {
      const { id, name, signature } = part;
      choice.calls.set(part.block, { id, name, arguments: "", progress: new JsonProgress(), signature });
      return "";
    }
    if (part.type === "tool-arguments") {
      const call = choice.calls.get(part.block);
      if (!call) return "";
      call.arguments += part.text;
      call.progress.add(part.text);
      return "";
    }
    const flushed = endsCalls(part, choice) ? flushCalls(part.choice, choice) : "";
    return flushed + renderContent(part, choice);
  }

  function renderContent(part: ChoicePart, choice: OpenChoice): string {
    switch (part.type) {
      case "text":
        if (keepsText) choice.text += part.text;
        return event(part.choice, `{"text":${JSON.stringify(part.text)}}`);
      case "reasoning":
        return event(part.choice, `{"text":${JSON.stringify(part.text)},"thought":true}`);
      case "log-probabilities": {
        const value = renderLogProbabilities(part.value);
        return value ? event(part.choice, '{"text":""}', `,"logprobsResult":${JSON.stringify(value)}`) : "";
      }
      case "citation": {
        const { citation } = part;
        choice.citations.push({ citation, start: citation.start, end: citation.end });
        return "";
      }
      case "opaque":
        if (!isCandidateData(part.block)) return write(part.choice, renderBlock(part.block));
        Object.assign(choice.data, part.block.value.candidate);
        return "";
      case "stop":
        choice.stop = part.reason;
        // A response without content starts with its end.
        return begun ? "" : event(part.choice, '{"text":""}');
      default:
        return write(part.choice, rareParts(part));
    }
  }

  function lastEvent(usage: UsageCounts | undefined): string {
    if (choices.size === 0) open(0);
    const candidates = [...choices].map(([index, choice]) => ({
      content: { parts: [{ text: "" }], role: "model" },
      finishReason: renderFinishReason(choice.stop),
      index,
      groundingMetadata: renderGrounding(choice.citations, choice.text),
      ...choice.data,
    }));
    const counts = usage ? `"usageMetadata":${JSON.stringify(renderUsage(usage))},` : "";
    return framing.entry(`{"candidates":${JSON.stringify(candidates)},${counts}${suffix}`);
  }

  return {
    contentType: framing.contentType,
    render(part) {
      if (part.type === "start") suffix = describeAnswer(part.id);
      return "choice" in part ? renderPart(part) : "";
    },
    finish(usage) {
      let text = "";
      for (const [index, choice] of choices) text += flushCalls(index, choice);
      return text + lastEvent(usage) + framing.end();
    },
    fail: (error) => framing.entry(renderErrorBody(error)) + framing.end(),
  };
}

/**
 * Content between the pieces of a call's arguments is sent before the call; fields next to the content wait for
 * nothing.
 */
function endsCalls(part: ChoicePart, { calls }: OpenChoice): boolean {
  if (part.type === "stop") return true;
  if (part.type === "log-probabilities" || part.type === "citation") return false;
  return [...calls.values()].every((call) => call.progress.whole);
}

/** Parts that occur once or twice per response. */
function rareParts(part: ChoicePart): WirePart[] {
  switch (part.type) {
    case "refusal":
      return [{ text: part.text }];
    case "reasoning-signature":
      return [signed({ text: "", thought: true }, part.signature)];
    case "text-signature":
      return [signed({ text: "" }, part.signature)];
    case "encrypted-reasoning":
      return [signed({ text: part.summary ?? "", thought: true }, packReasoning(part))];
    case "image":
      return renderPicture(part.source);
    case "spoken":
      return renderSpeech(part.transcript ?? "", part.data ?? "");
    default:
      return [];
  }
}

/** Only a response with a search or a page as source has citations by offset. */
function mayCite(request: unknown): boolean {
  if (!isFields(request)) return false;
  return readList(request, "tools").some(
    (tool) => isFields(tool) && Object.keys(tool).some((key) => camelName(key) !== "functionDeclarations"),
  );
}

interface Framing {
  contentType: string;
  entry(json: string): string;
  end(): string;
}

function frameEvents(): Framing {
  return {
    contentType: "text/event-stream; charset=utf-8",
    entry: (json) => `data: ${json}\r\n\r\n`,
    end: () => "",
  };
}

function frameList(): Framing {
  let begun = false;
  return {
    contentType: "application/json; charset=utf-8",
    entry(json) {
      const before = begun ? ",\r\n" : "[";
      begun = true;
      return before + json;
    },
    end: () => (begun ? "\n]" : "[]"),
  };
}
