import { existsSync, readFileSync } from "node:fs";
import { isBuiltin } from "node:module";
import path from "node:path";
import { type Finding, type Rule, reportFindings, repositoryRoot } from "./finding.ts";
import { isTestFile, isToolFile, listFiles } from "./list-files.ts";
import { readImports } from "./read-source.ts";

/**
 * Which control feature may call which other one, always through its service.ts. An entry is a decision that the
 * first feature cannot do its work without the second, and the list must stay free of circles.
 */
export const featureDoors: Record<string, string[]> = {
  accounts: ["invitations", "settings"],
  analytics: ["settings"],
  announcements: ["settings"],
  auth: ["accounts", "mail", "two-factor", "settings", "user-notices"],
  captures: ["settings"],
  channels: ["groups", "mail", "notices", "settings"],
  events: ["auth", "settings"],
  groups: ["settings"],
  invitations: ["settings"],
  logs: ["captures", "settings", "tokens"],
  mail: ["settings"],
  models: ["groups", "model-catalog", "pricing"],
  notices: ["mail", "settings"],
  payments: ["mail", "notices", "settings"],
  "price-updates": ["pricing"],
  pricing: ["model-catalog"],
  passkeys: ["auth", "settings"],
  profile: ["auth", "settings"],
  redemptions: ["settings"],
  reminders: ["settings", "user-notices"],
  reconciliation: ["notices"],
  registration: ["accounts", "auth", "mail", "settings"],
  security: ["auth", "two-factor", "settings"],
  site: ["mail", "settings", "telegram"],
  tasks: ["logs", "settings", "user-notices"],
  telegram: ["accounts", "auth", "mail", "redemptions", "settings", "tokens", "user-notices"],
  tokens: ["groups"],
  "user-notices": ["mail"],
  users: ["accounts", "groups", "mail"],
};

const declared: Rule = {
  name: "packages are declared where they are imported",
  reason:
    "npm puts every workspace's packages into one folder, so an undeclared import works here and breaks in an image that installs one workspace; the browser must not receive what only the server declares",
  document: "ARCHITECTURE.md, 'Import rules'",
};

const doors: Rule = {
  name: "calls between features are listed",
  reason:
    "features that call each other freely become one feature; the list in scripts/check-imports.ts keeps every such call a decision",
  document: "ARCHITECTURE.md, 'Import rules'",
};

interface Manifest {
  dependencies?: Record<string, string>;
  devDependencies?: Record<string, string>;
}

const workspaces = ["contract", "server", "console"];
const toolFolders = ["scripts", "e2e", "benchmarks"];

function readManifest(root: string, folder: string): Manifest {
  const file = path.join(root, folder, "package.json");
  return existsSync(file) ? (JSON.parse(readFileSync(file, "utf8")) as Manifest) : {};
}

/** `@scope/name/deep` and `name/deep` without their path. */
export function packageOf(specifier: string): string {
  return specifier
    .split("/")
    .slice(0, specifier.startsWith("@") ? 2 : 1)
    .join("/");
}

/** Checks what the import lint cannot: which package.json declares a package, and which features may call each other. */
export function checkImports(root: string, allowedDoors = featureDoors): Finding[] {
  const manifests = new Map(["", ...workspaces].map((folder) => [folder, readManifest(root, folder)]));
  const everything = new Set(
    [...manifests.values()].flatMap(({ dependencies, devDependencies }) => [
      ...Object.keys(dependencies ?? {}),
      ...Object.keys(devDependencies ?? {}),
    ]),
  );
  const rootFiles = ["vitest.config.ts"].filter((file) => existsSync(path.join(root, file)));
  const files = [...workspaces, ...toolFolders].flatMap((folder) => listFiles(root, folder));
  return [...files, ...rootFiles]
    .filter((file) => /\.(ts|tsx)$/.test(file))
    .flatMap((file) => {
      const workspace = file.split("/")[0] ?? "";
      const free = isTestFile(file) || isToolFile(file);
      const own = new Set(Object.keys(manifests.get(workspace)?.dependencies ?? {}));
      return readImports(readFileSync(path.join(root, file), "utf8")).flatMap(({ specifier, line }) => {
        const packageProblem = findPackageProblem(specifier, workspace, free ? everything : own, free);
        if (packageProblem) return [{ rule: declared, path: file, line, problem: packageProblem }];
        const doorProblem = free ? undefined : findDoorProblem(file, specifier, allowedDoors);
        return doorProblem ? [{ rule: doors, path: file, line, problem: doorProblem }] : [];
      });
    });
}

function findPackageProblem(
  specifier: string,
  workspace: string,
  known: Set<string>,
  free: boolean,
): string | undefined {
  if (specifier.startsWith(".") || specifier.startsWith("/")) return undefined;
  if (isBuiltin(specifier) || specifier.startsWith("node:")) {
    if (free || workspace === "server") return undefined;
    return `imports "${specifier}", which exists in Node only`;
  }
  const name = packageOf(specifier.replace(/\?.*$/, ""));
  if (known.has(name)) return undefined;
  if (free) return `imports "${name}", which no package.json here declares`;
  return `imports "${name}", which is not among the dependencies of ${workspace}/package.json`;
}

function findDoorProblem(
  file: string,
  specifier: string,
  allowedDoors: Record<string, string[]>,
): string | undefined {
  const from = /^server\/src\/control\/([^/]+)\//.exec(file)?.[1];
  if (from === undefined || !specifier.startsWith(".")) return undefined;
  const target = path.posix.join(path.posix.dirname(file), specifier);
  const to = /^server\/src\/control\/([^/]+)\//.exec(target)?.[1];
  if (to === undefined || to === from || allowedDoors[from]?.includes(to)) return undefined;
  return `the feature "${from}" calls "${to}", which is not listed in featureDoors`;
}

if (import.meta.main) reportFindings(checkImports(repositoryRoot));
