import { describe, expect, it } from "vitest";
import { headAt, headEnd } from "./http-head.ts";

const read = (text: string, from = 0, end = text.length) => headAt(Buffer.from(text, "latin1"), from, end);

describe("headAt", () => {
  it("returns what precedes the empty line, of short and of long heads", () => {
    for (const length of [1, 100, 2044, 2045, 2046, 2047, 2048, 9000]) {
      const head = `G${"\xe4".repeat(length - 1)}`;
      expect(read(`${head}${headEnd}body${headEnd}`)).toBe(head);
      expect(read(`before${head}${headEnd}`, 6)).toBe(head);
    }
  });

  it("returns nothing until the empty line has come, and ignores one after the end", () => {
    for (const head of ["", "GET /", "x".repeat(5000)]) {
      expect(read(`${head}\r\n\r`)).toBeUndefined();
      expect(read(`${head}${headEnd}`, 0, head.length + 3)).toBeUndefined();
    }
  });
});
