import { readFileSync } from "node:fs";
import path from "node:path";
import { findKeyUses } from "./find-key-uses.ts";
import { type Finding, type Rule, reportFindings, repositoryRoot } from "./finding.ts";
import { isTestFile, listFiles } from "./list-files.ts";
import {
  type Language,
  languages,
  type Namespace,
  readNamespaces,
  readPlaceholders,
} from "./read-locales.ts";

const parity: Rule = {
  name: "every text exists in every language",
  reason:
    "the console loads one language only: a missing key is shown as a raw key, and a missing placeholder leaves its number out",
  document: "docs/develop/adding-a-screen.md, 'Texts'",
};

const used: Rule = {
  name: "keys used in code exist",
  reason: "a key without a text is shown to the user as it is in the code",
  document: "docs/develop/adding-a-screen.md, 'Texts'",
};

const pluralSuffix = /_(zero|one|two|few|many|other)$/;

/** Locale files have equal keys and placeholders and no empty text, and every key used in the console's code exists. */
export function checkLocales(root: string): Finding[] {
  const namespaces = readNamespaces(root);
  return [...namespaces.flatMap(checkNamespace), ...checkUses(root, namespaces)];
}

function checkNamespace(namespace: Namespace): Finding[] {
  const missing = languages.filter((language) => !namespace.files[language]);
  if (missing.length > 0) {
    const problem = `"${namespace.name}" has no ${missing.join(", ")}`;
    return [{ rule: parity, path: namespace.folder, problem }];
  }
  const files = languages.flatMap((language) => {
    const found = namespace.files[language];
    return found ? [{ language, ...found }] : [];
  });
  const unreadable = files.filter(({ texts }) => texts === undefined);
  if (unreadable.length > 0) {
    return unreadable.map(({ file }) => ({ rule: parity, path: file, problem: "is not JSON made of texts" }));
  }
  const all = new Map(files.map(({ language, texts }) => [language, texts ?? new Map<string, string>()]));
  const plurals = findPlurals([...all.values()]);
  return files.flatMap(({ language, file }) => checkLanguage(language, file, all, plurals));
}

function checkLanguage(
  language: Language,
  file: string,
  all: Map<Language, Map<string, string>>,
  plurals: Set<string>,
): Finding[] {
  const texts = all.get(language) ?? new Map<string, string>();
  const problems: string[] = [];
  for (const key of new Set([...all.values()].flatMap((others) => [...others.keys()]))) {
    if (!plurals.has(key.replace(pluralSuffix, "")) && !texts.has(key)) problems.push(`lacks "${key}"`);
  }
  for (const base of plurals) {
    for (const category of pluralCategories(language)) {
      if (!texts.has(`${base}_${category}`)) problems.push(`lacks "${base}_${category}"`);
    }
  }
  const warnings: string[] = [];
  for (const [key, text] of texts) {
    if (text.trim() === "") problems.push(`"${key}" is empty`);
    const english = all.get("en_US")?.get(key);
    if (english === undefined || language === "en_US") continue;
    const [here, there] = [readPlaceholders(text), readPlaceholders(english)];
    const mayOmitCount = pluralSuffix.test(key) && !key.endsWith("_other");
    if (!mayOmitCount && here.join() !== there.join()) {
      problems.push(
        `"${key}" has ${here.join(" ") || "no placeholder"}, en_US has ${there.join(" ") || "none"}`,
      );
    }
    if (text === english && (text.match(/\p{L}{2,}/gu) ?? []).length >= 4)
      warnings.push(`"${key}" is English`);
  }
  return [
    ...problems.map((problem) => ({ rule: parity, path: file, problem })),
    ...warnings.map((problem) => ({ rule: parity, path: file, problem, warning: true })),
  ];
}

/** Keys that count: those with a `_one`, and those whose `_other` shows the count. */
function findPlurals(all: Map<string, string>[]): Set<string> {
  const bases = new Set<string>();
  for (const texts of all) {
    for (const [key, text] of texts) {
      if (key.endsWith("_one") || (key.endsWith("_other") && text.includes("{{count"))) {
        bases.add(key.replace(pluralSuffix, ""));
      }
    }
  }
  return bases;
}

function pluralCategories(language: Language): string[] {
  return new Intl.PluralRules(language.replace("_", "-")).resolvedOptions().pluralCategories;
}

function checkUses(root: string, namespaces: Namespace[]): Finding[] {
  if (namespaces.length === 0) return [];
  const keys = new Map<string, string[]>();
  for (const { name, files } of namespaces) {
    keys.set(name, [...(keys.get(name) ?? []), ...(files.en_US?.texts?.keys() ?? [])]);
  }
  return listFiles(root, "console/src")
    .filter((file) => /\.(ts|tsx)$/.test(file) && !isTestFile(file))
    .flatMap((file) => {
      const uses = findKeyUses(file, readFileSync(path.join(root, file), "utf8"), [...keys.keys()]);
      return uses.flatMap(({ key, prefix, candidates, line }) => {
        const matches = (known: string) =>
          prefix ? known.startsWith(key) : known === key || known.replace(pluralSuffix, "") === key;
        if (candidates.some((name) => keys.get(name)?.some(matches))) return [];
        const what = prefix ? `keys that begin with "${key}"` : `the key "${key}"`;
        return [
          { rule: used, path: file, line, problem: `uses ${what}, which ${candidates.join(", ")} lacks` },
        ];
      });
    });
}

if (import.meta.main) reportFindings(checkLocales(repositoryRoot));
