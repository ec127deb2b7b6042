import type { UsageCounts } from "@tollgate/contract/cost";
import type { Signature } from "../../canonical/chat.ts";
import type { ChatStreamPart } from "../../canonical/chat-stream.ts";
import type { PublicError } from "../../relay-error.ts";
import type { RenderContext, RenderedItem, StreamRenderer } from "../format.ts";
import { describeError } from "../kit/render-openai-error.ts";
import { type SignatureUse, writeCarriedSignature } from "./carried-signature.ts";
import { EventWriter, type StreamedItem, renderWholeItem } from "./event-writer.ts";
import { renderErrorEvent } from "./render-error.ts";
import { type AnswerState, renderFrame, responseId, statusOf } from "./render-frame.ts";
import {
  createItemIds,
  describePicture,
  type ItemIds,
  readLogprobs,
  renderItem,
  renderOpaque,
  renderPicture,
  renderReasoning,
  encryptedSignature,
} from "./render-items.ts";
import { StreamedCall } from "./stream-call.ts";
import { StreamedMessage } from "./stream-message.ts";
import { StreamedReasoning } from "./stream-reasoning.ts";
import { formOf, readToolForms, type ToolForm } from "./tool-forms.ts";
import type { WireItem } from "./wire.ts";

/**
 * Writes the events of one stream. The last one repeats the whole response, so the response is kept. Text events are
 * concatenated, with one `JSON.stringify` for a piece of text and none for its frame.
 */
export function createStreamRenderer(context: RenderContext): StreamRenderer {
  return new ResponseStream(context);
}

type Part<T extends ChatStreamPart["type"]> = Extract<ChatStreamPart, { type: T }>;

class ResponseStream implements StreamRenderer {
  #context: RenderContext;
  #events = new EventWriter();
  #state: AnswerState;
  #begun = false;
  #ids: ItemIds;
  #forms: ReadonlyMap<string, ToolForm>;
  /** Items by their index; an open item is read when the stream ends. */
  #output: (() => WireItem | undefined)[] = [];
  #message: StreamedMessage | undefined;
  #reasoning: StreamedReasoning | undefined;
  /** The upstream's id of the open reasoning block, or of the next one. */
  #reasoningId: string | undefined;
  #calls = new Map<number, StreamedCall>();
  #textLength = 0;
  #refused = false;
  /** An image that its own item already contains. */
  #sentImage: unknown;

  constructor(context: RenderContext) {
    this.#context = context;
    this.#ids = createItemIds(context);
    this.#forms = readToolForms(context.request);
    this.#state = { id: responseId("", context), created: context.now, status: "in_progress" };
  }

  render(part: ChatStreamPart): string {
    if (part.type === "start") {
      this.#state.id = responseId(part.id, this.#context);
      this.#state.created = part.created ?? this.#context.now;
      return this.#begin();
    }
    if (part.type === "service-tier") this.#state.serviceTier = part.tier;
    // The API supports one choice only.
    if (!("choice" in part) || part.choice !== 0) return "";
    return this.#begin() + this.#renderPart(part);
  }

  #begin(): string {
    if (this.#begun) return "";
    this.#begun = true;
    const fields = this.#renderState([]);
    return (
      this.#events.write("response.created", fields) + this.#events.write("response.in_progress", fields)
    );
  }

