import { describe, expect, it } from "vitest";
import { JoinedText } from "./joined-text.ts";

describe("a joined text", () => {
  it("is what was added, in order, however many pieces it came in", () => {
    for (const count of [0, 1, 127, 128, 129, 1000]) {
      const pieces = Array.from({ length: count }, (_, i) => `word${i} `);
      const joined = new JoinedText();
      for (const piece of pieces) joined.add(piece);
      expect(joined.length, String(count)).toBe(pieces.join("").length);
      expect(joined.toString(), String(count)).toBe(pieces.join(""));
    }
  });

  it("can be read while it grows, and keeps halves of a character that come apart", () => {
    const joined = new JoinedText();
    joined.add("\ud83d");
    expect(joined.toString()).toBe("\ud83d");
    joined.add("");
    joined.add("\ude00");
    expect(joined.toString()).toBe("😀");
    expect(joined.length).toBe(2);
  });

  it("is empty after it was taken", () => {
    const joined = new JoinedText();
    joined.add("one");
    expect(joined.take()).toBe("one");
    expect(joined.length).toBe(0);
    joined.add("two");
    expect(joined.take()).toBe("two");
    expect(joined.take()).toBe("");
  });
});
