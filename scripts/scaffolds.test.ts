import { spawnSync } from "node:child_process";
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { checkLocales } from "./check-locales.ts";
import { checkShapes } from "./check-shapes.ts";
import { repositoryRoot } from "./finding.ts";
import { createNew } from "./new.ts";
import { findFreeType, makeProvider, readPlaceholders } from "./new-provider.ts";
import { makeScreen } from "./new-screen.ts";
import { plantTree } from "./plant-tree.ts";
import { camelName, type Scaffold, splitName, titleName, writeScaffold } from "./write-scaffold.ts";

const providers = "server/src/relay/providers";
const screens = "console/src/screens";
const placeholders = readPlaceholders(repositoryRoot);

/** Compiles planted files against the repository's own sources: a copy of a workspace without its tests. */
function compile(root: string, workspace: string, folders: string[]): string {
  for (const folder of folders) {
    const from = path.join(repositoryRoot, folder);
    if (!existsSync(from)) continue;
    cpSync(from, path.join(root, folder), {
      recursive: true,
      force: false,
      filter: (file) => !file.includes("node_modules") && !/\.test\.tsx?$/.test(file),
    });
  }
  for (const file of ["tsconfig.base.json", `${workspace}/tsconfig.json`, `${workspace}/package.json`]) {
    cpSync(path.join(repositoryRoot, file), path.join(root, file));
  }
  mkdirSync(path.join(root, workspace), { recursive: true });
  for (const folder of ["node_modules", `${workspace}/node_modules`]) {
    const modules = path.join(repositoryRoot, folder);
    if (existsSync(modules)) symlinkSync(modules, path.join(root, folder));
  }
  const run = spawnSync(
    process.execPath,
    [path.join(repositoryRoot, "node_modules/typescript/bin/tsc"), "-p", workspace, "--incremental", "false"],
    { cwd: root, encoding: "utf8" },
  );
  return run.stdout;
}

function writeRegistry(root: string, file: string, scaffold: Scaffold): void {
  const line = /import .*;/.exec(scaffold.steps[0]?.split("; and ")[0] ?? "")?.[0] ?? scaffold.steps[0] ?? "";
  mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
  const statement = line.slice(line.indexOf("import"));
  const name = /(\w+) \}/.exec(statement)?.[1];
  writeFileSync(path.join(root, file), `${statement}\nexport const list = [${name}];\n`);
}

const complaintsAbout = (output: string, folder: string) =>
  output.split("\n").filter((line) => line.startsWith(folder));

