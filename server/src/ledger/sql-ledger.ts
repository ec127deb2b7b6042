import type { Database, TransactionQueries } from "../storage/database.ts";
import type { TaskStore } from "./store/task-store.ts";
import type { PackedUsageStore } from "./store/pack-rows.ts";
import type { ProcessIdentity } from "./store/usage-store.ts";
import { createBalanceChanges, readBalance } from "./balance-changes.ts";
import { createBookingQueue } from "./booking-queue.ts";
import { createBudgetTerms } from "./budget-terms.ts";
import { createBudgetWatch } from "./budget-watch.ts";
import { writeBudget } from "./budgets.ts";
import { createLeases } from "./leases.ts";
import type { Ledger, Reservation, Settlement } from "./ledger.ts";
import { createProcessWatch } from "./process-watch.ts";
import { quotaLeft } from "./quota-left.ts";
import { createRejectedCalls } from "./rejected-calls.ts";
import { createReservations } from "./reservations.ts";
import { figureFields } from "./figure-fields.ts";
import { createTaskLedger } from "./sql-task-ledger.ts";
import { storedTerms } from "./stored-terms.ts";
import type { TaskLedger } from "./task-ledger.ts";
import { createUncollectedUsers } from "./uncollected-users.ts";

export interface SqlLedger extends Ledger<TransactionQueries> {
  /** Registers this process and returns leases of dead ones; call before the first reservation. */
  start(): Promise<void>;
  /** Everything settled so far is in the database. */
  flush(): Promise<void>;
  /** Books what is pending, returns every lease, closes the writer. */
  close(): Promise<void>;
  /** Returns the unreserved part of a user's and a token's lease to the balance. */
  releaseLeases(userId: number): Promise<void>;
  readonly pending: number;
  readonly tasks: TaskLedger;
}

export interface SqlLedgerDependencies {
  database: Database;
  store: PackedUsageStore & TaskStore;
  process: ProcessIdentity;
  /** Epoch seconds. */
  now: () => number;
  onError: (error: unknown) => void;
  /** Makes every process reload the callers of a user. */
  announceCallers: (userId: number) => Promise<void>;
}

