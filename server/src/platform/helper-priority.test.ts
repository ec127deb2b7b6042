import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { getPriority, tmpdir } from "node:os";
import path from "node:path";
import { afterEach, expect, it } from "vitest";
import { lowerHelperPriority } from "./helper-priority.ts";

const folder = mkdtempSync(path.join(tmpdir(), "tollgate-threads-"));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Nice values of the threads of a process that lowered its helpers, by the thread's name. */
function priorities(): Record<string, number[]> {
  const script = `
    import { readdirSync, readFileSync } from "node:fs";
    import { getPriority } from "node:os";
    import { lowerHelperPriority } from ${JSON.stringify(path.join(import.meta.dirname, "helper-priority.ts"))};
    lowerHelperPriority();
    const found = {};
    for (const thread of readdirSync("/proc/self/task")) {
      const name = readFileSync("/proc/self/task/" + thread + "/comm", "utf8").trim();
      (found[name] ??= []).push(getPriority(Number(thread)));
    }
    console.log(JSON.stringify(found));`;
  return JSON.parse(
    execFileSync(process.execPath, ["--input-type=module", "-e", script], { encoding: "utf8" }),
  ) as Record<string, number[]>;
}

it.runIf(process.platform === "linux")("lowers the helpers of V8 and nothing else", () => {
  const { V8Worker, ...others } = priorities();
  expect(V8Worker?.length).toBeGreaterThan(0);
  expect(new Set(V8Worker)).toEqual(new Set([15]));
  expect(new Set(Object.values(others).flat())).toEqual(new Set([getPriority()]));
});

it("changes nothing on a system that does not list its threads", () => {
  expect(lowerHelperPriority(path.join(folder, "task"))).toBe(0);
});
