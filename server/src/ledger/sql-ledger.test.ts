import { expect, it, vi } from "vitest";
import type { Database } from "../storage/database.ts";
import type { TaskStore } from "./store/task-store.ts";
import { type PackedUsageStore, unpackRows } from "./store/pack-rows.ts";
import type { ChargedRow } from "./store/usage-store.ts";
import type { UsageRow } from "./ledger.ts";
import { createSqlLedger } from "./sql-ledger.ts";
import { emptyUsageRow } from "./usage-row.ts";

const ledgerOf = (store: Partial<PackedUsageStore>) =>
  createSqlLedger({
    database: {} as Database,
    store: store as PackedUsageStore & TaskStore,
    process: { id: "p", host: "h", pid: 1 },
    now: () => 1,
    onError: () => {},
    announceCallers: async () => {},
  });

/** A database with 1,000 for the user; statements for the token or a further extension fail. */
function createLedger() {
  const booked: ChargedRow[] = [];
  let balance = 1000;
  const store: Pick<PackedUsageStore, "extend" | "take" | "commit"> = {
    async extend(kind, _owner, need) {
      if (kind === "token") throw new Error("no database");
      if (balance < need) return 0;
      balance -= need;
      return need;
    },
    take: () => Promise.reject(new Error("no database")),
    async commit(rows) {
      booked.push(...unpackRows(rows));
    },
  };
  return { ledger: ledgerOf(store), booked };
}

const record: UsageRow = {
  ...emptyUsageRow,
  request_id: "r1",
  user_id: 1,
  token_id: 2,
  metadata: {},
};
const request = { userId: 1, tokenId: 2, amount: 1000 };

it("releases the user's part when the token's cannot be queried", async () => {
  const { ledger } = createLedger();
  await expect(ledger.reserve({ ...request, tokenUnlimited: false })).rejects.toThrow("no database");
  expect(await ledger.reserve({ ...request, tokenUnlimited: true })).toMatchObject({ ok: true });
});

it("returns a reservation once if its booking fails", async () => {
  const { ledger } = createLedger();
  const reservation = await ledger.reserve({ ...request, tokenUnlimited: true });
  if (!reservation.ok) throw new Error("rejected");
  const unwritable = { ...record, metadata: { usage: 1n } };
  expect(() => ledger.settle(reservation, { cost: 400, record: unwritable })).toThrow(TypeError);
  ledger.release(reservation);
  expect(await ledger.reserve({ ...request, tokenUnlimited: true })).toMatchObject({ ok: true });
  expect(await ledger.reserve({ ...request, amount: 1, tokenUnlimited: true })).toMatchObject({ ok: false });
});

it("books a call although its cost above the reservation cannot be queried", async () => {
  const { ledger, booked } = createLedger();
  const reservation = await ledger.reserve({ ...request, tokenUnlimited: true });
  if (!reservation.ok) throw new Error("rejected");
  expect(await ledger.settle(reservation, { cost: 1500, record })).toBe(1000);
  await ledger.flush();
  expect(booked).toMatchObject([{ quota: 1000, metadata: JSON.stringify({ uncollected: 500 }) }]);
});

it("queries a database that hangs once, not once more every second", async () => {
  vi.useFakeTimers();
  try {
    let heartbeats = 0;
    const store: Pick<PackedUsageStore, "heartbeat" | "register" | "listProcesses"> = {
      register: async () => {},
      heartbeat: () => {
        heartbeats += 1;
        return heartbeats === 1 ? Promise.resolve(true) : new Promise(() => {});
      },
      listProcesses: async () => [],
    };
    const ledger = ledgerOf(store);
    await ledger.start();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(heartbeats).toBe(2);
  } finally {
    vi.useRealTimers();
  }
});

it("keeps no quota of a call that waited while another process returned all leases", async () => {
  for (const waitsFor of ["user", "token"]) {
    const bank = { balance: 1000, leased: 0, registered: false };
    const answers: (() => void)[] = [];
    /** The writer thread runs calls in order. */
    const later = <T>(work: () => T): Promise<T> =>
      new Promise((resolve) => answers.push(() => resolve(work())));
    const returnLeases = (): boolean => {
      bank.balance += bank.leased;
      bank.leased = 0;
      return true;
    };
    const store: Pick<
      PackedUsageStore,
      "extend" | "release" | "heartbeat" | "register" | "listProcesses" | "sweep"
    > = {
      extend: (kind, _owner, need) =>
        later(() => {
          if (kind === "token") return need;
          if (bank.balance < need) return 0;
          bank.balance -= need;
          bank.leased += need;
          return need;
        }),
      release: (changes) =>
        later(() => {
          for (const { kind, amount } of changes)
            if (kind === "user") {
              bank.balance += amount;
              bank.leased -= amount;
            }
        }),
      heartbeat: async () => bank.registered,
      async register() {
        bank.registered = true;
      },
      listProcesses: async () => [],
      sweep: () => later(returnLeases),
    };
    const answerOne = async (): Promise<void> => {
      answers.shift()?.();
      await new Promise((resolve) => setImmediate(resolve));
    };
    const answerAll = async (): Promise<void> => {
      await new Promise((resolve) => setImmediate(resolve));
      while (answers.length > 0) await answerOne();
    };
    vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
    const ledger = ledgerOf(store);
    await ledger.start();
    const waiting = ledger.reserve({ ...request, amount: 900, tokenUnlimited: false });
    if (waitsFor === "token") await answerOne();
    returnLeases();
    bank.registered = false;
    await vi.advanceTimersByTimeAsync(2000);
    vi.useRealTimers();
    await answerAll();
    const reservation = await waiting;
    if (!reservation.ok) throw new Error("rejected");
    ledger.release(reservation);
    const released = ledger.releaseLeases(1);
    await answerAll();
    await released;
    expect({ waitsFor, ...bank }).toMatchObject({ waitsFor, balance: 1000, leased: 0 });
  }
});