describe("new-provider", () => {
  it("makes a folder that has its shape once the printed line is added", () => {
    using tree = plantTree({});
    const scaffold = makeProvider("acme-cloud", 901, placeholders);
    writeScaffold(tree.root, `${providers}/acme-cloud`, scaffold);
    expect(checkShapes(tree.root)).toMatchObject([
      { problem: `is not registered in ${providers}/registry.ts` },
    ]);
    writeRegistry(tree.root, `${providers}/registry.ts`, scaffold);
    expect(checkShapes(tree.root)).toEqual([]);
  });

  it("compiles, and keeps the promises of every provider", { timeout: 60_000 }, () => {
    using tree = plantTree({});
    writeScaffold(tree.root, `${providers}/acme-cloud`, makeProvider("acme-cloud", 901, placeholders));
    const output = compile(tree.root, "server", ["server/src", "server/test/conformance"]);
    expect(complaintsAbout(output, `${providers}/acme-cloud`)).toEqual([]);
    const run = spawnSync(
      process.execPath,
      [path.join(repositoryRoot, "node_modules/vitest/vitest.mjs"), "run", "acme-cloud"],
      { cwd: tree.root, encoding: "utf8", env: { ...process.env, NO_COLOR: "1" } },
    );
    expect(run.stdout).toMatch(/Tests\s+\d+ passed \(/);
  });

  it("takes the first free type number", () => {
    using tree = plantTree({
      [`${providers}/a/descriptor.ts`]: "export const descriptor = { type: 901 };",
      [`${providers}/b/descriptor.ts`]: "export const descriptor = { type: 28 };",
      [`${providers}/look-alikes.ts`]: "const rows = { c: { type: 903 }, d: { type: 902 } };",
    });
    expect(findFreeType(tree.root)).toBe(904);
  });
});

describe("new-screen", () => {
  it("makes a folder that has its shape and its texts once the printed lines are added", () => {
    using tree = plantTree({});
    const scaffold = makeScreen("sales-reports");
    writeScaffold(tree.root, `${screens}/sales-reports`, scaffold);
    writeRegistry(tree.root, "console/src/app/screens.ts", scaffold);
    expect(checkShapes(tree.root)).toEqual([]);
    expect(checkLocales(tree.root)).toMatchObject([
      { problem: expect.stringContaining("screens.sales-reports") },
    ]);
    for (const language of ["en_US", "zh_CN", "ja_JP"]) {
      const file = path.join(tree.root, `console/src/lib/i18n/locales/${language}/shell.json`);
      mkdirSync(path.dirname(file), { recursive: true });
      writeFileSync(file, '{ "screens": { "sales-reports": "Sales reports" } }');
    }
    expect(checkLocales(tree.root)).toEqual([]);
  });

  it("compiles", { timeout: 60_000 }, () => {
    using tree = plantTree({});
    writeScaffold(tree.root, `${screens}/sales-reports`, makeScreen("sales-reports"));
    const output = compile(tree.root, "console", ["console/src/lib", "console/src/design-system"]);
    const complaints = complaintsAbout(output, `${screens}/sales-reports`);
    // The test's helpers stand in the app, which is not copied.
    expect(complaints.filter((line) => !line.includes("page.test.tsx"))).toEqual([]);
  });
});

describe("names", () => {
  it("turns a name into its forms", () => {
    expect([camelName("acme-cloud"), titleName("acme-cloud")]).toEqual(["acmeCloud", "Acme cloud"]);
  });

  it.each(["", "Acme", "acme_cloud", "../acme", "acme-", "-acme", "a/b"])("refuses %j", (name) => {
    expect(() => splitName(name)).toThrow("is not a kebab-case name");
  });

  it("never writes into a folder that exists", () => {
    using tree = plantTree({ [`${providers}/acme/index.ts`]: "mine" });
    expect(() =>
      writeScaffold(tree.root, `${providers}/acme`, makeProvider("acme", 901, placeholders)),
    ).toThrow("exists already");
    expect(readFileSync(path.join(tree.root, `${providers}/acme/index.ts`), "utf8")).toBe("mine");
  });
});

describe("npm run new", () => {
  /** npm itself, run by this Node, with an old `node` first in the path: npm's own folder of programs must come before it. */
  function runNpm(...args: string[]) {
    using old = plantTree({ "bin/node": "#!/bin/sh\necho 'an old Node' >&2\nexit 9\n" });
    chmodSync(path.join(old.root, "bin/node"), 0o755);
    const search = [path.join(old.root, "bin"), "/usr/local/bin", "/usr/bin", "/bin"].join(path.delimiter);
    return spawnSync(process.execPath, [findNpm(), "run", "-s", ...args], {
      cwd: repositoryRoot,
      encoding: "utf8",
      env: { ...process.env, PATH: search },
    });
  }

  function findNpm(): string {
    const candidates = (process.env["PATH"] ?? "")
      .split(path.delimiter)
      .map((folder) => path.join(folder, "npm"));
    return realpathSync(candidates.find((file) => existsSync(file)) ?? "npm");
  }

  it("runs with the Node that npm brings, whatever Node the machine has", () => {
    const run = runNpm("new", "--", "screen", "Bad Name");
    expect(run.stderr).toBe('"Bad Name" is not a kebab-case name, like "acme-cloud".\n');
    expect(run.status).toBe(1);
  });

  it.each(["", "widget", "toString"])("shows how it is called when asked for the kind %j", (kind) => {
    using tree = plantTree({});
    expect(() => createNew(tree.root, kind, "acme")).toThrow("Usage: npm run new -- provider|screen <name>");
  });

  it("writes the folder and returns what is left to do", () => {
    using tree = plantTree({});
    expect(createNew(tree.root, "screen", "sales-reports")).toContain(
      "Made console/src/screens/sales-reports. Now:\n- console/src/app/screens.ts: import",
    );
    expect(existsSync(path.join(tree.root, screens, "sales-reports/screen.ts"))).toBe(true);
  });

  it("is what the how-to pages say", () => {
    const read = (page: string) => readFileSync(path.join(repositoryRoot, page), "utf8");
    expect(read("docs/adding-a-provider.md")).toContain("```\nnpm run new -- provider acme\n```");
    expect(read("docs/adding-a-screen.md")).toContain("```\nnpm run new -- screen reports\n```");
    expect(JSON.parse(read("package.json"))).toMatchObject({
      scripts: { new: "node scripts/require-node.mjs && node scripts/new.ts" },
    });
  });
});
