import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { maskSecrets } from "./mask-secrets.ts";

const key = "k3y/with+odd?signs=0123456789";
const base64 = (text: string) => Buffer.from(text).toString("base64");
const everyByte = (text: string) =>
  [...Buffer.from(text)].map((byte) => `%${byte.toString(16).padStart(2, "0")}`).join("");

describe("secrets in a text", () => {
  it.each([
    ["as they are", key],
    ["percent-encoded", encodeURIComponent(key)],
    ["percent-encoded in small letters", encodeURIComponent(key).toLowerCase().replace("k3y", "k3y")],
    ["with every byte percent-encoded", everyByte(key)],
    ["percent-encoded twice", encodeURIComponent(encodeURIComponent(key))],
    ["as JSON that escapes slashes", JSON.stringify(key).replaceAll("/", "\\/")],
    ["as JSON that escapes signs", key.replaceAll("+", "\\u002b").replaceAll("/", "\\u002F")],
    ["in base64", base64(key)],
    ["in base64 without padding", base64(key).replace(/=+$/, "")],
    ["in base64url", Buffer.from(key).toString("base64url")],
    ["in base64, percent-encoded", encodeURIComponent(base64(`x${key}`))],
    ["behind a user in base64", base64(`user:${key}`)],
    ["before a colon in base64", base64(`${key}:`)],
    ["amid others in base64url", Buffer.from(`{"a":1,"key":"${key}","b":2}`).toString("base64url")],
  ])("are taken out %s", (_form, form) => {
    const text = maskSecrets(`Wrong key '${form}', see the manual`, [key]);
    expect(text).toMatch(/^Wrong key '"?\[key\]"?', see the manual$/);
  });

  it("are found wherever they stand in base64, and nothing of them is left", () => {
    const bytes = fc.string({ minLength: 0, maxLength: 9, unit: "grapheme-ascii" });
    const secret = fc.string({ minLength: 8, maxLength: 40, unit: "grapheme-ascii" });
    fc.assert(
      fc.property(
        bytes,
        secret,
        bytes,
        fc.constantFrom("base64", "base64url"),
        (before, one, after, kind) => {
          const text = maskSecrets(`<${Buffer.from(before + one + after).toString(kind as "base64")}>`, [
            one,
          ]);
          expect(text).toBe("<[key]>");
        },
      ),
    );
  });

  it("change nothing else of the text", () => {
    const near = `100%25 of %E2%82%AC and \\u00e9, ${base64("user:another key altogether")}`;
    expect(maskSecrets(near, [key])).toBe(near);
    expect(maskSecrets(`${near} ${encodeURIComponent(key)} ${near}`, [key])).toBe(`${near} [key] ${near}`);
    expect(maskSecrets("abcdabcd", ["abcd"])).toBe("[key][key]");
    expect(maskSecrets("YWJjZA==", ["abcd"])).toBe("YWJjZA==");
  });

  it("are found in letters beyond ASCII too", () => {
    const german = "schlüssel-ß-01";
    for (const form of [german, encodeURIComponent(german), base64(`u:${german}`)])
      expect(maskSecrets(`a ${form} b`, [german])).toBe("a [key] b");
  });
});
