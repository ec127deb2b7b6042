import { GrowingBuffer } from "../../platform/growing-buffer.ts";
import { UnreadableAnswer } from "../canonical/unreadable-answer.ts";
import { createSseSplitter } from "./sse-splitter.ts";
import type { EventSplitter } from "./upstream-event.ts";

/** Limit of an error object, which has a few lines. */
const largestObject = 1024 * 1024;
const brace = 0x7b;

/** Server-sent events, or the only event: a plain JSON object, which some vendors send as an error with status 200. */
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

/** Index of the first byte that is not white space. */
function firstByte(chunk: Uint8Array): number | undefined {
  return chunk.find((byte) => byte > 0x20);
}
