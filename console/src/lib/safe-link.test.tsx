import { describe, expect, it } from "vitest";
import { isForeign, safeLink } from "./safe-link";

describe("safeLink", () => {
  it.each(["https://example.org/a?b#c", "/price", "mailto:ops@example.org", "opencat://team/join?token=x"])(
    "allows %j",
    (address) => {
      expect(safeLink(` ${address} `)).toBe(address);
    },
  );

  it.each([
    "",
    "javascript:alert(1)",
    " JavaScript:alert(1)",
    "java\nscript:alert(1)",
    "java\tscript:alert(1)",
    "\u0001javascript:alert(1)",
    "data:text/html,<script>alert(1)</script>",
    "vbscript:x",
    "file:///etc/passwd",
    "blob:https://example.org/1",
    "view-source:https://example.org",
    "https://[broken",
  ])("rejects %j", (address) => {
    expect(safeLink(address)).toBeUndefined();
  });

  it("distinguishes other servers from this one", () => {
    expect(isForeign("/price")).toBe(false);
    expect(isForeign(`${window.location.origin}/price`)).toBe(false);
    expect(isForeign("//elsewhere.example.com")).toBe(true);
    expect(isForeign("https://elsewhere.example.com")).toBe(true);
  });
});
