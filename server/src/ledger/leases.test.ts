import { afterEach, describe, expect, it, vi } from "vitest";
import type { LeaseChange, LeaseKind, UsageStore } from "./store/usage-store.ts";
import { createLeases } from "./leases.ts";

/** A database of one owner whose responses come when the test resolves them, in order. */
function createBank(balance: number) {
  const bank = { balance, failing: false };
  const pending: (() => void)[] = [];
  const later = <T>(work: () => T): Promise<T> =>
    new Promise((resolve, reject) => {
      pending.push(() => (bank.failing ? reject(new Error("no database")) : resolve(work())));
    });
  const store: Pick<UsageStore, "extend" | "take" | "release"> = {
    extend: (_kind: LeaseKind, _owner: number, need: number, preferred: number) =>
      later(() => {
        const moved =
          preferred > need && bank.balance >= preferred * 4 ? preferred : bank.balance >= need ? need : 0;
        bank.balance -= moved;
        return moved;
      }),
    take: (_kind: LeaseKind, _owner: number, amount: number) =>
      later(() => {
        const moved = Math.min(bank.balance, amount);
        bank.balance -= moved;
        return moved;
      }),
    release: (changes: LeaseChange[]) =>
      later(() => {
        for (const change of changes) bank.balance += change.amount;
      }),
  };
  async function answerOne(): Promise<void> {
    pending.shift()?.();
    for (let i = 0; i < 5; i++) await Promise.resolve();
  }
  async function answerAll(): Promise<void> {
    while (pending.length > 0) await answerOne();
  }
  return { bank, store: store as UsageStore, answerOne, answerAll };
}

afterEach(() => void vi.useRealTimers());

describe("leases", () => {
  it("keep no call waiting for a database that hangs, and lose nothing that it moves later", async () => {
    vi.useFakeTimers();
    const { bank, store, answerAll } = createBank(100);
    const leases = createLeases(store);
    const waits = [60, 30].map(async (amount) => leases.hold("user", 1, amount));
    const answers = Promise.allSettled(waits);
    await vi.advanceTimersByTimeAsync(10_000);
    expect((await answers).map(({ status }) => status)).toEqual(["rejected", "rejected"]);
    await answerAll();
    expect(bank.balance).toBe(40);
    // What came late is free, and is returned where no call needs it.
    expect(leases.hold("user", 1, 60)).toBe(true);
    leases.free("user", 1, 60, leases.generation);
    const back = leases.releaseAllFree();
    await answerAll();
    await back;
    expect(bank.balance).toBe(100);
  });

  it("serves a call from what was released, and those behind it", async () => {
    const { store, answerOne, answerAll } = createBank(100);
    const leases = createLeases(store);
    const first = leases.hold("user", 1, 100);
    await answerOne();
    expect(await first).toBe(true);
    const waiting = leases.hold("user", 1, 80) as Promise<boolean>;
    leases.free("user", 1, 100, leases.generation);
    const third = leases.hold("user", 1, 90) as Promise<boolean>;
    const answers: unknown[] = [];
    void waiting.then((held) => answers.push(["waiting", held]));
    void third.then((held) => answers.push(["third", held]));
    await answerOne();
    await answerOne();
    await answerAll();
    expect(answers).toContainEqual(["waiting", true]);
    expect(answers).toContainEqual(["third", false]);
  });

  it("never lose or create quota, and leave no call waiting, in any order of events", async () => {
    for (let seed = 1; seed <= 150; seed++) {
      let state = seed;
      const random = (below: number): number => {
        state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
        return state % below;
      };
      const total = 500 + random(3000);
      const { bank, store, answerOne, answerAll } = createBank(total);
      const leases = createLeases(store);
      const held: number[] = [];
      let open = 0;
      for (let step = 0; step < 60; step++) {
        const action = random(6);
        if (action <= 2) {
          const amount = 1 + random(400);
          open += 1;
          void Promise.resolve(leases.hold("user", 1, amount)).then((ok) => {
            open -= 1;
            if (ok) held.push(amount);
          });
        } else if (action === 3 && held.length > 0) {
          leases.free("user", 1, held.splice(random(held.length), 1)[0] ?? 0, leases.generation);
        } else if (action === 4) void leases.tick();
        else await answerOne();
        await Promise.resolve();
      }
      await answerAll();
      expect(open, `seed ${seed}`).toBe(0);
      for (const amount of held) leases.free("user", 1, amount, leases.generation);
      const back = leases.releaseAllFree();
      await answerAll();
      await back;
      expect(bank.balance, `seed ${seed}`).toBe(total);
    }
  });

  it("keep what the database did not take back", async () => {
    const { bank, store, answerOne } = createBank(1000);
    const leases = createLeases(store);
    const held = leases.hold("user", 1, 100);
    await answerOne();
    expect(await held).toBe(true);
    leases.free("user", 1, 100, leases.generation);
    bank.failing = true;
    const released = leases.releaseAllFree();
    await answerOne();
    await expect(released).rejects.toThrow("no database");
    expect(leases.hold("user", 1, 100)).toBe(true);
  });

  it("forget what was lost to the sweeper", async () => {
    const { store, answerOne } = createBank(1000);
    const leases = createLeases(store);
    const held = leases.hold("user", 1, 100);
    await answerOne();
    await held;
    const lost = leases.generation;
    leases.reset();
    leases.free("user", 1, 100, lost);
    const again = leases.hold("user", 1, 100);
    expect(again).toBeInstanceOf(Promise);
    await answerOne();
    expect(await again).toBe(true);
  });
});
