import { listFiles } from "../../list-files.ts";
import { addEntry, addImport } from "../edit-source.ts";
import type { GeneratedDocument, Plan } from "../plan.ts";

const folder = "server/src/storage/migrations";

/** Writes the statements of repositories again, which a review reads (`server/test/golden-sql`). */
export const goldenSql: GeneratedDocument = {
  program: ["node_modules/vitest/vitest.mjs", "run", "--project", "server", "server/test/golden-sql", "-u"],
  writes: "server/test/golden-sql",
};

/** The next free number, as `0021`. */
export function nextMigration(root: string): string {
  const numbered = listFiles(root, folder).filter((file) => /\/\d{4}-/.test(file));
  return String(numbered.length + 1).padStart(4, "0");
}

/** The last line of the list. @param file name without `.ts` */
export function listMigration(camel: string, file: string): Plan["edits"] {
  return [
    [`${folder}/index.ts`, addImport(`import { ${camel} } from "./${file}.ts";`)],
    [`${folder}/index.ts`, addEntry({ list: "export const migrations: Migration[] = [", entry: camel })],
  ];
}
