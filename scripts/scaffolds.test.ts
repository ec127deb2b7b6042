import { spawnSync } from "node:child_process";
import { chmodSync, existsSync, readFileSync, realpathSync } from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { checkAudit } from "./check-audit.ts";
import { checkErrors } from "./check-errors.ts";
import { checkImportRules } from "./check-import-rules.ts";
import { checkImports } from "./check-imports.ts";
import { checkLocales } from "./check-locales.ts";
import { checkRegistries } from "./check-registries.ts";
import { checkShapes } from "./check-shapes.ts";
import { checkSizes } from "./check-sizes.ts";
import { checkVendors } from "./check-vendors.ts";
import { copyTree } from "./copy-tree.ts";
import { repositoryRoot } from "./finding.ts";
import { listFiles } from "./list-files.ts";
import { createNew } from "./new.ts";
import { kinds } from "./new/kinds.ts";
import { plantTree } from "./plant-tree.ts";
import { readImports } from "./read-source.ts";

/** One item of every kind, all in one copy of the repository. */
const items: Record<string, string> = {
  provider: "acme-cloud",
  format: "acme-embed",
  screen: "sales-reports",
  feature: "gift-cards",
  "sign-in": "acme",
  payment: "acme-pay",
  notice: "acme-chat",
  task: "acme-video",
};

/** Tests that multiply over items of the kind, beside the item's own. */
const multiplied = [
  "server/src/relay/endpoints/endpoint-table.test.ts",
  "server/test/control/audit-trail.test.ts",
  "server/test/control/default-models.test.ts",
  "server/test/control/role-matrix.test.ts",
  "server/test/conformance/conformance-document.test.ts",
  "server/test/documents/api-errors.test.ts",
  "server/src/relay/providers/registry.test.ts",
  "scripts/readme-tables.test.ts",
];

let tree: ReturnType<typeof copyTree>;
const changed = new Set<string>();
beforeAll(() => {
  tree = copyTree();
  for (const [kind, name] of Object.entries(items))
    for (const file of createNew(tree.root, kind, name).files) changed.add(file);
}, 300_000);
afterAll(() => tree?.[Symbol.dispose]());

describe("a new item of every kind", () => {
  const runTool = (program: string, ...args: string[]) =>
    spawnSync(process.execPath, [path.join(repositoryRoot, "node_modules", program), ...args], {
      cwd: tree.root,
      encoding: "utf8",
      env: { ...process.env, NO_COLOR: "1" },
    });

  it("exists for every kind of the command", () => {
    expect(Object.keys(items)).toEqual(Object.keys(kinds));
  });

  it("passes the checks with no edit by hand", () => {
    const checks = [
      checkAudit,
      checkErrors,
      checkImportRules,
      checkImports,
      checkLocales,
      checkRegistries,
      checkShapes,
      checkSizes,
      checkVendors,
    ];
    const found = checks.flatMap((check) => check(tree.root)).filter(({ warning }) => !warning);
    expect(found.map(({ path: place, problem }) => `${place} ${problem}`)).toEqual([]);
  });

  /** Source files that import one of the changed ones. */
  function findImporters(): string[] {
    const bare = (file: string) => file.replace(/\.tsx?$/, "");
    const names = new Set([...changed].map(bare));
    const resolve = (file: string, specifier: string) =>
      specifier.startsWith(".")
        ? path.posix.join(path.posix.dirname(file), specifier)
        : specifier.replace(/^@tollgate\/contract\//, "contract/src/");
    return ["contract", "server", "console", "scripts"]
      .flatMap((part) => listFiles(tree.root, part))
      .filter((file) => /\.tsx?$/.test(file))
      .filter((file) =>
        readImports(readFileSync(path.join(tree.root, file), "utf8")).some(({ specifier }) =>
          names.has(bare(resolve(file, specifier))),
        ),
      );
  }

  it("compiles, with everything that imports it", { timeout: 300_000 }, () => {
    const files = new Set([...changed, ...findImporters()].filter((file) => /\.tsx?$/.test(file)));
    const run = runTool("oxlint/bin/oxlint", "--type-aware", "--type-check", "--deny-warnings", ...files);
    expect(run.stdout).toMatch(/Found 0 warnings and 0 errors\.\n.* on \d{3,} files/);
  });

  it("passes its own tests and the tests over all items", { timeout: 300_000 }, () => {
    const own = [...changed].filter((file) => /\.test\.tsx?$/.test(file));
    const run = runTool("vitest/vitest.mjs", "run", ...new Set([...own, ...multiplied]));
    expect(run.stdout).toMatch(/Test Files\s+\d+ passed \(/);
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

  it.each(["", "widget", "toString"])("prints its usage for the kind %j", (kind) => {
    const usage = `Usage: npm run new -- ${Object.keys(items).join("|")} <name>`;
    expect(() => createNew(tree.root, kind, "acme")).toThrow(usage);
  });

  it.each([
    ["provider", "openai", "exists already"],
    ["provider", "kit", "exists already"],
    ["provider", "providers", 'expected no "providers"'],
    ["format", "kit", "is what formats share"],
    ["screen", "tokens", "exists already"],
    ["feature", "tokens", "exists already"],
    ["sign-in", "github", "exists already"],
    ["feature", "accounts", "exists already"],
    ["provider", "acme-cloud", "exists already"],
    ["task", "acme-video", "exists already"],
    ["payment", "gateways", 'expected no "gateways"'],
    ["feature", "inventory", "is not a plural noun"],
  ])("rejects the %s %s and changes nothing", (kind, name, reason) => {
    expect(() => createNew(tree.root, kind, name)).toThrow(reason);
  });

  it("matches the how-to pages", () => {
    for (const [kind, name] of Object.entries(items)) {
      const page = readFileSync(path.join(repositoryRoot, `docs/develop/adding-a-${kind}.md`), "utf8");
      expect(page).toContain(`\`\`\`\nnpm run new -- ${kind} ${name}\n\`\`\``);
    }
    expect(JSON.parse(readFileSync(path.join(repositoryRoot, "package.json"), "utf8"))).toMatchObject({
      scripts: { new: "node scripts/require-node.mjs && node scripts/new.ts" },
    });
  });
});
