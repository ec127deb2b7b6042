import { repositoryRoot } from "./finding.ts";
import { findFreeType, makeProvider, providersFolder, readPlaceholders } from "./new-provider.ts";
import { makeScreen, screensFolder } from "./new-screen.ts";
import { type Scaffold, writeScaffold } from "./write-scaffold.ts";

interface Kind {
  folder: string;
  make(name: string): Scaffold;
}

const kinds: Record<string, Kind> = {
  provider: {
    folder: providersFolder,
    make: (name) => makeProvider(name, findFreeType(repositoryRoot), readPlaceholders(repositoryRoot)),
  },
  screen: { folder: screensFolder, make: makeScreen },
};

/** Writes the folder of a new item into `root` and returns what is left to do. @throws Error for a kind or name that cannot be */
export function createNew(root: string, kindName: string, name: string): string {
  const kind = Object.hasOwn(kinds, kindName) ? kinds[kindName] : undefined;
  if (!kind) throw new Error(`Usage: npm run new -- ${Object.keys(kinds).join("|")} <name>`);
  const folder = `${kind.folder}/${name}`;
  const scaffold = kind.make(name);
  writeScaffold(root, folder, scaffold);
  return [`Made ${folder}. Now:`, ...scaffold.steps.map((step) => `- ${step}`)].join("\n");
}

if (import.meta.main) {
  try {
    console.log(createNew(repositoryRoot, process.argv[2] ?? "", process.argv[3] ?? ""));
  } catch (error) {
    console.error(error instanceof Error ? error.message : String(error));
    process.exitCode = 1;
  }
}
