import { logTypes } from "@tollgate/contract/logs";
import type { FigureGrouping } from "@tollgate/contract/analytics";
import type { FigureColumns } from "@tollgate/contract/figures";

type ErrorOutcome = "failed" | "cut";

interface LoggedCalls {
  /** Epoch seconds, included. */
  start: number;
  /** Epoch seconds, excluded. */
  end: number;
  /** Only one's own calls, for an administrator. */
  mine?: boolean;
  outcome?: ErrorOutcome | undefined;
  /** Only the calls of this user. */
  username?: string;
  /** What the calls have in common: a grouping of the figures, with the key and the name of one of its groups. */
  of?: { by: FigureGrouping; key: string; label: string } | undefined;
}

/** The address of the log with the calls of a figure. Groupings that the log does not filter by are left out. */
export function logAddress({ start, end, mine = false, outcome, username = "", of }: LoggedCalls): string {
  const query = new URLSearchParams({
    log_type: String(logTypes.consumption),
    range: "custom",
    start: String(start),
    end: String(end - 1),
  });
  if (mine) query.set("whose", "mine");
  if (username !== "") query.set("username", username);
  if (outcome) query.set("outcome", outcome);
  if (of && of.key !== "") {
    if (of.by === "model") query.set("model_name", of.key);
    if (of.by === "channel") query.set("channel_id", of.key);
    if (of.by === "token") query.set("token_id", of.key);
    if (of.by === "user") query.set("username", of.label);
  }
  return `/panel/log?${query.toString()}`;
}

/** The log's filter for the errors of a span. It takes one outcome, so that where calls failed and others were cut, all of the span are shown. */
export function outcomeOfErrors({ failed, cut }: FigureColumns, index: number): ErrorOutcome | undefined {
  if (cut[index] === 0) return "failed";
  return failed[index] === 0 ? "cut" : undefined;
}
