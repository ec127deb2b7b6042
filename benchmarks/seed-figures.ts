import { readFileSync } from "node:fs";
import path from "node:path";
import { sumHealth } from "../contract/src/channel-health.ts";
import { figureNames, latencyBounds } from "../contract/src/figure-sums.ts";
import { createSecretBox } from "../server/src/platform/secret-box.ts";
import type { Database } from "../server/src/storage/database.ts";
import { createChannelHealthRepository } from "../server/src/storage/repositories/channel-health-repository.ts";
import { sealedColumns } from "../server/src/storage/repositories/secret-columns.ts";
import {
  figureDimensions as dimensions,
  figureSpans as spans,
  longSpans,
} from "../server/src/storage/tables/usage-figures.ts";

export const channelCount = 500;
const tokensPerUser = 3;

type Run = <Row = unknown>(text: string) => Promise<Row[]>;

/** Owner and subject of each dimension, of a row of the log. */
const keys: Record<number, [string, string]> = {
  [dimensions.group]: ["0", "'default'"],
  [dimensions.model]: ["0", "model_name"],
  [dimensions.channel]: ["0", "cast(channel_id as text)"],
  [dimensions.token]: ["user_id", "cast(token_id as text)"],
  [dimensions.userModel]: ["user_id", "model_name"],
};
const columns = ["dimension", "span", "start", "user_id", "subject", ...figureNames].join();

/** In the order of `figureNames`. */
const sums = `count(*), sum(quota), sum(prompt_tokens), sum(completion_tokens), sum(case when outcome = 1 then 1 else 0 end), 0, 0, 0,
  count(*), sum(request_time), sum(is_stream), sum(is_stream) * 312`;

const sumRows = (dimension: number, span: number, where: string): string => {
  const [owner, subject] = keys[dimension] ?? ["0", "''"];
  return `insert into usage_figures (${columns})
    select ${dimension}, ${span}, created_at - created_at % ${span}, ${owner}, ${subject}, ${sums} from logs
    where ${where} and type = 2 group by 3, 4, 5
    on conflict (dimension, span, start, user_id, subject) do update set
    ${figureNames.map((name) => `${name} = usage_figures.${name} + excluded.${name}`).join()}`;
};

/** The quarters of rows that were just written, as the writer keeps them. */
export async function seedQuarters(run: Run, afterId: number): Promise<void> {
  for (const dimension of Object.keys(keys))
    await run(sumRows(Number(dimension), spans.quarter, `id > ${afterId}`));
}

/** Hours and longer spans, as the job folds them, and the minutes of the last two hours. Returns how many rows there are. */
export async function foldSeeded(run: Run): Promise<number> {
  const now = Math.floor(Date.now() / 1000);
  const folded = now - (now % spans.hour);
  const summed = figureNames.map((name) => `sum(${name})`).join();
  const steps = [spans.quarter, spans.hour, ...longSpans];
  for (const [at, to] of steps.slice(1).entries())
    for (const dimension of Object.keys(keys))
      await run(`insert into usage_figures (${columns})
        select dimension, ${to}, start - start % ${to}, user_id, subject, ${summed} from usage_figures
        where dimension = ${dimension} and span = ${steps[at]} and start < ${folded - (folded % to)} group by 1, 3, 4, 5
        order by 3`);
  await run(`update figure_folds set folded_until = ${folded}`);
  const recent = `created_at >= ${folded - spans.hour}`;
  await run(sumRows(dimensions.group, spans.minute, recent));
  const bucket = latencyBounds.map((bound, at) => `when request_time <= ${bound} then '${at}'`).join(" ");
  await run(`insert into usage_figures (${columns})
    select ${dimensions.latency}, ${spans.minute}, created_at - created_at % ${spans.minute}, 0, case ${bucket} end, count(*)${", 0".repeat(figureNames.length - 1)}
    from logs where ${recent} and type = 2 group by 3, 5`);
  const [count] = await run<{ count: number }>("select count(*) as count from usage_figures");
  return Number(count?.count);
}

/** Copies a channel and a token until there are as many as the log names, and writes how the channels did in the last two hours. */
export async function seedNames(
  database: Database,
  dataDir: string,
  firstUser: number,
  users: number,
): Promise<void> {
  const secret = readFileSync(path.join(dataDir, "secret.key"), "utf8");
  const secretBox = createSecretBox(Buffer.from(secret, "base64"));
  const { queries } = database;
  const channel = await queries.selectFrom("channels").selectAll().executeTakeFirstOrThrow();
  const channels = Array.from({ length: channelCount }, (_, at) => at + 1).filter((id) => id !== channel.id);
  for (const id of channels)
    await queries
      .insertInto("channels")
      .values({
        ...channel,
        id,
        name: `channel ${id}`,
        type: 1 + (id % 20),
        key_encrypted: secretBox.seal("bench", sealedColumns.channelKey(id)),
      })
      .execute();
  const token = await queries.selectFrom("tokens").selectAll().executeTakeFirstOrThrow();
  for (let user = 0; user < users; user++) {
    const rows = Array.from({ length: tokensPerUser }, (_, at) => user * tokensPerUser + at)
      .filter((id) => id > 0 && id !== token.id)
      .map((id) => ({
        ...token,
        id,
        user_id: firstUser + user,
        name: `token ${id}`,
        key_hash: `bench ${id}`,
      }));
    await queries.insertInto("tokens").values(rows).execute();
  }
  const first = Math.floor(Date.now() / 300_000) * 300 - 7200;
  for (let at = 0; at < 24; at++)
    await createChannelHealthRepository(queries).add(
      [channel.id, ...channels].map((channel_id) => ({
        ...sumHealth([]),
        channel_id,
        span: 300,
        start: first + at * 300,
        successes: channel_id % 40,
        timeout: (channel_id + at) % 3,
      })),
    );
  // Skips both jobs: their tables are full.
  const done = { started_at: 0, holder: "", held_until: 0 };
  await queries
    .insertInto("job_runs")
    .values([
      { ...done, name: "fill-figures", progress: "done" },
      { ...done, name: "fill-outcomes", progress: "1" },
    ])
    .onConflict((conflict) =>
      conflict.column("name").doUpdateSet((b) => ({ progress: b.ref("excluded.progress") })),
    )
    .execute();
}
