import { describe, expect, it } from "vitest";
import { createRandom, cutRandomly } from "../../../test/conformance/random-cuts.ts";
import { UnreadableAnswer } from "../canonical/unreadable-answer.ts";
import { createNdjsonSplitter } from "./ndjson-splitter.ts";

function split(pieces: Iterable<Uint8Array>): string[] {
  const splitter = createNdjsonSplitter();
  const events = [...pieces].flatMap((piece) => splitter.push(Buffer.from(piece)));
  return [...events, ...splitter.end()].map((event) => event.data);
}

describe("createNdjsonSplitter", () => {
  it("emits one event per line, with any line end, and none for empty lines", () => {
    expect(split([Buffer.from('{"a":1}\n\n{"a":2}\r\n  \n{"a":3}\n')])).toEqual([
      '{"a":1}',
      '{"a":2}',
      '{"a":3}',
    ]);
    expect(split([])).toEqual([]);
  });

  it("emits the same events for chunks of any size", () => {
    const random = createRandom(11);
    for (let round = 0; round < 200; round++) {
      const lines = Array.from({ length: 1 + Math.floor(random() * 9) }, (_, index) =>
        JSON.stringify({ index, text: ["Grüße", "日本語", "😀🏔️", "", "x".repeat(3000)][index % 5] }),
      );
      const bytes = Buffer.from(`${lines.join("\n")}\n`);
      for (const longest of [1, 3, 50, bytes.length])
        expect(split(cutRandomly(bytes, longest, random))).toEqual(lines);
    }
  });

  it("emits the last line without its line feed if it is whole, and no partial one", () => {
    expect(split([Buffer.from('{"a":1}\n{"done":true}')])).toEqual(['{"a":1}', '{"done":true}']);
    expect(split([Buffer.from('{"a":1}\n{"done":tr')])).toEqual(['{"a":1}']);
  });

  it("does not retain its input", () => {
    const splitter = createNdjsonSplitter();
    const piece = Buffer.from('{"a":');
    splitter.push(piece);
    piece.fill(0);
    expect(splitter.push(Buffer.from('1}\n{"b"'))).toEqual([{ event: "", data: '{"a":1}' }]);
    expect(splitter.push(Buffer.from(":2}\n"))).toEqual([{ event: "", data: '{"b":2}' }]);
  });

  it("rejects a line beyond its limit and counts each line separately", () => {
    const small = createNdjsonSplitter(100);
    for (let count = 0; count < 50; count++) small.push(Buffer.from(`"${"x".repeat(60)}"\n`));
    expect(() => {
      for (let count = 0; count < 50; count++) small.push(Buffer.from("xxxxxxxx"));
    }).toThrow(UnreadableAnswer);
  });
});
