import { readFileSync } from "node:fs";
import path from "node:path";
import { listFiles } from "../list-files.ts";

const folder = path.join(import.meta.dirname, "templates");

/**
 * The files of a template, with `__name__` filled in, in texts and in paths.
 * @param kind folder under `templates/`
 * @param target folder of the repository that the files go to; a template's path begins there
 */
export function fillTemplate(
  kind: string,
  target: string,
  values: Record<string, string>,
): Record<string, string> {
  const fill = (text: string) =>
    text.replaceAll(/__([a-zA-Z]+)__/g, (mark, name: string) => values[name] ?? mark);
  return Object.fromEntries(
    listFiles(folder, kind).map((file) => [
      path.posix.join(target, fill(file.slice(kind.length + 1).replace(/\.txt$/, ""))),
      fill(readFileSync(path.join(folder, file), "utf8")),
    ]),
  );
}
