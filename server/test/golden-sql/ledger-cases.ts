import type { Ledger } from "../../src/ledger/ledger.ts";
import { writeBudget } from "../../src/ledger/budgets.ts";
import { createSqlLedger, type SqlLedger } from "../../src/ledger/sql-ledger.ts";
import type { TaskStore } from "../../src/ledger/store/task-store.ts";
import type { PackedUsageStore } from "../../src/ledger/store/pack-rows.ts";
import type { Database } from "../../src/storage/database.ts";
import { type Calls, defineCases } from "./cases.ts";

/** Calls that the ledger makes only through its store; its statements are those of `usage-store`. */
const byStore = [
  "reserve",
  "settle",
  "release",
  "reject",
  "available",
  "hasUncollected",
  "start",
  "flush",
  "close",
  "releaseLeases",
  "tasks",
  // Same statement as `budgets`.
  "setBudget",
] as const satisfies (keyof SqlLedger)[];
type OwnStatements = Omit<SqlLedger, (typeof byStore)[number] | "pending">;

const entry = { id: "topup:1", userId: 1, amount: 500, kind: "topup", remark: "" };
const log = { type: 1, username: "name", content: "content", source_ip: "::1" };
const writeMore: Parameters<Ledger["credit"]>[1] = async () => {};

const calls: Calls<OwnStatements> = {
  credit: {
    "with a log row": (ledger) => ledger.credit({ ...entry, log }),
    "of a user of a lower role": (ledger) => ledger.credit({ ...entry, roleBelow: 10 }),
    "and what belongs to it": (ledger) => ledger.credit(entry, writeMore),
  },
  debit: (ledger) => ledger.debit(entry),
  reverse: {
    "with a log row": (ledger) => ledger.reverse({ ...entry, log }),
    "and what belongs to it": (ledger) => ledger.reverse(entry, writeMore),
  },
  setTokenQuota: {
    "with an amount": (ledger) => ledger.setTokenQuota(7, { remain: 300, unlimited: false }),
    "without an amount": (ledger) => ledger.setTokenQuota(7, { remain: undefined, unlimited: true }),
  },
  balanceOf: (ledger) => ledger.balanceOf(1),
};

const budgetStatements = ({ queries }: Pick<Database, "queries">) => ({
  writeBudget: (roleBelow: number | undefined, period: "none" | "week") =>
    writeBudget(queries, { kind: "user", id: 1, roleBelow }, { period, quota: 300 }, 5),
});

export const ledgerCases = {
  budgets: defineCases(({ database }) => budgetStatements(database), {
    writeBudget: {
      "with another period": (budgets) => budgets.writeBudget(undefined, "week"),
      "removed, of a user of a lower role": (budgets) => budgets.writeBudget(10, "none"),
    },
  }),
  "sql-ledger": defineCases(({ database }): OwnStatements => {
    const ledger = createSqlLedger({
      database,
      store: {} as PackedUsageStore & TaskStore,
      process: { id: "p", host: "h", pid: 1 },
      now: () => 5,
      onError(error) {
        throw error;
      },
      announceCallers: async () => {},
    });
    const others = new Set<string>([...byStore, "pending"]);
    return Object.fromEntries(
      Object.entries(ledger).filter(([name]) => !others.has(name)),
    ) as unknown as OwnStatements;
  }, calls),
};
