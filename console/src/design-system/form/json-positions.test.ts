import { describe, expect, it } from "vitest";
import { readJson } from "./json-positions";

const fault = (text: string) => {
  const read = readJson(text);
  return read.ok ? "JSON" : `${read.place.line}:${read.place.column}`;
};

describe("reading JSON", () => {
  it.each([
    ["", "1:1"],
    ["{", "1:2"],
    ['{\n  "a": 1,\n}', "3:1"],
    ['{"a" 1}', "1:6"],
    ["[1, 2,, 3]", "1:7"],
    ["[1 2]", "1:4"],
    ["{'a': 1}", "1:2"],
    ['{"a": tru}', "1:7"],
    ['{"a": 01}', "1:8"],
    ['"a\nb"', "1:3"],
    ['{"a": 1} x', "1:10"],
    ["[".repeat(500), "1:102"],
  ])("names line and column of the first fault of %j", (text, place) => {
    expect(fault(text)).toBe(place);
  });

  it.each(['{"a": [1, -2.5e3, "x\\u00e9\\n", null, true, {}]}', " [] ", "0", '"text"', '{"__proto__": 1}'])(
    "reads what JSON.parse reads: %s",
    (text) => {
      const read = readJson(text);
      expect(read).toMatchObject({ ok: true });
      if (read.ok) expect(JSON.stringify(read.value)).toBe(JSON.stringify(JSON.parse(text)));
    },
  );

  it("returns where a value begins, and for a missing one its nearest parent", () => {
    const read = readJson('[\n  {"a": {\n    "b": 1}}\n]');
    if (!read.ok) throw new Error("not read");
    expect(read.placeOf([0, "a", "b"])).toEqual({ line: 3, column: 10 });
    expect(read.placeOf([0, "a", "missing"])).toEqual({ line: 2, column: 9 });
    expect(read.placeOf([])).toEqual({ line: 1, column: 1 });
  });
});
