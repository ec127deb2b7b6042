import { errorCodes } from "@tollgate/contract/error-codes";
import { describe, expect, it } from "vitest";
import { decideLanguage, languageOfBrowser, languages } from "./languages";

describe("languageOfBrowser", () => {
  it.each(["zh-CN", "zh-TW", "zh_CN", "zh_TW", "zh", "ZH-hk"])("returns Chinese for %s", (browser) => {
    expect(languageOfBrowser(browser)).toBe("zh_CN");
  });
  it.each(["en-GB", "de", "ja-JP", "zhuang", ""])("returns English for %s", (browser) => {
    expect(languageOfBrowser(browser)).toBe("en_US");
  });
});

describe("decideLanguage", () => {
  it("keeps a stored language while the browser's is unchanged", () => {
    const facts = { stored: "zh_CN", savedBrowserLanguage: "en-US", browserLanguage: "en-US" };
    expect(decideLanguage(facts)).toBe("zh_CN");
    expect(decideLanguage({ ...facts, stored: "ja_JP" })).toBe("ja_JP");
  });
  it("follows the browser once its language changed", () => {
    expect(decideLanguage({ stored: "en_US", savedBrowserLanguage: "en-US", browserLanguage: "zh-TW" })).toBe(
      "zh_CN",
    );
  });
  it("follows the browser on a first visit and when the stored value is invalid", () => {
    expect(decideLanguage({ stored: null, savedBrowserLanguage: null, browserLanguage: "zh" })).toBe("zh_CN");
    expect(decideLanguage({ stored: "xx", savedBrowserLanguage: "en-US", browserLanguage: "en-US" })).toBe(
      "en_US",
    );
  });
});

describe("texts", () => {
  const files = import.meta.glob<Record<string, unknown>>("./locales/*/*.json", {
    eager: true,
    import: "default",
  });
  const keysOf = (value: unknown, prefix = ""): string[] =>
    typeof value === "object" && value !== null
      ? Object.entries(value).flatMap(([key, inner]) => keysOf(inner, `${prefix}/${key}`))
      : [prefix];

  it.each(["common", "shell", "errors", "validation"])("%s has the same keys in every language", (name) => {
    const keys = languages.map((language) => keysOf(files[`./locales/${language}/${name}.json`]).sort());
    expect(keys[0]?.length).toBeGreaterThan(0);
    for (const others of keys) expect(others).toEqual(keys[0]);
  });

  it.each(languages)("%s has a sentence for every error code, with its placeholders", (language) => {
    const sentences = files[`./locales/${language}/errors.json`] as Record<string, string>;
    for (const [code, { message }] of Object.entries(errorCodes)) {
      expect(sentences, code).toHaveProperty([code]);
      for (const [, name] of message.matchAll(/\{(\w+)\}/g)) {
        expect(sentences[code], code).toContain(`{{${name}}}`);
      }
    }
  });
});
