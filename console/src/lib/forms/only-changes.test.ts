import { expect, it } from "vitest";
import { onlyChanges } from "./only-changes";

it("keeps the fields that differ, also inside, and those that were unset", () => {
  const before: Record<string, unknown> = { name: "a", ratio: 1, models: ["m"], rules: [{ input: 1 }] };
  expect(onlyChanges(before, { ...before, models: ["m"] })).toEqual({});
  expect(onlyChanges(before, { ...before, ratio: 0, rules: [{ input: 2 }], tag: "new" })).toEqual({
    ratio: 0,
    rules: [{ input: 2 }],
    tag: "new",
  });
});
