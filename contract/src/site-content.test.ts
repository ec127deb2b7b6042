import { describe, expect, it } from "vitest";
import { framedAddress } from "./site-content.ts";

describe("framedAddress", () => {
  it.each([
    ["https://example.org", "https://example.org/"],
    ["  http://10.0.0.2:8080/start?a=1#b \n", "http://10.0.0.2:8080/start?a=1#b"],
    ["HTTPS://Example.org/x", "https://example.org/x"],
  ])("takes %j for a page to be framed", (content, address) => {
    expect(framedAddress(content)).toBe(address);
  });

  it.each([
    "",
    "# Hello",
    "https://example.org is our site",
    "https://example.org\nhttps://example.com",
    "javascript:alert(1)//https://example.org",
    "data:text/html,<script>alert(1)</script>",
    "https://user:secret@example.org/",
    '<iframe src="https://example.org"></iframe>',
    "ftp://example.org",
    "//example.org",
    "https://",
    "https://[broken",
    "https://host:port/",
    `https://example.org/${"a".repeat(3000)}`,
  ])("takes %j for content", (content) => {
    expect(framedAddress(content)).toBeUndefined();
  });
});
