import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createJsonEnd } from "./json-end.ts";

/** Number of characters until the end was detected; undefined if it never was. */
function seenAfter(text: string, pieces: number[] = []): number | undefined {
  const end = createJsonEnd();
  let at = 0;
  for (const length of [...pieces, text.length]) {
    const piece = text.slice(at, at + length);
    at += piece.length;
    if (end.push(piece)) return at;
  }
  return undefined;
}

describe("createJsonEnd", () => {
  it("detects the end of any object with its last character, and not before", () => {
    const text = fc.string({ unit: fc.constantFrom("{", "}", "[", "]", '"', "\\", "a", " ") });
    const value = fc.dictionary(
      text,
      fc.oneof(text, fc.array(text), fc.dictionary(text, text), fc.integer()),
    );
    fc.assert(
      fc.property(value, fc.boolean(), (object, indented) => {
        const json = JSON.stringify(object, null, indented ? 1 : undefined);
        const characters = Array.from(json, () => 1);
        expect(seenAfter(json, characters)).toBe(json.length);
        expect(seenAfter(json.slice(0, -1), characters)).toBeUndefined();
      }),
      { seed: 7 },
    );
  });

  it("stays true after the end, and is never true without brackets", () => {
    const end = createJsonEnd();
    expect([end.push("[1"), end.push("]"), end.push(" {")]).toEqual([false, true, true]);
    expect(seenAfter('"words { in quotes }"')).toBeUndefined();
    expect(seenAfter("")).toBeUndefined();
  });
});
