import { blankComments, lineAt } from "./read-source.ts";

/** A text key as the code names it. */
export interface KeyUse {
  key: string;
  /** The key is only the constant beginning of a computed one. */
  prefix: boolean;
  /** Namespaces that may contain it. */
  candidates: string[];
  line: number;
}

const defaultNamespace = "common";
const hook = /(?:\{([^}]*)\}|\b(\w+))\s*=\s*useTranslation\(\s*(?:\[([^\]]*)\]|"([^"]*)")?/g;
const fixed = /\b(\w+)\s*=\s*(?:i18n|i18next)\.getFixedT\([^,()]*,\s*"([^"]+)"/g;

/**
 * Keys that a console source file uses as literals: `t("key")`, `t("namespace:key")`, `i18n.t("…")`, `i18nKey="…"`, the
 * constant start of a template, and the title of a screen's passport. `known` are the existing namespaces.
 * Where a translate function is an argument, its namespace is that of the nearest folder with texts, or the default.
 */
export function findKeyUses(file: string, source: string, known: string[]): KeyUse[] {
  const code = blankComments(source);
  const translators = findTranslators(code);
  const fallback = [...nearestNamespaces(file, known), defaultNamespace];
  const uses: KeyUse[] = [];
  const add = (key: string, translator: string, offset: number, prefix: boolean) => {
    const [namespace, rest] = key.includes(":") ? splitKey(key) : [undefined, key];
    const own = translators.get(translator);
    const candidates = namespace !== undefined ? [namespace] : own && own.length > 0 ? own : fallback;
    if (rest !== "") uses.push({ key: rest, prefix, candidates, line: lineAt(source, offset) });
  };
  const names = [...new Set([...translators.keys(), "t"])].join("|");
  for (const match of code.matchAll(
    new RegExp(`(?<![\\w.$])((?:i18n|i18next)\\.t|${names})\\(\\s*"([^"\\n]+)"`, "g"),
  )) {
    add(match[2] ?? "", match[1] ?? "", match.index, false);
  }
  const choice = new RegExp(
    `(?<![\\w.$])((?:i18n|i18next)\\.t|${names})\\([^"()]*\\?\\s*"([^"\\n]+)"\\s*:\\s*"([^"\\n]+)"`,
    "g",
  );
  for (const match of code.matchAll(choice)) {
    for (const key of [match[2], match[3]]) add(key ?? "", match[1] ?? "", match.index, false);
  }
  for (const match of code.matchAll(/\bi18nKey="([^"\n]+)"/g)) add(match[1] ?? "", "t", match.index, false);
  // Template text is blanked in `code`; a call that starts in code starts at the same offset of the source.
  for (const match of source.matchAll(
    new RegExp(`(?<![\\w.$])((?:i18n|i18next)\\.t|${names})\\(\\s*\`([^\`$\\n]*)\\$`, "g"),
  )) {
    if (code[match.index] !== " ") add(match[2] ?? "", match[1] ?? "", match.index, true);
  }
  if (/\/screens\/[^/]+\/screen\.ts$/.test(file)) {
    for (const match of code.matchAll(/\btitle:\s*"([^"\n]+)"/g))
      add(`shell:${match[1]}`, "", match.index, false);
  }
  return uses;
}

function splitKey(key: string): [string, string] {
  const at = key.indexOf(":");
  return [key.slice(0, at), key.slice(at + 1)];
}

/** Names of translate functions in the file, and the namespaces each one reads. */
function findTranslators(code: string): Map<string, string[]> {
  const translators = new Map<string, string[]>();
  for (const [, pattern, , list, single] of code.matchAll(hook)) {
    const name = /\bt\s*(?::\s*(\w+))?/.exec(pattern ?? "");
    if (!name) continue;
    const variable = name[1] ?? "t";
    const namespaces = list
      ? [...list.matchAll(/"([^"]+)"/g)].map((match) => match[1] ?? "")
      : [single ?? defaultNamespace];
    translators.set(variable, [...(translators.get(variable) ?? []), ...namespaces]);
  }
  for (const [, variable = "", namespace = ""] of code.matchAll(fixed)) {
    translators.set(variable, [...(translators.get(variable) ?? []), namespace]);
  }
  return translators;
}

/** `console/src/screens/tokens/dialogs/x.tsx` may use `tokens`. */
function nearestNamespaces(file: string, known: string[]): string[] {
  const folders = file.split("/").slice(0, -1).reverse();
  const nearest = folders.find((folder) => known.includes(folder));
  return nearest === undefined ? [] : [nearest];
}
