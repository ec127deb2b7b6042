import { afterEach, expect, it, vi } from "vitest";
import { newTask } from "../../../test/support/stored-task.ts";
import type { TaskClaim } from "../../ledger/task-ledger.ts";
import { createMemoryBudget } from "../../platform/memory-budget.ts";
import { createTaskPoller, type PollerDependencies, type TaskPoller } from "./poll-tasks.ts";

let poller: TaskPoller;
afterEach(() => poller.stop());

/** A poller of one channel key that always has due tasks. Its queries fail when the test says so. */
function aPoller() {
  const group = { platform: "none", channel_id: 5, channel_key: 0 };
  const state = { now: 1_700_000_000_000, looksDuringPause: 0 };
  const open: (() => void)[] = [];
  const claim = ({ limit, expiring }: TaskClaim) => {
    if (expiring === undefined)
      return Promise.resolve(
        Array.from({ length: limit }, (_, at) => newTask(`t${at}`, { upstream_id: "u" })),
      );
    state.looksDuringPause += 1;
    return Promise.resolve([]);
  };
  poller = createTaskPoller({
    processId: "test",
    milliseconds: () => state.now,
    memory: createMemoryBudget(1_000_000),
    reader: { dueGroups: () => Promise.resolve([group]) },
    tasks: { claim, changeAll: () => Promise.resolve([]) },
    snapshots: { current: () => ({ channel: () => undefined }) },
    loadChannel: () => new Promise((resolve) => open.push(() => resolve(undefined))),
    onError: (error: unknown) => expect.unreachable(String(error)),
  } as unknown as PollerDependencies);
  return {
    /** Waits for the queries that run together, and lets them fail. */
    async failAll(): Promise<void> {
      await vi.waitFor(() => expect(open).toHaveLength(4));
      for (const fail of open.splice(0)) fail();
      await vi.waitFor(() => expect(state.looksDuringPause).toBeGreaterThan(0));
    },
    /** Time passes between two looks. */
    async pass(milliseconds: number): Promise<void> {
      await poller.stop();
      Object.assign(state, { now: state.now + milliseconds, looksDuringPause: 0 });
      poller.start();
    },
    /** Waits for a look during the pause. Returns the number of running queries. */
    async queriesInPause(): Promise<number> {
      await vi.waitFor(() => expect(state.looksDuringPause).toBeGreaterThan(0));
      return open.length;
    },
  };
}

it("doubles the pause of a channel once for queries that fail together", async () => {
  const { failAll, pass, queriesInPause } = aPoller();
  poller.start();
  await failAll();
  await pass(4999);
  expect(await queriesInPause()).toBe(0);
  await pass(1);
  await failAll();
  await pass(9999);
  expect(await queriesInPause()).toBe(0);
  await pass(1);
  await failAll();
  await pass(19_999);
  expect(await queriesInPause()).toBe(0);
});
