import type { Channel } from "@tollgate/contract/channels";
import { readSettings } from "@tollgate/contract/settings";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { asRoot, type Client } from "../../test/support/as-user.ts";
import { aChannel } from "../../test/support/builders.ts";
import { type ControlApp, startControlApp } from "../../test/support/control-app.ts";
import type { Scheduler } from "./scheduler.ts";
import { startJobs } from "./start-jobs.ts";

let running: ControlApp;
let root: Client;
let scheduler: Scheduler;
let stored: Record<string, unknown>;
beforeEach(async () => {
  running = await startControlApp();
  root = await asRoot(running);
  stored = {};
  const rows = () => Object.entries(stored).map(([key, value]) => ({ key, value: JSON.stringify(value) }));
  const settings = { current: () => readSettings(rows()), load: async () => readSettings(rows()) };
  const { database, clock, services } = running;
  const onError = (error: unknown) => {
    throw error;
  };
  scheduler = startJobs({ database, ...services, settings, clock, onError });
});
afterEach(async () => {
  scheduler.stop();
  await running.stop();
});

const stateOf = async (id: number) => (await root.get<Channel>(`/api/channel/${id}`)).data;
const create = async () => (await root.post<Channel>("/api/channel/", aChannel())).data.id;

describe("the jobs", () => {
  it("enable automatically disabled channels again, as often as the setting allows", async () => {
    const id = await create();
    await scheduler.look();
    await running.services.channels.disableAutomatically(id, "unpaid bill");
    running.clock.advance(599);
    await scheduler.look();
    expect((await stateOf(id)).status).toBe(3);
    running.clock.advance(1);
    await scheduler.look();
    expect((await stateOf(id)).status).toBe(1);
  });

  it("test nothing where the setting is 0", async () => {
    stored = { AutomaticTestChannels: 0 };
    const id = await create();
    await running.services.channels.disableAutomatically(id, "unpaid bill");
    await scheduler.look();
    expect(running.probe.calls).toEqual([]);
  });

  it("query balances once an hour, and only where the setting is on", async () => {
    const id = await create();
    await scheduler.look();
    expect((await stateOf(id)).balance).toBe(0);
    stored = { AutomaticUpdateChannelBalances: true };
    await scheduler.look();
    expect((await stateOf(id)).balance).toBe(12.5);
    running.probe.balance = 3;
    running.clock.advance(3599);
    await scheduler.look();
    expect((await stateOf(id)).balance).toBe(12.5);
    running.clock.advance(1);
    await scheduler.look();
    expect((await stateOf(id)).balance).toBe(3);
  });
});
