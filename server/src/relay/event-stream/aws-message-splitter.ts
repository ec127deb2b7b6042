import { crc32 } from "node:zlib";
import { GrowingBuffer } from "../../platform/growing-buffer.ts";
import { UnreadableAnswer } from "../canonical/unreadable-answer.ts";
import { eventTooLarge, largestEvent } from "./largest-event.ts";

/** One message of an AWS event stream. */
export interface AwsMessage {
  /** An exception ends the stream; `name` is then its type, e.g. `throttlingException`. */
  isException: boolean;
  name: string;
  /** Text: every service that we call sends JSON. */
  payload: string;
}

/** Splits a stream into the messages of `application/vnd.amazon.eventstream`. */
export interface AwsMessageSplitter {
  /** @throws UnreadableAnswer if lengths or checksums are wrong, or a message is larger than the limit */
  push(chunk: Uint8Array): AwsMessage[];
  /** Bytes that wait for the end of their message. */
  readonly retained: number;
}

/** Two lengths and their checksum precede the headers; the checksum of everything follows the payload. */
const preludeBytes = 12;
const leastBytes = preludeBytes + 4;

/**
 * Accepts chunks of any size. Verified against AWS's own codec, which is not used here because it costs ten megabytes
 * of memory.
 * Never emits an incomplete message, and rejects an impossible length before buffering.
 */
export function createAwsMessageSplitter(limit = largestEvent): AwsMessageSplitter {
  const pending = new GrowingBuffer();

  /** Bytes of the message that begins here; undefined until its prelude is complete. */
  function lengthAt(bytes: Buffer, at: number): number | undefined {
    if (bytes.length - at < preludeBytes) return undefined;
    const length = bytes.readUInt32BE(at);
    const headers = bytes.readUInt32BE(at + 4);
    if (length < leastBytes || headers > length - leastBytes)
      throw new UnreadableAnswer("a message of the event stream has impossible lengths");
    if (length > limit) throw eventTooLarge(limit, "a message");
    return length;
  }

  return {
    get retained() {
      return pending.length;
    },
    push(chunk) {
      if (pending.length > 0) {
        pending.add(chunk);
        const length = lengthAt(pending.peek(), 0);
        // Small chunks of a large message must not be searched repeatedly.
        if (length === undefined || pending.length < length) return [];
      }
      const bytes = pending.length > 0 ? pending.take() : pending.take(chunk);
      const messages: AwsMessage[] = [];
      let at = 0;
      for (let length = lengthAt(bytes, at); length !== undefined && at + length <= bytes.length; ) {
        messages.push(readMessage(bytes.subarray(at, at + length)));
        at += length;
        length = lengthAt(bytes, at);
      }
      if (at < bytes.length) pending.add(bytes.subarray(at));
      return messages;
    },
  };
}

/** @throws UnreadableAnswer if a checksum is wrong, or a header cannot be read */
function readMessage(bytes: Buffer): AwsMessage {
  const end = bytes.length - 4;
  if (
    crc32(bytes.subarray(0, 8)) !== bytes.readUInt32BE(8) ||
    crc32(bytes.subarray(0, end)) !== bytes.readUInt32BE(end)
  )
    throw new UnreadableAnswer("a message of the event stream is damaged");
  const from = preludeBytes + bytes.readUInt32BE(4);
  const headers = readTextHeaders(bytes.subarray(preludeBytes, from));
  const payload = bytes.toString("utf8", from, end);
  switch (textOf(headers, ":message-type")) {
    case "exception":
      return { isException: true, name: textOf(headers, ":exception-type"), payload };
    case "error": {
      // An error without a type has its message in the headers instead of a payload.
      const message = textOf(headers, ":error-message");
      return {
        isException: true,
        name: textOf(headers, ":error-code"),
        payload: JSON.stringify({ message }),
      };
    }
    default:
      return { isException: false, name: textOf(headers, ":event-type"), payload };
  }
}

/**
 * Bytes of a header's value by type: true, false, byte, short, integer, long, then two with a length, a time, a UUID.
 */
const valueBytes = [0, 0, 1, 2, 4, 8, undefined, undefined, 8, 16];
const byteArray = 6;
const text = 7;

/** Headers with text values; the others are skipped. */
function readTextHeaders(bytes: Buffer): Map<string, string> {
  const headers = new Map<string, string>();
  try {
    for (let at = 0; at < bytes.length; ) {
      const nameEnd = at + 1 + bytes.readUInt8(at);
      const name = bytes.toString("utf8", at + 1, nameEnd);
      const type = bytes.readUInt8(nameEnd);
      const hasLength = type === text || type === byteArray;
      const size = hasLength ? bytes.readUInt16BE(nameEnd + 1) : valueBytes[type];
      const start = nameEnd + (hasLength ? 3 : 1);
      if (size === undefined || start + size > bytes.length) throw new RangeError("no such header");
      if (type === text) headers.set(name, bytes.toString("utf8", start, start + size));
      at = start + size;
    }
  } catch (cause) {
    throw new UnreadableAnswer("a message of the event stream is damaged", { cause });
  }
  return headers;
}

function textOf(headers: ReadonlyMap<string, string>, name: string): string {
  return headers.get(name) ?? "";
}
