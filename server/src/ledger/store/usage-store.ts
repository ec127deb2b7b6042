/**
 * The statements behind the ledger's hot half, one implementation per database. They run in the writer thread, one call
 * at a time, so that the event loop never waits for a disk.
 */
import type { BudgetTerm } from "../ledger.ts";
import type { StoredUsageRow } from "../usage-row.ts";

/** Owner of a lease's quota: `users.quota` or `tokens.remain_quota`, or the budget of either. */
export type LeaseKind = "user" | "token";

export interface LeaseOwner {
  kind: LeaseKind;
  ownerId: number;
  /** A period of the owner's budget; undefined: its balance. */
  term?: BudgetTerm | undefined;
}

export interface LeaseChange extends LeaseOwner {
  amount: number;
}

export interface BudgetOwner extends LeaseOwner {
  term: BudgetTerm;
}

/**
 * A finished exchange to be booked: log row, ledger entry, roll-up, lease. Its `quota` is covered by this process's
 * leases.
 */
export interface ChargedRow extends StoredUsageRow {
  /** Cost that neither reservation nor balance covered. */
  uncollected: number;
  /** The token has a limit, so its lease is charged too. */
  token_limited: boolean;
  /** The part of `quota` without a reservation; budgets count it, too. */
  unreserved: number;
  /** Periods of the budgets that the call is charged to; start 0: no budget. */
  user_term_period: number;
  user_term_start: number;
  token_term_period: number;
  token_term_start: number;
  /** Number of calls in the row: 1, or more where they were rejected. */
  calls: number;
  /** Symbol of the group that the call was priced by; empty where it was rejected before. For the roll-ups. */
  group_name: string;
  /** Milliseconds to the first byte of a stream; 0: no stream, or none came. For the roll-ups. */
  first_token_time: number;
  /** 0: the call's time is no latency, as that of a task, which takes minutes or hours. For the roll-ups. */
  timed: number;
}

export interface ProcessIdentity {
  id: string;
  host: string;
  pid: number;
}

/** A registered process. `heartbeat_at` is epoch seconds by that process's clock. */
export interface ProcessRow extends ProcessIdentity {
  heartbeat_at: number;
}

export interface UsageStore {
  /**
   * Moves quota into this process's lease: `preferred` if the owner keeps plenty, else `need`, else nothing. Returns
   * what was moved.
   */
  extend(kind: LeaseKind, ownerId: number, need: number, preferred: number): Promise<number>;
  /**
   * The same from the rest of a budget in a period. `start` is the start of the budget's current period: later than the
   * term's where another process began it, and then nothing is moved.
   */
  extendBudget(
    owner: BudgetOwner,
    need: number,
    preferred: number,
  ): Promise<{ moved: number; start: number }>;
  /** Moves as much as is available, at most `amount`. Returns what was moved. */
  take(kind: LeaseKind, ownerId: number, amount: number): Promise<number>;
  /** What the owner has apart from all leases, at least 0; everything where the budget was removed or changed. */
  left(owner: LeaseOwner): Promise<number>;
  /** Moves unneeded lease back to its owner. */
  release(changes: LeaseChange[]): Promise<void>;
  /** Books rows in one transaction; rows whose request id is booked already are left out. */
  commit(rows: ChargedRow[]): Promise<void>;
  /** Renews this process's heartbeat. False: it is not registered, or another process declared it dead. */
  heartbeat(process: ProcessIdentity, now: number): Promise<boolean>;
  /** Registers this process, unless it is. */
  register(process: ProcessIdentity, now: number): Promise<void>;
  /** Registered processes, living and dead. */
  listProcesses(): Promise<ProcessRow[]>;
  /** Returns the leases of a process to their owners and deletes it, in one transaction. False: another process did. */
  sweep(processId: string): Promise<boolean>;
  close(): Promise<void>;
}

/**
 * An owner keeps at least this many times the preferred amount, or only the need is moved: the last cent stays
 * spendable by all.
 */
export const keepFactor = 4;

/** Periods of budgets in a row: the index of each here and 1; 0 for none. */
export const termPeriods = ["day", "week", "month"] as const satisfies readonly BudgetTerm["period"][];

/** The additions of a row to the log's columns, of a call that costs nothing. */
export const noCharge: Omit<ChargedRow, keyof StoredUsageRow> = {
  uncollected: 0,
  calls: 1,
  group_name: "",
  first_token_time: 0,
  timed: 1,
  token_limited: false,
  unreserved: 0,
  user_term_period: 0,
  user_term_start: 0,
  token_term_period: 0,
  token_term_start: 0,
};
