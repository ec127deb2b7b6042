import { expect, it } from "vitest";
import { TextArena } from "./text-arena.ts";

const chunk = 64 * 1024;
const read = (bytes: Uint8Array): string => new TextDecoder().decode(bytes);
const textOf = (i: number): string => `${i}: ${"é".repeat(i % 700)}`;

it("keeps every text until it is released, in any order", () => {
  const arena = new TextArena();
  const waiting = new Map<number, Uint8Array<ArrayBuffer>>();
  for (let i = 0; i < 5000; i++) {
    waiting.set(i, arena.add(textOf(i)));
    // Most go in the order in which they came, some much later.
    const old = i - 300;
    const bytes = waiting.get(old);
    if (bytes && old % 17 !== 0) {
      expect(read(bytes)).toBe(textOf(old));
      arena.release(bytes);
      waiting.delete(old);
    }
  }
  for (const [i, bytes] of waiting) {
    expect(read(bytes)).toBe(textOf(i));
    arena.release(bytes);
  }
  expect(arena.held).toBeLessThanOrEqual(chunk);
});

it("uses memory again once all of its texts are released", () => {
  const arena = new TextArena();
  const buffers = new Set<ArrayBuffer>();
  for (let turn = 0; turn < 100; turn++) {
    const texts = Array.from({ length: 200 }, () => arena.add("x".repeat(1000)));
    for (const bytes of texts) {
      buffers.add(bytes.buffer);
      arena.release(bytes);
    }
  }
  // 200 texts of 1,000 bytes take four chunks.
  expect(buffers.size).toBeLessThanOrEqual(5);
});

it("counts what a short text keeps from being used again", () => {
  const arena = new TextArena();
  const kept = [];
  for (let i = 0; i < 10; i++) {
    kept.push(arena.add("short"));
    const others = Array.from({ length: 140 }, () => arena.add("x".repeat(1000)));
    for (const bytes of others) arena.release(bytes);
  }
  expect(arena.held).toBeGreaterThanOrEqual(10 * chunk);
  const moved = kept.map((bytes) => arena.move(bytes));
  expect(arena.held).toBeLessThanOrEqual(2 * chunk);
  expect(moved.map(read)).toEqual(Array.from({ length: 10 }, () => "short"));
});

it("gives a long text memory of its own, and counts its bytes", () => {
  const arena = new TextArena();
  const short = arena.add("short");
  const long = arena.add("é".repeat(20_000));
  expect(arena.move(long)).toBe(long);
  expect(long.buffer).not.toBe(short.buffer);
  expect(long.buffer.byteLength).toBe(40_000);
  expect(arena.held).toBe(chunk + 40_000);
  arena.release(long);
  expect(arena.held).toBe(chunk);
});

it("rejects bytes that are released twice once their memory is free", () => {
  const arena = new TextArena();
  const long = arena.add("x".repeat(20_000));
  arena.release(long);
  expect(() => arena.release(long)).toThrow("released before");
  const short = arena.add("short");
  arena.release(short);
  expect(() => arena.release(short)).toThrow("released before");
});
