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

/** An item of the output that is being told. */
export interface StreamedItem {
  /** Events that end it; the item is whole then. */
  close(status: WireItemStatus): string;
}

/** An item begins. */
export function tellAdded(events: EventWriter, index: number, item: object): string {
  return events.write("response.output_item.added", `"output_index":${index},"item":${JSON.stringify(item)}`);
}

/** An item has ended. */
export function tellDone(events: EventWriter, index: number, item: object): string {
  return events.write("response.output_item.done", `"output_index":${index},"item":${JSON.stringify(item)}`);
}

/** An item that comes whole. What is large in it comes with its end only. */
export function tellItem(events: EventWriter, index: number, item: WireItem): string {
  const begun = {
    ...item,
    ...("status" in item && { status: "in_progress" }),
    ...("result" in item && { result: null }),
  };
  return tellAdded(events, index, begun) + tellDone(events, index, item);
}
