import { describe, expect, it } from "vitest";
import type { EventRepository } from "../../storage/repositories/event-repository.ts";
import { createBalanceEvents } from "./balance-events.ts";
import { createOpenStreams, streamLimits } from "./open-streams.ts";
import { createOrderEvents } from "./order-events.ts";
import { createTaskEvents } from "./task-events.ts";

const user = 7;

/** A subscribed stream and the names of its events. */
function subscribe() {
  const streams = createOpenStreams(streamLimits, () => {});
  const stream = streams.open({ id: user, role: 1, ip: "127.0.0.1" } as never, "session", [
    "account",
    "tasks",
  ]);
  const end = () => streams.end(() => true);
  async function sent(): Promise<string[]> {
    end();
    const names: string[] = [];
    for await (const text of stream.chunks) names.push(/event: (\w+)/.exec(text)?.[1] ?? "");
    return names;
  }
  return { streams, sent };
}

describe("a change between the start of a stream and the first regular query is sent", () => {
  it("of an order", async () => {
    const stored: { id: number; user_id: number; trade_no: string }[] = [];
    const rows: Pick<EventRepository, "lastOrderEvent" | "orderEventsAfter"> = {
      lastOrderEvent: async () => stored.at(-1)?.id ?? 0,
      orderEventsAfter: async (id) => stored.filter((event) => event.id > id),
    };
    const { streams, sent } = subscribe();
    const orders = createOrderEvents(rows as EventRepository, streams);
    await orders.begin();
    stored.push({ id: 1, user_id: user, trade_no: "T1" });
    await orders.begin();
    await orders.look();
    expect(await sent()).toEqual(["order"]);
  });

  it("of a balance", async () => {
    let quota = 100;
    const rows: Pick<EventRepository, "balancesOf"> = {
      balancesOf: async (ids) => ids.map((id) => ({ id, quota, leased: 0, uncollected: 0 })),
    };
    const { streams, sent } = subscribe();
    const balances = createBalanceEvents(rows as EventRepository, streams);
    await balances.begin(user);
    quota = 90;
    await balances.begin(user);
    await balances.look();
    await balances.look();
    expect(await sent()).toEqual(["balance"]);
  });

  it("of a task", async () => {
    const stored: { task_id: string; user_id: number; updated_at: number }[] = [];
    const { streams, sent } = subscribe();
    const tasks = createTaskEvents(
      { changedSince: async () => [...stored] as never },
      streams,
      () => 1_700_000_000_000,
    );
    await tasks.begin();
    stored.push({ task_id: "task_1", user_id: user, updated_at: 1 });
    await tasks.begin();
    await tasks.look();
    expect(await sent()).toEqual(["task"]);
  });
});
