import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { repositoryRoot } from "./finding.ts";
import { listComponents } from "./print-sbom.ts";

const components = listComponents(readFileSync(path.join(repositoryRoot, "package-lock.json"), "utf8"));

it("names every package that runs, with its version, content and license", () => {
  const { dependencies } = JSON.parse(
    readFileSync(path.join(repositoryRoot, "server/package.json"), "utf8"),
  ) as { dependencies: Record<string, string> };
  const own = Object.entries(dependencies).filter(([name]) => !name.startsWith("@tollgate/"));
  expect(components.map(({ name, version }) => `${name} ${version}`)).toEqual(
    expect.arrayContaining(own.map(([name, version]) => `${name} ${version}`)),
  );
  for (const { purl, hashes, licenses } of components) {
    expect(purl).toMatch(/^pkg:npm\/(%40[^/]+\/)?[^/@]+@\d/);
    expect(hashes[0]?.content, purl).toMatch(/^[0-9a-f]{128}$/);
    expect(licenses[0]?.expression, purl).not.toBe("");
  }
});

it("leaves out what only development needs", () => {
  expect(components.map(({ name }) => name)).not.toContain("vitest");
});
