import { crc32 } from "node:zlib";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { frameAwsMessage } from "../../../test/conformance/feed-stream.ts";
import { createRandom, cutRandomly } from "../../../test/conformance/random-cuts.ts";
import { UnreadableAnswer } from "../canonical/unreadable-answer.ts";
import { type AwsMessage, createAwsMessageSplitter } from "./aws-message-splitter.ts";

function frame(name: string, payload: string): Buffer {
  return frameAwsMessage(
    { ":message-type": "event", ":event-type": name, ":content-type": "application/json" },
    payload,
  );
}

function split(pieces: Iterable<Uint8Array>): AwsMessage[] {
  const splitter = createAwsMessageSplitter();
  return [...pieces].flatMap((piece) => splitter.push(piece));
}

describe("createAwsMessageSplitter", () => {
  it("reads what AWS's codec wrote, in chunks of any size", () => {
    const message = fc.record({ name: fc.string({ maxLength: 40 }), payload: fc.string({ unit: "binary" }) });
    fc.assert(
      fc.property(fc.array(message, { maxLength: 12 }), fc.integer(), (messages, seed) => {
        const bytes = Buffer.concat(messages.map(({ name, payload }) => frame(name, payload)));
        const expected = messages.map(({ name, payload }) => ({
          isException: false,
          name,
          // A lone surrogate is not valid UTF-8.
          payload: Buffer.from(payload).toString("utf8"),
        }));
        const random = createRandom(seed);
        for (const longest of [1, 7, 60, 5000])
          expect(split(cutRandomly(bytes, longest, random))).toEqual(expected);
      }),
      { numRuns: 150 },
    );
  });

  it("distinguishes exceptions and errors from events", () => {
    const exception = frameAwsMessage(
      { ":message-type": "exception", ":exception-type": "throttlingException" },
      '{"message":"Too many"}',
    );
    const error = frameAwsMessage(
      { ":message-type": "error", ":error-code": "InternalError", ":error-message": 'An "odd" one' },
      "",
    );
    expect(split([exception, error])).toEqual([
      { isException: true, name: "throttlingException", payload: '{"message":"Too many"}' },
      { isException: true, name: "InternalError", payload: '{"message":"An \\"odd\\" one"}' },
    ]);
  });

  it("rejects a flipped bit anywhere, and never emits a message with one", () => {
    const bytes = Buffer.concat([frame("chunk", '{"a":1}'), frame("chunk", '{"b":2}')]);
    const first = frame("chunk", '{"a":1}').length;
    for (let bit = 0; bit < first * 8; bit++) {
      const damaged = Buffer.from(bytes);
      damaged[bit >> 3]! ^= 1 << (bit & 7);
      const splitter = createAwsMessageSplitter();
      let emitted: AwsMessage[] = [];
      try {
        emitted = splitter.push(damaged);
      } catch (error) {
        expect(error).toBeInstanceOf(UnreadableAnswer);
      }
      // A larger length waits for bytes that never come: the stream is cut.
      expect(emitted, `bit ${bit}`).toEqual([]);
    }
  });

  it("reports invalid content with its own error, even if lengths and checksums are correct", () => {
    const survives = (bytes: Uint8Array): void => {
      try {
        split([bytes]);
      } catch (error) {
        if (!(error instanceof UnreadableAnswer)) throw error;
      }
    };
    const framed = (headers: Uint8Array, body: Uint8Array): Buffer => {
      const bytes = Buffer.alloc(16 + headers.length + body.length);
      bytes.writeUInt32BE(bytes.length, 0);
      bytes.writeUInt32BE(headers.length, 4);
      bytes.writeUInt32BE(crc32(bytes.subarray(0, 8)), 8);
      bytes.set(headers, 12);
      bytes.set(body, 12 + headers.length);
      bytes.writeUInt32BE(crc32(bytes.subarray(0, -4)), bytes.length - 4);
      return bytes;
    };
    expect(split([framed(new Uint8Array(), Buffer.from("{}"))])).toEqual([
      { isException: false, name: "", payload: "{}" },
    ]);
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 60 }), fc.uint8Array({ maxLength: 20 }), (headers, body) => {
        survives(headers);
        survives(framed(headers, body));
      }),
      { numRuns: 3000 },
    );
  });

  it("emits nothing of a message that was cut off", () => {
    const bytes = Buffer.concat([frame("one", "{}"), frame("two", '{"text":"half"}')]);
    for (let length = frame("one", "{}").length; length < bytes.length; length++)
      expect(split([bytes.subarray(0, length)]).map((message) => message.name)).toEqual(["one"]);
  });

  it("rejects impossible lengths before buffering", () => {
    const prelude = (length: number, headers: number): Buffer => {
      const bytes = Buffer.alloc(12);
      bytes.writeUInt32BE(length, 0);
      bytes.writeUInt32BE(headers, 4);
      return bytes;
    };
    for (const [length, headers] of [
      [0, 0],
      [15, 0],
      [100, 90],
      [0xffffffff, 0],
      [17 * 1024 * 1024, 0],
    ] as const)
      expect(() => split([prelude(length, headers)]), `${length}`).toThrow(UnreadableAnswer);
    expect(() => split([Buffer.from("<html>Bad gateway</html>")])).toThrow(UnreadableAnswer);
  });

  it("does not retain its input", () => {
    const splitter = createAwsMessageSplitter();
    const bytes = frame("chunk", '{"a":"b"}');
    const head = Buffer.from(bytes.subarray(0, 30));
    expect(splitter.push(head)).toEqual([]);
    head.fill(0);
    expect(splitter.push(bytes.subarray(30))).toEqual([
      { isException: false, name: "chunk", payload: '{"a":"b"}' },
    ]);
  });
});
