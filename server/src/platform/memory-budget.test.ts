import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createMemoryBudget } from "./memory-budget.ts";

describe("a memory budget", () => {
  it("rejects what exceeds the owner's share, and leaves other owners theirs", () => {
    const budget = createMemoryBudget(1000, 100);
    const [first, second, stranger] = [budget.open(1), budget.open(1), budget.open(2)];
    expect(first.acquire(60)).toBeUndefined();
    expect(second.acquire(41)).toBe("owner");
    expect(second.acquire(40)).toBeUndefined();
    expect(stranger.acquire(100)).toBeUndefined();
    expect(budget.used).toBe(200);
  });

  it("lets an owner's only request exceed the share, within the total", () => {
    const budget = createMemoryBudget(1000, 100);
    const only = budget.open(1);
    expect(only.acquire(600)).toBeUndefined();
    expect(budget.open(1).acquire(1)).toBe("owner");
    expect(only.acquire(401)).toBe("process");
  });

  it("rejects everyone once the process is full, and admits again after a release", () => {
    const budget = createMemoryBudget(100, 100);
    const first = budget.open("a");
    first.acquire(100);
    expect(budget.open("b").acquire(1)).toBe("process");
    first.release(1);
    expect(budget.open("b").acquire(1)).toBeUndefined();
  });

  it("counts nothing for what it rejected", () => {
    const budget = createMemoryBudget(100, 100);
    const account = budget.open(1);
    account.acquire(101);
    account.close();
    expect(budget.used).toBe(0);
  });

  it("counts nothing for a request that is over, however late its parts come", () => {
    const budget = createMemoryBudget(100, 100);
    const account = budget.open(1);
    account.acquire(10);
    account.close();
    expect(account.acquire(50)).toBeUndefined();
    expect(budget.used).toBe(0);
  });

  it("ends at zero for any order of acquiring and releasing", () => {
    const step = fc.record({ account: fc.nat(5), bytes: fc.nat(300), gives: fc.boolean() });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 200 }), (steps) => {
        const budget = createMemoryBudget(1000, 250);
        const accounts = [1, 1, 2, 2, 3, 3].map((owner) => budget.open(owner));
        for (const { account, bytes, gives } of steps) {
          const chosen = accounts[account];
          if (gives) chosen?.release(bytes);
          else chosen?.acquire(bytes);
          expect(budget.used).toBeGreaterThanOrEqual(0);
          expect(budget.used).toBeLessThanOrEqual(1000);
        }
        for (const account of accounts) account.close();
        expect(budget.used).toBe(0);
      }),
    );
  });

  it("forgets owners without bytes, however many come", () => {
    const budget = createMemoryBudget(1000, 100);
    for (let owner = 0; owner < 5000; owner++) {
      const account = budget.open(owner);
      expect(account.acquire(10)).toBeUndefined();
      account.close();
    }
    expect(budget.used).toBe(0);
  });
});
