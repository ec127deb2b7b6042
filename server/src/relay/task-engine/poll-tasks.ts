import type { TaskRow } from "../../ledger/task-ledger.ts";
import { quotableSecrets } from "../../platform/clean-message.ts";
import type { MemoryAccount, MemoryBudget } from "../../platform/memory-budget.ts";
import type { DueGroup } from "../ports.ts";
import { UnreadableAnswer } from "../canonical/unreadable-answer.ts";
import type { TaskPlatform, TaskReport } from "../tasks/platform.ts";
import { taskPlatforms } from "../tasks/registry.ts";
import { applyQuery } from "./apply-report.ts";
import { callPlatform, callSeconds } from "./call-platform.ts";
import type { EngineDependencies } from "./engine.ts";

/** Queries platforms about tasks that have not ended. Any number of processes may run one each. */
export interface TaskPoller {
  start(): void;
  /** Looks for due tasks now. */
  wake(): void;
  /** Resolves when no query runs any more. */
  stop(): Promise<void>;
}

export interface PollerDependencies extends EngineDependencies {
  memory: Pick<MemoryBudget, "open">;
  /** Names this process in leases. */
  processId: string;
}

const lookMilliseconds = 1000;
/** Concurrent queries of this process, in total and per channel key. */
const queriesMost = 16;
const queriesPerGroup = 4;
const groupsPerLook = 200;
/** Tasks of one query, however many the platform takes. */
const tasksMost = 100;
/** A lease lasts longer than its query and the write of the result. */
const leaseMilliseconds = (callSeconds + 60) * 1000;
const firstPause = 5000;
const longestPause = 300_000;

export function createTaskPoller(dependencies: PollerDependencies): TaskPoller {
  const pauses = createPauses();
  const running = new Set<Promise<void>>();
  const busy = new Map<string, number>();
  let timer: NodeJS.Timeout | undefined;
  let looking: Promise<void> | undefined;
  let again = false;
  let stopped = true;

  /** Round robin, longest waiting group first: one query each until `queriesMost` run. */
  async function look(): Promise<void> {
    const now = dependencies.milliseconds();
    const groups = await dependencies.reader.dueGroups(now, groupsPerLook);
    for (const group of groups) if (pauses.isPaused(keyOf(group), now)) await expireTasks(group, now);
    let open = groups.filter((group) => !pauses.isPaused(keyOf(group), now));
    while (open.length > 0 && running.size < queriesMost && !stopped) {
      const rest: DueGroup[] = [];
      for (const group of open) {
        if (running.size >= queriesMost || (busy.get(keyOf(group)) ?? 0) >= queriesPerGroup) continue;
        if (await startQuery(group, now)) rest.push(group);
      }
      open = rest;
    }
  }

  /** Expires tasks on time while their channel does not answer. */
  async function expireTasks(group: DueGroup, now: number): Promise<void> {
    const { processId, tasks } = dependencies;
    for (;;) {
      const until = now + leaseMilliseconds;
      const rows = await tasks.claim({
        owner: processId,
        now,
        until,
        group,
        limit: tasksMost,
        expiring: now,
      });
      const problem = "The channel does not answer.";
      await applyQuery(
        dependencies,
        rows.map((row) => ({ row, news: undefined, problem })),
        [],
      );
      if (rows.length < tasksMost || stopped) return;
    }
  }

  /** True if there may be more due tasks of the group. */
  async function startQuery(group: DueGroup, now: number): Promise<boolean> {
    const platform = taskPlatforms.find(({ id }) => id === group.platform);
    const limit = Math.min(tasksMost, platform?.mostPerQuery ?? tasksMost);
    const rows = await dependencies.tasks.claim({
      owner: dependencies.processId,
      now,
      until: now + leaseMilliseconds,
      group,
      limit,
    });
    if (rows.length === 0) return false;
    const key = keyOf(group);
    busy.set(key, (busy.get(key) ?? 0) + 1);
    const query = queryGroup(dependencies, platform, group, rows)
      .then((worked) => pauses.note(key, worked, { begunAt: now, now: dependencies.milliseconds() }))
      .catch(dependencies.onError)
      .finally(() => {
        running.delete(query);
        const left = (busy.get(key) ?? 1) - 1;
        if (left === 0) busy.delete(key);
        else busy.set(key, left);
        wake();
      });
    running.add(query);
    return rows.length === limit;
  }

  function wake(): void {
    if (stopped) return;
    if (looking) {
      again = true;
      return;
    }
    clearTimeout(timer);
    again = false;
    looking = look()
      .catch(dependencies.onError)
      .finally(() => {
        looking = undefined;
        if (stopped) return;
        if (again && running.size < queriesMost) timer = setTimeout(wake, 20);
        else timer = setTimeout(wake, lookMilliseconds);
        timer.unref();
      });
  }

  return {
    start() {
      stopped = false;
      wake();
    },
    wake,
    async stop() {
      stopped = true;
      clearTimeout(timer);
      await looking;
      await Promise.all(running);
    },
  };
}

