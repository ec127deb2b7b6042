import { spawn } from "node:child_process";
import { totalmem } from "node:os";
import path from "node:path";
import { checkAudit } from "./check-audit.ts";
import { checkBalances } from "./check-balances.ts";
import { checkErrors } from "./check-errors.ts";
import { checkExceptions } from "./check-exceptions.ts";
import { checkFunctions } from "./check-functions.ts";
import { checkImportRules } from "./check-import-rules.ts";
import { checkImports } from "./check-imports.ts";
import { checkLinks } from "./check-links.ts";
import { checkLocales } from "./check-locales.ts";
import { checkPackages } from "./check-packages.ts";
import { checkRegistries } from "./check-registries.ts";
import { checkRooms } from "./check-rooms.ts";
import { checkShapes } from "./check-shapes.ts";
import { checkSizes } from "./check-sizes.ts";
import { checkVendors } from "./check-vendors.ts";
import { checkWords } from "./check-words.ts";
import { describeFindings, type Finding, isFailure, repositoryRoot } from "./finding.ts";

/** Result of one check. */
export interface CheckResult {
  name: string;
  passed: boolean;
  milliseconds: number;
  /** What it printed; shown if it failed or warns. */
  output: string;
}

/** A check by name. The work starts when `run` is called. */
export interface Check {
  name: string;
  run(): Promise<{ passed: boolean; output: string }>;
}

const bin = path.join(repositoryRoot, "node_modules");

/**
 * For tools written in Go, such as the one that checks types: their garbage collector runs when the heap has grown fivefold instead of
 * twofold, which saves a tenth of the time. Past half of the machine's memory it runs more often again.
 */
const rarerCollections = { GOGC: "400", GOMEMLIMIT: `${Math.floor(totalmem() / 2)}B` };

/** A tool's own program under this Node, independent of the shell and of other Node versions. */
function tool(name: string, program: string, ...args: string[]): Check {
  return {
    name,
    run: () =>
      new Promise((resolve, reject) => {
        const child = spawn(process.execPath, [path.join(bin, program), ...args], {
          cwd: repositoryRoot,
          env: {
            ...rarerCollections,
            ...process.env,
            PATH: `${path.join(bin, ".bin")}${path.delimiter}${process.env["PATH"] ?? ""}`,
          },
        });
        let output = "";
        const collect = (chunk: Buffer) => (output += chunk.toString());
        child.stdout.on("data", collect);
        child.stderr.on("data", collect);
        child.once("error", reject);
        child.once("close", (code) => resolve({ passed: code === 0, output }));
      }),
  };
}

function script(name: string, check: (root: string) => Finding[]): Check {
  return {
    name,
    run: async () => {
      const findings = check(repositoryRoot);
      return { passed: !isFailure(findings), output: describeFindings(findings) };
    },
  };
}

/** Two lanes: the linter, which also checks types and uses every core, and everything else. */
const lanes: Check[][] = [
  [tool("lint", "oxlint/bin/oxlint", "--type-aware", "--type-check", "--deny-warnings")],
  [
    // The contract runs in the browser too, so its sources compile without Node's types.
    tool("portable", "typescript/bin/tsc", "-p", "contract/tsconfig.portable.json"),
    tool("format", "@biomejs/biome/bin/biome", "format", "--reporter=summary", "."),
    script("imports", checkImports),
    script("import rules", checkImportRules),
    script("rooms", checkRooms),
    script("exceptions", checkExceptions),
    script("packages", checkPackages),
    script("shapes", checkShapes),
    script("registries", checkRegistries),
    script("vendors", checkVendors),
    script("audit", checkAudit),
    script("balances", checkBalances),
    script("functions", checkFunctions),
    script("sizes", checkSizes),
    script("locales", checkLocales),
    script("words", checkWords),
    script("errors", checkErrors),
    script("links", checkLinks),
  ],
];

/** Runs a lane's checks one after the other. A check that cannot run counts as failed. */
export async function runLane(checks: Check[]): Promise<CheckResult[]> {
  const results: CheckResult[] = [];
  for (const { name, run } of checks) {
    const started = performance.now();
    const outcome = await run().catch((error: unknown) => ({ passed: false, output: String(error) }));
    results.push({ name, ...outcome, milliseconds: performance.now() - started });
  }
  return results;
}

/** The outputs worth reading, then one line per check. */
export function describeResults(results: CheckResult[]): string {
  const width = Math.max(...results.map(({ name }) => name.length));
  const texts = results
    .filter(({ output }) => output.trim() !== "")
    .filter(({ passed, output }) => !passed || output.includes("warning "))
    .map(({ name, output }) => `── ${name}\n${output.trim()}\n`);
  const table = results.map(
    ({ name, passed, milliseconds }) =>
      `${name.padEnd(width)}  ${passed ? "ok    " : "FAILED"}  ${(milliseconds / 1000).toFixed(1).padStart(5)} s`,
  );
  return [...texts, ...table].join("\n");
}

if (import.meta.main) {
  const results = (await Promise.all(lanes.map(runLane))).flat();
  console.log(describeResults(results));
  if (results.some(({ passed }) => !passed)) process.exitCode = 1;
}
