import { type ChannelTestRun, channelStatus } from "@tollgate/contract/channels";
import type { ModelKind } from "@tollgate/contract/model-kind";
import { isWildcard } from "@tollgate/contract/model-pattern";
import type { Clock } from "../../platform/clock.ts";
import { randomText } from "../../platform/ids.ts";
import type { ChannelRepository, ChannelRow } from "../../storage/repositories/channel-repository.ts";
import type { JobRunRepository } from "../../storage/repositories/job-run-repository.ts";
import { type Actor, systemActor } from "../actor.ts";
import { createSpareRule, type SpareRule } from "./spare-channels.ts";
import type { ChannelForCall } from "./write-channels.ts";

/** How one channel's test ended. */
export interface TestedChannel {
  /** Undefined: nothing was sent, since the provider has no such request. */
  passed: boolean | undefined;
  change: "none" | "enabled" | "disabled" | "kept";
}

export interface TestRunDependencies {
  channels: ChannelRepository;
  runs: JobRunRepository;
  clock: Clock;
  /** @throws AppError channel.not_found */
  findForCall(id: number): Promise<ChannelForCall>;
  /** Tests one channel and applies the result; checks the rule before it disables. */
  testOne(actor: Actor, channel: ChannelForCall, model: string, spare: SpareRule): Promise<TestedChannel>;
  kindOf(row: ChannelRow, model: string): Promise<ModelKind>;
  /** Called after a run that a person started, or that changed something. */
  onEnd(counts: TestCounts): Promise<void>;
}

export interface TestRuns {
  /** Starts a run unless one is active in any process, and returns its progress. */
  start(actor: Actor, ids?: readonly number[]): Promise<ChannelTestRun>;
  /** Tests the channels in these states to the end; nothing if there are none, or while another run is active. */
  runNow(actor: Actor, statuses: readonly number[]): Promise<void>;
  read(): Promise<ChannelTestRun>;
}

export type TestCounts = Omit<ChannelTestRun, "state" | "started_at">;

const runName = "channel-tests";
/** Seconds after which a run whose process stopped responding may be replaced. */
const heldSeconds = 60;
const renewMilliseconds = 15_000;
/** Channels tested concurrently. */
const atOnce = 4;
const nothing: TestCounts = { total: 0, passed: 0, failed: 0, skipped: 0, enabled: 0, disabled: 0, kept: 0 };

/**
 * Tests of many channels: one run at a time among all processes, with its progress in the database so that all of them
 * can report it.
 */
export function createTestRuns(deps: TestRunDependencies): TestRuns {
  const { channels, runs, clock } = deps;

  async function read(): Promise<ChannelTestRun> {
    const row = await runs.find(runName);
    if (!row) return { state: "never", started_at: 0, ...nothing };
    const counts = JSON.parse(row.progress) as TestCounts;
    const ended = row.held_until < clock.now() ? "stopped" : "running";
    return { state: row.holder === "" ? "done" : ended, started_at: row.started_at, ...counts };
  }

  /** Claims the run; undefined if another one is active. */
  async function take(total: number): Promise<string | undefined> {
    const holder = randomText(20);
    const now = clock.now();
    const progress = JSON.stringify({ ...nothing, total });
    const held = await runs.hold(runName, { holder, now, until: now + heldSeconds, progress });
    return held ? holder : undefined;
  }

  async function work(actor: Actor, rows: readonly ChannelRow[], holder: string): Promise<void> {
    const counts = { ...nothing, total: rows.length };
    const renewing = setInterval(() => {
      // The next heartbeat makes up for a missed one.
      runs.renew(runName, holder, clock.now() + heldSeconds).catch(() => {});
    }, renewMilliseconds);
    renewing.unref();
    try {
      const spare = createSpareRule((await channels.allWithStatus([channelStatus.enabled])).map(offerOf));
      const waiting = rows[Symbol.iterator]();
      const line = async (): Promise<void> => {
        for (const { id } of waiting) {
          await testInto(counts, actor, id, spare);
          await runs.report(runName, holder, JSON.stringify(counts));
        }
      };
      // A line that fails leaves its channels to the others, and the run is not released while those still test.
      const lines = await Promise.allSettled(Array.from({ length: Math.min(atOnce, rows.length) }, line));
      for (const ended of lines) if (ended.status === "rejected") throw ended.reason;
    } finally {
      clearInterval(renewing);
      await runs.release(runName, holder, JSON.stringify(counts));
    }
    if (actor.id !== systemActor.id || counts.disabled + counts.enabled > 0) await deps.onEnd(counts);
  }

  async function testInto(counts: TestCounts, actor: Actor, id: number, spare: SpareRule): Promise<void> {
    try {
      // The run may have read its list minutes ago, and the channel may have been edited since.
      const channel = await deps.findForCall(id);
      const model = channel.row.test_model || (await firstModel(channel.row));
      if (model === undefined) {
        counts.skipped += 1;
        return;
      }
      const { passed, change } = await deps.testOne(actor, channel, model, spare);
      counts[passed === undefined ? "skipped" : passed ? "passed" : "failed"] += 1;
      if (change !== "none") counts[change] += 1;
    } catch {
      // Deleted in the meantime, or its key cannot be opened: the others are still tested.
      counts.failed += 1;
    }
  }

  /** The first model that a test can call, chat models before embedding models. */
  async function firstModel(row: ChannelRow): Promise<string | undefined> {
    let embedding: string | undefined;
    for (const model of JSON.parse(row.models) as string[]) {
      if (isWildcard(model)) continue;
      const kind = await deps.kindOf(row, model);
      if (kind === "chat") return model;
      if (kind === "embedding") embedding ??= model;
    }
    return embedding;
  }

  return {
    async start(actor, ids) {
      const { enabled, autoDisabled } = channelStatus;
      const rows = ids ? await channels.withIds(ids) : await channels.allWithStatus([enabled, autoDisabled]);
      const holder = await take(rows.length);
      // The client polls for the end. A run that fails is reported as stopped.
      if (holder !== undefined) work(actor, rows, holder).catch(() => {});
      return read();
    },

    async runNow(actor, statuses) {
      const rows = await channels.allWithStatus(statuses);
      if (rows.length === 0) return;
      const holder = await take(rows.length);
      if (holder !== undefined) await work(actor, rows, holder);
    },

    read,
  };
}

function offerOf(row: ChannelRow) {
  const { id } = row;
  return { id, groups: JSON.parse(row.groups) as string[], models: JSON.parse(row.models) as string[] };
}
