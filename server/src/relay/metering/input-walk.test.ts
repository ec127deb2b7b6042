import { expect, it } from "vitest";
import { findMedia } from "./find-media.ts";
import { promptText } from "./prompt-text.ts";

/** Counts all property reads of a value, at any depth. */
function counting(value: object): { value: object; reads(): number } {
  let reads = 0;
  const watch = (inner: object): object =>
    new Proxy(inner, {
      get(target, key) {
        reads += 1;
        const found: unknown = Reflect.get(target, key);
        return typeof found === "object" && found !== null ? watch(found) : found;
      },
      ownKeys(target) {
        // The engine turns every index into a string.
        if (Array.isArray(target)) reads += target.length * 10;
        return Reflect.ownKeys(target);
      },
    });
  return { value: watch(value), reads: () => reads };
}

const length = 2000;
const bodies: [string, object, number][] = [
  ["numbers", { messages: Array(length).fill(7) }, length],
  ["lists", { messages: Array.from({ length }, () => []) }, length],
  ["messages", { messages: Array.from({ length }, () => ({ role: "user", content: "x" })) }, length * 3],
  ["lists in a list", { input: Array.from({ length: 20 }, () => Array(100).fill(1)) }, length + 20],
];

/** So a limit on the number of values bounds both. */
it.each(bodies)(
  "the estimate and the prompt text read every value of a body a few times at most: %s",
  (_, body, values) => {
    const estimated = counting(body);
    findMedia(estimated.value, undefined, "model");
    expect(estimated.reads()).toBeGreaterThan(length);
    expect(estimated.reads()).toBeLessThan(values * 5);
    const read = counting(body);
    promptText(read.value);
    expect(read.reads()).toBeGreaterThan(length);
    expect(read.reads()).toBeLessThan(values * 5);
  },
);
