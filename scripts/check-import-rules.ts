import { readFileSync, statSync } from "node:fs";
import path from "node:path";
import { type Finding, type Rule, reportFindings, repositoryRoot } from "./finding.ts";
import { findRejection, isOutsideRooms } from "./import-rules.ts";
import { listFiles } from "./list-files.ts";
import { readImports } from "./read-source.ts";

const granted: Rule = {
  name: "imports follow the table of rooms",
  reason:
    "an import that the table does not grant ties two parts together that are to change apart; if it is right, change scripts/rooms.ts",
  document: "ARCHITECTURE.md, 'Import rules'",
};

const placed: Rule = {
  name: "every source file is in a room",
  reason: "a folder without a room has no import rules; give it a line in scripts/rooms.ts",
  document: "ARCHITECTURE.md, 'Import rules'",
};

const source = /\.[cm]?[jt]sx?$/;
const served = /^(console\/public|data)\//;

/** Every import of the product is granted by the table of rooms, and every source file is in a room. */
export function checkImportRules(root: string): Finding[] {
  const isFile = (file: string) =>
    statSync(path.join(root, file), { throwIfNoEntry: false })?.isFile() ?? false;
  // The console omits file extensions.
  const resolve = (file: string) => [file, `${file}.ts`, `${file}.tsx`].find(isFile);
  return listFiles(root, "")
    .filter((file) => source.test(file) && !served.test(file))
    .flatMap((file) => {
      if (isOutsideRooms(file)) return [{ rule: placed, path: file, problem: "is in no room" }];
      return readImports(readFileSync(path.join(root, file), "utf8")).flatMap(({ specifier, line }) => {
        const problem = findRejection(file, specifier, resolve);
        return problem === undefined ? [] : [{ rule: granted, path: file, line, problem }];
      });
    });
}

if (import.meta.main) reportFindings(checkImportRules(repositoryRoot));
