import type pg from "pg";
import { schema } from "./migrated-schema.ts";
import type { Statement } from "./record-sql.ts";

/** True for statements on `logs`, by far the largest table: a full scan of it delays every other query. */
export const readsLogs = ({ sql }: Statement): boolean => /\b(?:from|into) "?logs"?\b/i.test(sql);

/** SQLite's plan on the empty schema. The product never analyzes tables, so a full one has the same plan. */
export function explainSqlite(statement: Statement): string[] {
  if (!readsLogs(statement)) return [];
  const rows = schema
    .prepare<unknown[], { id: number; parent: number; detail: string }>(`explain query plan ${statement.sql}`)
    .all(...statement.parameters);
  const depths = new Map<number, number>([[0, -1]]);
  return rows.map(({ id, parent, detail }) => {
    const depth = (depths.get(parent) ?? -1) + 1;
    depths.set(id, depth);
    return "  ".repeat(depth) + detail;
  });
}

/** Rows with different users, models, channels and requests, so that PostgreSQL plans as for a table in use. */
export async function fillLogs(client: pg.Client): Promise<void> {
  await client.query(`
    insert into logs (created_at, type, content, user_id, username, token_id, token_name, model_name, quota,
      prompt_tokens, completion_tokens, channel_id, request_time, is_stream, source_ip, request_id, outcome, metadata)
    select 1700000000 + i, case when i % 50 = 0 then 1 else 2 end, '', i % 200, 'user', i % 600, 'token',
      'model-' || i % 40, 5, 10, 20, i % 24, 300, 1, '198.51.100.7', 'request-' || i,
      case when i % 37 = 3 then 1 when i % 41 = 5 then 2 else 0 end, '{}'
    from generate_series(1, 20000) as i`);
  // Samples every row, so that the statistics are the same every time.
  await client.query("vacuum analyze logs");
}

/** "PostgreSQL" and its major version. */
export async function readVersion(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ server_version: string }>("show server_version");
  return `PostgreSQL ${rows[0]?.server_version.split(".")[0] ?? ""}`;
}

/** PostgreSQL's plan, without costs and parameter values. */
export async function explainPostgres(client: pg.Client, { sql, parameters }: Statement): Promise<string[]> {
  const { rows } = await client.query<{ "QUERY PLAN": string }>(`explain (costs off) ${sql}`, [
    ...parameters,
  ]);
  return rows.map((row) => row["QUERY PLAN"]);
}
