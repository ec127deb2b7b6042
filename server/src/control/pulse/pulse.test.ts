import { sumHealth } from "@tollgate/contract/channel-health";
import type { Pulse } from "@tollgate/contract/pulse";
import { afterAll, beforeAll, expect, it } from "vitest";
import { asRoot, type Client } from "../../../test/support/as-user.ts";
import { aChannel, aLog } from "../../../test/support/builders.ts";
import { type ControlApp, startControlApp } from "../../../test/support/control-app.ts";
import { createChannelHealthRepository } from "../../storage/repositories/channel-health-repository.ts";

let running: ControlApp;
let root: Client;
beforeAll(async () => {
  running = await startControlApp();
  root = await asRoot(running);
});
afterAll(() => running.stop());

const read = async (): Promise<Pulse> => (await root.get<Pulse>("/api/pulse")).data;

it("shows the last hour by the minute, with the upper bound of the bucket of the 95th percentile", async () => {
  const now = running.clock.now();
  const call = { channel_id: 3, quota: 5 };
  for (let at = 0; at < 19; at++) await aLog(running, 1, { ...call, request_time: 90 });
  await aLog(running, 1, { ...call, request_time: 4000, outcome: 4 });
  await aLog(running, 1, { ...call, request_time: 8000, created_at: now - 300, outcome: 1 });
  // A cached response has no latency, and data older than the hour are not shown.
  await aLog(running, 1, { channel_id: 0, quota: 0, request_time: 1 });
  await aLog(running, 1, { ...call, created_at: now - 3600 });
  const pulse = await read();
  expect(pulse).toMatchObject({ now, span: 60, count: 60, total_p95: 5000 });
  expect(pulse.start).toBe(now - (now % 60) - 59 * 60);
  expect(pulse.values.requests.at(-1)).toBe(21);
  expect(pulse.values.quota.at(-1)).toBe(100);
  expect(pulse.p95.at(-1)).toBe(100);
  expect(pulse.p95.at(-6)).toBe(10_000);
  expect(pulse.p95.at(-2)).toBeNull();
  expect(pulse.total).toMatchObject({ requests: 22, failed: 1, cut: 1, quota: 105 });
});

it("puts the channels that fail first", async () => {
  const ids: number[] = [];
  for (const name of ["well", "failing", "slow", "idle", "off"])
    ids.push((await root.post<{ id: number }>("/api/channel/", aChannel({ name }))).data.id);
  const [well = 0, failing = 0, slow = 0, , off = 0] = ids;
  await running.database.queries.updateTable("channels").set({ status: 2 }).where("id", "=", off).execute();
  const start = running.clock.now() - (running.clock.now() % 300);
  const health = (channel_id: number, counts: object, before = 0) => ({
    ...sumHealth([]),
    channel_id,
    span: 300,
    start: start - before * 300,
    ...counts,
  });
  await createChannelHealthRepository(running.database.queries).add([
    health(well, { successes: 99, timeout: 1, wrong_request: 50 }),
    health(failing, { successes: 1, server_error: 9 }, 11),
    health(slow, { successes: 9, timeout: 1 }),
    health(slow, { server_error: 900 }, 12),
  ]);
  const { channels } = await read();
  expect(channels.strips.map(({ name, state }) => [name, state])).toEqual([
    ["failing", "failing"],
    ["slow", "degraded"],
    ["well", "healthy"],
    ["idle", "idle"],
  ]);
  expect(channels.states).toEqual({ failing: 1, degraded: 1, healthy: 1, idle: 1 });
  expect(channels.strips[0]).toMatchObject({ successes: [1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0] });
  expect(channels.strips[2]?.errors.at(-1)).toBe(1);
});
