import { GrowingBuffer } from "../../platform/growing-buffer.ts";
import { UnreadableAnswer } from "../canonical/unreadable-answer.ts";
import { createSseSplitter } from "./sse-splitter.ts";
import type { EventSplitter } from "./upstream-event.ts";

/** An error is a few lines; more than this is none. */
const largestObject = 1024 * 1024;
const brace = 0x7b;

/**
 * Server-sent events, or, from vendors that refuse a stream with status 200 and a plain JSON object, that object as the only event.
 */
export function createJsonOrSseSplitter(): EventSplitter {
  const events = createSseSplitter();
  const object = new GrowingBuffer();
  let isObject: boolean | undefined;

  return {
    get retained() {
      return events.retained + object.length;
    },
    push(chunk) {
      isObject ??= firstByte(chunk) === undefined ? undefined : firstByte(chunk) === brace;
      if (!isObject) return events.push(chunk);
      if (object.length + chunk.length > largestObject)
        throw new UnreadableAnswer("the answer is neither events nor a small object");
      object.add(chunk);
      return [];
    },
    end() {
      return isObject ? [{ event: "", data: object.take().toString("utf8") }] : events.end();
    },
  };
}

/** The first byte that is no white space. */
function firstByte(chunk: Uint8Array): number | undefined {
  return chunk.find((byte) => byte > 0x20);
}
