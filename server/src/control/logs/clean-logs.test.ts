import type { LogCleaning, LogRow } from "@tollgate/contract/logs";
import type { Page } from "@tollgate/contract/list-query";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { asRoot, type Client } from "../../../test/support/as-user.ts";
import { aLog } from "../../../test/support/builders.ts";
import { type ControlApp, startControlApp } from "../../../test/support/control-app.ts";
import type { AuditEvent } from "../audit.ts";
import { createLogCleaner } from "./clean-logs.ts";
import { createLogService, type LogDependencies } from "./service.ts";

describe("cleaning the logs", () => {
  let running: ControlApp;
  let root: Client;
  beforeEach(async () => {
    running = await startControlApp();
    root = await asRoot(running);
  });
  afterEach(() => running.stop());

  const clean = (time: number) => root.delete(`/api/log/?target_timestamp=${time}`);
  const left = async () =>
    (await root.get<Page<LogRow>>("/api/log/?order=created_at")).data.data.map((row) => row.created_at);
  const entries = async () =>
    (await running.database.queries.selectFrom("audit_entries").selectAll().execute()).filter(
      (entry) => entry.action === "log.delete",
    );

  it("deletes every older row, in more than one batch, and audits it", async () => {
    const now = running.clock.now();
    const old = Array.from({ length: 1203 }, (_, index) => now - 1000 - index);
    for (const created_at of old) await aLog(running, 1, { created_at });
    await aLog(running, 1, { created_at: now - 10 });
    await aLog(running, 1, { created_at: now });
    expect((await clean(now - 10)).data).toEqual({ deleted: 1203, done: true });
    expect(await left()).toEqual([now - 10, now]);
    expect((await entries()).map((entry) => [entry.actor_id, JSON.parse(entry.detail)])).toEqual([
      [1, { before: now - 10 }],
    ]);
  });

  it("leaves rows that are written during it, and requires a time", async () => {
    const now = running.clock.now();
    await aLog(running, 1, { created_at: now });
    expect((await clean(now + 1_000_000)).data).toEqual({ deleted: 0, done: true });
    expect((await root.delete("/api/log/")).body.fields?.[0]?.path).toBe("target_timestamp");
    expect((await clean(0)).status).toBe(400);
    expect(await left()).toEqual([now]);
  });

  it("keeps as many days as the schedule sets", async () => {
    const now = running.clock.now();
    for (const days of [31, 29, 1]) await aLog(running, 1, { created_at: now - days * 86_400 });
    expect(await running.services.logs.prune(30)).toBe(1);
    expect(await left()).toEqual([now - 29 * 86_400, now - 86_400]);
  });
});

describe("a cleaning that takes long", () => {
  it("continues without its caller, and a second request joins it", async () => {
    const batches: ((count: number) => void)[] = [];
    let begun = 0;
    const cleaner = createLogCleaner({ deleteBefore: () => new Promise((resolve) => batches.push(resolve)) });
    const send = (patience: number): Promise<LogCleaning> =>
      cleaner.start(5, patience, async () => {
        begun += 1;
        return 5;
      });
    expect(await send(1)).toEqual({ deleted: 0, done: false });
    batches[0]?.(200);
    await expect.poll(() => batches.length).toBe(2);
    expect(await send(1)).toEqual({ deleted: 200, done: false });
    const last = send(60_000);
    batches[1]?.(7);
    expect(await last).toEqual({ deleted: 207, done: true });
    expect(begun).toBe(1);
  });

  it("of a time in the future is joined by later requests for that time", async () => {
    const batches: { time: number; end(count: number): void }[] = [];
    const audited: unknown[] = [];
    let now = 1000;
    const service = createLogService({
      logs: { deleteBefore: (time: number) => new Promise((end) => batches.push({ time, end })) },
      audit: { recordAlone: async (_: unknown, { detail }: AuditEvent) => void audited.push(detail) },
      captures: { deleteBefore: async () => {} },
      clock: { now: () => now },
    } as unknown as LogDependencies);
    const actor = { id: 1, username: "root", role: 100, group: "default", ip: "" };
    const first = service.cleanNow(actor, 5000);
    await expect.poll(() => batches.length).toBe(1);
    now += 8;
    const second = service.cleanNow(actor, 5000);
    batches[0]?.end(7);
    const both = { deleted: 7, done: true };
    expect(await Promise.all([first, second])).toEqual([both, both]);
    expect(batches.map(({ time }) => time)).toEqual([1000]);
    expect(audited).toEqual([{ before: 1000 }]);
  });

  it("lets one of another day wait, and both keep their progress", async () => {
    const batches: { time: number; end(count: number): void }[] = [];
    const cleaner = createLogCleaner({
      deleteBefore: (time) => new Promise((end) => batches.push({ time, end })),
    });
    const begun: number[] = [];
    const send = (time: number, patience = 1): Promise<LogCleaning> =>
      cleaner.start(time, patience, async () => {
        begun.push(time);
        return time;
      });
    for (const time of [5, 9]) expect(await send(time)).toEqual({ deleted: 0, done: false });
    batches[0]?.end(200);
    await expect.poll(() => batches.length).toBe(2);
    expect(await send(9)).toEqual({ deleted: 0, done: false });
    expect(await send(5)).toEqual({ deleted: 200, done: false });
    const scheduled = cleaner.run(3);
    const ends = [send(5, 60_000), send(9, 60_000)];
    for (const [index, count] of [
      [1, 1],
      [2, 4],
      [3, 6],
    ] as const) {
      await expect.poll(() => batches.length).toBe(index + 1);
      batches[index]?.end(count);
    }
    expect(await Promise.all(ends)).toEqual([
      { deleted: 201, done: true },
      { deleted: 4, done: true },
    ]);
    expect(await scheduled).toBe(6);
    expect(batches.map(({ time }) => time)).toEqual([5, 5, 9, 3]);
    expect(begun).toEqual([5, 9]);
  });

  it("reports a failure to all waiting callers, and can be started again", async () => {
    let works = false;
    const cleaner = createLogCleaner({
      deleteBefore: () => (works ? Promise.resolve(3) : Promise.reject(new Error("disk"))),
    });
    await expect(cleaner.start(5, 20, async () => 5)).rejects.toThrow("disk");
    works = true;
    expect(await cleaner.start(5, 1000, async () => 5)).toEqual({ deleted: 3, done: true });
  });
});
