import { outcomes } from "@tollgate/contract/call-outcome";
import { type Figures, latencyBucket, noFigures } from "@tollgate/contract/figure-sums";
import {
  type FigureDimension,
  figureDimensions as dimensions,
  figureSpans as spans,
  type UsageFiguresTable,
} from "../../storage/tables/usage-figures.ts";
import type { ChargedRow } from "./usage-store.ts";

export type FigureRow = UsageFiguresTable;

/** What figures are summed from, of a usage row or of a row of the log. */
export type CountedCall = Pick<
  ChargedRow,
  | "created_at"
  | "user_id"
  | "token_id"
  | "model_name"
  | "channel_id"
  | "quota"
  | "prompt_tokens"
  | "completion_tokens"
  | "request_time"
  | "outcome"
  | "calls"
  | "group_name"
  | "first_token_time"
>;

const failed = outcomes.indexOf("failed");
const refused = outcomes.indexOf("refused");
const cancelled = outcomes.indexOf("cancelled");
const cut = outcomes.indexOf("cut");

/** Sums calls by quarter of an hour and minute. Sorted by key: concurrent commits lock in the same order. */
export function sumFigures(calls: Iterable<CountedCall>): FigureRow[] {
  const rows = new Map<string, FigureRow>();
  for (const call of calls) {
    const minute = call.created_at - (call.created_at % spans.minute);
    const quarter = call.created_at - (call.created_at % spans.quarter);
    const { user_id, group_name } = call;
    const at = (dimension: FigureDimension, subject: string, owner = 0): FigureRow =>
      rowAt(rows, { dimension, span: spans.quarter, start: quarter, user_id: owner, subject });
    const inMinute = (dimension: FigureDimension, subject: string): FigureRow =>
      rowAt(rows, { dimension, span: spans.minute, start: minute, user_id: 0, subject });
    const counted = figuresOf(call);
    add(at(dimensions.group, group_name), counted);
    add(inMinute(dimensions.group, group_name), counted);
    add(at(dimensions.model, call.model_name), counted);
    add(at(dimensions.channel, String(call.channel_id)), counted);
    add(at(dimensions.token, String(call.token_id), user_id), counted);
    add(at(dimensions.userModel, call.model_name, user_id), counted);
    if (counted.timed_requests > 0)
      inMinute(dimensions.latency, String(latencyBucket(call.request_time))).requests += call.calls;
  }
  return [...rows.entries()].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, row]) => row);
}

function figuresOf(call: CountedCall): Figures {
  const { calls, outcome, channel_id, first_token_time } = call;
  return {
    requests: calls,
    quota: call.quota,
    prompt_tokens: call.prompt_tokens,
    completion_tokens: call.completion_tokens,
    failed: outcome === failed ? calls : 0,
    refused: outcome === refused ? calls : 0,
    cancelled: outcome === cancelled ? calls : 0,
    cut: outcome === cut ? calls : 0,
    // Refused and cached calls, which no channel answered, would make everything look fast.
    timed_requests: channel_id === 0 ? 0 : calls,
    response_time: channel_id === 0 ? 0 : call.request_time,
    streams: first_token_time > 0 ? 1 : 0,
    first_token_time,
  };
}

type FigureKey = Omit<FigureRow, keyof Figures>;

function rowAt(rows: Map<string, FigureRow>, key: FigureKey): FigureRow {
  const text = `${key.dimension} ${key.span} ${key.start} ${key.user_id} ${key.subject}`;
  let row = rows.get(text);
  if (!row) rows.set(text, (row = { ...key, ...noFigures }));
  return row;
}

function add(row: Figures, more: Figures): void {
  row.requests += more.requests;
  row.quota += more.quota;
  row.prompt_tokens += more.prompt_tokens;
  row.completion_tokens += more.completion_tokens;
  row.failed += more.failed;
  row.refused += more.refused;
  row.cancelled += more.cancelled;
  row.cut += more.cut;
  row.timed_requests += more.timed_requests;
  row.response_time += more.response_time;
  row.streams += more.streams;
  row.first_token_time += more.first_token_time;
}

/**
 * The rows with those of hours and days, for calls that are older than what is folded already. `foldedUntil` is by dimension.
 */
export function withFolded(rows: FigureRow[], foldedUntil: ReadonlyMap<number, number>): FigureRow[] {
  const late = rows.filter(
    (row) => row.span === spans.quarter && row.start < (foldedUntil.get(row.dimension) ?? 0),
  );
  if (late.length === 0) return rows;
  const longer = new Map<string, FigureRow>();
  for (const { dimension, user_id, subject, start, ...row } of late) {
    for (const span of [spans.hour, spans.day])
      add(rowAt(longer, { dimension, span, start: start - (start % span), user_id, subject }), row);
  }
  const all = [...rows, ...longer.values()];
  const keyOf = (row: FigureRow): string =>
    `${row.dimension} ${row.span} ${row.start} ${row.user_id} ${row.subject}`;
  return all
    .map((row) => [keyOf(row), row] as const)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([, row]) => row);
}
