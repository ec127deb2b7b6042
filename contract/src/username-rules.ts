/**
 * Names that suggest the operator. No user gets one by registration, by renaming or by a first sign-in through another
 * service; the super administrator may assign them. Compared as `skeletonOf` writes them.
 */
export const reservedUsernames = [
  "abuse",
  "admin",
  "administrator",
  "billing",
  "helpdesk",
  "hostmaster",
  "moderator",
  "noreply",
  "official",
  "operator",
  "postmaster",
  "root",
  "security",
  "superadmin",
  "superadministrator",
  "superuser",
  "support",
  "sysadmin",
  "system",
  "tollgate",
  "webmaster",
  "管理员",
  "管理員",
  "超级管理员",
  "系统",
  "系统管理员",
  "客服",
  "官方",
  "管理者",
  "システム",
  "サポート",
  "公式",
] as const;

/** Scripts in common use (Unicode UAX #31, table 5) that a name is written in alone. */
const loneScripts = [
  "Arabic",
  "Armenian",
  "Bengali",
  "Cyrillic",
  "Devanagari",
  "Ethiopic",
  "Georgian",
  "Greek",
  "Gujarati",
  "Gurmukhi",
  "Hebrew",
  "Kannada",
  "Khmer",
  "Lao",
  "Malayalam",
  "Myanmar",
  "Oriya",
  "Sinhala",
  "Tamil",
  "Telugu",
  "Thaana",
  "Thai",
  "Tibetan",
];

/** Scripts that one language mixes and no one takes for each other ("highly restrictive" in Unicode UTS #39). */
const mixedScripts = [
  ["Latin", "Han", "Hiragana", "Katakana"],
  ["Latin", "Han", "Bopomofo"],
  ["Latin", "Han", "Hangul"],
];

const writings = [...loneScripts.map((script) => [script]), ...mixedScripts].map(
  (scripts) =>
    new RegExp(`^[${scripts.map((script) => `\\p{scx=${script}}`).join("")}\\p{scx=Inherited}0-9._-]*$`, "u"),
);

/** True for a name in one script, so that no letter passes for one of another script (`аdmin` with a Cyrillic `а`). */
export function isOfOneScript(name: string): boolean {
  return writings.some((writing) => writing.test(name));
}

/** True for a reserved name, also in other case, with separators, or spelled with letters and digits that look alike. */
export function isReservedUsername(name: string): boolean {
  return reservedSkeletons.has(skeletonOf(name));
}

/** Letters and digits that look like the Latin letter before them (after Unicode's confusables.txt). */
const lookalikes: Readonly<Record<string, string>> = {
  a: "аαɑ4",
  b: "вβь8",
  c: "сϲ",
  d: "ԁ",
  e: "еєεҽ3",
  g: "ɡԍ9",
  h: "һнη",
  // One of the three is as good as the others in most typefaces.
  i: "іιїı1lӏ|",
  j: "јϳ",
  k: "кκ",
  m: "мʍ",
  n: "пո",
  o: "оοσ0ө",
  p: "рρ",
  s: "ѕ5",
  t: "тτ7",
  u: "υцս",
  v: "νѵ",
  w: "ԝшω",
  x: "хχ",
  y: "уγүу",
  z: "ᴢ2",
};

const latinOf = new Map(
  Object.entries(lookalikes).flatMap(([latin, others]) =>
    Array.from(others, (other) => [other, latin] as const),
  ),
);

/** What a name looks like at a glance: without case, accents and separators, look-alikes as one letter. */
export function skeletonOf(name: string): string {
  const plain = name
    .normalize("NFKD")
    .toLowerCase()
    .replaceAll(/[\p{Mn}._-]/gu, "");
  return Array.from(plain, (character) => latinOf.get(character) ?? character)
    .join("")
    .replaceAll("rn", "m")
    .replaceAll("vv", "w");
}

const reservedSkeletons = new Set(reservedUsernames.map(skeletonOf));
