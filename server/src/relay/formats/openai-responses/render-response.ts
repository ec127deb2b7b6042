import type { AssistantBlock, ChatResult, TextBlock } from "../../canonical/chat.ts";
import type { RenderContext } from "../format.ts";
import { renderFrame, responseId, statusOf } from "./render-frame.ts";
import {
  createItemIds,
  describePicture,
  type ItemIds,
  newText,
  readLogprobs,
  renderAnnotation,
  renderCall,
  renderItem,
  renderOpaque,
  renderPicture,
  renderReasoning,
  encryptedSignature,
} from "./render-items.ts";
import { formOf, readToolForms, type ToolForm } from "./tool-forms.ts";
import type { WireItem, WireMessage } from "./wire.ts";

/** JSON text of a whole response, with the model name of the caller's request. */
export function renderResponse(result: ChatResult, context: RenderContext): string {
  const choice = result.choices[0];
  const stopReason = choice?.stopReason ?? "stop";
  const content = choice?.content ?? [];
  const status = statusOf(
    stopReason,
    content.some((block) => block.type === "refusal"),
  );
  const ids = createItemIds(context);
  const output = new Output(readToolForms(context.request), ids);
  for (const block of content) output.add(block);
  output.addLogprobs(readLogprobs(choice?.logProbabilities));
  const last = output.items.at(-1);
  if (status === "incomplete" && last && cutKinds.has(content.at(-1)?.type)) last.status = "incomplete";
  const items = output.items.map((item) => renderItem(item, ids));
  context.keepItems?.(items);
  const state = {
    id: responseId(result.id, context),
    created: result.created ?? context.now,
    serviceTier: result.serviceTier,
    status,
    stopReason,
    usage: result.usage,
  };
  return renderFrame(state, items, context);
}

/** Items that are streamed in pieces, and may have been cut. */
const cutKinds: ReadonlySet<unknown> = new Set(["text", "refusal", "tool-call"]);

/** Renders blocks as items: consecutive texts are one message. */
class Output {
  readonly items: WireItem[] = [];
  #forms: ReadonlyMap<string, ToolForm>;
  #ids: ItemIds;
  #message: WireMessage | undefined;
  #textLength = 0;
  /** An image that its own item already contains. */
  #sentImage: unknown;

  constructor(forms: ReadonlyMap<string, ToolForm>, ids: ItemIds) {
    this.#forms = forms;
    this.#ids = ids;
  }

  add(block: AssistantBlock): void {
    switch (block.type) {
      case "text":
        this.#addText(block);
        break;
      case "refusal":
        this.#openMessage().content.push({ type: "refusal", refusal: block.text });
        break;
      case "reasoning": {
        const carried = block.signature && { use: "reasoning" as const, signature: block.signature };
        this.#push(renderReasoning(this.#ids.next("rs", block.id), block.text, carried));
        break;
      }
      case "encrypted-reasoning":
        this.#push(
          renderReasoning(this.#ids.next("rs", block.id), block.summary ?? "", encryptedSignature(block)),
        );
        break;
      case "tool-call":
        if (block.signature)
          this.#push(renderReasoning(this.#ids.next("rs"), "", { use: "call", signature: block.signature }));
        this.#push(renderCall(block, formOf(this.#forms, block), this.#ids));
        break;
      case "opaque":
        this.#sentImage = block.value.result;
        this.#push(renderOpaque(block, this.#ids));
        break;
      case "image": {
        if (block.source.kind === "inline" && block.source.data === this.#sentImage) break;
        const item = renderPicture(block.source, this.#ids);
        if (item) this.#push(item);
        else this.#addText({ type: "text", text: describePicture(block.source) });
        break;
      }
      case "spoken":
        this.#addText({ type: "text", text: block.transcript });
        break;
      case "audio-reference":
        break;
    }
  }

  #push(item: WireItem | undefined): void {
    if (item === undefined) return;
    this.items.push(item);
    this.#message = undefined;
  }

  #openMessage(): WireMessage {
    if (this.#message) return this.#message;
    const message: WireMessage = {
      id: this.#ids.next("msg"),
      type: "message",
      status: "completed",
      role: "assistant",
      content: [],
    };
    this.#push(message);
    this.#message = message;
    return message;
  }

  #addText(block: TextBlock): void {
    if (block.text === "" && !block.signature) return;
    const part = newText(block.text);
    const start = this.#textLength;
    this.#textLength += block.text.length;
    for (const citation of block.citations ?? []) {
      const annotation = renderAnnotation(citation, start, this.#textLength);
      if (annotation) part.annotations.push(annotation);
    }
    if (block.text !== "") this.#openMessage().content.push(part);
    if (block.signature)
      this.#push(renderReasoning(this.#ids.next("rs"), "", { use: "text", signature: block.signature }));
  }

  /** They apply to the whole response; its first text contains them. */
  addLogprobs(logprobs: unknown[]): void {
    for (const item of this.items)
      if (isMessage(item))
        for (const part of item.content)
          if (part.type === "output_text") {
            part.logprobs = logprobs;
            return;
          }
  }
}

function isMessage(item: WireItem): item is WireMessage {
  return item.type === "message";
}
