import { JoinedText } from "../../../platform/joined-text.ts";
import type { Citation } from "../../canonical/chat.ts";
import { type EventWriter, type StreamedItem, renderItemAdded, renderItemDone } from "./event-writer.ts";
import { newText, renderAnnotation } from "./render-items.ts";
import type { WireItemStatus, WireMessage, WireRefusal, WireText } from "./wire.ts";

/** Text of the model: parts of text and of refusal. */
export class StreamedMessage implements StreamedItem {
  #item: WireMessage;
  #events: EventWriter;
  #index: number;
  #part: WireText | WireRefusal | undefined;
  /** The part's text or refusal so far. */
  #said = new JoinedText();
  /** Length of the response's text before the part. */
  #textBefore = 0;
  /** Fields that every event of the part has. */
  #place = "";

  constructor(events: EventWriter, index: number, id: string) {
    this.#events = events;
    this.#index = index;
    this.#item = { id, type: "message", status: "in_progress", role: "assistant", content: [] };
  }

  /** As far as it has come. */
  get item(): WireMessage {
    this.#fill();
    return this.#item;
  }

  #fill(): void {
    if (this.#part?.type === "refusal") this.#part.refusal = this.#said.toString();
    else if (this.#part) this.#part.text = this.#said.toString();
  }

  open(): string {
    return renderItemAdded(this.#events, this.#index, this.#item);
  }

  text(text: string, textBefore: number): string {
    let out = "";
    if (this.#part?.type !== "output_text") {
      out = this.#openPart(newText());
      this.#textBefore = textBefore;
    }
    this.#said.add(text);
    return (
      out +
      this.#events.write(
        "response.output_text.delta",
        `${this.#place},"delta":${JSON.stringify(text)},"logprobs":[]`,
      )
    );
  }

  refusal(text: string): string {
    let out = "";
    if (this.#part?.type !== "refusal") out = this.#openPart({ type: "refusal", refusal: "" });
    this.#said.add(text);
    return (
      out + this.#events.write("response.refusal.delta", `${this.#place},"delta":${JSON.stringify(text)}`)
    );
  }

  cite(citation: Citation): string {
    const part = this.#part;
    if (part?.type !== "output_text") return "";
    const annotation = renderAnnotation(citation, this.#textBefore, this.#textBefore + this.#said.length);
    if (annotation === undefined) return "";
    const number = part.annotations.push(annotation) - 1;
    return this.#events.write(
      "response.output_text.annotation.added",
      `${this.#place},"annotation_index":${number},"annotation":${JSON.stringify(annotation)}`,
    );
  }

  addLogprobs(logprobs: unknown[]): void {
    if (this.#part?.type === "output_text") this.#part.logprobs.push(...logprobs);
  }

  #openPart(part: WireText | WireRefusal): string {
    const closed = this.#closePart();
    const number = this.#item.content.push(part) - 1;
    this.#part = part;
    this.#place = `"item_id":${JSON.stringify(this.#item.id)},"output_index":${this.#index},"content_index":${number}`;
    return (
      closed +
      this.#events.write("response.content_part.added", `${this.#place},"part":${JSON.stringify(part)}`)
    );
  }

  #closePart(): string {
    const part = this.#part;
    if (part === undefined) return "";
    this.#fill();
    this.#part = undefined;
    this.#said = new JoinedText();
    const whole =
      part.type === "refusal"
        ? this.#events.write(
            "response.refusal.done",
            `${this.#place},"refusal":${JSON.stringify(part.refusal)}`,
          )
        : this.#events.write(
            "response.output_text.done",
            `${this.#place},"text":${JSON.stringify(part.text)},"logprobs":${JSON.stringify(part.logprobs)}`,
          );
    return (
      whole +
      this.#events.write("response.content_part.done", `${this.#place},"part":${JSON.stringify(part)}`)
    );
  }

  close(status: WireItemStatus): string {
    const part = this.#closePart();
    this.#item.status = status;
    return part + renderItemDone(this.#events, this.#index, this.#item);
  }
}
