import { describe, expect, it } from "vitest";
import { languages } from "../lib/i18n/languages";
import { widgetNames } from "./texts";

describe("texts of the widgets", () => {
  const files = Object.keys(import.meta.glob("../widgets/*/locales/*.json"));

  it("exist in every language for every widget that has texts", () => {
    const expected = [...widgetNames, "sign-in-methods"].flatMap((name) =>
      languages.map((language) => `../widgets/${name}/locales/${language}.json`),
    );
    expect(files.sort()).toEqual(expected.sort());
  });
});
