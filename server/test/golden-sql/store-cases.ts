import type SQLite from "better-sqlite3";
import type pg from "pg";
import { postgresTaskStore } from "../../src/ledger/store/postgres-task-store.ts";
import { sqliteTaskStore } from "../../src/ledger/store/sqlite-task-store.ts";
import type { TaskStore } from "../../src/ledger/store/task-store.ts";
import { newTask } from "../support/stored-task.ts";
import { postgresUsageStore } from "../../src/ledger/store/postgres-usage-store.ts";
import { sqliteUsageStore } from "../../src/ledger/store/sqlite-usage-store.ts";
import { type ChargedRow, noCharge, type UsageStore } from "../../src/ledger/store/usage-store.ts";
import { emptyUsageRow } from "../../src/ledger/usage-row.ts";
import { type ItemStore, postgresItemStore, sqliteItemStore } from "../../src/storage/writer/item-store.ts";
import {
  type OriginStore,
  postgresOriginStore,
  sqliteOriginStore,
} from "../../src/storage/writer/origin-store.ts";
import type { Calls } from "./cases.ts";
import { newRow } from "./new-row.ts";
import { rich, poor } from "./record-store.ts";

/** A store of the writer thread, on both databases, with a call of every method. */
export interface StoreCases<Store> {
  sqlite: (db: SQLite.Database) => Store;
  postgres: (pool: pg.Pool) => Store;
  calls: Calls<Store>;
}

const row: ChargedRow = {
  ...emptyUsageRow,
  request_id: "r1",
  user_id: rich,
  token_id: 7,
  quota: 5,
  ...noCharge,
  token_limited: true,
};
const term = { period: "day", start: 86_400 } as const;
const process = { id: "process", host: "h", pid: 1 };

const usageStore: StoreCases<Omit<UsageStore, "close">> = {
  sqlite: (db) => sqliteUsageStore(db, process.id),
  postgres: (pool) => postgresUsageStore(pool, process.id),
  calls: {
    heartbeat: (store) => store.heartbeat(process, 5),
    register: (store) => store.register(process, 5),
    listProcesses: (store) => store.listProcesses(),
    extend: {
      "from plenty": (store) => store.extend("user", rich, 10, 100),
      "by what is needed": (store) => store.extend("user", poor, 10, 100),
      "of a token": (store) => store.extend("token", 7, 10, 100),
    },
    extendBudget: {
      "from plenty": (store) => store.extendBudget({ kind: "user", ownerId: rich, term }, 10, 100),
      "by what is needed": (store) => store.extendBudget({ kind: "token", ownerId: poor, term }, 10, 100),
    },
    take: (store) => store.take("user", rich, 5),
    left: {
      "of a balance": (store) => store.left({ kind: "user", ownerId: rich }),
      "of a token": (store) => store.left({ kind: "token", ownerId: 7 }),
      "of a budget": (store) => store.left({ kind: "user", ownerId: rich, term }),
    },
    release: {
      "of a balance": (store) => store.release([{ kind: "user", ownerId: rich, amount: 5 }]),
      "of a budget": (store) => store.release([{ kind: "user", ownerId: rich, term, amount: 5 }]),
    },
    commit: {
      "of a charged call": (store) => store.commit([row]),
      "of a call that is charged to budgets": (store) =>
        store.commit([
          {
            ...row,
            request_id: "r4",
            token_limited: false,
            unreserved: 2,
            user_term_period: 1,
            user_term_start: term.start,
            token_term_period: 1,
            token_term_start: term.start,
          },
        ]),
      "of a free call, in part uncollected": (store) =>
        store.commit([{ ...row, request_id: "r2", quota: 0, uncollected: 3 }]),
      "after the lease was lost": (store) =>
        store.commit([{ ...row, request_id: "r3", user_id: poor, quota: 5000, token_limited: false }]),
    },
    sweep: (store) => store.sweep(process.id),
  },
};

const originStore: StoreCases<OriginStore> = {
  sqlite: sqliteOriginStore,
  postgres: postgresOriginStore,
  calls: { keepOrigins: (store) => store.keepOrigins([newRow("response_makers", { id: "id" })]) },
};

const itemStore: StoreCases<ItemStore> = {
  sqlite: sqliteItemStore,
  postgres: postgresItemStore,
  calls: {
    // Beyond the limit, so that the deletion is sent, too.
    keepItems: (store) =>
      store.keepItems(
        [
          { userId: 1, createdAt: 1, idTime: 1, items: 2, ids: "a b", sealed: Buffer.from("x") },
          { userId: 1, createdAt: 1, idTime: 0, items: 1, ids: "c", sealed: Buffer.from("x") },
        ],
        [1],
        { rows: 0, bytes: 0 },
      ),
  },
};

const task = newTask("t1", { quota: 50 });
const held = {
  task_id: "t1",
  user_id: rich,
  token_id: 7,
  token_limited: 1,
  amount: 50,
  user_term_period: 1,
  user_term_start: term.start,
  user_term_amount: 0,
  token_term_period: 0,
  token_term_start: 0,
  token_term_amount: 0,
  created_at: 5,
};
const changed = { row: { task_id: "t1", version: 1 }, state: task };
const group = { platform: "test", channel_id: 5, channel_key: 0 };

const taskStore: StoreCases<TaskStore> = {
  sqlite: (db) => sqliteTaskStore(db, process.id),
  postgres: (pool) => postgresTaskStore(pool, process.id),
  calls: {
    openTask: {
      "from the balance": (store) => store.openTask(held, task),
      again: (store) => store.openTask(held, task),
    },
    changeTasks: (store) => store.changeTasks([changed]),
    claimTasks: (store) => store.claimTasks({ owner: "p", now: 5, until: 65, group, limit: 50 }),
    settleTask: (store) =>
      store.settleTask({ ...changed, row: { task_id: "t1", version: 2 } }, { ...row, quota: 30 }),
    removeTask: (store) => store.removeTask("t1", 1),
  },
};

export const storeCases = {
  "task-store": taskStore,
  "usage-store": usageStore,
  "origin-store": originStore,
  "item-store": itemStore,
};
