import type { Channel, ChannelEvent, ChannelTestRun } from "@tollgate/contract/channels";
import type { Page } from "@tollgate/contract/list-query";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { asUser, type Client } from "../../../test/support/as-user.ts";
import { aChannel, anAdmin } from "../../../test/support/builders.ts";
import { type ControlApp, startControlApp } from "../../../test/support/control-app.ts";
import type { ChannelRepository, ChannelRow } from "../../storage/repositories/channel-repository.ts";
import type { JobRunRepository } from "../../storage/repositories/job-run-repository.ts";
import { systemActor } from "../actor.ts";
import { createTestRuns } from "./test-runs.ts";
import type { ChannelForCall } from "./write-channels.ts";

let running: ControlApp;
let admin: Client;
beforeEach(async () => {
  running = await startControlApp();
  admin = await asUser(running, await anAdmin(running));
});
afterEach(() => running.stop());

const passes = { time: 120, problem: undefined };
const rejected = { time: 30, problem: { kind: "auth" as const, status: 401, message: "no" } };

async function create(values: Record<string, unknown> = {}): Promise<number> {
  return (await admin.post<Channel>("/api/channel/", aChannel(values))).data.id;
}
const stateOf = async (id: number) => (await admin.get<Channel>(`/api/channel/${id}`)).data;
const readRun = async () => (await admin.get<ChannelTestRun>("/api/channel/test_all")).data;
const startRun = async () => (await admin.post<ChannelTestRun>("/api/channel/test_all")).data;
const ended = async () => {
  await expect.poll(readRun).toMatchObject({ state: "done" });
};
const switchOff = (id: number) => running.services.channels.disableAutomatically(id, "unpaid bill");
const onSchedule = () => running.services.channels.testOnSchedule();

describe("a test of all channels", () => {
  it("reports its progress while it runs, and how it ended", async () => {
    const [bad, off, away] = [await create({ key: "bad-key" }), await create(), await create()];
    await create();
    await create({ test_model: "", models: ["only-patterns*"] });
    await switchOff(off);
    await admin.put(`/api/channel/${away}`, { status: 2 });
    expect(await readRun()).toMatchObject({ state: "never", total: 0 });
    let release = () => {};
    const gate = new Promise<void>((resolve) => (release = resolve));
    running.probe.result = async (key) => {
      if (key === "bad-key") return rejected;
      await gate;
      return passes;
    };
    expect(await startRun()).toMatchObject({ state: "running", total: 4 });
    await expect.poll(readRun).toMatchObject({ state: "running", failed: 1, passed: 0, skipped: 1 });
    release();
    await ended();
    expect(await readRun()).toEqual({
      state: "done",
      started_at: running.clock.now(),
      total: 4,
      passed: 2,
      failed: 1,
      skipped: 1,
      enabled: 1,
      disabled: 1,
      kept: 0,
    });
    expect([await stateOf(bad), await stateOf(off), await stateOf(away)].map((one) => one.status)).toEqual([
      3, 1, 2,
    ]);
  });

  it("calls the first chat model, else an embedding model, and skips a channel that has neither", async () => {
    await create({ test_model: "", models: ["dall-e-3", "text-embedding-3-small", "gpt-4o-mini"] });
    await create({ test_model: "", models: ["whisper-1", "text-embedding-3-small"] });
    await create({ test_model: "", models: ["dall-e-3"] });
    const offered = await create({ test_model: "dall-e-3", models: ["dall-e-3"] });
    running.probe.result = (_key, model) => (model === "dall-e-3" ? rejected : passes);
    await startRun();
    await ended();
    expect(await readRun()).toMatchObject({ passed: 2, failed: 0, skipped: 2, disabled: 0 });
    const calls = running.probe.calls.map(({ model, kind }) => `${model} ${kind}`);
    expect(new Set(calls)).toEqual(new Set(["gpt-4o-mini chat", "text-embedding-3-small embedding"]));
    expect((await stateOf(offered)).status).toBe(1);
  });

  it("is not started twice", async () => {
    await create();
    let release = () => {};
    const gate = new Promise<void>((resolve) => (release = resolve));
    running.probe.result = () => gate.then(() => passes);
    await startRun();
    running.clock.advance(5);
    expect(await startRun()).toMatchObject({ state: "running", started_at: running.clock.now() - 5 });
    release();
    await ended();
    expect(running.probe.calls).toHaveLength(1);
  });

  it("is reported as stopped when its process stops responding, and may then start again", async () => {
    await create();
    await startRun();
    await ended();
    const dead = { holder: "dead", held_until: running.clock.now() + 60 };
    await running.database.queries.updateTable("job_runs").set(dead).execute();
    expect(await readRun()).toMatchObject({ state: "running" });
    running.clock.advance(61);
    expect(await readRun()).toMatchObject({ state: "stopped" });
    await startRun();
    await ended();
  });

  it("never disables more than half of a model's channels, and reports which it kept and why", async () => {
    const ids = [await create(), await create(), await create(), await create()];
    running.probe.result = rejected;
    await startRun();
    await ended();
    expect(await readRun()).toMatchObject({ failed: 4, disabled: 2, kept: 2 });
    const states = await Promise.all(ids.map(stateOf));
    expect(states.filter((one) => one.status === 1)).toHaveLength(2);
    const kept = states.find((one) => one.status === 1)?.id;
    const events = await admin.get<Page<ChannelEvent>>(`/api/channel/${kept}/events`);
    expect(events.data.data).toMatchObject([
      { kind: "kept_enabled", model: "gpt-4o", reason: "no", status: 401 },
    ]);
  });

  it("goes on when one channel's keys cannot be opened", async () => {
    const broken = await create();
    await create();
    await running.database.queries
      .updateTable("channels")
      .set({ key_encrypted: "nonsense" })
      .where("id", "=", broken)
      .execute();
    await startRun();
    await ended();
    expect(await readRun()).toMatchObject({ passed: 1, failed: 1 });
  });
});

