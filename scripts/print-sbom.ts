/**
 * `npm run sbom`: the packages that a running Tollgate consists of, as a CycloneDX 1.6 document, from the lockfile. `npm sbom` rejects this
 * tree because of an optional peer of a tool.
 */
import { readFileSync } from "node:fs";
import path from "node:path";
import { repositoryRoot } from "./finding.ts";

interface LockedPackage {
  version?: string;
  integrity?: string;
  license?: string;
  link?: boolean;
  dev?: boolean;
}

export interface Component {
  type: "library";
  name: string;
  version: string;
  purl: string;
  licenses: { expression: string }[];
  hashes: { alg: "SHA-512"; content: string }[];
}

/** @param lockfile text of `package-lock.json`; packages that only development needs are left out */
export function listComponents(lockfile: string): Component[] {
  const { packages } = JSON.parse(lockfile) as { packages: Record<string, LockedPackage> };
  const components = new Map<string, Component>();
  for (const [place, { version = "", integrity = "", license = "", link, dev }] of Object.entries(packages)) {
    if (!place.includes("node_modules/") || link || dev) continue;
    const name = place.slice(place.lastIndexOf("node_modules/") + "node_modules/".length);
    const purl = `pkg:npm/${name.replace("@", "%40")}@${version}`;
    components.set(purl, {
      type: "library",
      name,
      version,
      purl,
      licenses: [{ expression: license }],
      hashes: [
        { alg: "SHA-512", content: Buffer.from(integrity.slice("sha512-".length), "base64").toString("hex") },
      ],
    });
  }
  return [...components.values()].sort((a, b) => (a.purl < b.purl ? -1 : 1));
}

if (import.meta.main) {
  const read = (file: string): string => readFileSync(path.join(repositoryRoot, file), "utf8");
  const { name, version } = JSON.parse(read("package.json")) as { name: string; version: string };
  const document = {
    bomFormat: "CycloneDX",
    specVersion: "1.6",
    version: 1,
    metadata: { component: { type: "application", name, version } },
    components: listComponents(read("package-lock.json")),
  };
  console.log(JSON.stringify(document, undefined, 2));
}
