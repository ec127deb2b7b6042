import { type EventSplitter } from "../provider.ts";
import type { UpstreamEvent } from "../../event-stream/upstream-event.ts";
import { UnreadableAnswer } from "../../canonical/unreadable-answer.ts";
import { createHeldBytes } from "../../event-stream/held-bytes.ts";
import { isJson } from "../../canonical/parse-bounded.ts";
import { largestEvent } from "../../event-stream/sse-splitter.ts";

const lineFeed = 0x0a;

/**
 * Splits a stream of one JSON value per line. Each line is one event without a name; empty lines are none. Bytes may be cut anywhere: only
 * whole lines are decoded, since a line feed is never part of a UTF-8 sequence. The last line needs no line feed if it is whole JSON.
 * `push` throws UnreadableAnswer if one line grows beyond `limit` bytes.
 */
export function createNdjsonSplitter(limit = largestEvent): EventSplitter {
  const held = createHeldBytes();

  function readLines(text: string, events: UpstreamEvent[]): void {
    for (const line of text.split("\n")) {
      const data = line.trim();
      if (data !== "") events.push({ event: "", data });
    }
  }

  return {
    get retained() {
      return held.length;
    },
    push(chunk) {
      const events: UpstreamEvent[] = [];
      const end = chunk.lastIndexOf(lineFeed);
      if (end !== -1) readLines(held.takeText(chunk.subarray(0, end)), events);
      held.add(end === -1 ? chunk : chunk.subarray(end + 1));
      if (held.length > limit)
        throw new UnreadableAnswer(`a line of the stream is larger than ${limit} bytes`);
      return events;
    },
    end() {
      const events: UpstreamEvent[] = [];
      readLines(held.takeText(), events);
      return events.filter((event) => isJson(event.data));
    },
  };
}
