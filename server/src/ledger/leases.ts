import { limits } from "@tollgate/contract/limits";
import type { BudgetPeriod, BudgetTerm } from "./ledger.ts";
import { createQuotaMovements, type MovedLease, tooLate, waitMilliseconds } from "./quota-movements.ts";
import type { BudgetOwner, LeaseKind, LeaseOwner, UsageStore } from "./store/usage-store.ts";

/**
 * Blocks of quota that this process holds, so that a call is reserved in memory and the database runs one statement per
 * block instead of one per call. Memory holds the unreserved part (`free`); the database's lease row holds free,
 * reserved and not yet booked together, so a crash loses nothing but what was in flight.
 */
export interface Leases {
  readonly generation: number;
  /**
   * Reserves `amount`: synchronously while the lease suffices, else after the database moved more. False: the owner has
   * not enough, or would not keep `spare` for other calls.
   */
  hold(kind: LeaseKind, ownerId: number, amount: number, spare?: number): boolean | Promise<boolean>;
  /** The same of a period of the owner's budget. */
  holdOfBudget(owner: BudgetOwner, amount: number, spare?: number): boolean | Promise<boolean>;
  /**
   * What no call of this process holds: the lease's free part, the owner's part in the database, and what is on its way
   * between the two.
   * @throws WriterError if the database does not answer in time
   */
  leftOf(owner: LeaseOwner): Promise<number>;
  /** As much of `amount` as lease and balance cover; for costs above their reservation. */
  holdUpTo(kind: LeaseKind, ownerId: number, amount: number): number | Promise<number>;
  /** Returns what was held and not spent. */
  free(kind: LeaseKind, ownerId: number, amount: number, generation: number): void;
  freeOfBudget(owner: BudgetOwner, amount: number, generation: number): void;
  /** Returns an owner's unreserved part to the balance now, with what is already on its way. Throws as `leftOf`. */
  releaseFree(kind: LeaseKind, ownerId: number): Promise<void>;
  /** Once a second: shrinks and returns what is not needed. */
  tick(): Promise<void>;
  /** Returns everything unreserved (shutdown). */
  releaseAllFree(): Promise<void>;
  /** The database returned all leases of this process: forget them. */
  reset(): void;
}

interface Lease extends MovedLease {
  /** Calls that hold a part. */
  holders: number;
  /** Quota requested in this second and a decaying average of earlier ones. */
  requested: number;
  rate: number;
  idleSeconds: number;
  extending: boolean;
  /** The owner had no full block: free quota is returned each second, so that other processes can use it. */
  scarce: boolean;
  /** Calls that wait for the database to move more, served in the order they came. */
  waiting: Waiting[];
}

interface Waiting {
  amount: number;
  spare: number;
  resolve: (held: boolean) => void;
  reject: (error: unknown) => void;
}

/** A block covers this many calls of the current size, or this many seconds of recent spending. */
const callsPerBlock = 8;
const secondsPerBlock = 2;
const idleSecondsBeforeReturn = 2;

