import { spawnSync } from "node:child_process";
import path from "node:path";
import { repositoryRoot } from "./finding.ts";
import { listFiles } from "./list-files.ts";

const browserTests = "e2e";

/** Programs that a test run consists of, in order. */
export type Step = "ensure-built" | "check" | "vitest";

/**
 * The steps for the arguments of `npm test`. Options alone run everything. With filters, only test files whose path contains one of them
 * run, without the checks, and console and server are built only if a browser test is among them.
 * @param specs paths of the browser tests
 */
export function planSteps(args: readonly string[], specs: readonly string[]): Step[] {
  const words = args.filter((argument) => !argument.startsWith("-"));
  if (words.length === 0) return ["ensure-built", "check", "vitest"];
  return specs.some((file) => words.some((word) => file.includes(word)))
    ? ["ensure-built", "vitest"]
    : ["vitest"];
}

if (import.meta.main) {
  const args = process.argv.slice(2);
  const programs: Record<Step, string[]> = {
    "ensure-built": ["scripts/ensure-built.ts"],
    check: ["scripts/check.ts"],
    vitest: ["node_modules/vitest/vitest.mjs", "run", ...args],
  };
  for (const step of planSteps(args, listFiles(repositoryRoot, browserTests))) {
    const [program = "", ...rest] = programs[step];
    const { status } = spawnSync(process.execPath, [path.join(repositoryRoot, program), ...rest], {
      cwd: repositoryRoot,
      stdio: "inherit",
    });
    if (status !== 0) process.exit(status ?? 1);
  }
}
