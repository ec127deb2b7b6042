import { expect } from "vitest";
import { type LoggedCall, type RunningApp } from "../support/start-app.ts";
import type { HostedRuns, Recorded } from "./read-recording.ts";

/** Every class of tokens costs one quota each in these tests; hosted tools cost their default price. */
export const onePerToken = {
  input: 1,
  output: 1,
  extra_ratios: {
    cached_tokens: 1,
    cached_read_tokens: 1,
    cached_write_tokens: 1,
    cached_write_1h_tokens: 1,
  },
};

/** Default prices per call, in quota: $0.01, $0.0025, $0.03 and $0.042 at $1 for 500,000. */
const perRun: Required<HostedRuns> = {
  searches: 5000,
  fileSearches: 1250,
  codeRuns: 15_000,
  pictures: 21_000,
};

/** Ledger state before a call. */
export interface BooksBefore {
  lastLog: number;
  balance: number;
  tokenUsed: number;
}

/** The current ledger state, with every exchange settled. */
export async function openBooks(running: RunningApp): Promise<BooksBefore> {
  await settle(running);
  const { queries } = running.app.database;
  const log = await queries
    .selectFrom("logs")
    .select((eb) => eb.fn.max<number>("id").as("last"))
    .executeTakeFirst();
  return { lastLog: log?.last ?? 0, ...(await sums(running)) };
}

/**
 * Checks that one call was charged exactly as recorded: log row, balance, sum of the ledger's entries, the token's used
 * quota. Returns the call's log row.
 */
export async function expectBooked(
  running: RunningApp,
  before: BooksBefore,
  recorded: Pick<Recorded, "usage" | "hosted">,
): Promise<LoggedCall> {
  await settle(running);
  const { queries } = running.app.database;
  const rows = await queries.selectFrom("logs").selectAll().where("id", ">", before.lastLog).execute();
  expect(rows).toHaveLength(1);
  const log = { ...rows[0]!, metadata: JSON.parse(rows[0]!.metadata) as LoggedCall["metadata"] };
  const after = await sums(running);
  expect(log.metadata.end_reason).toBe("completed");
  expect(before.balance - after.balance).toBe(log.quota);
  expect(after.tokenUsed - before.tokenUsed).toBe(log.quota);
  expect(log.metadata.usage_source).toBe(recorded.usage ? "upstream" : "counted");
  if (!recorded.usage) {
    expect(log.quota).toBe(log.prompt_tokens + log.completion_tokens);
    return log;
  }
  const { prompt, completion } = recorded.usage;
  const quota = prompt + completion + priceOf(recorded.hosted);
  expect(log).toMatchObject({ prompt_tokens: prompt, completion_tokens: completion, quota });
  return log;
}

function priceOf(hosted: HostedRuns = { searches: 0 }): number {
  const runs = Object.entries(hosted) as [keyof HostedRuns, number][];
  return runs.reduce((sum, [tool, times]) => sum + times * perRun[tool], 0);
}

async function settle({ app }: RunningApp): Promise<void> {
  while (app.openExchanges > 0) await new Promise((resolve) => setTimeout(resolve, 1));
  await app.ledger.flush();
}

async function sums({ app }: RunningApp): Promise<{ balance: number; tokenUsed: number }> {
  const { queries } = app.database;
  const token = await queries
    .selectFrom("tokens")
    .select(["user_id", "used_quota"])
    .executeTakeFirstOrThrow();
  const entries = await queries
    .selectFrom("ledger_entries")
    .select((eb) => eb.fn.sum<number>("amount").as("total"))
    .where("user_id", "=", token.user_id)
    .executeTakeFirstOrThrow();
  const balance = await app.ledger.balanceOf(token.user_id);
  expect(Number(entries.total)).toBe(balance);
  return { balance, tokenUsed: token.used_quota };
}
