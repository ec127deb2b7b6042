import { describe, expect, it } from "vitest";
import { DeliveredTokens } from "./delivered-text.ts";
import type { TokenCounter } from "./token-counter.ts";

/** Counts characters, and keeps what it was given. */
function createCounter() {
  const texts: string[] = [];
  const count = async (text: string): Promise<number> => {
    texts.push(text);
    return text.length;
  };
  const counter: TokenCounter = { count, countFree: count, close: async () => {} };
  return { texts, counter };
}

describe("delivered text", () => {
  it("is counted whole and in order", async () => {
    const { texts, counter } = createCounter();
    const delivered = new DeliveredTokens(counter);
    const words = Array.from({ length: 1000 }, (_, i) => `word${i} `);
    for (const text of words) delivered.addPart({ type: "text", choice: 0, text });
    expect(await delivered.count()).toBe(words.join("").length);
    expect(texts).toEqual([words.join("")]);
  });

  it("is handed over in chunks, so that an endless stream needs no more memory", async () => {
    const { texts, counter } = createCounter();
    const delivered = new DeliveredTokens(counter);
    const text = "a".repeat(1000);
    for (let i = 0; i < 200; i++) delivered.addPart({ type: "text", choice: 0, text });
    expect(Math.max(...texts.map(({ length }) => length))).toBe(66_000);
    expect(await delivered.count()).toBe(200_000);
    expect(texts.join("")).toBe("a".repeat(200_000));
    // What was counted is not counted again.
    expect(await delivered.count()).toBe(200_000);
    expect(texts).toHaveLength(4);
  });

  it("counts a stream's words that come after it was counted", async () => {
    const { counter } = createCounter();
    const delivered = new DeliveredTokens(counter);
    delivered.addPart({ type: "text", choice: 0, text: "one" });
    expect(await delivered.count()).toBe(3);
    delivered.addPart({ type: "text", choice: 0, text: "" });
    delivered.addPart({ type: "text", choice: 0, text: "two" });
    expect(await delivered.count()).toBe(6);
  });
});