/** @param onBudgetStart receives the start of a budget's current period, from the database */
export function createLeases(
  store: Pick<UsageStore, "extend" | "extendBudget" | "take" | "release" | "left">,
  onBudgetStart: (period: BudgetPeriod, start: number) => void = () => {},
): Leases {
  const leases = new Map<string, Lease>();
  const movements = createQuotaMovements(store, onBudgetStart);

  function find(kind: LeaseKind, ownerId: number, term?: BudgetTerm): Lease {
    const key = keyOf(kind, ownerId, term);
    let lease = leases.get(key);
    if (!lease) {
      const counts = { free: 0, holders: 0, requested: 0, rate: 0, idleSeconds: 0 };
      const idle = { extending: false, scarce: false, waiting: [], moving: undefined };
      lease = { kind, ownerId, term, ...counts, ...idle, readings: new Set() };
      leases.set(key, lease);
    }
    return lease;
  }

  function grab(lease: Lease, amount: number, spare = 0): boolean {
    if (lease.free < amount + spare) return false;
    lease.free -= amount;
    lease.holders += 1;
    return true;
  }

  const blockFor = (lease: Lease, amount: number): number =>
    Math.max(amount * callsPerBlock, Math.ceil(lease.rate * secondsPerBlock));

  /** Enough for every waiting call, so that a burst waits for one or two extensions; not where the owner had too little for the last one. */
  function blockForWaiting(lease: Lease, amount: number): number {
    const block = blockFor(lease, amount);
    if (lease.scarce) return block;
    const together = lease.waiting.reduce((sum, call) => sum + call.amount, 0);
    return Math.max(block, Math.min(together, limits.quotaMax));
  }

  /** One extension at a time per owner; each waiting call is held or rejected on its own. */
  function serveWaiting(lease: Lease): void {
    for (let first = lease.waiting[0]; first; first = lease.waiting[0]) {
      if (grab(lease, first.amount, first.spare)) {
        lease.waiting.shift();
        first.resolve(true);
        continue;
      }
      if (lease.extending) return;
      const { amount, spare, resolve, reject } = first;
      lease.extending = true;
      const block = blockForWaiting(lease, amount);
      const extension = movements
        .extend(lease, amount + spare - lease.free, block)
        .then((moved) => {
          // Returned by another process: the call tries again.
          if (moved === undefined) return;
          lease.scarce = moved < block;
          // By now the call may have been served from a release.
          if (moved > 0 || lease.waiting[0] !== first) return;
          lease.waiting.shift();
          // Something may have been released during the query.
          resolve(grab(lease, amount, spare));
        })
        .catch((error: unknown) => {
          if (lease.waiting[0] !== first) return;
          lease.waiting.shift();
          reject(error);
        })
        .finally(() => {
          lease.extending = false;
          serveWaiting(lease);
        });
      movements.track(lease, extension);
      return;
    }
  }

  /** Ahead of need, so that the next calls do not wait; only if the owner has plenty (need 0). */
  function renew(lease: Lease, block: number): void {
    lease.extending = true;
    const extension = movements
      .extend(lease, 0, block)
      // The call that needs it will try again and get the error.
      .catch(() => {})
      .finally(() => {
        lease.extending = false;
        serveWaiting(lease);
      });
    movements.track(lease, extension);
  }

  function wait(lease: Lease, amount: number, spare: number): Promise<boolean> {
    return new Promise<boolean>((resolve, reject) => {
      const timer = setTimeout(() => {
        lease.waiting = lease.waiting.filter((other) => other !== call);
        reject(tooLate());
        serveWaiting(lease);
      }, waitMilliseconds);
      const call: Waiting = {
        amount,
        spare,
        resolve(held) {
          clearTimeout(timer);
          resolve(held);
        },
        reject(error) {
          clearTimeout(timer);
          reject(error);
        },
      };
      lease.waiting.push(call);
      serveWaiting(lease);
    });
  }

  function hold(lease: Lease, amount: number, spare: number): boolean | Promise<boolean> {
    lease.requested += amount;
    lease.idleSeconds = 0;
    if (lease.waiting.length > 0 || !grab(lease, amount, spare)) return wait(lease, amount, spare);
    const block = blockFor(lease, amount);
    if (lease.free < block / 4 && !lease.extending) renew(lease, block);
    return true;
  }

  function free(lease: Lease, amount: number): void {
    lease.free += amount;
    lease.holders = Math.max(0, lease.holders - 1);
  }

  async function release(parts: { lease: Lease; amount: number }[]): Promise<void> {
    if (parts.length === 0) return;
    const released = movements.release(parts);
    for (const { lease } of parts) movements.track(lease, released);
    await released;
  }

  function takeFree(lease: Lease, keep: number): { lease: Lease; amount: number }[] {
    const amount = lease.free - keep;
    if (amount <= 0) return [];
    lease.free = keep;
    return [{ lease, amount }];
  }

  return {
    get generation() {
      return movements.generation;
    },
    hold: (kind, ownerId, amount, spare = 0) => hold(find(kind, ownerId), amount, spare),
    holdOfBudget: ({ kind, ownerId, term }, amount, spare = 0) =>
      hold(find(kind, ownerId, term), amount, spare),
    leftOf: ({ kind, ownerId, term }) => movements.leftOf(find(kind, ownerId, term)),
    holdUpTo(kind, ownerId, amount) {
      const lease = find(kind, ownerId);
      if (grab(lease, amount)) return amount;
      const own = lease.free;
      lease.free = 0;
      lease.holders += 1;
      // If the database does not respond, the free part is all there is.
      const taken = movements.take(lease, amount - own);
      movements.track(lease, taken);
      return taken.then(
        (found) => own + found,
        () => own,
      );
    },
    free(kind, ownerId, amount, takenIn) {
      if (takenIn === movements.generation) free(find(kind, ownerId), amount);
    },
    freeOfBudget({ kind, ownerId, term }, amount, takenIn) {
      if (takenIn === movements.generation) free(find(kind, ownerId, term), amount);
    },
    async releaseFree(kind, ownerId) {
      const lease = find(kind, ownerId);
      await movements.settled(lease);
      await release(takeFree(lease, 0));
    },
    async tick() {
      const parts: { lease: Lease; amount: number }[] = [];
      for (const [key, lease] of leases) {
        lease.rate = (lease.rate + lease.requested) / 2;
        lease.idleSeconds = lease.requested > 0 ? 0 : lease.idleSeconds + 1;
        lease.requested = 0;
        const idle = lease.idleSeconds >= idleSecondsBeforeReturn;
        const keep = idle || lease.scarce ? 0 : Math.ceil(lease.rate * secondsPerBlock * 2);
        const back = takeFree(lease, keep);
        parts.push(...back);
        const still = back.length === 0 && lease.moving === undefined;
        const used = lease.holders > 0 || lease.readings.size > 0 || lease.waiting.length > 0;
        if (idle && still && !used) leases.delete(key);
      }
      await release(parts);
    },
    async releaseAllFree() {
      await release([...leases.values()].flatMap((lease) => takeFree(lease, 0)));
    },
    reset() {
      movements.startGeneration();
      // In place: waiting calls reference these objects.
      for (const lease of leases.values()) {
        lease.free = 0;
        lease.holders = 0;
      }
    },
  };
}

function keyOf(kind: LeaseKind, ownerId: number, term: BudgetTerm | undefined): string {
  const owner = kind === "user" ? `u${ownerId}` : `t${ownerId}`;
  return term === undefined ? owner : `${owner}@${term.period}${term.start}`;
}
