import type { UsageRow } from "./usage-row.ts";

export type { UsageRow };

/**
 * The one door to balances (D18). Amounts are integer quota, never negative. A reservation ends in exactly one `settle`
 * or `release`; both return at once and are durable within milliseconds. Balances never go below zero. `Transaction` is the
 * database's transaction; this port imports no database, so its callers name the type.
 */
export interface Ledger<Transaction = unknown> {
  /**
   * Holds `amount` of the user's balance, of a limited token's quota, and of the budgets that the user and the token have. Synchronous
   * while the leases suffice.
   */
  reserve(request: ReserveRequest): Reservation | Refusal | Promise<Reservation | Refusal>;
  /** Charges the real cost and returns what was charged: the cost, or less if neither reservation nor balance covers it. */
  settle(reservation: Reservation, settlement: Settlement): Promise<number> | number;
  /** Gives the whole reservation back, charging nothing. */
  release(reservation: Reservation): void;
  /** Counts a call that was refused before anything was sent, and charges nothing. Alike calls of some seconds share a row of the log. */
  refuse(call: RefusedCall): void;
  /**
   * Adds to a balance, once per `id`; false if the id was used before. What calls cost above the balance earlier is settled first, by an
   * entry of its own: the account counts as solvent once all of it is. @throws RoleNotLower
   */
  credit(entry: BalanceChange, also?: AfterBalance<Transaction>): Promise<boolean>;
  /** Takes from a balance, once per `id`; refused if it holds less. @throws RoleNotLower */
  debit(
    entry: BalanceChange,
    also?: AfterBalance<Transaction>,
  ): Promise<"done" | "repeated" | "insufficient">;
  /**
   * Takes back what was credited before, once per `id`; false if the id was used before. Takes what the balance holds; the rest becomes
   * uncollected, so that the next credit settles it.
   */
  reverse(entry: BalanceChange, also?: AfterBalance<Transaction>): Promise<boolean>;
  /**
   * Sets what a token may still spend; leases of running calls are taken into account. `also` writes the token's other columns in the
   * same transaction; if it throws, nothing has changed.
   */
  setTokenQuota(
    tokenId: number,
    quota: { remain: number; unlimited: boolean },
    also?: (transaction: Transaction) => Promise<void>,
  ): Promise<void>;
  /**
   * Sets the budget of a user or token within the caller's transaction. What was spent counts on unless the period changes; then the
   * new one begins at 0. False: the owner is gone, or its role is not lower than `roleBelow` any more.
   */
  setBudget(
    transaction: Transaction,
    owner: { kind: "user" | "token"; id: number; roleBelow?: number | undefined },
    budget: { period: BudgetPeriod | "none"; quota: number },
  ): Promise<boolean>;
  /** Balance with open leases, i.e. what the user really has. */
  balanceOf(userId: number): Promise<number>;
  /** What this process could reserve now: the least of the balance, the quota of a limited token and the budgets. Reserves nothing. */
  available(payer: Payer): Promise<number>;
  /** True from an uncollected settlement in this process until the callers' look-up shows it. */
  hasUncollected(userId: number): boolean;
}

/**
 * Writes what belongs to a change of a balance in the same transaction, after it; not called for a change that was refused or made
 * before. If it throws, nothing has changed. `balance` is the new one with open leases.
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
  /** Refused unless so much more is left for other calls. Default 0. */
  spare?: number;
}

export interface Reservation {
  readonly ok: true;
  readonly userId: number;
  readonly tokenId: number;
  readonly tokenUnlimited: boolean;
  readonly amount: number;
  /** The period of each budget that the call is charged to, whenever it ends; undefined: no budget. */
  readonly userTerm: BudgetTerm | undefined;
  readonly tokenTerm: BudgetTerm | undefined;
  /** Which generation of leases it was taken from; leases lost to the sweeper are never credited again. */
  readonly generation: number;
}

export interface Refusal {
  readonly ok: false;
  /** Whose quota or budget does not suffice; `busy`: bookings cannot be written at the moment, so nothing is promised. */
  readonly short: "user" | "token" | "user_budget" | "token_budget" | "busy";
}

/** What is booked with the charge, in one transaction: the log row and its roll-up. */
export interface Settlement {
  cost: number;
  record: UsageRow;
}

/** A call of a valid key that was refused, by the caller's balance or limits or by what it asked for. */
export interface RefusedCall
  extends Pick<
    UsageRow,
    "request_id" | "created_at" | "user_id" | "username" | "token_id" | "token_name" | "source_ip"
  > {
  /** The sentence that the caller was sent. */
  content: string;
  /** The error's code, e.g. `insufficient_user_quota`. */
  reason: string;
  /** As the caller wrote it; empty where it is not known yet. */
  model: string;
  /** The wire format that the caller spoke; empty where it spoke none. */
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
