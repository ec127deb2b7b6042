import { JoinedText } from "../../../platform/joined-text.ts";
import { type EventWriter, type StreamedItem, renderItemAdded, renderItemDone } from "./event-writer.ts";
import type { WireReasoning } from "./wire.ts";

/** Reasoning, streamed as its summary. */
export class StreamedReasoning implements StreamedItem {
  #item: WireReasoning;
  /** The summary so far. */
  #said = new JoinedText();
  #events: EventWriter;
  #index: number;
  #place: string;

  constructor(events: EventWriter, index: number, id: string) {
    this.#events = events;
    this.#index = index;
    this.#place = `"item_id":${JSON.stringify(id)},"output_index":${index},"summary_index":0`;
    this.#item = { id, type: "reasoning", summary: [] };
  }

  /** As far as it has come. */
  get item(): WireReasoning {
    const [part] = this.#item.summary;
    if (part) part.text = this.#said.toString();
    return this.#item;
  }

  open(): string {
    return renderItemAdded(this.#events, this.#index, this.#item);
  }

  text(text: string): string {
    let out = "";
    if (this.#item.summary.length === 0) {
      const part = { type: "summary_text" as const, text: "" };
      this.#item.summary.push(part);
      out = this.#events.write(
        "response.reasoning_summary_part.added",
        `${this.#place},"part":${JSON.stringify(part)}`,
      );
    }
    this.#said.add(text);
    return (
      out +
      this.#events.write(
        "response.reasoning_summary_text.delta",
        `${this.#place},"delta":${JSON.stringify(text)}`,
      )
    );
  }

  close(): string {
    const { item } = this;
    const [part] = item.summary;
    let out = "";
    if (part)
      out =
        this.#events.write(
          "response.reasoning_summary_text.done",
          `${this.#place},"text":${JSON.stringify(part.text)}`,
        ) +
        this.#events.write(
          "response.reasoning_summary_part.done",
          `${this.#place},"part":${JSON.stringify(part)}`,
        );
    return out + renderItemDone(this.#events, this.#index, item);
  }
}
