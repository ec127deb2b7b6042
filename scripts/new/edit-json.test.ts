import { expect, it } from "vitest";
import { addJsonKey, keepJsonKey } from "./edit-json.ts";

const file = '{\n  "a.one": "1",\n  "b.one": "2",\n  "in": { "x": "3" }\n}\n';

it("adds a key at the end of its object, or after the keys with the same beginning", () => {
  expect(Object.keys(JSON.parse(addJsonKey([], "c", "4")(file)) as object)).toEqual([
    "a.one",
    "b.one",
    "in",
    "c",
  ]);
  const behind = JSON.parse(addJsonKey([], "a.two", "4", "a.")(file)) as object;
  expect(Object.keys(behind)).toEqual(["a.one", "a.two", "b.one", "in"]);
  expect(JSON.parse(addJsonKey(["in"], "y", "4")(file))).toMatchObject({ in: { x: "3", y: "4" } });
});

it("rejects a key that is there and an object that is not", () => {
  expect(() => addJsonKey(["in"], "x", "4")(file)).toThrow('expected no key "in.x", but it has one');
  expect(() => addJsonKey(["out"], "x", "4")(file)).toThrow('expected an object "out"');
  expect(() => addJsonKey(["a.one"], "x", "4")(file)).toThrow('expected an object "a.one"');
});

it("leaves an existing text unchanged", () => {
  expect(keepJsonKey(["in"], "x", "4")(file)).toBe(file);
  expect(keepJsonKey(["in"], "y", "4")(file)).toContain('"y": "4"');
});
