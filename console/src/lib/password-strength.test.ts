import { expect, it } from "vitest";
import { measurePassword } from "./password-strength";

it.each([
  ["", 0],
  ["aaaaaaaaaaaaaaaa", 0],
  ["12345678", 0],
  ["password1", 0],
  ["adalovelace", 0],
  ["xkqjzwmt", 1],
  ["Tr7#kq9z", 2],
  ["correct horse battery", 4],
  ["vT9#mKq2!xLw", 3],
  ["密码很长而且没有规律可循", 3],
])("gives %j the measure %i", (password, strength) => {
  expect(measurePassword(password, ["adalovelace"])).toBe(strength);
});
