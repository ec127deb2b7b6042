import fc from "fast-check";
import { expect, it } from "vitest";
import { JsonProgress } from "./json-progress.ts";

const container = fc.oneof(fc.dictionary(fc.string(), fc.jsonValue()), fc.array(fc.jsonValue()));

it("reports an object or list whole with its last character, and not before, however it is cut", () => {
  fc.assert(
    fc.property(container, fc.array(fc.nat(), { maxLength: 8 }), (value, places) => {
      const text = JSON.stringify(value);
      const cuts = [0, ...places.map((place) => place % text.length), text.length - 1].sort((a, b) => a - b);
      const progress = new JsonProgress();
      for (const [i, cut] of cuts.entries()) {
        progress.add(text.slice(i === 0 ? 0 : cuts[i - 1], cut));
        expect(progress.whole).toBe(false);
      }
      progress.add(text.slice(-1));
      expect(progress.whole).toBe(true);
    }),
  );
});

it.each(["", " ", "null", "12", '"{}"', '{"a":"}', '{"a":"\\"}', "[{}"])(
  "does not report %j as complete",
  (text) => {
    const progress = new JsonProgress();
    progress.add(text);
    expect(progress.whole).toBe(false);
  },
);
