import { type RawBuilder, sql } from "kysely";
import { channelCount, foldSeeded, seedNames, seedQuarters } from "./seed-figures.ts";
import { type Database, type DatabaseLocation, openDatabase } from "../server/src/storage/database.ts";

/** Of the users some are heavy and many light: the first writes a tenth of everything, the last a few thousand rows. */
const users = 1000;
const days = 60;
const day = 86_400;

export interface SeededLogs {
  rows: number;
  rollUpRows: number;
  figureRows: number;
  heavy: string;
  light: string;
  /** A request id from the middle. */
  requestId: string;
  seconds: number;
  /** Without the roll-ups and indexes that only questions about the log use. */
  figuresOnly: boolean;
}

/** A number from 0 to 1, always the same for the same row; each multiplier gives a series of its own. */
const chance = (multiplier: number): string =>
  `cast((i * ${multiplier} % 2147483647) * 39373 % 2147483629 as double precision) / 2147483629`;
const whole = (expression: string): string => `cast(trunc(${expression}) as integer)`;

interface RowRange {
  from: number;
  until: number;
  /** Epoch seconds of the first row. */
  start: number;
  total: number;
  /** SQL for the time in a request id. */
  stamp: string;
  firstUser: number;
}

/**
 * What one row looks like, as SQL that both databases read. A user has three tokens and three models, a model two dozen of the channels; a light user
 * calls in every eighth hour only. Of a hundred rows one is a top-up and one a note, and of the calls three failed.
 */
function rowsOf({ from, until, start, total, stamp, firstUser }: RowRange): string {
  return `
    with recursive n(i) as (select cast(${from} as bigint) union all select i + 1 from n where i + 1 < ${until}),
    dice as (select i, ${start} + i * ${days * day} / ${total} as created_at, ${chance(742_938_285)} as a, ${chance(950_706_376)} as b,
      ${chance(1_226_874_159)} as c, ${chance(62_089_911)} as d from n),
    person as (select *, ${whole(`a * a * a * ${users}`)} as u, ${whole("b * b * 3")} as pick,
      case when i % 100 = 7 then 1 when i % 200 = 57 then 3 when i % 200 = 157 then 4 else 2 end as type,
      b * 1000 - ${whole("b * 1000")} > 0.97 as failed from dice),
    called as (select *, case when u < 100 then u else u - u % 8 + created_at / 3600 % 8 end as who from person),
    asked as (select *, (who * 7 + pick * 11) % 40 as m from called),
    spent as (select *, 1 + (m * 12 + ${whole("d * d * 24")}) % ${channelCount} as channel,
      case when i % 9973 = 0 then 'rare-model' else 'vendor/model-' || m end as model,
      case when failed or type <> 2 then 0 else 200 + ${whole("c * c * c * 9000")} end as prompt,
      case when failed or type <> 2 then 0 else 60 + ${whole("d * 1400")} end as completion from asked)
    insert into logs (created_at, type, content, user_id, username, token_id, token_name, model_name, quota, prompt_tokens,
      completion_tokens, channel_id, request_time, is_stream, source_ip, request_id, outcome, metadata)
    select created_at, type,
      case when type <> 2 then 'Balance changed by $5.00' when failed then 'The upstream answered 503: overloaded' else '' end,
      ${firstUser} + who, 'user-' || who, who * 3 + pick,
      case when type <> 2 then '' when pick = 0 then 'production' when pick = 1 then 'staging' else 'laptop-' || who end,
      case when type = 2 then model else '' end, case when type = 2 then prompt / 4 + completion else 2500000 end,
      prompt, completion, case when type = 2 then channel else 0 end, 300 + completion * 12, case when c < 0.7 then 1 else 0 end,
      '198.51.' || (who / 256) || '.' || (who % 256), ${stamp} || (1000000000 + i) || 'qTzw',
      case when failed and type = 2 then 1 else 0 end,
      case when type <> 2 then '{}' else '{"group_name":"default","group_ratio":1,"price_type":"tokens","price_model":"' || model ||
        '","input_ratio":0.25,"output_ratio":1,"first_response":312,"usage":{"input":' || prompt || ',"output":' || completion ||
        '},"usage_source":"upstream","end_reason":"' || case when failed then 'upstream_error' else 'completed' end || '","format":"openai-chat","native":true,"upstream_model":"' || model ||
        '","attempts":[{"channel_id":' || channel || ',"channel_name":"channel ' || channel ||
        '","status":200,"time":312,"reason":""}]}' end
    from spent order by i`;
}

/** As the writer keeps it. */
const rollUp = (afterId: number): string => `
  insert into usage_hourly (hour, user_id, channel_id, model_name, request_count, quota, prompt_tokens, completion_tokens, request_time)
  select created_at - created_at % 3600, user_id, channel_id, model_name, count(*), sum(quota), sum(prompt_tokens),
    sum(completion_tokens), sum(request_time)
  from logs where id > ${afterId} and type = 2 group by 1, 2, 3, 4
  on conflict (hour, user_id, channel_id, model_name) do update set
    request_count = usage_hourly.request_count + excluded.request_count, quota = usage_hourly.quota + excluded.quota,
    prompt_tokens = usage_hourly.prompt_tokens + excluded.prompt_tokens,
    completion_tokens = usage_hourly.completion_tokens + excluded.completion_tokens,
    request_time = usage_hourly.request_time + excluded.request_time`;

