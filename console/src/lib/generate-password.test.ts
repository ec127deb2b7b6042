import { newPassword } from "@tollgate/contract/account-fields";
import { expect, it } from "vitest";
import { generatePassword } from "./generate-password";
import { measurePassword } from "./password-strength";

it("generates strong, distinct passwords that the server accepts", () => {
  const made = Array.from({ length: 50 }, generatePassword);
  for (const password of made) {
    expect(newPassword.parse(password)).toBe(password);
    expect(measurePassword(password)).toBe(4);
    expect(password).toMatch(/^[a-km-np-zA-HJ-NP-Z2-9\-_.]{20}$/);
  }
  expect(new Set(made).size).toBe(made.length);
});
