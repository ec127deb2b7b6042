import type { WireItem, WireItemStatus } from "./wire.ts";

/** Numbers the events of one stream. `fields` is JSON text without its braces. */
export class EventWriter {
  #sequence = 0;

  write(type: string, fields: string): string {
    return `event: ${type}\ndata: {"type":"${type}","sequence_number":${this.#sequence++},${fields}}\n\n`;
  }

  take(): number {
    return this.#sequence++;
  }
}

/** An output item that is being streamed. */
export interface StreamedItem {
  /** Events that end it; the item is complete afterwards. */
  close(status: WireItemStatus): string;
}

/** Event for the start of an item. */
export function renderItemAdded(events: EventWriter, index: number, item: object): string {
  return events.write("response.output_item.added", `"output_index":${index},"item":${JSON.stringify(item)}`);
}

/** Event for the end of an item. */
export function renderItemDone(events: EventWriter, index: number, item: object): string {
  return events.write("response.output_item.done", `"output_index":${index},"item":${JSON.stringify(item)}`);
}

/** Events for an item that arrives whole. Its large fields are only in the last event. */
export function renderWholeItem(events: EventWriter, index: number, item: WireItem): string {
  const begun = {
    ...item,
    ...("status" in item && { status: "in_progress" }),
    ...("result" in item && { result: null }),
  };
  return renderItemAdded(events, index, begun) + renderItemDone(events, index, item);
}
