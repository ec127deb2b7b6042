import { describe, expect, it } from "vitest";
import { checkImports, featureDoors, packageOf } from "./check-imports.ts";
import { plantTree } from "./plant-tree.ts";
import { readImports } from "./read-source.ts";

const manifests = {
  "package.json": '{ "devDependencies": { "vitest": "1" } }',
  "contract/package.json": '{ "dependencies": { "zod": "1" } }',
  "server/package.json": '{ "dependencies": { "fastify": "1" }, "devDependencies": { "smtp-server": "1" } }',
  "console/package.json": '{ "dependencies": { "react": "1", "@mui/material": "1" } }',
};

const check = (files: Record<string, string>, doors: Record<string, string[]> = {}) => {
  using tree = plantTree({ ...manifests, ...files });
  return checkImports(tree.root, doors).map(({ path, line, problem }) => `${path}:${line} ${problem}`);
};

describe("packages", () => {
  it("rejects a package that another workspace declares", () => {
    expect(check({ "console/src/app/app.tsx": '\nimport fastify from "fastify";\n' })).toEqual([
      'console/src/app/app.tsx:2 imports "fastify", which is not among the dependencies of console/package.json',
    ]);
  });

  it("rejects a development package in a source file and allows it in a test", () => {
    const text = 'import { SMTPServer } from "smtp-server";\n';
    expect(
      check({ "server/src/platform/mailer.ts": text, "server/src/platform/mailer.test.ts": text }),
    ).toMatchObject([expect.stringContaining("server/src/platform/mailer.ts:1")]);
  });

  it("rejects Node's own modules in the contract and the console, type-only or not", () => {
    const problems = check({
      "contract/src/quota.ts": 'import type { Stats } from "node:fs";\n',
      "console/src/lib/a.ts": 'export { join } from "path";\n',
      "server/src/platform/b.ts": 'import fs from "node:fs";\n',
    });
    expect(problems).toHaveLength(2);
  });

  it("resolves scoped packages, deep paths and queries to their package", () => {
    expect(packageOf("@mui/material/Button")).toBe("@mui/material");
    expect(
      check({
        "console/src/app/app.tsx":
          'import Button from "@mui/material/Button";\nimport url from "react/x.svg?url";\n',
      }),
    ).toEqual([]);
  });

  it("lets tests and tools use what any workspace declares, and nothing else", () => {
    const files = {
      "benchmarks/run.ts": 'import fastify from "fastify";\n',
      "e2e/sign-in.spec.ts": 'import { expect } from "vitest";\n',
      "server/test/support/a.ts": 'import leftPad from "left-pad";\n',
    };
    expect(check(files)).toEqual([
      'server/test/support/a.ts:1 imports "left-pad", which no package.json here declares',
    ]);
  });
});

describe("calls between features", () => {
  const files = { "server/src/control/auth/service.ts": 'import { users } from "../users/service.ts";\n' };

  it("rejects a call that is not listed", () => {
    expect(check(files)).toEqual([
      'server/src/control/auth/service.ts:1 the feature "auth" calls "users", which is not listed in featureDoors',
    ]);
  });

  it("allows a listed call and calls inside a feature", () => {
    expect(check(files, { auth: ["users"] })).toEqual([]);
    expect(check({ "server/src/control/auth/methods/a.ts": 'import { b } from "../service.ts";\n' })).toEqual(
      [],
    );
  });
});

it("lists calls without a cycle", () => {
  const reaches = (from: string, to: string, seen: string[] = []): boolean =>
    from === to ||
    (!seen.includes(from) && (featureDoors[from] ?? []).some((next) => reaches(next, to, [...seen, from])));
  const circles = Object.entries(featureDoors).filter(([from, targets]) =>
    targets.some((to) => reaches(to, from)),
  );
  expect(circles).toEqual([]);
});

describe("reading imports", () => {
  it("finds every form and returns its line", () => {
    const source = [
      'import a, { type B } from "one";',
      "import type {",
      "  C,",
      '} from "two";',
      'export * from "three";',
      'import "four";',
      'const five = await import("vitest");',
    ].join("\n");
    expect(readImports(source).map(({ specifier, line }) => `${line} ${specifier}`)).toEqual([
      "1 one",
      "2 two",
      "5 three",
      "6 four",
      "7 vitest",
    ]);
  });

  it("reads neither comments nor templates nor apostrophes in text", () => {
    const source = [
      '// import a from "comment";',
      '/* import a from "block"; */',
      'const code = `\nimport a from "template";\n${value}\nimport b from "tail";\n`;',
      "const view = <p>Don't</p>; // it's",
      'const pattern = /["\'`]/; const url = "http://x"; const smile = "😀";',
      'import real from "real";',
    ].join("\n");
    expect(readImports(source)).toEqual([{ specifier: "real", line: 10, typeOnly: false }]);
  });
});
