import { execFileSync } from "node:child_process";
import { getPriority } from "node:os";
import path from "node:path";
import { Worker } from "node:worker_threads";
import { expect, it } from "vitest";

const inThread = `
const { readlinkSync } = require("node:fs");
const { basename } = require("node:path");
const { getPriority } = require("node:os");
const { parentPort, workerData } = require("node:worker_threads");
import(workerData).then(({ stepBack }) => {
  stepBack();
  parentPort.postMessage(getPriority(Number(basename(readlinkSync("/proc/thread-self")))));
});
`;

it.runIf(process.platform === "linux")("lowers the priority of the thread, and of no other", async () => {
  const before = getPriority();
  const module = new URL("./step-back.ts", import.meta.url).href;
  const thread = new Worker(inThread, { eval: true, workerData: module });
  const priority = await new Promise((resolve, reject) => {
    thread.once("message", resolve);
    thread.once("error", reject);
  });
  expect(priority).toBe(5);
  expect(getPriority()).toBe(before);
  await thread.terminate();
});

/** Nice values of the threads of a process that lowered its helpers, by the thread's name. */
function priorities(): Record<string, number[]> {
  const script = `
    import { readdirSync, readFileSync } from "node:fs";
    import { getPriority } from "node:os";
    import { stepHelpersBack } from ${JSON.stringify(path.join(import.meta.dirname, "step-back.ts"))};
    await stepHelpersBack();
    const found = {};
    for (const thread of readdirSync("/proc/self/task")) {
      const name = readFileSync("/proc/self/task/" + thread + "/comm", "utf8").trim();
      (found[name] ??= []).push(getPriority(Number(thread)));
    }
    console.log(JSON.stringify(found));`;
  return JSON.parse(
    execFileSync(process.execPath, ["--input-type=module", "-e", script], {
      encoding: "utf8",
      env: { ...process.env, UV_THREADPOOL_SIZE: "4" },
    }),
  ) as Record<string, number[]>;
}

it.runIf(process.platform === "linux")("lowers V8's helpers and the whole pool, and nothing else", () => {
  const { V8Worker, "libuv-worker": pool, ...others } = priorities();
  expect(V8Worker?.length).toBeGreaterThan(0);
  expect(new Set(V8Worker)).toEqual(new Set([10]));
  expect(pool).toEqual([10, 10, 10, 10]);
  expect(new Set(Object.values(others).flat())).toEqual(new Set([getPriority()]));
});
