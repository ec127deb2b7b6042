import { getPriority } from "node:os";
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