const outcomeRollUp = (afterId: number): string => `
  insert into usage_hourly_outcomes (hour, user_id, channel_id, model_name, outcome, request_count, quota, prompt_tokens,
    completion_tokens)
  select created_at - created_at % 3600, user_id, channel_id, model_name, outcome, count(*), sum(quota), sum(prompt_tokens),
    sum(completion_tokens)
  from logs where id > ${afterId} and outcome <> 0 group by 1, 2, 3, 4, 5
  on conflict (hour, user_id, channel_id, model_name, outcome) do update set
    request_count = usage_hourly_outcomes.request_count + excluded.request_count`;

const copiedUsers = (columns: string[]): string => {
  const values = columns.map((column) => {
    if (column === '"username"') return "'user-' || i";
    return column === '"role"' ? "1" : column;
  });
  return `with recursive n(i) as (select 0 union all select i + 1 from n where i + 1 < ${users})
    insert into users (${columns.join()}) select ${values.join()} from users, n where username = 'root' order by i`;
};

/** Fills the database of a gateway that is not running: users with the password of root, log rows, roll-ups. */
export async function seedLogs(
  location: DatabaseLocation,
  rows: number,
  { dataDir, figuresOnly }: { dataDir: string; figuresOnly: boolean },
): Promise<SeededLogs> {
  const startedAt = performance.now();
  const database = openDatabase(location, () => {}, 3_600_000);
  const isSqlite = location.kind === "sqlite";
  const run = async <Row = unknown>(text: string): Promise<Row[]> =>
    (await asSql<Row>(text).execute(database.queries)).rows;
  // This file is not needed after a crash.
  if (isSqlite)
    for (const pragma of ["synchronous = off", "cache_size = -500000"]) await run(`pragma ${pragma}`);

  const root = await database.queries
    .selectFrom("users")
    .selectAll()
    .where("username", "=", "root")
    .executeTakeFirstOrThrow();
  await run(
    copiedUsers(
      Object.keys(root)
        .filter((column) => column !== "id")
        .map((column) => `"${column}"`),
    ),
  );
  const [first] = await run<{ id: number }>("select id from users where username = 'user-0'");
  const indexes = await dropIndexes(database, run);
  const stamp = isSqlite
    ? "strftime('%Y%m%d%H%M%S', created_at, 'unixepoch')"
    : "to_char(to_timestamp(created_at) at time zone 'UTC', 'YYYYMMDDHH24MISS')";
  const start = Math.floor(Date.now() / 1000) - days * day;
  for (let piece = 0; piece < days; piece++) {
    const [last] = await run<{ id: number | null }>("select max(id) as id from logs");
    const from = Math.floor((piece * rows) / days);
    const until = Math.floor(((piece + 1) * rows) / days);
    await run(rowsOf({ from, until, start, total: rows, stamp, firstUser: first?.id ?? 0 }));
    if (!figuresOnly) {
      await run(rollUp(last?.id ?? 0));
      await run(outcomeRollUp(last?.id ?? 0));
    }
    await seedQuarters(run, last?.id ?? 0);
  }
  const figureRows = await foldSeeded(run);
  await seedNames(database, dataDir, first?.id ?? 0, users);
  if (!figuresOnly) for (const index of indexes) await run(index);
  // What PostgreSQL does automatically after a while.
  if (!isSqlite)
    for (const table of ["logs", "usage_hourly", "usage_hourly_outcomes", "usage_figures", "users"])
      await run(`vacuum analyze ${table}`);
  const [count] = await run<{ count: number }>("select count(*) as count from usage_hourly");
  const [middle] = await run<{ request_id: string }>(
    `select request_id from logs where id = ${Math.floor(rows / 2)}`,
  );
  await database.close();
  return {
    rows,
    rollUpRows: Number(count?.count),
    figureRows,
    heavy: "user-0",
    light: `user-${users - 1}`,
    requestId: middle?.request_id ?? "",
    seconds: Math.round((performance.now() - startedAt) / 1000),
    figuresOnly,
  };
}

const asSql = <Row>(text: string): RawBuilder<Row> => sql.raw<Row>(text);

/** Creates the indexes at the end, which is much faster; they equal those of the product. */
async function dropIndexes(
  database: Database,
  run: <Row>(text: string) => Promise<Row[]>,
): Promise<string[]> {
  const found = await run<{ name: string; sql: string }>(
    database.dialect.name === "sqlite"
      ? "select name, sql from sqlite_master where type = 'index' and tbl_name = 'logs' and sql is not null"
      : "select indexname as name, indexdef as sql from pg_indexes where tablename = 'logs' and indexname <> 'logs_pkey'",
  );
  for (const { name } of found) await run(`drop index ${name}`);
  return found.map((index) => index.sql);
}
