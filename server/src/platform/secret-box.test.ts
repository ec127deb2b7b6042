import { randomBytes } from "node:crypto";
import { describe, expect, it } from "vitest";
import { createSecretBox, SecretError, sameSecret, sealedText } from "./secret-box.ts";

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

  it("seals bytes, and rejects those that were moved, altered, truncated or sealed with an unknown key", () => {
    const box = createSecretBox(key);
    const sealed = box.sealBytes(Buffer.from("secret ☃"), "items:1");
    expect(box.openBytes(sealed, "items:1")).toBe("secret ☃");
    expect(createSecretBox(randomBytes(32), key).openBytes(new Uint8Array(sealed), "items:1")).toBe(
      "secret ☃",
    );
    expect(box.openBytes(box.sealBytes(new Uint8Array(), "items:1"), "items:1")).toBe("");
    expect(sealed.includes("secret")).toBe(false);
    expect(box.open(sealedText(sealed), "items:1")).toBe("secret ☃");
    expect(() => box.open(sealedText(sealed), "items:2")).toThrow(SecretError);
    expect(box.sealBytes(Buffer.from("secret ☃"), "items:1").equals(sealed)).toBe(false);
    expect(() => box.openBytes(sealed, "items:2")).toThrow(SecretError);
    expect(() => createSecretBox(randomBytes(32)).openBytes(sealed, "items:1")).toThrow(/SECRET_KEY/);
    for (let at = 0; at < sealed.length; at++) {
      const altered = Buffer.from(sealed);
      altered[at] = (altered[at] ?? 0) ^ 1;
      expect(() => box.openBytes(altered, "items:1")).toThrow(SecretError);
      expect(() => box.openBytes(sealed.subarray(0, at), "items:1")).toThrow(SecretError);
    }
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
