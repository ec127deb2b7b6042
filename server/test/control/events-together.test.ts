import { readFileSync } from "node:fs";
import path from "node:path";
import type { DatabaseLocation } from "../../src/storage/database.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createOrderRepository } from "../../src/storage/repositories/order-repository.ts";
import { systemClock } from "../../src/platform/clock.ts";
import { anOrder } from "../support/builders.ts";
import { type EventReader, readEvents } from "../support/event-reader.ts";
import { ledgerLocations } from "../support/ledger-processes.ts";
import { rootPassword, type RunningApp, startApp } from "../support/start-app.ts";

/** A session of root at one server; the others see it, too. */
async function signIn(url: string): Promise<string> {
  const response = await fetch(`${url}/api/user/login`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ username: "root", password: rootPassword }),
  });
  return /session=([^;]+)/.exec(response.headers.get("set-cookie") ?? "")?.[1] ?? "";
}

for (const { name, location } of await ledgerLocations()) {
  describe.skipIf(!location)(`streams at three servers on ${name}`, () => {
    let servers: RunningApp[];
    let readers: EventReader[];
    const topics = "account,announcements,channels";

    beforeAll(async () => {
      const one = await startApp(location as DatabaseLocation);
      const env = { SECRET_KEY: readFileSync(path.join(one.dataDir, "secret.key"), "utf8").trim() };
      const more = () => startApp(location as DatabaseLocation, { env });
      servers = [one, await more(), await more()];
      const session = await signIn(one.url);
      readers = await Promise.all(servers.map(({ url }) => readEvents(url, session, { topics })));
      for (const reader of readers) await reader.next("ready");
    });
    afterAll(async () => {
      for (const running of servers ?? []) await running.stop();
    });

    const everyReader = (event: "order" | "balance" | "announcement" | "channels") =>
      Promise.all(readers.map((reader) => reader.next(event)));

    it("report events at any of them: an order, a balance, an announcement, a channel", async () => {
      const [one, , third] = servers as [RunningApp, RunningApp, RunningApp];
      const { database } = one.app;
      const order = await anOrder({ database, clock: systemClock });
      await createOrderRepository(database.queries).insertEvent({
        order_id: order.id,
        gateway_id: 0,
        created_at: systemClock.now(),
        kind: "closed",
        detail: "{}",
      });
      for (const event of await everyReader("order"))
        expect(event.data).toEqual({ trade_no: order.trade_no });
      await third.app.ledger.credit({ id: "t", userId: 1, amount: 5, kind: "adjustment", remark: "" });
      await everyReader("balance");
      await third.api("PUT", "/api/option/", { key: "Notice", value: "Maintenance at noon" });
      await everyReader("announcement");
      await one.aChannel({ name: "new" });
      await everyReader("channels");
    });

    it("end at one that stops, and continue at the others", async () => {
      const [one, second, third] = servers as [RunningApp, RunningApp, RunningApp];
      servers = [one, third];
      await second.stop();
      expect(await readers[1]?.ended).toBe("ended");
      readers = readers.filter((_, index) => index !== 1);
      await one.aChannel({ name: "newer" });
      await everyReader("channels");
    });
  });
}
