import { expect, it } from "vitest";
import { GrowingBuffer } from "./growing-buffer.ts";

const bytes = (text: string): Buffer => Buffer.from(text);

it("collects pieces in order, in any sizes", () => {
  const buffer = new GrowingBuffer(4096);
  const pieces = ["a", "b".repeat(1500), "", "c".repeat(5000), "é"];
  for (const piece of pieces) buffer.add(bytes(piece));
  expect(buffer.length).toBe(6503);
  expect(buffer.peek().toString()).toBe(pieces.join(""));
  expect(buffer.takeText()).toBe(pieces.join(""));
  expect(buffer.length).toBe(0);
});

it("adds texts as UTF-8, lone surrogates as U+FFFD, however often it grows", () => {
  const buffer = new GrowingBuffer(4096);
  const texts = ["ascii ", "文".repeat(900), "é🦊", "a\ud83e", "x".repeat(9000)];
  for (const text of texts) buffer.addText(text);
  expect(buffer.length).toBe(Buffer.byteLength(texts.join("")));
  expect(buffer.takeText()).toBe(texts.join("").toWellFormed());
});

it("copies a piece, so that its memory can be reused", () => {
  const buffer = new GrowingBuffer(4096);
  const piece = bytes("first");
  buffer.add(piece);
  piece.fill("x");
  expect(buffer.take().toString()).toBe("first");
});

it("allocates a few times for many pieces", () => {
  const buffer = new GrowingBuffer(4096);
  const allocations = new Set<ArrayBufferLike>();
  for (let i = 0; i < 10_000; i++) {
    buffer.add(bytes("0123456789"));
    allocations.add(buffer.peek().buffer);
  }
  expect(buffer.length).toBe(100_000);
  expect(allocations.size).toBeLessThan(9);
});

it("reuses its memory, and releases it once it has grown beyond what it may retain", () => {
  const buffer = new GrowingBuffer(2048);
  const memoryOf = (text: string): ArrayBufferLike => {
    buffer.add(bytes(text));
    return buffer.take().buffer;
  };
  const small = memoryOf("a");
  expect(memoryOf("b")).toBe(small);
  const large = memoryOf("c".repeat(3000));
  expect(memoryOf("d")).not.toBe(large);
});

it("leaves a returned text alone when the next one comes", () => {
  const buffer = new GrowingBuffer(2048);
  buffer.add(bytes("one"));
  const first = buffer.takeText();
  buffer.add(bytes("two"));
  expect([first, buffer.takeText(), buffer.takeText()]).toEqual(["one", "two", ""]);
});

it("appends a last piece, and does not copy one without earlier pieces", () => {
  const buffer = new GrowingBuffer();
  const last = bytes("xyz");
  buffer.add(bytes("ab"));
  expect(buffer.take(last).toString()).toBe("abxyz");
  const alone = buffer.take(new Uint8Array(last.buffer, last.byteOffset + 1, 2));
  expect(alone.toString()).toBe("yz");
  expect(alone.buffer).toBe(last.buffer);
  expect(buffer.take(last)).toBe(last);
  expect(buffer.take()).toHaveLength(0);
});

it("reads single bytes from both ends, and none outside", () => {
  const buffer = new GrowingBuffer();
  buffer.add(bytes("abc"));
  expect([buffer.at(0), buffer.at(-1), buffer.at(-3)]).toEqual([97, 99, 97]);
  expect([buffer.at(3), buffer.at(-4)]).toEqual([undefined, undefined]);
  buffer.clear();
  expect(buffer.at(-1)).toBeUndefined();
});
