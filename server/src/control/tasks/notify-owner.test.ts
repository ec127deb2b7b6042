import { expect, it } from "vitest";
import { notifyOwner } from "./notify-owner.ts";

const task = {
  user_id: 7,
  model_name: "mj_imagine",
  prompt: "a toll gate\n  in the fog",
  status: "success",
  finished_at: 1_790_000_000_500,
  upstream_id: "up-1",
} as const;

async function noticesOf(change: object): Promise<unknown[][]> {
  const sent: unknown[][] = [];
  const notifyUser = (...notice: unknown[]) => Promise.resolve(sent.push(notice) > 0);
  await notifyOwner({ notifyUser }, { ...task, ...change });
  return sent;
}

it("sends the owner of a finished task its model, prompt, end and time", async () => {
  const time = 1_790_000_000;
  expect(await noticesOf({})).toEqual([
    [7, "task_done", { task: "mj_imagine: a toll gate in the fog", succeeded: true, time }],
  ]);
  expect(await noticesOf({ status: "expired", prompt: " " })).toEqual([
    [7, "task_done", { task: "mj_imagine", succeeded: false, time }],
  ]);
});

it("cuts a long prompt between letters", async () => {
  const [notice] = await noticesOf({ prompt: "🚧".repeat(100) });
  expect(notice?.[2]).toMatchObject({ task: `mj_imagine: ${"🚧".repeat(80)}…` });
});

it("sends nothing about a task that no platform accepted", async () => {
  expect(await noticesOf({ status: "failure", upstream_id: "" })).toEqual([]);
});
