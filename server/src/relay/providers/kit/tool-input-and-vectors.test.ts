import { expect, it } from "vitest";
import { readVectors } from "./read-vectors.ts";
import { toolInput } from "./tool-input.ts";

it("converts any arguments of the model to an object", () => {
  const read = (text: string) => toolInput({ type: "tool-call", id: "i", name: "f", arguments: text });
  expect([read('{"a":1}'), read(""), read(" "), read("[1]"), read("null"), read("{half")]).toEqual([
    { a: 1 },
    {},
    {},
    { value: [1] },
    { value: null },
    { arguments: "{half" },
  ]);
});

it("reads one vector for each input, and rejects missing ones", () => {
  expect(readVectors([[1], [2, 3]], 2)).toEqual([[1], [2, 3]]);
  for (const list of [[[1]], [[1], [null]], undefined, {}, [[1], [2], [3]]])
    expect(() => readVectors(list, 2)).toThrow("vectors for 2 inputs");
});
