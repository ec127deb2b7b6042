import { describe, expect, it } from "vitest";
import { BufferedBytes } from "./buffered-bytes.ts";

const own = (length: number, letter: string): Buffer => Buffer.alloc(length, letter);

describe("BufferedBytes", () => {
  it("returns all chunks in order, large and small, and is empty then", () => {
    const kept = new BufferedBytes(16_384);
    for (let turn = 0; turn < 2; turn++) {
      for (const chunk of [own(5000, "a"), Buffer.from("é"), own(5000, "b")])
        expect(kept.add(chunk)).toBe(true);
      expect(kept.length).toBe(10_002);
      expect(kept.takeText()).toBe(`${"a".repeat(5000)}é${"b".repeat(5000)}`);
      expect(kept.length).toBe(0);
      expect(kept.takeText()).toBe("");
    }
  });

  it("rejects what exceeds its limit, but not a single large chunk", () => {
    for (const first of [100, 5000]) {
      const kept = new BufferedBytes(8000);
      expect(kept.add(own(first, "a"))).toBe(true);
      expect(kept.add(own(8001 - first, "b"))).toBe(false);
      expect(kept.add(own(8000 - first, "c"))).toBe(true);
      expect(kept.takeText()).toBe("a".repeat(first) + "c".repeat(8000 - first));
      expect(kept.add(own(20_000, "d"))).toBe(true);
    }
  });

  it("copies a chunk that is part of a larger memory, or small", () => {
    const memory = own(100_000, "a");
    for (const chunk of [memory.subarray(0, 6000), memory.subarray(0, 10)]) {
      const kept = new BufferedBytes(16_384);
      kept.add(chunk);
      chunk.fill("b");
      expect(kept.takeText()).toBe("a".repeat(chunk.length));
      chunk.fill("a");
    }
  });
});
