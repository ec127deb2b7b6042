import { describe, expect, it } from "vitest";
import { cpuTime } from "../../../test/support/cpu-time.ts";
import { createRandom, cutRandomly } from "../../../test/conformance/random-cuts.ts";
import type { UpstreamEvent } from "./upstream-event.ts";
import { UnreadableAnswer } from "../canonical/unreadable-answer.ts";
import { createSseSplitter } from "./sse-splitter.ts";

function split(pieces: Iterable<Uint8Array>): UpstreamEvent[] {
  const splitter = createSseSplitter();
  const events = [...pieces].flatMap((piece) => splitter.push(piece));
  return [...events, ...splitter.end()];
}

const splitText = (text: string): UpstreamEvent[] => split([Buffer.from(text)]);
const data = (...texts: string[]): UpstreamEvent[] => texts.map((text) => ({ event: "", data: text }));

describe("createSseSplitter", () => {
  it("reads events with LF, CRLF and CR", () => {
    for (const end of ["\n", "\r\n", "\r"])
      expect(splitText(["data: one", "", "data: two", "", ""].join(end))).toEqual(data("one", "two"));
  });

  it("reads names, comments, several data lines, and lines without a space or a colon", () => {
    expect(
      splitText(
        ': PING\n\nevent: message_start\ndata: {"a":\ndata: 1}\nid: 7\nretry: 10\n\ndata:bare\n\nevent: lonely\n\ndata\ndata:  two spaces\n\n',
      ),
    ).toEqual([
      { event: "message_start", data: '{"a":\n1}' },
      { event: "", data: "bare" },
      { event: "", data: "\n two spaces" },
    ]);
  });

  it("ignores a byte order mark at the start only", () => {
    expect(splitText("\ufeffdata: x\n\ndata: \ufeffy\n\n")).toEqual(data("x", "\ufeffy"));
  });

  it("emits the same events for chunks of any size", () => {
    const random = createRandom(7);
    const ends = ["\n", "\r\n", "\r"];
    for (let round = 0; round < 300; round++) {
      const end = ends[round % 3]!;
      const texts = Array.from({ length: 1 + Math.floor(random() * 8) }, (_, index) =>
        JSON.stringify({ index, text: ["Grüße", "日本語", "😀🏔️", "plain", ""][Math.floor(random() * 5)] }),
      );
      const wire = texts.map(
        (text) => `event: e${end}${random() < 0.2 ? `: c${end}` : ""}data: ${text}${end}${end}`,
      );
      const bytes = Buffer.from(wire.join(""));
      const expected = texts.map((text) => ({ event: "e", data: text }));
      for (const longest of [1, 2, 5, 40, bytes.length])
        expect(split(cutRandomly(bytes, longest, random))).toEqual(expected);
    }
  });

  it("reads a line of a megabyte in small chunks within seconds", () => {
    const long = `{"data":"${"é".repeat(524_288)}"}`;
    const bytes = Buffer.from(`data: ${long}\n\ndata: next\n\n`);
    const taken = cpuTime(() => {
      expect(split(cutRandomly(bytes, 16, createRandom(1)))).toEqual(data(long, "next"));
    });
    expect(taken).toBeLessThan(3000);
  });

  it("rejects an event beyond its limit, in one line or in many", () => {
    const small = createSseSplitter(1000);
    expect(() => {
      for (let count = 0; count < 200; count++) small.push(Buffer.from("data: xxxx"));
    }).toThrow(UnreadableAnswer);
    const many = createSseSplitter(1000);
    expect(() => {
      for (let count = 0; count < 200; count++) many.push(Buffer.from("data: xxxxxx\n"));
    }).toThrow(UnreadableAnswer);
    const fine = createSseSplitter(1000);
    for (let count = 0; count < 200; count++)
      expect(fine.push(Buffer.from("data: xxxxxx\n\n"))).toHaveLength(1);
  });

  it("emits the last event without its blank line if it is whole, and no partial one", () => {
    expect(splitText("data: [DONE]")).toEqual(data("[DONE]"));
    expect(splitText('data: {"a":1}\n')).toEqual(data('{"a":1}'));
    expect(splitText('data: {"a":')).toEqual([]);
    expect(splitText("")).toEqual([]);
  });

  it("does not retain its input", () => {
    const splitter = createSseSplitter();
    const piece = Buffer.from("data: ab");
    splitter.push(piece);
    piece.fill(0);
    expect(splitter.push(Buffer.from("c\n\n"))).toEqual(data("abc"));
  });
});
