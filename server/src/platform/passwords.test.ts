import { describe, expect, it } from "vitest";
import { createPasswords } from "./passwords.ts";

describe("passwords", () => {
  const passwords = createPasswords({ memoryCost: 64, timeCost: 1 });

  it("verifies what it hashed with argon2id, and nothing else", async () => {
    const hashed = await passwords.hash("correct horse");
    expect(hashed).toMatch(/^\$argon2id\$/);
    expect(await passwords.verify(hashed, "correct horse")).toBe(true);
    expect(await passwords.verify(hashed, "wrong horse")).toBe(false);
    expect(await passwords.verify("not a hash", "correct horse")).toBe(false);
  });

  it("never accepts a password without a hash, including the dummy's own password", async () => {
    expect(await passwords.verify(undefined, "no account has this password")).toBe(false);
    expect(await passwords.verify("", "no account has this password")).toBe(false);
  });
});
