import { EventStreamCodec, type MessageHeaders } from "@smithy/eventstream-codec";
import { UnreadableAnswer } from "../provider.ts";
import { createHeldBytes } from "./held-bytes.ts";
import { largestEvent } from "./sse-splitter.ts";

/** One message of an AWS event stream. */
export interface AwsMessage {
  /** An exception ends the stream; `name` is then its type, as `throttlingException`. */
  isException: boolean;
  name: string;
  /** Text: every service that we call sends JSON. */
  payload: string;
}

/** Cuts the bytes of a stream into the messages of `application/vnd.amazon.eventstream`. */
export interface AwsMessageSplitter {
  /** @throws UnreadableAnswer if lengths or checksums are wrong, or a message is larger than the limit */
  push(chunk: Uint8Array): AwsMessage[];
}

/** Two lengths and their checksum come before the headers, the checksum of everything after the payload. */
const preludeBytes = 12;
const leastBytes = preludeBytes + 4;

/**
 * Bytes may be cut anywhere. Frames are checked and read by AWS's own codec; a message without its end is never told, and a
 * length that no message can have is refused before anything is collected for it.
 */
export function createAwsMessageSplitter(limit = largestEvent): AwsMessageSplitter {
  const held = createHeldBytes();

  /** Bytes of the message that begins here; undefined while its prelude is not whole. */
  function lengthAt(bytes: Buffer, at: number): number | undefined {
    if (bytes.length - at < preludeBytes) return undefined;
    const length = bytes.readUInt32BE(at);
    const headers = bytes.readUInt32BE(at + 4);
    if (length < leastBytes || headers > length - leastBytes)
      throw new UnreadableAnswer("a message of the event stream has impossible lengths");
    if (length > limit)
      throw new UnreadableAnswer(`a message of the event stream is larger than ${limit} bytes`);
    return length;
  }

  return {
    push(chunk) {
      if (held.length > 0) {
        held.add(chunk);
        const length = lengthAt(held.peek(), 0);
        // Small pieces of a large message are not searched again and again.
        if (length === undefined || held.length < length) return [];
      }
      const bytes = held.length > 0 ? held.take() : Buffer.from(chunk.buffer, chunk.byteOffset, chunk.length);
      const messages: AwsMessage[] = [];
      let at = 0;
      for (let length = lengthAt(bytes, at); length !== undefined && at + length <= bytes.length; ) {
        messages.push(readMessage(bytes.subarray(at, at + length)));
        at += length;
        length = lengthAt(bytes, at);
      }
      if (at < bytes.length) held.add(bytes.subarray(at));
      return messages;
    },
  };
}

const codec = new EventStreamCodec(
  (bytes) => (typeof bytes === "string" ? bytes : Buffer.from(bytes).toString("utf8")),
  (text) => Buffer.from(text, "utf8"),
);

function readMessage(bytes: Buffer): AwsMessage {
  let decoded: ReturnType<typeof codec.decode>;
  try {
    decoded = codec.decode(bytes);
  } catch (cause) {
    throw new UnreadableAnswer("a message of the event stream is damaged", { cause });
  }
  const { headers, body } = decoded;
  const payload = Buffer.from(body.buffer, body.byteOffset, body.length).toString("utf8");
  switch (textOf(headers, ":message-type")) {
    case "exception":
      return { isException: true, name: textOf(headers, ":exception-type"), payload };
    case "error": {
      // An error without a type has its words in the headers instead of a payload.
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

function textOf(headers: MessageHeaders, name: string): string {
  const value = headers[name]?.value;
  return typeof value === "string" ? value : "";
}