describe("a channel that is edited during a run", () => {
  /** Tests with these keys end when `open` is called; `begun` counts them. */
  const holdTests = (...keys: string[]) => {
    let open = () => {};
    const gate = new Promise<void>((resolve) => (open = resolve));
    const held = { begun: 0, open };
    running.probe.result = async (key) => {
      if (!keys.includes(key)) return passes;
      held.begun += 1;
      await gate;
      return key === "bad-key" ? rejected : passes;
    };
    return held;
  };
  const edits = [
    ["key", { key: "new-key" }],
    ["address and key", { base_url: "https://new.example.com", key: "new-key" }],
  ] as const;

  it("is tested at its new address: the new key is never sent to the old one", async () => {
    for (const _ of [1, 2, 3, 4]) await create({ key: "slow-key" });
    const last = await create({ key: "bad-key", base_url: "https://old.example.com" });
    const held = holdTests("slow-key");
    await startRun();
    await expect.poll(() => held.begun).toBe(4);
    await admin.put("/api/channel/", { id: last, base_url: "https://new.example.com", key: "new-key" });
    held.open();
    await ended();
    const calls = running.probe.calls.map(({ target }) => target).filter(({ id }) => id === last);
    expect(calls).toMatchObject([{ keys: ["new-key"], baseUrl: "https://new.example.com" }]);
  });

  it.each(edits)("is not disabled for a rejection of its old %s", async (_what, edit) => {
    const id = await create({ key: "bad-key" });
    await create();
    const held = holdTests("bad-key");
    await startRun();
    await expect.poll(() => held.begun).toBe(1);
    expect((await admin.put("/api/channel/", { id, ...edit })).status).toBe(200);
    held.open();
    await ended();
    expect(await readRun()).toMatchObject({ failed: 1, disabled: 0 });
    expect(await stateOf(id)).toMatchObject({ status: 1, status_reason: "" });
  });

  it.each(edits)("is not enabled for a success of its old %s", async (_what, edit) => {
    const id = await create({ key: "good-key" });
    await switchOff(id);
    const held = holdTests("good-key");
    await startRun();
    await expect.poll(() => held.begun).toBe(1);
    await admin.put("/api/channel/", { id, ...edit });
    held.open();
    await ended();
    expect((await stateOf(id)).status).toBe(3);
  });

  it("keeps its status after a single test with a key that was replaced", async () => {
    const id = await create({ key: "bad-key" });
    const held = holdTests("bad-key");
    const test = running.services.channels.test(systemActor, id, "gpt-4o");
    await expect.poll(() => held.begun).toBe(1);
    await admin.put("/api/channel/", { id, key: "new-key" });
    held.open();
    expect(await test).toMatchObject({ success: false, status: 401 });
    expect((await stateOf(id)).status).toBe(1);
    expect(await running.services.channels.test(systemActor, id, "gpt-4o")).toMatchObject({ success: true });
  });

  it("is disabled as before where the edit does not concern the upstream", async () => {
    const id = await create({ key: "bad-key" });
    await create();
    const held = holdTests("bad-key");
    await startRun();
    await expect.poll(() => held.begun).toBe(1);
    await admin.put("/api/channel/", { id, name: "renamed", weight: 7 });
    held.open();
    await ended();
    expect(await stateOf(id)).toMatchObject({ name: "renamed", status: 3 });
  });
});

