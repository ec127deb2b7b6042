import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { type Finding, type Rule, reportFindings, repositoryRoot } from "./finding.ts";
import { isTestFile, listFiles } from "./list-files.ts";
import { blankComments, readUsedImports } from "./read-source.ts";

/** Files of one kind that are registered in one list. Kinds that are folders are in `check-shapes.ts`. */
interface FileKind {
  rule: Rule;
  folder: string;
  /** Which files of the folder are of the kind, by name and text. */
  isItem(name: string, text: string): boolean;
  registry: string;
  /** The list is one of types. */
  types?: true;
}

const migrationsFolder = "server/src/storage/migrations";
const migrationName = /^\d{4}-[a-z\d-]+\.ts$/;

const ruleOf = (name: string, reason: string): Rule => ({
  name: `every ${name} is in its list`,
  reason,
  document: "CONTRIBUTING.md, 'House style'",
});

export const fileKinds: readonly FileKind[] = [
  {
    rule: ruleOf("job", "a job that is not in the list never runs"),
    folder: "server/src/jobs",
    isItem: (_name, text) => /\):\s*Job\b/.test(text),
    registry: "server/src/jobs/start-jobs.ts",
  },
  {
    rule: ruleOf("migration", "a migration that is not in the list never runs"),
    folder: migrationsFolder,
    isItem: (name) => migrationName.test(name),
    registry: `${migrationsFolder}/index.ts`,
  },
  {
    rule: ruleOf("table", "queries know a table by the list alone"),
    folder: "server/src/storage/tables",
    isItem: (name) => name !== "index.ts",
    registry: "server/src/storage/tables/index.ts",
    types: true,
  },
  {
    rule: ruleOf(
      "topic of the contract",
      "the API's document, the role matrix and the attacks on every endpoint are generated from the list",
    ),
    folder: "contract/src",
    isItem: (_name, text) => /=\s*defineEndpoint\(/.test(text),
    registry: "contract/src/all-endpoints.ts",
  },
];

const numbered: Rule = {
  name: "migrations are numbered without gaps, and run in that order under the name of their file",
  reason: "databases record migrations by name and compare the order with the list",
  document: "CONTRIBUTING.md, 'House style'",
};

type Read = (file: string) => string;

/** Items of a kind in the tree, each with whether the kind's list has it. */
export function findItems(root: string, kind: FileKind): { file: string; listed: boolean }[] {
  const { folder, registry } = kind;
  const read = reader(root);
  const listed = readUsedImports(read(registry), kind.types).map((specifier) =>
    path.posix.join(path.posix.dirname(registry), specifier),
  );
  return listFiles(root, folder)
    .filter((file) => path.posix.dirname(file) === folder && file.endsWith(".ts") && !isTestFile(file))
    .filter((file) => kind.isItem(path.posix.basename(file), blankComments(read(file))))
    .map((file) => ({ file, listed: listed.includes(file) }));
}

/** Every file of a kind is in the kind's list, and migrations are in order. */
export function checkRegistries(root: string): Finding[] {
  const unlisted = fileKinds.flatMap((kind) =>
    findItems(root, kind)
      .filter(({ listed }) => !listed)
      .map(({ file }) => ({
        rule: kind.rule,
        path: file,
        problem: `is not in the list of ${kind.registry}`,
      })),
  );
  return [...unlisted, ...checkMigrations(root, reader(root))];
}

function reader(root: string): Read {
  return (file) => (existsSync(path.join(root, file)) ? readFileSync(path.join(root, file), "utf8") : "");
}

function checkMigrations(root: string, read: Read): Finding[] {
  const files = listFiles(root, migrationsFolder).map((file) => path.posix.basename(file));
  const order = readOrder(blankComments(read(`${migrationsFolder}/index.ts`)));
  return files
    .filter((file) => migrationName.test(file))
    .flatMap((file, index) => {
      const place = `${migrationsFolder}/${file}`;
      const number = String(index + 1).padStart(4, "0");
      const problems = [
        ...(file.startsWith(`${number}-`) ? [] : [`should have the number ${number}`]),
        ...(order.includes(file) && order[index] !== file ? ["is in the wrong place of the list"] : []),
        ...(read(place).includes(`name: "${path.basename(file, ".ts")}"`) ? [] : ["has another name inside"]),
      ];
      return problems.map((problem) => ({ rule: numbered, path: place, problem }));
    });
}

/** Files of the migrations' list, in its order. */
function readOrder(source: string): string[] {
  const files = new Map(
    [...source.matchAll(/import \{ (\w+) \} from "\.\/([^"]+)"/g)].map(([, name, file]) => [name, file]),
  );
  const list = /\bmigrations\b[^=]*=\s*\[([^\]]*)\]/.exec(source)?.[1] ?? "";
  return [...list.matchAll(/\w+/g)].map(([name]) => files.get(name) ?? name);
}

if (import.meta.main) reportFindings(checkRegistries(repositoryRoot));
