import { describe, expect, it } from "vitest";
import { createRandom, cutRandomly } from "../../../test/conformance/random-cuts.ts";
import { UnreadableAnswer } from "../canonical/unreadable-answer.ts";
import { createJsonOrSseSplitter } from "./json-or-sse-splitter.ts";

function split(text: string, longest: number) {
  const splitter = createJsonOrSseSplitter();
  const pieces = [...cutRandomly(Buffer.from(text), longest, createRandom(text.length))];
  const during = pieces.flatMap((piece) => splitter.push(Buffer.from(piece)));
  return { during, after: splitter.end() };
}

describe("createJsonOrSseSplitter", () => {
  it.each([1, 5, 1000])("distinguishes events and objects, in chunks of up to %d bytes", (longest) => {
    const events = split('\n: hello\n\ndata: {"a":"日"}\n\ndata: [DONE]\n\n', longest);
    expect([...events.during, ...events.after].map((event) => event.data)).toEqual(['{"a":"日"}', "[DONE]"]);

    const object = split(' \r\n{"code":1,\n"message":"日"}', longest);
    expect(object.during).toEqual([]);
    expect(object.after.map((event) => JSON.parse(event.data) as unknown)).toEqual([
      { code: 1, message: "日" },
    ]);
  });

  it("emits nothing for an empty response", () => {
    expect(split("", 1)).toEqual({ during: [], after: [] });
  });

  it("does not buffer an object without end", () => {
    const splitter = createJsonOrSseSplitter();
    splitter.push(Buffer.from("{"));
    expect(() => splitter.push(Buffer.alloc(2 * 1024 * 1024, "x"))).toThrow(UnreadableAnswer);
  });
});
