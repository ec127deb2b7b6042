import { describe, expect, it } from "vitest";
import { GrowingBuffer } from "./growing-buffer.ts";

describe("GrowingBuffer", () => {
  it("returns what was added, in one piece, and is empty afterwards", () => {
    const buffer = new GrowingBuffer();
    const pieces = Array.from({ length: 300 }, (_, index) => Buffer.from(`${index},`));
    for (const piece of pieces) buffer.add(piece);
    expect(buffer.length).toBe(Buffer.concat(pieces).length);
    expect(buffer.view().equals(Buffer.concat(pieces))).toBe(true);
    expect(buffer.take(Buffer.from("end")).toString()).toBe(`${Buffer.concat(pieces).toString()}end`);
    expect(buffer.length).toBe(0);
    expect(buffer.take()).toHaveLength(0);
  });

  it("copies what it is given, but not a last piece without others", () => {
    const buffer = new GrowingBuffer();
    const piece = Buffer.from("ab");
    buffer.add(piece);
    piece.fill(0);
    expect(buffer.take().toString()).toBe("ab");
    const last = Buffer.from("xyz");
    const taken = buffer.take(last.subarray(1));
    expect(taken.toString()).toBe("yz");
    expect(taken.buffer).toBe(last.buffer);
  });

  it("reads single bytes from both ends, and none outside", () => {
    const buffer = new GrowingBuffer();
    buffer.add(Buffer.from("abc"));
    expect([buffer.at(0), buffer.at(-1), buffer.at(-3)]).toEqual([97, 99, 97]);
    expect([buffer.at(3), buffer.at(-4)]).toEqual([undefined, undefined]);
    buffer.clear();
    expect(buffer.at(-1)).toBeUndefined();
  });

  it("takes 8 MB in small pieces in good time", () => {
    const buffer = new GrowingBuffer();
    const piece = Buffer.alloc(100, "a");
    const started = performance.now();
    for (let sent = 0; sent < 8_000_000; sent += piece.length) buffer.add(piece);
    expect(buffer.length).toBe(8_000_000);
    // Copied as a whole with every piece it takes minutes.
    expect(performance.now() - started).toBeLessThan(1500);
  });

  it("keeps a small capacity for the next bytes and releases a large one", () => {
    const buffer = new GrowingBuffer(2048);
    const capacityAfter = (bytes: number): ArrayBufferLike => {
      buffer.add(Buffer.alloc(bytes));
      const { buffer: memory } = buffer.take();
      return memory;
    };
    expect(capacityAfter(2000)).toBe(capacityAfter(100));
    expect(capacityAfter(5000)).not.toBe(capacityAfter(5000));
  });
});
