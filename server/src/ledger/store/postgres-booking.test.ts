import pg from "pg";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { postgresOrSkip } from "../../../test/support/postgres.ts";
import { openDatabase } from "../../storage/database.ts";
import { migrate } from "../../storage/migrate.ts";
import { emptyUsageRow } from "../usage-row.ts";
import { postgresBooking } from "./postgres-booking.ts";
import { postgresBudgets } from "./postgres-budgets.ts";
import { postgresQuota } from "./postgres-quota.ts";
import { type ChargedRow, noCharge } from "./usage-store.ts";

const url = await postgresOrSkip();
const processId = "process";
const userId = 1;

const call = (id: string, more: Partial<ChargedRow> = {}): ChargedRow => ({
  ...emptyUsageRow,
  ...noCharge,
  request_id: id,
  user_id: userId,
  token_limited: false,
  ...more,
});
const paid = call("paid", { quota: 5 });
const free = call("free");
const uncollected = call("uncollected", { uncollected: 70 });

describe.skipIf(url === null)(
  "a group that is booked again while its first transaction is committing",
  () => {
    const clients = [new pg.Client(url ?? ""), new pg.Client(url ?? "")] as unknown as [
      pg.PoolClient,
      pg.PoolClient,
    ];
    const book = postgresBooking(postgresQuota(processId), postgresBudgets(processId), processId);

    beforeAll(async () => {
      const database = openDatabase({ kind: "postgres", url: url ?? "" });
      await migrate(database);
      await database.close();
      for (const client of clients) await client.connect();
    });
    afterAll(async () => {
      for (const client of clients) await client.end();
    });
    beforeEach(async () => {
      // A failed test leaves its transactions open.
      for (const client of clients) await client.query("rollback");
      await clients[0].query("truncate logs, ledger_entries, users, leases, usage_hourly cascade");
      await clients[0].query(
        `insert into users (id, username, password_hash, display_name, role, status, email, avatar_url, "group", quota, used_quota,
         request_count, created_time, last_login_time, last_login_ip, deleted_time, access_token_hash)
       values (1, 'u', '', '', 1, 1, '', '', 'default', 1000, 0, 0, 0, 0, '', 0, '')`,
      );
      await clients[0].query(
        "insert into leases (process_id, kind, owner_id, amount) values ($1, 'user', 1, 100)",
        [processId],
      );
    });

    it.each([
      { name: "with paid and free calls", rows: [paid, free, uncollected] },
      { name: "with free calls only", rows: [free, uncollected] },
    ])("is booked once, $name", async ({ rows }) => {
      const [first, again] = clients;
      await first.query("begin");
      expect(await book(first, rows)).toBe(rows.length);
      await again.query("begin");
      const repeated = book(again, rows);
      const waits = await isBlocked(again, repeated);
      await first.query("commit");
      expect(await repeated).toBe(0);
      await again.query("commit");
      expect(waits).toBe(true);
      const logged = await first.query("select request_id from logs order by request_id");
      expect(logged.rows.map((row: { request_id: string }) => row.request_id)).toEqual(
        rows.map((row) => row.request_id).sort(),
      );
      const user = await first.query("select request_count, uncollected from users where id = 1");
      expect(user.rows).toEqual([{ request_count: String(rows.length), uncollected: "70" }]);
    });

    /** True once the client's statement waits for a lock, false if it ends without. */
    async function isBlocked(client: pg.PoolClient, ending: Promise<unknown>): Promise<boolean> {
      let ended = false;
      void ending.finally(() => (ended = true));
      const watching = new pg.Client(url ?? "");
      await watching.connect();
      const { processID: pid } = client as unknown as { processID: number };
      const waiting = "select 1 from pg_stat_activity where pid = $1 and wait_event_type = 'Lock'";
      let found = 0;
      while (!ended && found === 0) found = (await watching.query(waiting, [pid])).rowCount ?? 0;
      await watching.end();
      return found > 0;
    }
  },
);
