import { afterEach, beforeEach, expect, it } from "vitest";
import { createTokenCounter, type TokenCounter } from "./token-counter.ts";

let counter: TokenCounter;
beforeEach(() => {
  counter = createTokenCounter();
});
afterEach(() => counter.close());

const never = (): boolean => false;
const text = "The quick brown fox jumps over the lazy dog. ".repeat(10_000);

it("returns the same count for free as for a settlement", async () => {
  expect(await counter.countFree(text, never)).toBe(await counter.count(text));
  expect(await counter.countFree("", never)).toBe(0);
});

it("lets a settlement overtake all free counts but one chunk, and a short free count overtake long ones", async () => {
  await counter.count("The thread starts.");
  const ended: string[] = [];
  const note = (name: string) => (): number => ended.push(name);
  const all = [
    counter.countFree(text, never).then(note("long")),
    counter.countFree(text, never).then(note("long")),
    counter.countFree("Hello", never).then(note("short")),
    counter.count("Hello").then(note("settlement")),
  ];
  await Promise.all(all);
  expect(ended.slice(0, 2).sort()).toEqual(["settlement", "short"]);
});

it("aborts a free count whose caller disconnected", async () => {
  let requests = 0;
  const whole = await counter.count(text);
  expect(await counter.countFree(text, () => ++requests > 4)).toBeLessThan(whole / 2);
});
