import path from "node:path";
import { settingSectionNames } from "@tollgate/contract/setting-definition";
import { parseSettingText, settingText } from "@tollgate/contract/setting-text";
import { isSettingKey, keysOfSection, settingDefinition, settingKeys } from "@tollgate/contract/settings";
import { describe, expect, it } from "vitest";
import { compareLists } from "../support/compare-lists.ts";
import { findReaders, missingOptions, readTexts, writeSettingsDocument } from "./settings-document.ts";

describe("every setting", () => {
  it("is read by something: no option without an effect", () => {
    const unread = [...findReaders()].filter(([, files]) => files.length === 0).map(([key]) => key);
    expect(unread).toEqual([]);
  });

  it.each(["en_US", "zh_CN", "ja_JP"])("has a name and help in %s, and no text is left over", (language) => {
    const { fields, sections } = readTexts(language);
    expect(compareLists({ settings: settingKeys, texts: Object.keys(fields) })).toEqual([]);
    expect(compareLists({ sections: settingSectionNames, texts: Object.keys(sections) })).toEqual([]);
    const planted = { settings: [...settingKeys, "Planted"], texts: [...Object.keys(fields), "Left over"] };
    expect(compareLists(planted)).toEqual([
      "Planted is in settings, but not in texts",
      "Left over is in texts, but not in settings",
    ]);
    for (const { label, hint } of Object.values(fields)) expect([label, hint].every(Boolean)).toBe(true);
  });

  it("has a default that its own form would accept, and comes back from its text", () => {
    for (const key of settingKeys) {
      const { schema, fallback } = settingDefinition(key);
      const back = schema.safeParse(parseSettingText(key, settingText(key, fallback)));
      expect([key, back.data]).toEqual([key, fallback]);
    }
  });

  it("is in a section, and no section is empty", () => {
    expect(settingSectionNames.flatMap(keysOfSection).sort()).toEqual([...settingKeys].sort());
    expect(settingSectionNames.filter((section) => keysOfSection(section).length === 0)).toEqual([]);
  });

  it("is not listed as missing", () => {
    const listed = missingOptions.flatMap(({ keys }) => keys);
    expect(listed.filter(isSettingKey)).toEqual([]);
  });

  it("is listed in docs/operate/settings.md as it is", async () => {
    const file = path.resolve(import.meta.dirname, "../../../docs/operate/settings.md");
    await expect(writeSettingsDocument()).toMatchFileSnapshot(file);
  });
});
