import { GrowingBuffer } from "../../platform/growing-buffer.ts";
import { isJson } from "../canonical/parse-bounded.ts";
import { eventTooLarge, largestEvent } from "./largest-event.ts";
import { lineFeed } from "./sse-line.ts";
import type { EventSplitter, UpstreamEvent } from "./upstream-event.ts";

/**
 * Splits a stream of one JSON value per line. Each line is one event without a name; empty lines are skipped.
 * Accepts chunks of any size: it decodes whole lines only, since a line feed is never part of a UTF-8 sequence. The
 * last line needs no line feed if it is whole JSON.
 * `push` throws UnreadableAnswer if one line grows beyond `limit` bytes.
 */
export function createNdjsonSplitter(limit = largestEvent): EventSplitter {
  const pending = new GrowingBuffer();

  function readLines(text: string, events: UpstreamEvent[]): void {
    for (const line of text.split("\n")) {
      const data = line.trim();
      if (data !== "") events.push({ event: "", data });
    }
  }

  return {
    get retained() {
      return pending.length;
    },
    push(chunk) {
      const events: UpstreamEvent[] = [];
      const end = chunk.lastIndexOf(lineFeed);
      if (end !== -1) readLines(pending.take(chunk.subarray(0, end)).toString("utf8"), events);
      pending.add(end === -1 ? chunk : chunk.subarray(end + 1));
      if (pending.length > limit) throw eventTooLarge(limit, "a line");
      return events;
    },
    end() {
      const events: UpstreamEvent[] = [];
      readLines(pending.take().toString("utf8"), events);
      return events.filter((event) => isJson(event.data));
    },
  };
}
