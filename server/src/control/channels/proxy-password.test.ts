import { expect, it } from "vitest";
import { hideProxyPassword, restoreProxyPassword } from "./proxy-password.ts";

const stored = "socks5://someone:s3cret:pass@10.0.0.1:1080";

it("shows an address without its password and keeps the password when it comes back masked", () => {
  const shown = hideProxyPassword(stored);
  expect(shown).toBe("socks5://someone:***@10.0.0.1:1080");
  expect(restoreProxyPassword(shown, stored)).toBe(stored);
  for (const plain of ["", "http://proxy:3128", "http://user@proxy:3128"]) {
    expect(hideProxyPassword(plain)).toBe(plain);
    expect(restoreProxyPassword(plain, stored)).toBe(plain);
  }
});

it("accepts a new password and rejects the mask for an address without a stored one", () => {
  const changed = "socks5://someone:other@10.0.0.1:1080";
  expect(restoreProxyPassword(changed, stored)).toBe(changed);
  expect(() => restoreProxyPassword("http://someone:***@10.0.0.2:1080", stored)).toThrow();
  expect(() => restoreProxyPassword("http://someone:***@10.0.0.2:1080", "")).toThrow();
});
