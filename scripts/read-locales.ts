import { readFileSync } from "node:fs";
import path from "node:path";
import { listFiles } from "./list-files.ts";

/** Languages of the console; every text exists in each of them. */
export const languages = ["en_US", "zh_CN", "ja_JP"] as const;
export type Language = (typeof languages)[number];

/** The texts of one namespace in one language, flattened: `status.enabled` to its sentence. */
export interface LocaleFile {
  file: string;
  /** Undefined if the file is not JSON of texts. */
  texts: Map<string, string> | undefined;
}

/** One namespace: a screen's or widget's own texts, or a shared file of the i18n room. */
export interface Namespace {
  name: string;
  /** The folder that holds the languages. */
  folder: string;
  files: Partial<Record<Language, LocaleFile>>;
}

/** Flattens nested texts to dotted keys; undefined if a value is neither text nor a group of texts. */
export function flattenTexts(value: unknown): Map<string, string> | undefined {
  const texts = new Map<string, string>();
  const visit = (node: unknown, key: string): boolean => {
    if (typeof node === "string") {
      texts.set(key, node);
      return true;
    }
    if (typeof node !== "object" || node === null || Array.isArray(node)) return false;
    return Object.entries(node).every(([name, child]) => visit(child, key === "" ? name : `${key}.${name}`));
  };
  return visit(value, "") ? texts : undefined;
}

/** Reads one locale file relative to the root. */
export function readLocaleFile(root: string, file: string): LocaleFile {
  try {
    return { file, texts: flattenTexts(JSON.parse(readFileSync(path.join(root, file), "utf8"))) };
  } catch {
    return { file, texts: undefined };
  }
}

/**
 * Every namespace of the console. Two layouts: `<owner>/locales/<language>.json`, named after the owner's folder, and
 * `lib/i18n/locales/<language>/<namespace>.json` for what several rooms share.
 */
export function readNamespaces(root: string): Namespace[] {
  const namespaces = new Map<string, Namespace>();
  for (const file of listFiles(root, "console/src")) {
    const shared = /^(?<folder>.*\/locales)\/(?<language>[^/]+)\/(?<name>[^/]+)\.json$/.exec(file)?.groups;
    const own = /^(?<folder>.*\/(?<name>[^/]+)\/locales)\/(?<language>[^/]+)\.json$/.exec(file)?.groups;
    const { folder, name, language } = own ?? shared ?? {};
    if (folder === undefined || name === undefined || !languages.includes(language as Language)) continue;
    const id = `${folder} ${name}`;
    const namespace = namespaces.get(id) ?? { name, folder, files: {} };
    namespace.files[language as Language] = readLocaleFile(root, file);
    namespaces.set(id, namespace);
  }
  return [...namespaces.values()];
}

/** What must survive translation: `{{placeholders}}` and the tags of rich texts, sorted. */
export function readPlaceholders(text: string): string[] {
  const names = [...text.matchAll(/\{\{-?\s*([\w.]+)[^}]*\}\}/g)].map((match) => `{{${match[1]}}}`);
  const tags = [...text.matchAll(/<(\w+)\s*\/?>/g)].map((match) => `<${match[1]}>`);
  return [...new Set([...names, ...tags])].sort();
}
