import type { UsageRow } from "./usage-row.ts";

export type { UsageRow };

/**
 * The only interface to balances. Amounts are integer quota, never negative. A reservation ends in exactly one `settle`
 * or `release`; both return immediately and are durable within milliseconds. Balances never go below zero.
 * `Transaction` is the database's transaction; this port imports no database, so its callers supply the type.
 */
export interface Ledger<Transaction = unknown> {
  /**
   * Holds `amount` of the user's balance, of a limited token's quota, and of the budgets that the user and the token
   * have. Synchronous while the leases suffice.
   */
  reserve(request: ReserveRequest): Reservation | Rejection | Promise<Reservation | Rejection>;
  /**
   * Charges the real cost and returns what was charged: the cost, or less if neither reservation nor balance covers it.
   */
  settle(reservation: Reservation, settlement: Settlement): Promise<number> | number;
  /** Releases the whole reservation, charging nothing. */
  release(reservation: Reservation): void;
  /**
   * Counts a call that was rejected before anything was sent, and charges nothing. Similar calls of some seconds share
   * a row of the log.
   */
  reject(call: RejectedCall): void;
  /**
   * Adds to a balance, once per `id`; false if the id was used before. First settles what calls cost above the balance
   * earlier, by its own entry: the account counts as solvent once all of it is settled.
   * @throws RoleNotLower
   */
  credit(entry: BalanceChange, also?: AfterBalance<Transaction>): Promise<boolean>;
  /** Takes from a balance, once per `id`; rejected if it holds less. @throws RoleNotLower */
  debit(
    entry: BalanceChange,
    also?: AfterBalance<Transaction>,
  ): Promise<"done" | "repeated" | "insufficient">;
  /**
   * Reverses an earlier credit, once per `id`; false if the id was used before. Takes what the balance covers; the rest
   * becomes uncollected, so that the next credit settles it.
   */
  reverse(entry: BalanceChange, also?: AfterBalance<Transaction>): Promise<boolean>;
  /**
   * Sets what a token may still spend, unless `remain` is undefined, and whether it has a limit; leases of running
   * calls are taken into account. `also` writes the token's other
   * columns in the same transaction; if it throws, nothing has changed.
   */
  setTokenQuota(
    tokenId: number,
    quota: { remain: number | undefined; unlimited: boolean },
    also?: (transaction: Transaction) => Promise<void>,
  ): Promise<void>;
  /**
   * Sets the budget of a user or token within the caller's transaction. What was spent is kept unless the period
   * changes; then the new one begins at 0. False: the owner is gone, or its role is no longer lower than `roleBelow`.
   */
  setBudget(
    transaction: Transaction,
    owner: { kind: "user" | "token"; id: number; roleBelow?: number | undefined },
    budget: { period: BudgetPeriod | "none"; quota: number },
  ): Promise<boolean>;
  /** Balance including open leases, i.e. the user's real balance. */
  balanceOf(userId: number): Promise<number>;
  /**
   * What this process could reserve now: the least of the balance, the quota of a limited token and the budgets.
   * Reserves nothing.
   */
  available(payer: Payer): Promise<number>;
  /** True from an uncollected settlement in this process until the reloaded callers contain it. */
  hasUncollected(userId: number): boolean;
}

/**
 * Writes what belongs to a change of a balance in the same transaction, after it; not called for a change that was
 * rejected or made before. If it throws, nothing has changed. `balance` is the new one with open leases.
 */
export type AfterBalance<Transaction> = (transaction: Transaction, balance: number) => Promise<void>;

export interface Payer {
  userId: number;
  tokenId: number;
  /** The token has no limit of its own. */
  tokenUnlimited: boolean;
  /** How often the budget of the user resets; undefined: it has none. */
  userBudget?: { period: BudgetPeriod } | undefined;
  /** The same of the token. */
  tokenBudget?: { period: BudgetPeriod } | undefined;
}

export type BudgetPeriod = "day" | "week" | "month";

/** One period of a budget. `start` is epoch seconds, UTC. */
export interface BudgetTerm {
  readonly period: BudgetPeriod;
  readonly start: number;
}

export interface ReserveRequest extends Payer {
  amount: number;
  /** Rejected unless this much more remains for other calls. Default 0. */
  spare?: number;
}

export interface Reservation {
  readonly ok: true;
  readonly userId: number;
  readonly tokenId: number;
  readonly tokenUnlimited: boolean;
  readonly amount: number;
  /** The period of each budget that the call is charged to, even if it ends later; undefined: no budget. */
  readonly userTerm: BudgetTerm | undefined;
  readonly tokenTerm: BudgetTerm | undefined;
  /** Generation of leases that it came from; leases lost to the sweeper are never credited again. */
  readonly generation: number;
}

export interface Rejection {
  readonly ok: false;
  /**
   * Whose quota or budget does not suffice; `busy`: bookings cannot be written at the moment, so no reservation is
   * accepted.
   */
  readonly short: "user" | "token" | "user_budget" | "token_budget" | "busy";
}

/** What is booked with the charge, in one transaction: the log row and its roll-up. */
export interface Settlement {
  cost: number;
  record: UsageRow;
}

/** A call with a valid key that was rejected, because of the caller's balance or limits or because of the request. */
export interface RejectedCall
  extends Pick<
    UsageRow,
    "request_id" | "created_at" | "user_id" | "username" | "token_id" | "token_name" | "source_ip"
  > {
  /** The error sentence that was sent to the caller. */
  content: string;
  /** The error's code, e.g. `insufficient_user_quota`. */
  reason: string;
  /** As in the request; empty where it is not known yet. */
  model: string;
  /** The wire format of the request; empty where there is none. */
  format: string;
}

export interface BalanceChange {
  /** Idempotency key, e.g. `redemption:42`. */
  id: string;
  userId: number;
  amount: number;
  /** `opening`, `topup`, `redemption`, `adjustment`, `reward` … */
  kind: string;
  remark: string;
  /** Books only while the user's role is lower than this. */
  roleBelow?: number | undefined;
  /** A row of the user's log that is written with it; its `quota` is the signed amount. */
  log?: ChangeLog;
}

/** The user's role is not lower than the entry's `roleBelow`; nothing was booked. */
export class RoleNotLower extends Error {
  override name = "RoleNotLower";
}

/** `type` is one of the contract's log types. */
export interface ChangeLog {
  type: number;
  username: string;
  content: string;
  source_ip: string;
}
