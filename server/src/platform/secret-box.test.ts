import { randomBytes } from "node:crypto";
import { describe, expect, it } from "vitest";
import { createSecretBox, SecretError, sameSecret } from "./secret-box.ts";

const key = randomBytes(32);

describe("secret box", () => {
  it("opens what it sealed, and seals the same text differently each time", () => {
    const box = createSecretBox(key);
    const first = box.seal("sk-upstream ☃", "channels:1");
    expect(box.open(first, "channels:1")).toBe("sk-upstream ☃");
    expect(box.seal("sk-upstream ☃", "channels:1")).not.toBe(first);
    expect(first).not.toContain("upstream");
  });

  it("uses no nonce twice", () => {
    const box = createSecretBox(key);
    const nonces = Array.from({ length: 1000 }, () => box.seal("text", "channels:1").split(".")[2]);
    expect(new Set(nonces).size).toBe(1000);
    expect(Buffer.from(nonces[0] ?? "", "base64url")).toHaveLength(12);
  });

  it("rejects a text that was moved to another row, altered, truncated or never sealed", () => {
    const box = createSecretBox(key);
    const sealed = box.seal("secret", "channels:1");
    const altered = sealed.slice(0, -2) + (sealed.endsWith("AA") ? "BB" : "AA");
    expect(() => box.open(sealed, "channels:2")).toThrow(SecretError);
    expect(() => box.open(altered, "channels:1")).toThrow(SecretError);
    expect(() => box.open(sealed.split(".").slice(0, 3).join("."), "channels:1")).toThrow(SecretError);
    expect(() => box.open(`${sealed.split(".").slice(0, 3).join(".")}.AA`, "channels:1")).toThrow(
      SecretError,
    );
    expect(() => box.open("plain text", "channels:1")).toThrow(SecretError);
  });

  it("opens old texts after a change of key, keeps lookups, and rejects an unknown key", () => {
    const before = createSecretBox(key);
    const sealed = before.seal("secret", "a");
    const after = createSecretBox(randomBytes(32), key);
    expect(after.open(sealed, "a")).toBe("secret");
    expect(after.keyedHash("sk-1")).toBe(before.keyedHash("sk-1"));
    expect(() => createSecretBox(randomBytes(32)).open(sealed, "a")).toThrow(/SECRET_KEY/);
  });

  it("hashes by key, and rejects keys of the wrong length", () => {
    expect(createSecretBox(key).keyedHash("a")).toMatch(/^[0-9a-f]{64}$/);
    expect(createSecretBox(key).keyedHash("a")).not.toBe(createSecretBox(randomBytes(32)).keyedHash("a"));
    expect(() => createSecretBox(randomBytes(16))).toThrow(SecretError);
  });

  it("compares secrets", () => {
    expect(sameSecret("abc", "abc")).toBe(true);
    expect(sameSecret("abc", "abd")).toBe(false);
    expect(sameSecret("abc", "abcd")).toBe(false);
  });
});
