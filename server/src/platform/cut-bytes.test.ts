import { expect, it } from "vitest";
import { cutBytes } from "./cut-bytes.ts";

it.each([
  ["abc", 3, "abc"],
  ["abcd", 3, "abc"],
  ["渠道", 6, "渠道"],
  ["渠道", 5, "渠"],
  ["a🐣", 4, "a"],
  ["a🐣", 5, "a🐣"],
  ["a\ud83d", 9, "a\u{fffd}"],
  ["渠", 2, ""],
])("cuts %j at %d bytes to %j", (text, most, expected) => {
  expect(cutBytes(text, most)).toBe(expected);
});