/** The only writer of balances: leases for the hot path, conditional single statements for everything else. */
export function createSqlLedger(dependencies: SqlLedgerDependencies): SqlLedger {
  const { database, store, now, onError } = dependencies;
  const terms = createBudgetTerms(now);
  const leases = createLeases(store, (period, start) => terms.adopt(period, start));
  const reservations = createReservations(leases, terms);
  const changes = createBalanceChanges({ database, now });
  const queue = createBookingQueue(store, onError);
  const rejected = createRejectedCalls((row) => queue.push(row));
  const watch = createProcessWatch({
    store,
    self: dependencies.process,
    now,
    async onTakenForDead() {
      leases.reset();
      // Quota that was leased between the sweep and now has no call to spend it.
      await store.sweep(dependencies.process.id);
    },
  });
  const uncollectedUsers = createUncollectedUsers(() => queue.flush(), dependencies.announceCallers, onError);
  const budgetWatch = createBudgetWatch({
    flush: () => queue.flush(),
    leftOf: (kind, ownerId, term) => leases.leftOf({ kind, ownerId, term }),
    announceCallers: dependencies.announceCallers,
    onError,
  });
  const timers: NodeJS.Timeout[] = [];

  function book(reservation: Reservation, settlement: Settlement, charged: number): number {
    const { record, cost } = settlement;
    const uncollected = Math.max(0, cost - charged);
    const unreserved = Math.max(0, charged - reservation.amount);
    const { group_name, first_token_time, timed } = figureFields(record);
    const { user_term_period, user_term_start, token_term_period, token_term_start } =
      storedTerms(reservation);
    // Field by field: to copy the fields of a second object takes as long as the rest of the row.
    queue.push({
      ...record,
      metadata: JSON.stringify(uncollected > 0 ? { ...record.metadata, uncollected } : record.metadata),
      quota: charged,
      uncollected,
      token_limited: !reservation.tokenUnlimited,
      calls: 1,
      group_name,
      first_token_time,
      timed,
      unreserved,
      user_term_period,
      user_term_start,
      token_term_period,
      token_term_start,
    });
    if (unreserved > 0) budgetWatch.check(reservation);
    if (uncollected > 0) uncollectedUsers.add(record.user_id);
    return charged;
  }

  /** The real cost is above the reservation: take the rest from lease and balance, as far as they reach. */
  async function settleBeyond(reservation: Reservation, settlement: Settlement): Promise<number> {
    const taken = await reservations.takeBeyond(reservation, settlement.cost - reservation.amount);
    return book(reservation, settlement, reservation.amount + taken);
  }

  return {
    reserve: (request) => (queue.blocked ? { ok: false, short: "busy" } : reservations.reserve(request)),
    settle(reservation, settlement) {
      if (settlement.cost > reservation.amount) return settleBeyond(reservation, settlement);
      const charged = book(reservation, settlement, settlement.cost);
      // Last: a reservation whose booking failed is released as a whole by its owner.
      reservations.putBack(reservation, reservation.amount - settlement.cost);
      return charged;
    },
    release(reservation) {
      reservations.putBack(reservation, reservation.amount);
    },
    reject(call) {
      // If bookings cannot be written, requests that were already delivered come first.
      if (!queue.blocked) rejected.add(call);
    },
    async credit(entry, also) {
      const done = (await changes.book(entry, entry.amount, also)) === "done";
      // Callers are rejected because of cached data if the balance was empty or a cost uncollected.
      if (done) await uncollectedUsers.announce(entry.userId);
      return done;
    },
    async debit(entry, also) {
      await leases.releaseFree("user", entry.userId);
      return changes.book(entry, -entry.amount, also);
    },
    async reverse(entry, also) {
      await leases.releaseFree("user", entry.userId);
      const done = await changes.reverse(entry, also);
      if (done) await uncollectedUsers.announce(entry.userId);
      return done;
    },
    async setTokenQuota(tokenId, quota, also) {
      // Before the transaction: the writer's own connection returns the lease.
      await leases.releaseFree("token", tokenId);
      await database.transaction(async (queries) => {
        // What running calls hold counts as part of the new limit.
        await queries
          .updateTable("tokens")
          .set((eb) => ({
            unlimited_quota: quota.unlimited ? 1 : 0,
            ...(quota.remain !== undefined && {
              remain_quota: eb(
                eb.val(quota.remain),
                "-",
                eb
                  .selectFrom("leases")
                  .select((sub) => sub.fn.coalesce(sub.fn.sum<number>("amount"), sub.lit(0)).as("held"))
                  .where("kind", "=", "token")
                  .where("owner_id", "=", tokenId),
              ),
            }),
          }))
          .where("id", "=", tokenId)
          .execute();
        await also?.(queries);
      });
    },
    setBudget: (transaction, owner, budget) => writeBudget(transaction, owner, budget, now()),
    available: (payer) => quotaLeft(leases, terms, payer),
    hasUncollected: (userId) => uncollectedUsers.has(userId),
    balanceOf: (userId) => readBalance(database.queries, userId),
    async start() {
      await watch.renew();
      const every = (milliseconds: number, work: () => Promise<void>): void => {
        let running = false;
        const timer = setInterval(() => {
          // Otherwise a database that hangs would have a backlog of these before the calls that wait for it.
          if (running) return;
          running = true;
          void work()
            .catch(onError)
            .finally(() => {
              running = false;
            });
        }, milliseconds);
        timer.unref();
        timers.push(timer);
      };
      every(1000, () => leases.tick());
      every(2000, () => watch.renew());
    },
    flush() {
      rejected.flush();
      return queue.flush();
    },
    async close() {
      for (const timer of timers) clearInterval(timer);
      uncollectedUsers.stop();
      rejected.flush();
      while (queue.pending > 0) await queue.flush();
      await leases.releaseAllFree();
      await store.sweep(dependencies.process.id);
      await store.close();
    },
    tasks: createTaskLedger({ store, reservations, now }),
    releaseLeases: (userId) => leases.releaseFree("user", userId),
    get pending() {
      return queue.pending;
    },
  };
}
