import { limits } from "@tollgate/contract/limits";
import { afterEach, describe, expect, it, vi } from "vitest";
import { createRandom } from "../../test/support/random-history.ts";
import type { LeaseChange, LeaseKind, UsageStore } from "./store/usage-store.ts";
import { createLeases, type Leases } from "./leases.ts";

/** A database of one owner whose responses come when the test resolves them, in order. */
function createBank(balance: number) {
  const bank = { balance, failing: false };
  const pending: (() => void)[] = [];
  const later = <T>(work: () => T): Promise<T> =>
    new Promise((resolve, reject) => {
      pending.push(() => (bank.failing ? reject(new Error("no database")) : resolve(work())));
    });
  const store: Pick<UsageStore, "extend" | "take" | "release" | "left"> = {
    left: () => later(() => bank.balance),
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
    // As Node does between two messages of a thread: everything that follows from this answer runs.
    for (let i = 0; i < 30; i++) await Promise.resolve();
  }
  async function answerAll(): Promise<void> {
    while (pending.length > 0) await answerOne();
  }
  return { bank, store: store as UsageStore, answerOne, answerAll };
}

/** So many calls of one user at the same time; returns the answers as they come. */
function holdTogether(leases: Leases, calls: number, amount: number): boolean[] {
  const answers: boolean[] = [];
  for (let i = 0; i < calls; i++)
    void Promise.resolve(leases.hold("user", 1, amount)).then((held) => answers.push(held));
  return answers;
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

  it("move in one step what all waiting calls of a burst need, if the owner has plenty", async () => {
    const { bank, store, answerOne } = createBank(1_000_000);
    const leases = createLeases(store);
    const answers = holdTogether(leases, 500, 100);
    // The first call's block, then that of all others.
    await answerOne();
    await answerOne();
    expect(answers).toEqual(Array.from({ length: 500 }, () => true));
    expect(bank.balance).toBeLessThanOrEqual(1_000_000 - 50_000);
  });

  it("never request more than a balance can have", async () => {
    const { store, answerAll } = createBank(Number.MAX_SAFE_INTEGER);
    const extend = vi.spyOn(store, "extend");
    const leases = createLeases(store);
    holdTogether(leases, 30, limits.quotaMax / 10);
    await answerAll();
    expect(Math.max(...extend.mock.calls.map(([, , , preferred]) => preferred))).toBe(limits.quotaMax);
  });

  it("move blocks of some calls where the owner has too little for all that wait", async () => {
    const { store, answerAll } = createBank(10_000);
    const extend = vi.spyOn(store, "extend");
    const leases = createLeases(store);
    const answers = holdTogether(leases, 60, 100);
    await answerAll();
    expect(answers.filter((held) => held)).toHaveLength(60);
    expect(extend.mock.calls.length).toBeLessThan(20);
  });

  it("serve a burst of an owner with little, to the last of it", async () => {
    const { bank, store, answerAll } = createBank(2050);
    const leases = createLeases(store);
    const answers = holdTogether(leases, 30, 100);
    await answerAll();
    expect(answers.filter((held) => held)).toHaveLength(20);
    expect(answers).toHaveLength(30);
    expect(bank.balance).toBe(50);
  });

  it("never lose or create quota, and leave no call waiting, in any order of events", async () => {
    for (let seed = 1; seed <= 150; seed++) {
      const random = createRandom(seed);
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

  describe("and the quota in the database", () => {
    const owner = { kind: "user", ownerId: 1 } as const;
    /** 400 of 1,000 in the lease, all of it free. */
    async function setUp() {
      const { bank, store, answerOne, answerAll } = createBank(1000);
      const leases = createLeases(store);
      const held = leases.hold("user", 1, 400);
      await answerOne();
      await held;
      leases.free("user", 1, 400, leases.generation);
      expect(bank.balance).toBe(600);
      return { bank, leases, answerOne, answerAll };
    }

    it("are added after quota that is being returned", async () => {
      const { leases, answerAll } = await setUp();
      const returned = leases.releaseAllFree();
      const left = leases.leftOf(owner);
      await answerAll();
      await returned;
      expect(await left).toBe(1000);
    });

    it("are added with quota that is returned during the reading, also if that fails", async () => {
      for (const failing of [false, true]) {
        const { bank, leases, answerOne, answerAll } = await setUp();
        const left = leases.leftOf(owner);
        const returned = Promise.allSettled([leases.releaseAllFree()]);
        await answerOne();
        bank.failing = failing;
        await answerAll();
        await returned;
        expect(await left).toBe(1000);
      }
    });

    it("are added before an extension that begins during the reading", async () => {
      const { leases, answerAll } = await setUp();
      const left = leases.leftOf(owner);
      const held = leases.hold("user", 1, 500);
      await answerAll();
      expect(await held).toBe(true);
      expect(await left).toBeLessThanOrEqual(1000);
      expect(await left).toBeGreaterThanOrEqual(500);
    });

    it("are added after an extension that a call waits for", async () => {
      const { leases, answerAll } = await setUp();
      const held = leases.hold("user", 1, 700);
      const left = leases.leftOf(owner);
      await answerAll();
      expect(await held).toBe(true);
      expect(await left).toBe(300);
    });

    it("are read again if another process returned the leases during the reading", async () => {
      const { bank, leases, answerOne, answerAll } = await setUp();
      const left = leases.leftOf(owner);
      bank.balance += 400;
      leases.reset();
      await answerOne();
      await answerAll();
      expect(await left).toBe(1000);
    });

    it("are added after a cost above its reservation", async () => {
      const { leases, answerAll } = await setUp();
      const taken = leases.holdUpTo("user", 1, 800);
      const left = leases.leftOf(owner);
      await answerAll();
      await taken;
      expect(await left).toBe(200);
    });

    it("are added also after a reading that takes longer than an idle lease lives", async () => {
      const { store, answerAll } = createBank(1000);
      const leases = createLeases(store);
      const left = leases.leftOf(owner);
      for (let seconds = 0; seconds < 4; seconds++) await leases.tick();
      const held = leases.hold("user", 1, 400);
      await answerAll();
      await held;
      leases.free("user", 1, 400, leases.generation);
      expect(await left).toBeGreaterThanOrEqual(600);
      const again = leases.leftOf(owner);
      await answerAll();
      expect(await again).toBe(1000);
    });

    it("are exact in any order of events, as the database answers them", async () => {
      for (let seed = 1; seed <= 200; seed++) {
        const random = createRandom(seed);
        const { bank, store, answerOne, answerAll } = createBank(2000);
        const leases = createLeases(store);
        let held = 0;
        for (let step = 0; step < 40; step++) {
          const action = random(8);
          if (action <= 1) {
            const amount = 1 + random(300);
            void Promise.resolve(leases.hold("user", 1, amount)).then(
              (ok) => (held += ok ? amount : 0),
              () => {},
            );
          } else if (action === 2 && held > 0) {
            const amount = 1 + random(held);
            held -= amount;
            leases.free("user", 1, amount, leases.generation);
          } else if (action === 3) void leases.tick().catch(() => {});
          else if (action === 4) void leases.releaseFree("user", 1).catch(() => {});
          else if (action === 5) {
            bank.failing = random(3) === 0;
            await answerOne();
            bank.failing = false;
          } else await answerOne();
          await Promise.resolve();
        }
        const left = leases.leftOf(owner).then((found) => [found, 2000 - held]);
        if (random(2) === 0) void leases.tick();
        if (random(2) === 0) void leases.releaseAllFree();
        void Promise.resolve(leases.hold("user", 1, 10)).then((ok) => (held += ok ? 10 : 0));
        await answerAll();
        const [found, expected] = await left;
        expect(found, `seed ${seed}`).toBe(expected);
      }
    });

    it("end in an error while the database hangs, and so does returning them", async () => {
      vi.useFakeTimers();
      const { leases } = await setUp();
      void leases.releaseAllFree();
      const ends = Promise.allSettled([leases.leftOf(owner), leases.releaseFree("user", 1)]);
      await vi.advanceTimersByTimeAsync(10_000);
      expect((await ends).map(({ status }) => status)).toEqual(["rejected", "rejected"]);
    });

    it("are one sum once all was returned, also by an earlier movement", async () => {
      const { bank, leases, answerAll } = await setUp();
      const ticks = [leases.tick(), leases.tick(), leases.tick(), leases.tick()];
      let done = false;
      const returned = leases.releaseFree("user", 1).then(() => {
        done = true;
      });
      for (let i = 0; i < 20; i++) await Promise.resolve();
      expect(done).toBe(false);
      await answerAll();
      await Promise.all([...ticks, returned]);
      expect(bank.balance).toBe(1000);
    });
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
