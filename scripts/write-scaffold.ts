import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";

/** What a scaffold makes: files by path relative to the root, and what is left to do by hand. */
export interface Scaffold {
  files: Record<string, string>;
  /** Lines for registries, each with the file it belongs to. */
  steps: string[];
}

/** The words of a kebab-case name. @throws Error for a name that is not kebab-case */
export function splitName(name: string): string[] {
  if (!/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(name))
    throw new Error(`"${name}" is not a kebab-case name, like "acme-cloud".`);
  return name.split("-");
}

/** `acme-cloud` as `acmeCloud`. */
export function camelName(name: string): string {
  return splitName(name)
    .map((word, index) => (index === 0 ? word : upperFirst(word)))
    .join("");
}

/** `acme-cloud` as `Acme cloud`. */
export function titleName(name: string): string {
  return upperFirst(splitName(name).join(" "));
}

export function upperFirst(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}

/** Writes a scaffold's files. @throws Error if its folder is there already: a scaffold never changes a file */
export function writeScaffold(root: string, folder: string, scaffold: Scaffold): void {
  if (existsSync(path.join(root, folder))) throw new Error(`${folder} exists already.`);
  for (const [file, text] of Object.entries(scaffold.files)) {
    const full = path.join(root, folder, file);
    mkdirSync(path.dirname(full), { recursive: true });
    writeFileSync(full, text);
  }
}
