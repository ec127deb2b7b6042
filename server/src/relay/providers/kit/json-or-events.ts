import type { EventSplitter } from "../provider.ts";
import type { UpstreamEvent } from "../../event-stream/upstream-event.ts";
import { UnreadableAnswer } from "../../canonical/unreadable-answer.ts";
import { createSseSplitter } from "../../event-stream/sse-splitter.ts";

/** An error is a few lines; more than this is none. */
const largestObject = 1024 * 1024;
const brace = 0x7b;

/**
 * Server-sent events, or, from vendors that refuse a stream with status 200 and a plain JSON object, that object as the only event.
 */
export function createJsonOrEventSplitter(): EventSplitter {
  const events = createSseSplitter();
  const pieces: Buffer[] = [];
  let length = 0;
  let isObject: boolean | undefined;

  return {
    get retained() {
      return events.retained + length;
    },
    push(chunk) {
      isObject ??= firstByte(chunk) === undefined ? undefined : firstByte(chunk) === brace;
      if (!isObject) return events.push(chunk);
      length += chunk.length;
      if (length > largestObject)
        throw new UnreadableAnswer("the answer is neither events nor a small object");
      pieces.push(chunk);
      return [];
    },
    end() {
      if (!isObject) return events.end();
      const whole: UpstreamEvent = { event: "", data: Buffer.concat(pieces).toString("utf8") };
      return [whole];
    },
  };
}

/** The first byte that is no white space. */
function firstByte(chunk: Buffer): number | undefined {
  return chunk.find((byte) => byte > 0x20);
}