const keyOf = ({ platform, channel_id, channel_key }: DueGroup): string =>
  `${platform} ${channel_id} ${channel_key}`;

/** Queries one channel about leased tasks and stores the outcome. False: the query failed. */
async function queryGroup(
  dependencies: PollerDependencies,
  platform: TaskPlatform | undefined,
  group: DueGroup,
  rows: readonly TaskRow[],
): Promise<boolean> {
  // Tasks without a platform id were abandoned by a process that stopped during the submission.
  const known = rows.filter(({ upstream_id }) => upstream_id !== "");
  const lost = rows.filter(({ upstream_id }) => upstream_id === "");
  const memory = dependencies.memory.open("tasks");
  try {
    const found =
      known.length > 0 ? await query(dependencies, platform, { ...group, memory }, known) : noReports;
    const byId = new Map(found.reports.map((news) => [news.upstreamId, news]));
    await applyQuery(
      dependencies,
      [
        ...known.map((row) => ({ row, news: byId.get(row.upstream_id), problem: found.problem })),
        ...lost.map((row) => ({ row: { ...row, expires_at: 0 }, news: undefined, problem: "" })),
      ],
      found.keys,
    );
    return found.problem === "";
  } finally {
    memory.close();
  }
}

interface Found {
  reports: readonly TaskReport[];
  problem: string;
  keys: readonly string[];
}

const noReports: Found = { reports: [], problem: "", keys: [] };

async function query(
  dependencies: PollerDependencies,
  platform: TaskPlatform | undefined,
  { channel_id, channel_key, memory }: DueGroup & { memory: MemoryAccount },
  rows: readonly TaskRow[],
): Promise<Found> {
  const channel =
    dependencies.snapshots.current().channel(channel_id) ?? (await dependencies.loadChannel(channel_id));
  if (!platform) return { ...noReports, problem: "The platform is unknown." };
  if (!channel) return { ...noReports, problem: "The channel was deleted." };
  // A removed key is replaced by the first one, which often belongs to the same account.
  const keyIndex = channel_key < channel.keys.length ? channel_key : 0;
  const keys = quotableSecrets(channel);
  const ids = [...new Set(rows.map(({ upstream_id }) => upstream_id))];
  const received = await callPlatform(dependencies, platform, { channel, keyIndex, memory }, (view) =>
    platform.buildQuery(ids, view, rows[0]?.action ?? ""),
  );
  if ("problem" in received)
    return { reports: [], problem: `${received.problem.kind}: ${received.problem.message}`, keys };
  try {
    return { reports: platform.readReports(received.answer, received.view, ids), problem: "", keys };
  } catch (error) {
    if (!(error instanceof UnreadableAnswer)) dependencies.onError(error);
    return { reports: [], problem: "The channel's answer cannot be read.", keys };
  }
}

/** Exponential back-off of failing channels, in this process's memory. */
function createPauses() {
  const pauses = new Map<string, { begunAt: number; until: number; length: number }>();
  return {
    isPaused: (key: string, now: number): boolean => (pauses.get(key)?.until ?? 0) > now,
    /** A query that was chosen at `begunAt` ended. */
    note(key: string, worked: boolean, { begunAt, now }: { begunAt: number; now: number }): void {
      if (worked) {
        pauses.delete(key);
        return;
      }
      const known = pauses.get(key);
      // Concurrent queries fail for the same reason, which counts once.
      if (known && begunAt <= known.begunAt) return;
      const length = known ? Math.min(longestPause, known.length * 2) : firstPause;
      pauses.set(key, { begunAt: now, until: now + length, length });
    },
  };
}
