import { WriterError } from "../storage/writer/writer-error.ts";
import type { BudgetPeriod } from "./ledger.ts";
import type { LeaseOwner, UsageStore } from "./store/usage-store.ts";

/** The part of a lease that movements change. */
export interface MovedLease extends LeaseOwner {
  /** No call holds it. */
  free: number;
  /** Ends when all movements so far have. Never rejects; undefined while nothing moves. */
  moving: Promise<void> | undefined;
  readings: Set<Reading>;
}

/** The database's part is being read. The writer thread runs calls in order, so it is read before any later movement. */
export interface Reading {
  /** Quota that left the lease by such a movement, less what came. */
  left: number;
}

/** Quota on its way between the database and this process's leases, and what both have together. */
export interface QuotaMovements {
  /** Adds to the lease's free part, and returns, what was moved; undefined if it was returned to the owner meanwhile. */
  extend(lease: MovedLease, need: number, preferred: number): Promise<number | undefined>;
  /** Moves up to `amount` out of the balance for a cost, past the free part. */
  take(lease: MovedLease, amount: number): Promise<number>;
  /** Returns quota that was deducted from the free parts; where that fails, it is added to them again. */
  release(parts: readonly { lease: MovedLease; amount: number }[]): Promise<void>;
  /** Counts as part of the movement: what its caller does when it ends. Its error is for the caller that began it. */
  track(lease: MovedLease, movement: Promise<unknown>): void;
  /** Waits for all movements so far. @throws WriterError if the database does not answer in time */
  settled(lease: MovedLease): Promise<void>;
  /** See `Leases.leftOf`. */
  leftOf(lease: MovedLease): Promise<number>;
  /** Rises when the database has returned all leases: what was moved before is not this process's any more. */
  readonly generation: number;
  startGeneration(): void;
}

/** Longest wait of a call for the database. What is moved later stays in the lease for the next call. */
export const waitMilliseconds = 10_000;

/** @param onBudgetStart receives the start of a budget's current period, from the database */
export function createQuotaMovements(
  store: Pick<UsageStore, "extend" | "extendBudget" | "take" | "release" | "left">,
  onBudgetStart: (period: BudgetPeriod, start: number) => void,
): QuotaMovements {
  let generation = 1;

  async function move({ kind, ownerId, term }: LeaseOwner, need: number, preferred: number): Promise<number> {
    if (!term) return store.extend(kind, ownerId, need, preferred);
    const { moved, start } = await store.extendBudget({ kind, ownerId, term }, need, preferred);
    onBudgetStart(term.period, start);
    return moved;
  }

  async function leftOf(lease: MovedLease): Promise<number> {
    const before = generation;
    const reading: Reading = { left: 0 };
    lease.readings.add(reading);
    try {
      const [stored] = await inTime(Promise.all([store.left(lease), lease.moving]));
      if (before === generation) return stored + lease.free + reading.left;
    } finally {
      lease.readings.delete(reading);
    }
    // All leases were returned meanwhile, before or after the reading.
    return leftOf(lease);
  }

  function track(lease: MovedLease, movement: Promise<unknown>): void {
    const earlier = lease.moving;
    const end = async (): Promise<void> => {
      await earlier;
      if (lease.moving === moving) lease.moving = undefined;
    };
    const moving = movement.then(end, end);
    lease.moving = moving;
  }

  return {
    async extend(lease, need, preferred) {
      const before = generation;
      const readings = [...lease.readings];
      const moved = await move(lease, need, preferred);
      if (before !== generation) return undefined;
      lease.free += moved;
      note(readings, -moved);
      return moved;
    },
    take({ kind, ownerId }, amount) {
      return store.take(kind, ownerId, amount);
    },
    async release(parts) {
      const before = generation;
      const noted = parts.map(({ lease, amount }) => ({ lease, amount, readings: [...lease.readings] }));
      for (const { amount, readings } of noted) note(readings, amount);
      try {
        await store.release(
          parts.map(({ lease: { kind, ownerId, term }, amount }) => ({ kind, ownerId, term, amount })),
        );
      } catch (error) {
        // Nothing was moved, so it is still in these leases.
        if (before === generation)
          for (const { lease, amount, readings } of noted) {
            lease.free += amount;
            note(readings, -amount);
          }
        throw error;
      }
    },
    track,
    settled: async ({ moving }) => (moving ? inTime(moving) : undefined),
    leftOf,
    get generation() {
      return generation;
    },
    startGeneration() {
      generation += 1;
    },
  };
}

function note(readings: readonly Reading[], left: number): void {
  for (const reading of readings) reading.left += left;
}

function inTime<T>(answer: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(tooLate()), waitMilliseconds);
  });
  return Promise.race([answer, late]).finally(() => clearTimeout(timer));
}

export const tooLate = (): WriterError => new WriterError("the database did not answer in time", false);
