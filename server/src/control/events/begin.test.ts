import { describe, expect, it } from "vitest";
import type { EventRepository } from "../../storage/repositories/event-repository.ts";
import { createBalanceEvents } from "./balance-events.ts";
import { createOpenStreams, streamLimits } from "./open-streams.ts";
import { createOrderEvents } from "./order-events.ts";
import { createPulseEvents } from "./pulse-events.ts";
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

/** Database queries that are answered only when the test asks for it. */
function slowAnswers() {
  const waiting: (() => void)[] = [];
  return {
    /** The value at the time of the query, later. */
    give: <T>(value: T): Promise<T> => new Promise((resolve) => waiting.push(() => resolve(value))),
    /** Answers all queries, and those which follow from that. */
    async answer(): Promise<void> {
      while (waiting.length > 0) {
        for (const one of waiting.splice(0)) one();
        await new Promise((resolve) => setImmediate(resolve));
      }
    },
  };
}

describe("a query that still runs when the last stream ends does not disturb a later stream", () => {
  it("of orders", async () => {
    const stored = [{ id: 1, user_id: user, trade_no: "T1" }];
    const slow = slowAnswers();
    const rows: Pick<EventRepository, "lastOrderEvent" | "orderEventsAfter"> = {
      lastOrderEvent: () => slow.give(stored.at(-1)?.id ?? 0),
      orderEventsAfter: (id) => slow.give(stored.filter((event) => event.id > id)),
    };
    const { streams, sent } = subscribe();
    const orders = createOrderEvents(rows as EventRepository, streams);
    for (const work of [orders.begin, orders.look]) {
      const running = work();
      orders.reset();
      await slow.answer();
      await running;
      stored.push({ id: stored.length + 1, user_id: user + 1, trade_no: "another user's" });
    }
    const begun = orders.begin();
    await slow.answer();
    await begun;
    stored.push({ id: 9, user_id: user, trade_no: "T9" });
    for (let looks = 0; looks < 2; looks++) {
      const looked = orders.look();
      await slow.answer();
      await looked;
    }
    expect(await sent()).toEqual(["order"]);
  });

  it("of orders, when it ends after the later stream began", async () => {
    const stored = [{ id: 1, user_id: user, trade_no: "T1" }];
    let answer = (): Promise<void> => Promise.resolve();
    const rows: Pick<EventRepository, "lastOrderEvent" | "orderEventsAfter"> = {
      lastOrderEvent: async () => stored.at(-1)?.id ?? 0,
      orderEventsAfter: async (id) => {
        const found = stored.filter((event) => event.id > id);
        await answer();
        return found;
      },
    };
    const { streams, sent } = subscribe();
    const orders = createOrderEvents(rows as EventRepository, streams);
    await orders.begin();
    const late = Promise.withResolvers<void>();
    answer = () => late.promise;
    const running = orders.look();
    answer = () => Promise.resolve();
    orders.reset();
    await orders.begin();
    stored.push({ id: 2, user_id: user, trade_no: "T2" });
    await orders.look();
    late.resolve();
    await running;
    await orders.look();
    expect(await sent()).toEqual(["order"]);
  });

  it("of balances", async () => {
    let quota = 100;
    const slow = slowAnswers();
    const rows: Pick<EventRepository, "balancesOf"> = {
      balancesOf: (ids) => slow.give(ids.map((id) => ({ id, quota, leased: 0, uncollected: 0 }))),
    };
    const { streams, sent } = subscribe();
    const balances = createBalanceEvents(rows as EventRepository, streams);
    for (const work of [() => balances.begin(user), balances.look]) {
      const running = work();
      balances.reset();
      await slow.answer();
      await running;
      quota -= 10;
    }
    const begun = balances.begin(user);
    await slow.answer();
    await begun;
    const looked = balances.look();
    await slow.answer();
    await looked;
    expect(await sent()).toEqual([]);
  });

  it("of tasks", async () => {
    const stored: { task_id: string; user_id: number; updated_at: number }[] = [];
    const slow = slowAnswers();
    const { streams, sent } = subscribe();
    const tasks = createTaskEvents(
      { changedSince: () => slow.give([...stored] as never) },
      streams,
      () => 1_700_000_000_000,
    );
    for (const work of [tasks.begin, tasks.look]) {
      const running = work();
      tasks.reset();
      await slow.answer();
      await running;
      stored.push({ task_id: `task_${stored.length}`, user_id: user, updated_at: 1 });
    }
    const begun = tasks.begin();
    await slow.answer();
    await begun;
    const looked = tasks.look();
    await slow.answer();
    await looked;
    expect(await sent()).toEqual([]);
  });

  it("of the pulse", async () => {
    const slow = slowAnswers();
    const { streams } = subscribe();
    const pulse = createPulseEvents(() => slow.give({ now: 1 } as never), streams);
    const running = pulse.look();
    pulse.reset();
    await slow.answer();
    await running;
    expect(pulse.last()).toBeUndefined();
  });
});

it("a task that changed while the database did not answer is sent when it does", async () => {
  let clock = 1_700_000_000_000;
  const stored: { task_id: string; user_id: number; updated_at: number }[] = [];
  const { streams, sent } = subscribe();
  const tasks = createTaskEvents(
    { changedSince: async (since) => stored.filter((task) => task.updated_at >= since) as never },
    streams,
    () => clock,
  );
  await tasks.begin();
  stored.push({ task_id: "task_1", user_id: user, updated_at: clock + 1000 });
  clock += 60_000;
  await tasks.look();
  await tasks.look();
  expect(await sent()).toEqual(["task"]);
});

it("more tasks than one query reads are all sent by the next ones", async () => {
  let clock = 1_700_000_000_000;
  const stored: { task_id: string; user_id: number; updated_at: number }[] = [];
  const announced = new Set<string>();
  const streams = { send: ({ data }: { data: { task_id: string } }) => announced.add(data.task_id) };
  const tasks = createTaskEvents(
    {
      changedSince: async (since, most) =>
        stored.filter((task) => task.updated_at >= since).slice(0, most) as never,
    },
    streams as never,
    () => clock,
  );
  await tasks.begin();
  for (let i = 0; i < 3000; i++)
    stored.push({ task_id: `task_${i}`, user_id: user, updated_at: clock + i * 20 });
  clock += 120_000;
  for (let look = 0; look < 3; look++) await tasks.look();
  expect(announced.size).toBe(3000);
});
