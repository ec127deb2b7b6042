import { execFileSync } from "node:child_process";
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";

const root = path.resolve(import.meta.dirname, "..");
const folder = mkdtempSync(path.join(tmpdir(), "tollgate-npm-"));
const marker = path.join(folder, "ran");
const project = path.join(folder, "project");

const npm = (cwd: string, ...args: string[]): string =>
  execFileSync("npm", args, { cwd, encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] });

/** A compromised dependency, with a program in its install script. */
beforeAll(() => {
  const dependency = path.join(folder, "dependency");
  for (const made of [dependency, project]) mkdirSync(made);
  writeFileSync(
    path.join(dependency, "package.json"),
    JSON.stringify({
      name: "taken-over",
      version: "1.0.0",
      scripts: { postinstall: `node -e "require('fs').writeFileSync(process.argv[1],'')" "${marker}"` },
    }),
  );
  npm(folder, "pack", "./dependency");
  writeFileSync(path.join(project, "package.json"), JSON.stringify({ name: "project", version: "1.0.0" }));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const install = (): boolean => {
  npm(project, "install", "--offline", "--no-audit", "--no-fund", path.join(folder, "taken-over-1.0.0.tgz"));
  expect(existsSync(path.join(project, "node_modules/taken-over"))).toBe(true);
  return existsSync(marker);
};

it("a compromised dependency runs nothing during installation", () => {
  copyFileSync(path.join(root, ".npmrc"), path.join(project, ".npmrc"));
  expect(install()).toBe(false);
});

it("none of our scripts is an npm hook, which would be skipped", () => {
  for (const workspace of [".", "contract", "server", "console"]) {
    const text = readFileSync(path.join(root, workspace, "package.json"), "utf8");
    const { scripts = {} } = JSON.parse(text) as { scripts?: Record<string, string> };
    const hooks = Object.keys(scripts).filter((name) => /^(?:pre|post)/.test(name) || name === "install");
    expect([workspace, hooks]).toEqual([workspace, []]);
  }
});
