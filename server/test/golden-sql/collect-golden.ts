import type SQLite from "better-sqlite3";
import { accountCases } from "./account-cases.ts";
import { type Cases, listCalls } from "./cases.ts";
import { figureCases } from "./figure-cases.ts";
import { gatewayCases } from "./gateway-cases.ts";
import { ledgerCases } from "./ledger-cases.ts";
import { logCases } from "./log-cases.ts";
import { migratedSqlite } from "./migrated-schema.ts";
import { newRow } from "./new-row.ts";
import { noticeCases } from "./notice-cases.ts";
import { paymentCases } from "./payment-cases.ts";
import { type DialectName, recordSql, type Statement } from "./record-sql.ts";
import { poor, recordPostgres, recordSqlite, rich } from "./record-store.ts";
import { invitationCases } from "./invitation-cases.ts";
import { redemptionCases } from "./redemption-cases.ts";
import { storeCases } from "./store-cases.ts";
import { taskCases } from "./task-cases.ts";
import { telegramCases } from "./telegram-cases.ts";
import { userCases } from "./user-cases.ts";

/** The statements that one call sends to the database. */
export interface RecordedCall {
  /** The method, and the variant of the call. */
  title: string;
  statements: Statement[];
}

/** By the name of the file in `storage/repositories`. */
export const repositoryCases: Record<string, Cases> = {
  ...accountCases,
  ...figureCases,
  ...gatewayCases,
  ...logCases,
  ...noticeCases,
  ...paymentCases,
  ...userCases,
  ...invitationCases,
  ...redemptionCases,
  ...taskCases,
  ...telegramCases,
};

/** Content of every golden file, by its name without the dialect. */
export async function collectGolden(dialect: DialectName): Promise<Map<string, RecordedCall[]>> {
  const golden = new Map<string, RecordedCall[]>();
  for (const [name, cases] of Object.entries({ ...repositoryCases, ...ledgerCases }))
    golden.set(name, await recordCases(cases, dialect));
  for (const [name, { sqlite, postgres, calls }] of Object.entries(storeCases)) {
    const seen: Statement[] = [];
    const store =
      dialect === "postgres"
        ? postgres(recordPostgres(seen))
        : sqlite(recordSqlite(await filledSqlite(), seen));
    golden.set(name, await recordCalls(store, { calls } as unknown as Cases, () => seen.splice(0)));
  }
  return golden;
}

function recordCases(cases: Cases, dialect: DialectName): Promise<RecordedCall[]> {
  const recorded = recordSql(dialect, cases.row);
  return recordCalls(cases.create(recorded), cases, recorded.take);
}

async function recordCalls(target: object, cases: Cases, take: () => Statement[]): Promise<RecordedCall[]> {
  const recorded: RecordedCall[] = [];
  take();
  for (const { title, call } of listCalls(cases)) {
    await call(target as never);
    recorded.push({ title, statements: take() });
  }
  return recorded;
}

/** The users and the token for which the stores are called. */
async function filledSqlite(): Promise<SQLite.Database> {
  const db = await migratedSqlite();
  const insert = (table: "users" | "tokens", row: Record<string, unknown>): void => {
    const names = Object.keys(row);
    const columns = names.map((name) => `"${name}"`).join();
    db.prepare(`insert into ${table} (${columns}) values (${names.map(() => "?").join()})`).run(
      Object.values(row),
    );
  };
  const links = { github_id: "", wechat_id: "", lark_id: "", oidc_id: "", telegram_id: "", aff_code: "" };
  const budget = { budget_period: "day", budget_quota: 1_000_000, budget_start: 0, budget_used: 0 };
  for (const [id, quota] of [
    [rich, 1_000_000],
    [poor, 20],
  ])
    insert("users", {
      ...newRow<object>("users"),
      ...links,
      id,
      username: `u${id}`,
      email: "",
      quota,
      ...budget,
    });
  insert("tokens", { ...newRow<object>("tokens"), id: 7, remain_quota: 10_000 });
  const other = { key_hash: "other", old_key_hash: "", ...budget, budget_quota: 20 };
  insert("tokens", { ...newRow<object>("tokens"), id: poor, ...other });
  return db;
}