  #renderState(items: readonly RenderedItem[]): string {
    return `"response":${renderFrame(this.#state, items, this.#context)}`;
  }

  #renderItems(): RenderedItem[] {
    return this.#output.flatMap((read) => {
      const item = read();
      return item ? renderItem(item, this.#ids) : [];
    });
  }

  #renderPart(part: Extract<ChatStreamPart, { choice: number }>): string {
    switch (part.type) {
      case "text":
        return this.#text(part.text);
      case "spoken":
        return this.#text(part.transcript ?? "");
      case "refusal":
        this.#refused = true;
        return this.#openMessage((message) => message.refusal(part.text));
      case "citation":
        return this.#message?.cite(part.citation) ?? "";
      case "log-probabilities":
        this.#message?.addLogprobs(readLogprobs(part.value));
        return "";
      case "text-signature":
        return this.#signature("text", part.signature);
      case "tool-call":
        return this.#openCall(part);
      case "tool-arguments":
        return this.#calls.get(part.block)?.arguments(part.text) ?? "";
      case "opaque":
        return this.#whole(renderOpaque(part.block, this.#ids), part.block.value.result);
      case "image":
        return this.#picture(part);
      case "stop":
        return this.#stop(part);
      default:
        return this.#renderReasoning(part);
    }
  }

  #renderReasoning(
    part: Part<"reasoning" | "reasoning-start" | "reasoning-signature" | "encrypted-reasoning">,
  ): string {
    switch (part.type) {
      case "reasoning-start": {
        const closed = this.#closeText();
        this.#reasoningId = part.id;
        return closed;
      }
      case "reasoning": {
        const opened = this.#reasoning ? "" : this.#openReasoning();
        return opened + (this.#reasoning?.text(part.text) ?? "");
      }
      case "reasoning-signature": {
        const opened = this.#reasoning ? "" : this.#openReasoning();
        return opened + this.#closeReasoning("reasoning", part.signature);
      }
      case "encrypted-reasoning":
        return this.#encrypted(part);
    }
  }

  /** Encrypted reasoning belongs to the text before it if both have the same id; otherwise it is an item of its own. */
  #encrypted(part: Part<"encrypted-reasoning">): string {
    const { use, signature } = encryptedSignature(part);
    if (
      this.#reasoning &&
      part.id !== undefined &&
      part.id === this.#reasoningId &&
      part.summary === undefined
    )
      return this.#closeReasoning(use, signature);
    const closed = this.#closeText();
    this.#reasoningId = part.id;
    const opened = this.#openReasoning();
    const summary = part.summary === undefined ? "" : (this.#reasoning?.text(part.summary) ?? "");
    return closed + opened + summary + this.#closeReasoning(use, signature);
  }

  #openReasoning(): string {
    const closed = this.#closeText();
    const reasoning = new StreamedReasoning(
      this.#events,
      this.#output.length,
      this.#ids.next("rs", this.#reasoningId),
    );
    this.#output.push(() => reasoning.item);
    this.#reasoning = reasoning;
    return closed + reasoning.open();
  }

  #closeReasoning(use: SignatureUse, signature: Signature): string {
    if (this.#reasoning) this.#reasoning.item.encrypted_content = writeCarriedSignature(use, signature);
    return this.#closeText();
  }

  /** A signature of content without a field for it. */
  #signature(use: SignatureUse, signature: Signature): string {
    return this.#whole(renderReasoning(this.#ids.next("rs"), "", { use, signature }));
  }

  #openMessage(add: (message: StreamedMessage) => string): string {
    if (this.#message) return add(this.#message);
    const closed = this.#closeText();
    const message = new StreamedMessage(this.#events, this.#output.length, this.#ids.next("msg"));
    this.#output.push(() => message.item);
    this.#message = message;
    return closed + message.open() + add(message);
  }

  #text(text: string): string {
    if (text === "") return "";
    const textBefore = this.#textLength;
    this.#textLength += text.length;
    return this.#openMessage((message) => message.text(text, textBefore));
  }

  #openCall(part: Part<"tool-call">): string {
    const signatureItem = part.signature ? this.#signature("call", part.signature) : this.#closeText();
    const { id, name, namespace } = part;
    const started = { id, name, ...(namespace !== undefined && { namespace }) };
    const form = formOf(this.#forms, part);
    const call = new StreamedCall(
      { events: this.#events, index: this.#output.length, ids: this.#ids },
      started,
      form,
    );
    this.#output.push(() => call.item);
    this.#calls.set(part.block, call);
    return signatureItem + call.open();
  }

  #picture({ source }: Part<"image">): string {
    if (source.kind === "inline" && source.data === this.#sentImage) return "";
    const item = renderPicture(source, this.#ids);
    return item ? this.#whole(item) : this.#text(describePicture(source));
  }

  #whole(item: WireItem | undefined, sentImage?: unknown): string {
    this.#sentImage = sentImage;
    if (item === undefined) return "";
    const closed = this.#closeText();
    const index = this.#output.push(() => item) - 1;
    return closed + renderWholeItem(this.#events, index, item);
  }

  /** Text ends where another item begins. Calls stay open: their arguments may be interleaved. */
  #closeText(status: "completed" | "incomplete" = "completed"): string {
    const open: StreamedItem | undefined = this.#message ?? this.#reasoning;
    this.#message = undefined;
    this.#reasoning = undefined;
    return open?.close(status) ?? "";
  }

  #stop(part: Part<"stop">): string {
    if (this.#state.stopReason !== undefined) return "";
    this.#state.stopReason = part.reason;
    return this.#closeAll();
  }

  #closeAll(): string {
    const whole = statusOf(this.#state.stopReason, this.#refused) === "completed";
    // The last item that was started was cut.
    const calls = [...this.#calls.values()];
    this.#calls.clear();
    let text = this.#closeText(whole || calls.length > 0 ? "completed" : "incomplete");
    calls.forEach((call, index) => {
      text += call.close(whole || index < calls.length - 1 ? "completed" : "incomplete");
    });
    return text;
  }

  finish(usage: UsageCounts | undefined): string {
    const begun = this.#begin() + this.#closeAll();
    this.#state.status = statusOf(this.#state.stopReason, this.#refused);
    this.#state.usage = usage;
    const items = this.#renderItems();
    this.#context.keepItems?.(items);
    return begun + this.#events.write(`response.${this.#state.status}`, this.#renderState(items));
  }

  /** SDKs throw at `error`; clients that read the response's own events read the next one. */
  fail(error: PublicError): string {
    const { code, message } = describeError(error);
    const begun = this.#begin();
    const errorEvent = renderErrorEvent(error, this.#events.take());
    this.#state.status = "failed";
    this.#state.error = { code, message };
    const failed = this.#events.write("response.failed", this.#renderState(this.#renderItems()));
    return begun + errorEvent + failed;
  }
}
