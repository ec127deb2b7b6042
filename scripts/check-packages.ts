import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { type Finding, type Rule, reportFindings, repositoryRoot } from "./finding.ts";

const rule: Rule = {
  name: "packages",
  reason:
    "code from a registry runs with all our rights, so every byte of it is pinned, none of it runs at installation, and its license is known",
  document: "SECURITY.md",
};

/** One entry of `package-lock.json`. */
interface LockedPackage {
  version?: string;
  integrity?: string;
  resolved?: string;
  license?: string | string[];
  link?: boolean;
  hasInstallScript?: boolean;
}

interface Manifest {
  name?: string;
  private?: boolean;
  allowScripts?: Record<string, boolean>;
  dependencies?: Record<string, string>;
  devDependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
}

const workspaces = ["contract", "server", "console"];
/** Licenses that do not require users of Tollgate to publish their own code. MPL-2.0 covers only changes of its own files. */
const licenses = new Set([
  "0BSD",
  "Apache-2.0",
  "BSD-2-Clause",
  "BSD-3-Clause",
  "BlueOak-1.0.0",
  "CC0-1.0",
  "ISC",
  "MIT",
  "MIT-0",
  "MPL-2.0",
  "OFL-1.1",
  "Unlicense",
  "Zlib",
]);

/** The lockfile pins every package by its content, from a registry; no package runs a script; every license is known. */
export function checkPackages(root: string): Finding[] {
  const file = path.join(root, "package-lock.json");
  if (!existsSync(file)) return [finding("package-lock.json", "is missing")];
  const { packages } = readJson<{ packages: Record<string, LockedPackage> }>(file);
  const { allowScripts = {} } = readJson<Manifest>(path.join(root, "package.json"));
  const locked = Object.entries(packages)
    .filter(([place, { link }]) => place.includes("node_modules/") && !link)
    .flatMap(([place, entry]) => problemsOf(place, entry, allowScripts));
  return [
    ...locked,
    ...checkNpmrc(root),
    ...["", ...workspaces].flatMap((folder) => checkManifest(root, folder)),
  ];
}

function problemsOf(place: string, entry: LockedPackage, allowScripts: Record<string, boolean>): Finding[] {
  const name = place.slice(place.lastIndexOf("node_modules/") + "node_modules/".length);
  const problems: string[] = [];
  if (name.startsWith("@tollgate/")) problems.push("is not the workspace of this repository");
  if (!entry.integrity?.startsWith("sha512-")) problems.push("has no SHA-512 of its content");
  if (entry.resolved !== undefined && !/^https:\/\/[^/]+\/.*\.tgz$/.test(entry.resolved))
    problems.push("does not come from a registry");
  if (entry.hasInstallScript && allowScripts[name] !== false)
    problems.push("has an install script; deny it with `allowScripts` in package.json");
  if (!isKnownLicense(entry.license))
    problems.push(`has the license ${entry.license?.toString() ?? "(none)"}`);
  return problems.map((problem) => finding("package-lock.json", `${place} ${problem}`));
}

/** Expressions like `(MIT OR CC0-1.0)`: any known license of an OR, every one of an AND. Old packages list several to choose from. */
function isKnownLicense(expression: string | string[] = ""): boolean {
  if (Array.isArray(expression)) return expression.some(isKnownLicense);
  const plain = expression.replace(/^\(|\)$/g, "");
  if (plain.includes(" AND ")) return plain.split(" AND ").every(isKnownLicense);
  return plain.split(" OR ").some((one) => licenses.has(one));
}

function checkNpmrc(root: string): Finding[] {
  const file = path.join(root, ".npmrc");
  const lines = existsSync(file) ? readFileSync(file, "utf8").split("\n") : [];
  return lines.includes("ignore-scripts=true")
    ? []
    : [finding(".npmrc", "does not say ignore-scripts=true, so packages may run code at installation")];
}

/** Exact versions, and no workspace name that someone else could publish and we would install. */
function checkManifest(root: string, folder: string): Finding[] {
  const place = path.posix.join(folder, "package.json");
  if (!existsSync(path.join(root, place))) return [];
  const manifest = readJson<Manifest>(path.join(root, place));
  const all = { ...manifest.dependencies, ...manifest.devDependencies, ...manifest.optionalDependencies };
  const loose = Object.entries(all)
    .filter(([name, version]) => !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version) && !isOwn(name, version))
    .map(([name, version]) => finding(place, `${name} is not pinned: ${version}`));
  return manifest.private ? loose : [...loose, finding(place, "is not private, so it could be published")];
}

function isOwn(name: string, version: string): boolean {
  return name.startsWith("@tollgate/") && version === "*";
}

function finding(place: string, problem: string): Finding {
  return { rule, path: place, problem };
}

function readJson<T>(file: string): T {
  return JSON.parse(readFileSync(file, "utf8")) as T;
}

if (import.meta.main) reportFindings(checkPackages(repositoryRoot));
