import { expect, it } from "vitest";
import { checkPackages } from "./check-packages.ts";
import { plantTree } from "./plant-tree.ts";

const good = { version: "1.0.0", integrity: "sha512-abc", license: "MIT" };

/** Findings in a repository with one package like this. */
function found(entry: object, manifest: object = {}, npmrc = "ignore-scripts=true\n"): string[] {
  using tree = plantTree({
    "package-lock.json": JSON.stringify({
      packages: { "": {}, "node_modules/planted": { ...good, ...entry } },
    }),
    "package.json": JSON.stringify({ private: true, ...manifest }),
    ".npmrc": npmrc,
  });
  return checkPackages(tree.root).map(({ problem }) => problem);
}

it("accepts pinned packages without install scripts and with a known license", () => {
  expect(found({})).toEqual([]);
  expect(found({ license: "(MPL-2.0 OR GPL-3.0)" })).toEqual([]);
  expect(found({ license: "MIT AND Zlib" })).toEqual([]);
});

it("rejects a package whose content is not pinned", () => {
  expect(found({ integrity: undefined })).toEqual(["node_modules/planted has no SHA-512 of its content"]);
  expect(found({ integrity: "sha1-abc" })).toEqual(["node_modules/planted has no SHA-512 of its content"]);
});

it("rejects a package from outside a registry", () => {
  const problem = "node_modules/planted does not come from a registry";
  expect(found({ resolved: "git+ssh://git@example.com/a.git#abc" })).toEqual([problem]);
  expect(found({ resolved: "http://example.com/a.tgz" })).toEqual([problem]);
});

it("rejects a package of a registry that bears the name of a workspace", () => {
  using tree = plantTree({
    "package-lock.json": JSON.stringify({
      packages: {
        "": {},
        "node_modules/@tollgate/contract": { ...good, resolved: "https://registry.example/contract.tgz" },
        "node_modules/@tollgate/server": { resolved: "server", link: true },
      },
    }),
    "package.json": JSON.stringify({ private: true }),
    ".npmrc": "ignore-scripts=true\n",
  });
  expect(checkPackages(tree.root).map(({ problem }) => problem)).toEqual([
    "node_modules/@tollgate/contract is not the workspace of this repository",
  ]);
});

it("rejects an install script unless it is disabled by name", () => {
  expect(found({ hasInstallScript: true })[0]).toContain("has an install script");
  expect(found({ hasInstallScript: true }, { allowScripts: { planted: true } })[0]).toContain(
    "install script",
  );
  expect(found({ hasInstallScript: true }, { allowScripts: { planted: false } })).toEqual([]);
});

it("rejects an installation that would run scripts at all", () => {
  expect(found({}, {}, "loglevel=error\n")[0]).toContain("ignore-scripts=true");
});

it("rejects a license that is not known", () => {
  expect(found({ license: "AGPL-3.0" })).toEqual(["node_modules/planted has the license AGPL-3.0"]);
  expect(found({ license: "MIT AND AGPL-3.0" })[0]).toContain("AGPL-3.0");
  expect(found({ license: undefined })[0]).toContain("(none)");
});

it("rejects versions that float, and manifests that could be published", () => {
  expect(found({}, { dependencies: { planted: "^1.0.0" } })).toEqual(["planted is not pinned: ^1.0.0"]);
  expect(found({}, { private: false })).toEqual(["is not private, so it could be published"]);
});
