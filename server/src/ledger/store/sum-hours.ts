import type { ChargedRow } from "./usage-store.ts";

interface HourSums {
  request_count: number;
  quota: number;
  prompt_tokens: number;
  completion_tokens: number;
}

export interface UsageHour extends HourSums {
  hour: number;
  user_id: number;
  channel_id: number;
  model_name: string;
  request_time: number;
  task_count: number;
  task_time: number;
}

/** A row of `usage_hourly_outcomes`. */
export interface OutcomeHour extends HourSums {
  hour: number;
  user_id: number;
  channel_id: number;
  model_name: string;
  outcome: number;
}

/** A row of `usage_hourly_tokens`. */
export interface TokenHour extends HourSums {
  token_id: number;
  hour: number;
  user_id: number;
}

/** The increments of the roll-ups by a commit. Sorted by key: concurrent commits lock in the same order. */
export interface HourTotals {
  hours: UsageHour[];
  outcomeHours: OutcomeHour[];
  tokenHours: TokenHour[];
}

const nothing: HourSums = { request_count: 0, quota: 0, prompt_tokens: 0, completion_tokens: 0 };
const noTime = { request_time: 0, task_count: 0, task_time: 0 };

/** Sums a group of rows by the keys of the three roll-ups. */
export function sumHours(rows: readonly ChargedRow[]): HourTotals {
  const hours = new Map<string, UsageHour>();
  const outcomes = new Map<string, OutcomeHour>();
  const tokens = new Map<string, TokenHour>();
  for (const row of rows) {
    const { user_id, channel_id, model_name, outcome, token_id } = row;
    const hour = row.created_at - (row.created_at % 3600);
    const key = `${hour} ${user_id} ${channel_id} ${model_name}`;
    const usage = hours.get(key) ?? { hour, user_id, channel_id, model_name, ...nothing, ...noTime };
    hours.set(key, usage);
    add(usage, row);
    usage.request_time += row.request_time;
    if (row.timed === 0) {
      usage.task_count += row.calls;
      usage.task_time += row.request_time;
    }

    const tokenKey = `${token_id} ${hour}`;
    // Calls of several users are collected without a token.
    const owner = token_id === 0 ? 0 : user_id;
    const token = tokens.get(tokenKey) ?? { token_id, hour, user_id: owner, ...nothing };
    tokens.set(tokenKey, token);
    add(token, row);

    if (outcome === 0) continue;
    const outcomeKey = `${key} ${outcome}`;
    const ended = outcomes.get(outcomeKey) ?? { hour, user_id, channel_id, model_name, outcome, ...nothing };
    outcomes.set(outcomeKey, ended);
    add(ended, row);
  }
  return { hours: sorted(hours), outcomeHours: sorted(outcomes), tokenHours: sorted(tokens) };
}

function add(sums: HourSums, { calls, quota, prompt_tokens, completion_tokens }: ChargedRow): void {
  sums.request_count += calls;
  sums.quota += quota;
  sums.prompt_tokens += prompt_tokens;
  sums.completion_tokens += completion_tokens;
}

function sorted<Row>(rows: ReadonlyMap<string, Row>): Row[] {
  return [...rows.entries()].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, row]) => row);
}
