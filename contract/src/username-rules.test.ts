import { describe, expect, it } from "vitest";
import { username } from "./account-fields.ts";
import { newUsername } from "./new-username.ts";
import { isReservedUsername, reservedUsernames } from "./username-rules.ts";

describe("a new username", () => {
  it.each([
    ["Latin", "ada.lovelace-1815"],
    ["Latin with accents", "Zoë_Ümit"],
    ["Cyrillic", "Анна_1"],
    ["Greek", "Ελένη"],
    ["Chinese", "张三丰"],
    ["Chinese with digits and letters", "张三_Tom2"],
    ["Japanese", "たなか_タロー々1"],
    ["Korean", "김철수_kim"],
    ["Arabic", "محمد"],
    ["Hindi with its marks", "हिन्दी"],
    ["Thai", "สมชาย"],
  ])("may be %s", (_script, name) => expect(newUsername.parse(name)).toBe(name.normalize("NFKC")));

  it.each([
    ["Latin with a Cyrillic letter", "pаypal"],
    ["Cyrillic with a Latin letter", "Aннa"],
    ["Latin with a Greek letter", "gοοgle"],
    ["Greek with a Cyrillic letter", "αдα"],
    ["Chinese with a Cyrillic letter", "张三а"],
    ["Latin with digits of another script", "ada٣٤"],
    ["Cherokee, which looks like Latin", "ᎪᎠᎪ"],
  ])("may not be %s", (_script, name) => {
    const problem = newUsername.safeParse(name).error?.issues[0];
    expect(problem).toMatchObject({ params: { code: "username.mixed_scripts" } });
    // Users keep such an existing name.
    expect(username.safeParse(name).success).toBe(true);
  });

  it("is one text however its letters are composed", () => {
    expect(newUsername.parse("Zoe\u0308")).toBe("Zoë");
    expect(newUsername.parse("ａｄａ")).toBe("ada");
  });
});

describe("a reserved name", () => {
  it.each([
    ...reservedUsernames,
    "Admin",
    "ADMINISTRATOR",
    "аdmin",
    "admіn",
    "аԁміп",
    "rооt",
    "r00t",
    "adm1n",
    "admln",
    "supp0rt",
    "ad-min",
    "_root_",
    "ádmìn",
    "adrnin",
    "to11gate",
    "Toll.Gate",
  ])("is %j", (name) => {
    expect(isReservedUsername(name)).toBe(true);
  });

  it.each(["ada", "rooted", "adminton", "admin2", "supporter", "systems", "张三", "mod", "anonym"])(
    "is not %j",
    (name) => expect(isReservedUsername(name)).toBe(false),
  );
});
