import { type FigureRow, sumFigures } from "./sum-figures.ts";
import { type HourTotals, sumHours } from "./sum-hours.ts";
import {
  type BudgetOwner,
  type ChargedRow,
  type LeaseChange,
  type LeaseKind,
  type LeaseOwner,
  termPeriods,
} from "./usage-store.ts";

/**
 * Sums of one commit, so that each owner's row is touched once. Sorted by key: concurrent commits lock in the same
 * order.
 */
export interface CommitTotals extends HourTotals {
  figures: FigureRow[];
  users: { id: number; quota: number; requests: number; uncollected: number }[];
  tokens: { id: number; quota: number; accessed: number }[];
  channels: { id: number; quota: number }[];
  leases: LeaseChange[];
  /** What is charged to budgets: `leased` from this process's lease, `unreserved` beyond it. */
  budgets: BudgetCharge[];
  /** Days in UTC with something uncollected. */
  days: { day: number; quota: number; calls: number }[];
}

export interface BudgetCharge extends BudgetOwner {
  leased: number;
  unreserved: number;
}

/**
 * Adds up the changes of a group of rows. Every row counts as a request, failed and rejected calls included, as in the
 * sums of the log.
 */
export function sumRows(rows: readonly ChargedRow[]): CommitTotals {
  const users = new Map<number, CommitTotals["users"][number]>();
  const tokens = new Map<number, CommitTotals["tokens"][number]>();
  const channels = new Map<number, CommitTotals["channels"][number]>();
  const leases = new Map<string, LeaseChange>();
  const days = new Map<number, CommitTotals["days"][number]>();
  const budgets = new Map<string, BudgetCharge>();
  const lease = (kind: LeaseKind, ownerId: number, amount: number): void => {
    const key = `${kind} ${ownerId}`;
    const found = leases.get(key);
    if (found) found.amount += amount;
    else leases.set(key, { kind, ownerId, amount });
  };
  for (const row of rows) {
    const { calls } = row;
    const token = tokens.get(row.token_id) ?? { id: row.token_id, quota: 0, accessed: 0 };
    token.quota += row.quota;
    token.accessed = Math.max(token.accessed, row.created_at);
    tokens.set(row.token_id, token);
    if (row.quota > 0) {
      lease("user", row.user_id, row.quota);
      if (row.token_limited) lease("token", row.token_id, row.quota);
      addBudget(budgets, { kind: "user", ownerId: row.user_id }, row);
      addBudget(budgets, { kind: "token", ownerId: row.token_id }, row);
    }
    const user = users.get(row.user_id) ?? { id: row.user_id, quota: 0, requests: 0, uncollected: 0 };
    user.quota += row.quota;
    user.requests += calls;
    user.uncollected += row.uncollected;
    users.set(row.user_id, user);
    const channel = channels.get(row.channel_id) ?? { id: row.channel_id, quota: 0 };
    channel.quota += row.quota;
    channels.set(row.channel_id, channel);
    if (row.uncollected > 0) {
      const day = row.created_at - (row.created_at % 86_400);
      const sums = days.get(day) ?? { day, quota: 0, calls: 0 };
      sums.quota += row.uncollected;
      sums.calls += 1;
      days.set(day, sums);
    }
  }
  const byId = (a: { id: number }, b: { id: number }): number => a.id - b.id;
  return {
    users: [...users.values()].sort(byId),
    tokens: [...tokens.values()].sort(byId),
    channels: [...channels.values()].sort(byId),
    leases: [...leases.values()].sort((a, b) => a.kind.localeCompare(b.kind) || a.ownerId - b.ownerId),
    ...sumHours(rows),
    figures: sumFigures(rows),
    days: [...days.values()].sort((a, b) => a.day - b.day),
    budgets: [...budgets.values()].sort(
      (a, b) => a.kind.localeCompare(b.kind) || a.ownerId - b.ownerId || a.term.start - b.term.start,
    ),
  };
}

function addBudget(budgets: Map<string, BudgetCharge>, { kind, ownerId }: LeaseOwner, row: ChargedRow): void {
  const start = kind === "user" ? row.user_term_start : row.token_term_start;
  const period = termPeriods[(kind === "user" ? row.user_term_period : row.token_term_period) - 1];
  if (start === 0 || period === undefined) return;
  const key = `${kind} ${ownerId} ${period} ${start}`;
  const found = budgets.get(key) ?? { kind, ownerId, term: { period, start }, leased: 0, unreserved: 0 };
  found.leased += row.quota - row.unreserved;
  found.unreserved += row.unreserved;
  budgets.set(key, found);
}
