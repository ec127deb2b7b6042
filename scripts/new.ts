import { repositoryRoot } from "./finding.ts";
import { kinds } from "./new/kinds.ts";
import { namesOf } from "./new/names.ts";
import { apply } from "./new/plan.ts";

/** What a new item changed, and what is left to do. */
export interface Created {
  /** Files written and edited, relative to the root. */
  files: string[];
  text: string;
}

/**
 * Writes a new item of a kind and registers it wherever its kind is listed.
 * @throws Error for an invalid kind or name, or an unexpected file; then nothing is written
 */
export function createNew(root: string, kindName: string, name: string): Created {
  const kind = Object.hasOwn(kinds, kindName) ? kinds[kindName] : undefined;
  if (!kind) throw new Error(`Usage: npm run new -- ${Object.keys(kinds).join("|")} <name>`);
  const plan = kind(namesOf(name), root);
  const files = apply(root, plan);
  const written = files.map((file) =>
    Object.hasOwn(plan.files, file) ? `new     ${file}` : `edited  ${file}`,
  );
  const documents = (plan.documents ?? []).map(({ program }) => `ran     ${program.join(" ")}`);
  const next = ["Registered and tested. Now write the code:", ...plan.next.map((step) => `- ${step}`)];
  return { files, text: [...written, ...documents, "", ...next].join("\n") };
}

if (import.meta.main) {
  try {
    console.log(createNew(repositoryRoot, process.argv[2] ?? "", process.argv[3] ?? "").text);
  } catch (error) {
    console.error(error instanceof Error ? error.message : String(error));
    process.exitCode = 1;
  }
}