describe("a run whose progress cannot be stored", () => {
  it("is released when the last channel is tested, and then fails", async () => {
    const happened: string[] = [];
    let open = () => {};
    const gate = new Promise<void>((resolve) => (open = resolve));
    let failed = () => {};
    const failure = new Promise<void>((resolve) => (failed = resolve));
    const rows = [1, 2, 3, 4].map(
      (id) => ({ id, groups: "[]", models: "[]", test_model: "m" }) as ChannelRow,
    );
    const runs = createTestRuns({
      channels: { allWithStatus: async () => rows } as unknown as ChannelRepository,
      runs: {
        hold: async () => true,
        report: async () => {
          if (happened.length > 1) return;
          failed();
          throw new Error("disk full");
        },
        release: async () => void happened.push("released"),
      } as unknown as JobRunRepository,
      clock: running.clock,
      findForCall: async (id) => ({ row: rows[id - 1] }) as ChannelForCall,
      testOne: async (_actor, { row }) => {
        if (row.id > 1) await gate;
        happened.push(`tested ${row.id}`);
        return { passed: true, change: "none" };
      },
      kindOf: async () => "chat",
      onEnd: async () => {},
    });
    const run = Promise.allSettled([runs.runNow(systemActor, [1])]);
    await failure;
    await new Promise((resolve) => setImmediate(resolve));
    expect(happened).toEqual(["tested 1"]);
    open();
    expect(await run).toMatchObject([{ status: "rejected", reason: { message: "disk full" } }]);
    expect(happened).toEqual(["tested 1", "tested 2", "tested 3", "tested 4", "released"]);
  });
});

describe("the scheduled test", () => {
  it("enables what passes, and tests nothing else", async () => {
    const [off, dead] = [await create(), await create({ key: "bad-key" })];
    await create();
    await switchOff(off);
    await switchOff(dead);
    running.probe.result = (key) => (key === "bad-key" ? rejected : passes);
    await onSchedule();
    expect(running.probe.calls).toHaveLength(2);
    expect([(await stateOf(off)).status, (await stateOf(dead)).status]).toEqual([1, 3]);
  });

  it("leaves them disabled where automatic enabling is off", async () => {
    await running.set("AutomaticEnableChannelEnabled", false);
    const off = await create();
    await switchOff(off);
    await onSchedule();
    expect((await stateOf(off)).status).toBe(3);
  });

  it("does not count as a run when there is nothing to test", async () => {
    await create();
    await onSchedule();
    expect(await readRun()).toMatchObject({ state: "never" });
  });

  it("includes the enabled ones where a setting says so, and disables slow ones within the rule", async () => {
    await running.set("AutomaticTestEnabledChannels", true);
    await running.set("ChannelDisableThreshold", 1);
    const [slow, fast] = [await create({ key: "slow-key" }), await create()];
    running.probe.result = (key) => (key === "slow-key" ? { time: 1500, problem: undefined } : passes);
    await onSchedule();
    expect(await stateOf(slow)).toMatchObject({
      status: 3,
      status_reason: "The test took 1.5 s; the maximum response time is 1 s.",
    });
    expect((await stateOf(fast)).status).toBe(1);
  });

  it("has no evidence in a response that only failed", async () => {
    await running.set("AutomaticTestEnabledChannels", true);
    const [id] = [await create(), await create()];
    running.probe.result = { time: 9, problem: { kind: "server", status: 500, message: "oops" } };
    await onSchedule();
    expect((await stateOf(id)).status).toBe(1);
  });
});
