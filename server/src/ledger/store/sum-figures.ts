import { outcomes } from "@tollgate/contract/call-outcome";
import { type Figures, latencyBucket, noFigures } from "@tollgate/contract/figure-sums";
import {
  type FigureDimension,
  figureDimensions as dimensions,
  figureSpans as spans,
  longSpans,
  type UsageFiguresTable,
} from "../../storage/tables/usage-figures.ts";
import type { ChargedRow } from "./usage-store.ts";

export type FigureRow = UsageFiguresTable;

/** The fields that roll-ups are summed from, of a usage row or of a row of the log. */
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
  | "timed"
>;

const failed = outcomes.indexOf("failed");
const rejected = outcomes.indexOf("refused");
const cancelled = outcomes.indexOf("cancelled");
const cut = outcomes.indexOf("cut");

/** Sums calls by quarter of an hour and minute. Sorted by key: concurrent commits lock in the same order. */
export function sumFigures(calls: Iterable<CountedCall>): FigureRow[] {
  const quarters = new Map<number, ReturnType<typeof createSums>>();
  const minutes = new Map<number, ReturnType<typeof createSums>>();
  for (const call of calls) {
    const { group_name, model_name, user_id, token_id } = call;
    const counted = figuresOf(call);
    const quarter = sumsAt(quarters, spans.quarter, call.created_at);
    add(quarter(dimensions.group, group_name), counted);
    add(quarter(dimensions.model, model_name), counted);
    add(quarter(dimensions.channel, String(call.channel_id)), counted);
    add(quarter(dimensions.token, String(token_id), user_id), counted);
    add(quarter(dimensions.userModel, model_name, user_id), counted);
    const minute = sumsAt(minutes, spans.minute, call.created_at);
    add(minute(dimensions.group, group_name), counted);
    if (counted.timed_requests > 0)
      minute(dimensions.latency, String(latencyBucket(call.request_time))).requests += call.calls;
  }
  return [...quarters.values(), ...minutes.values()].flatMap(({ rows }) => rows).sort(byKey);
}

function figuresOf(call: CountedCall): Figures {
  const { calls, outcome, first_token_time } = call;
  // Rejected and cached calls, which no channel answered, would lower every latency.
  const timed = call.channel_id !== 0 && call.timed !== 0;
  return {
    requests: calls,
    quota: call.quota,
    prompt_tokens: call.prompt_tokens,
    completion_tokens: call.completion_tokens,
    failed: outcome === failed ? calls : 0,
    refused: outcome === rejected ? calls : 0,
    cancelled: outcome === cancelled ? calls : 0,
    cut: outcome === cut ? calls : 0,
    timed_requests: timed ? calls : 0,
    response_time: timed ? call.request_time : 0,
    streams: first_token_time > 0 ? 1 : 0,
    first_token_time,
  };
}

/** The rows of one span, found by dimension, subject and owner. */
function createSums(span: number, start: number) {
  const rows: FigureRow[] = [];
  /** By dimension and owner, then by subject: avoids building a key. */
  const byOwner = new Map<number, Map<string, FigureRow>>();
  function rowOf(dimension: FigureDimension, subject: string, owner = 0): FigureRow {
    const place = owner * dimensionsMost + dimension;
    let bySubject = byOwner.get(place);
    if (!bySubject) byOwner.set(place, (bySubject = new Map()));
    let row = bySubject.get(subject);
    if (!row) {
      row = { dimension, span, start, user_id: owner, subject, ...noFigures };
      bySubject.set(subject, row);
      rows.push(row);
    }
    return row;
  }
  return Object.assign(rowOf, { rows });
}

const dimensionsMost = 8;

function sumsAt(sums: Map<number, ReturnType<typeof createSums>>, span: number, time: number) {
  const start = time - (time % span);
  let found = sums.get(start);
  if (!found) sums.set(start, (found = createSums(span, start)));
  return found;
}

function byKey(a: FigureRow, b: FigureRow): number {
  return (
    a.dimension - b.dimension ||
    a.span - b.span ||
    a.start - b.start ||
    a.user_id - b.user_id ||
    (a.subject < b.subject ? -1 : a.subject > b.subject ? 1 : 0)
  );
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
 * The rows with those of hours and longer spans that were rolled up already, for calls that are booked later.
 * `foldedUntil` is by dimension.
 */
export function withRolledUp(rows: FigureRow[], foldedUntil: ReadonlyMap<number, number>): FigureRow[] {
  const foldOf = (row: FigureRow): number => foldedUntil.get(row.dimension) ?? 0;
  const late = rows.filter((row) => row.span === spans.quarter && row.start < foldOf(row));
  if (late.length === 0) return rows;
  const longer = [spans.hour, ...longSpans].flatMap((span) => {
    const sums = new Map<number, ReturnType<typeof createSums>>();
    const ended = late.filter((row) => row.start - (row.start % span) + span <= foldOf(row));
    for (const { dimension, user_id, subject, start, ...row } of ended)
      add(sumsAt(sums, span, start)(dimension, subject, user_id), row);
    return [...sums.values()].flatMap((found) => found.rows);
  });
  return [...rows, ...longer].sort(byKey);
}
