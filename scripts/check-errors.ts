import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { type Finding, type Rule, reportFindings, repositoryRoot } from "./finding.ts";
import { isTestFile, listFiles } from "./list-files.ts";
import { languages, readLocaleFile, readPlaceholders } from "./read-locales.ts";
import { blankComments, lineAt } from "./read-source.ts";

const catalogFile = "contract/src/error-codes.ts";
const localesFolder = "console/src/lib/i18n/locales";

const translated: Rule = {
  name: "every error code has its sentence in every language",
  reason: "the console shows its own sentence for a known code; without one a reader gets English",
  document: "CONTRIBUTING.md, 'Errors'",
};

const known: Rule = {
  name: "every error code is in the catalog",
  reason: "status, retryability and sentence of a code belong to its entry in contract/src/error-codes.ts",
  document: "CONTRIBUTING.md, 'Errors'",
};

/** Keys of the errors namespace that are no codes: the title of a notice, and failures that arise in the browser. */
const browserKey = /^(title$|client\.)/;

/** The catalog, the translations and the codes named in code agree. */
export function checkErrors(root: string): Finding[] {
  if (!existsSync(path.join(root, catalogFile))) return [];
  const source = blankComments(readFileSync(path.join(root, catalogFile), "utf8"));
  const catalog = readCatalogue(source);
  const entries = [...source.matchAll(/\bstatus:\s*\d/g)].length;
  if (catalog.size !== entries || entries === 0) {
    const problem = `only ${catalog.size} of ${entries} entries read as { status, message } of literals`;
    return [{ rule: known, path: catalogFile, problem }];
  }
  return [...checkTranslations(root, catalog), ...checkNamedCodes(root, catalog)];
}

/** Codes and their English sentences, read from the text so that a broken file is a finding and not a crash. */
function readCatalogue(source: string): Map<string, string> {
  const entry =
    /"(?<code>[^"\n]+)":\s*\{\s*status:\s*\d+,\s*message:\s*(?<message>"(?:[^"\\\n]|\\.)*"),?\s*[^}]*\}/g;
  return new Map(
    [...source.matchAll(entry)].map((match) => [
      match.groups?.code ?? "",
      JSON.parse(match.groups?.message ?? '""') as string,
    ]),
  );
}

function checkTranslations(root: string, catalog: Map<string, string>): Finding[] {
  if (!existsSync(path.join(root, localesFolder))) return [];
  return languages.flatMap((language) => {
    const file = `${localesFolder}/${language}/errors.json`;
    if (!existsSync(path.join(root, file)))
      return [{ rule: translated, path: file, problem: "does not exist" }];
    const { texts } = readLocaleFile(root, file);
    if (!texts) return [{ rule: translated, path: file, problem: "is not JSON made of texts" }];
    const missing = [...catalog.keys()].filter((code) => (texts.get(code) ?? "").trim() === "");
    const unknown = [...texts.keys()].filter((key) => !catalog.has(key) && !browserKey.test(key));
    const strange = [...catalog].flatMap(([code, message]) => {
      const offered = new Set([...message.matchAll(/\{(\w+)\}/g)].map((match) => `{{${match[1]}}}`));
      const unknown = readPlaceholders(texts.get(code) ?? "").filter((name) => !offered.has(name));
      return unknown.map((name) => `"${code}" asks for ${name}, which the catalog's sentence does not have`);
    });
    return [
      ...missing.map((code) => ({ rule: translated, path: file, problem: `lacks "${code}"` })),
      ...unknown.map((code) => ({
        rule: known,
        path: file,
        problem: `translates "${code}", which is no code`,
      })),
      ...strange.map((problem) => ({ rule: translated, path: file, problem })),
    ];
  });
}

const namedCode = [
  /\bnew AppError\(\s*"(?<code>[^"\n]+)"/g,
  /\bnew AppError\(\s*\{[^{}]*?\bcode:\s*"(?<code>[^"\n]+)"/g,
  /\.code\s*[!=]==?\s*"(?<code>[a-z_]+\.[a-z_.]+)"/g,
];

function checkNamedCodes(root: string, catalog: Map<string, string>): Finding[] {
  return ["contract/src", "server/src", "console/src"]
    .flatMap((folder) => listFiles(root, folder))
    .filter((file) => /\.tsx?$/.test(file) && !isTestFile(file) && !file.startsWith("server/src/relay/"))
    .flatMap((file) => {
      const code = blankComments(readFileSync(path.join(root, file), "utf8"));
      return namedCode.flatMap((form) =>
        [...code.matchAll(form)]
          .filter((match) => {
            const name = match.groups?.code ?? "";
            return !catalog.has(name) && !browserKey.test(name);
          })
          .map((match) => ({
            rule: known,
            path: file,
            line: lineAt(code, match.index),
            problem: `names the code "${match.groups?.code}"`,
          })),
      );
    });
}

if (import.meta.main) reportFindings(checkErrors(repositoryRoot));
