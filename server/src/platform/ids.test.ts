import { describe, expect, it } from "vitest";
import { newRequestId, newTokenKey, randomText } from "./ids.ts";

describe("ids", () => {
  it("sort by the time they were created and are all different", () => {
    const start = Date.UTC(2026, 10, 3, 4, 5, 6);
    const ids = Array.from({ length: 5000 }, (_, index) => newRequestId(start + Math.floor(index / 100)));
    expect(ids[0]).toMatch(/^20261103040506000000[0-9A-Za-z]{8}$/);
    expect([...ids].sort()).toEqual(ids);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it("create keys of the promised alphabet and length", () => {
    expect(newTokenKey()).toMatch(/^sk-[0-9A-Za-z]{48}$/);
    const counts = new Map<string, number>();
    for (const letter of randomText(62_000)) counts.set(letter, (counts.get(letter) ?? 0) + 1);
    expect(counts.size).toBe(62);
    for (const count of counts.values()) expect(Math.abs(count - 1000)).toBeLessThan(250);
  });
});
