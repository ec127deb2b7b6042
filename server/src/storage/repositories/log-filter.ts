import { type Outcome, outcomes } from "@tollgate/contract/call-outcome";
import { logTypes } from "@tollgate/contract/log-types";
import { expressionBuilder, type RawBuilder, type SqlBool, sql } from "kysely";
import type { Tables } from "../tables/index.ts";
import { containsText } from "./list-page.ts";

/**
 * Empty texts and zeros do not filter. Times in epoch seconds, both ends included. `modelName` and `tokenName` match
 * whole names, or with a trailing `*` a prefix.
 */
export interface LogFilter {
  /** Undefined: all users. */
  userIds: number[] | undefined;
  /** Prefix of the username, for several users together. */
  userPrefix: string;
  keyword: string;
  type: number;
  from: number;
  until: number;
  modelName: string;
  tokenName: string;
  requestId: string;
  channelId: number;
  sourceIp: string;
  outcome: Outcome | "";
  tokenId: number;
}

/** The prefix of a name with a trailing `*`; undefined for a whole name. */
export const prefixOf = (name: string): string | undefined =>
  name.endsWith("*") ? name.slice(0, -1) : undefined;

/** The column contains a text with this prefix; case-sensitive. */
export const startsWith = (column: RawBuilder<unknown>, prefix: string): RawBuilder<SqlBool> =>
  sql`substr(${column}, 1, ${sql.lit(Array.from(prefix).length)}) = ${prefix}`;

type LogColumn =
  | "user_id"
  | "username"
  | "type"
  | "outcome"
  | "model_name"
  | "token_id"
  | "token_name"
  | "request_id"
  | "channel_id"
  | "source_ip";

/**
 * An access path into the table: an index, by its leading columns. The time follows them, so rows come sorted, except
 * for request ids, which hardly repeat.
 */
export interface LogWay {
  columns: readonly LogColumn[];
  /** Cost of reading one of its rows, relative to one of a user: rows in order of time are adjacent in the file. */
  effort: number;
}

const byTime: LogWay = { columns: [], effort: 0.5 };
const byRequest: LogWay = { columns: ["request_id"], effort: 1 };
const byUser: LogWay = { columns: ["user_id"], effort: 1 };
const byModel: LogWay = { columns: ["model_name"], effort: 1 };
const byChannel: LogWay = { columns: ["channel_id"], effort: 1 };
/** Their indexes contain no consumption rows: the few others would be lost among them. */
const byEvent: LogWay = { columns: ["type"], effort: 1 };
const byUserEvent: LogWay = { columns: ["user_id", "type"], effort: 1 };
/** Their indexes only contain calls that did not succeed, whose rows are far apart in the file. */
const byOutcome: LogWay = { columns: ["outcome"], effort: 6 };
const byUserOutcome: LogWay = { columns: ["user_id", "outcome"], effort: 6 };

const leading: readonly LogColumn[] = ["user_id", "model_name", "request_id", "channel_id", "outcome"];

interface Condition {
  column: LogColumn | "keyword";
  /** The condition on the column, or on its equivalent. */
  on: (column: RawBuilder<unknown>) => RawBuilder<SqlBool>;
}

function conditionsOf(filter: LogFilter): Condition[] {
  const conditions: Condition[] = [];
  const equals = (column: LogColumn, value: string | number): void => {
    if (value !== "" && value !== 0) conditions.push({ column, on: (found) => sql`${found} = ${value}` });
  };
  const matches = (column: LogColumn, name: string): void => {
    const prefix = prefixOf(name);
    if (prefix === undefined) equals(column, name);
    else if (prefix !== "") conditions.push({ column, on: (found) => startsWith(found, prefix) });
  };
  const { userIds, keyword } = filter;
  if (userIds) conditions.push({ column: "user_id", on: (found) => sql`${found} in (${sql.join(userIds)})` });
  if (filter.userPrefix !== "") matches("username", `${filter.userPrefix}*`);
  equals("request_id", filter.requestId);
  equals("type", filter.type);
  // Entries that are no call store the same number as successful calls.
  if (filter.outcome === "succeeded" && filter.type === 0) equals("type", logTypes.consumption);
  if (filter.outcome !== "") {
    const stored = outcomes.indexOf(filter.outcome);
    conditions.push({ column: "outcome", on: (found) => sql`${found} = ${stored}` });
  }
  matches("model_name", filter.modelName);
  equals("token_id", filter.tokenId);
  matches("token_name", filter.tokenName);
  equals("channel_id", filter.channelId);
  equals("source_ip", filter.sourceIp);
  if (keyword !== "") {
    const builder = expressionBuilder<Tables, "logs">();
    const found = (["model_name", "token_name", "content"] as const).map((column) =>
      containsText<"logs">(builder, column, keyword),
    );
    conditions.push({ column: "keyword", on: () => sql`(${sql.join(found, sql` or `)})` });
  }
  return conditions;
}

const requestsEvents = (filter: LogFilter): boolean =>
  filter.type !== 0 && filter.type !== logTypes.consumption;

const requestsProblems = ({ outcome }: LogFilter): boolean => outcome !== "" && outcome !== "succeeded";

/** The access paths of a filter, the probably shortest first; never none. */
export function waysOf(filter: LogFilter): [LogWay, ...LogWay[]] {
  if (filter.requestId !== "") return [byRequest];
  const events = requestsEvents(filter);
  const ways: LogWay[] = [];
  if (requestsProblems(filter)) ways.push(filter.userIds ? byUserOutcome : byOutcome);
  else if (filter.userIds) ways.push(events ? byUserEvent : byUser);
  else if (events) ways.push(byEvent);
  if (filter.channelId !== 0) ways.push(byChannel);
  if (filter.modelName !== "" && prefixOf(filter.modelName) === undefined) ways.push(byModel);
  const [first = byTime, ...others] = ways;
  return [first, ...others];
}

/** The path's index resolves the condition on the column. */
function isTaken(way: LogWay, column: Condition["column"], filter: LogFilter): boolean {
  if (column === "model_name" && prefixOf(filter.modelName) !== undefined) return false;
  return column !== "keyword" && way.columns.includes(column);
}

/** True if (nearly) every row of the path matches the filter: most rows are consumption. */
export function leadsStraight(way: LogWay, filter: LogFilter): boolean {
  return conditionsOf(filter).every(
    ({ column }) =>
      way === byRequest ||
      isTaken(way, column, filter) ||
      (column === "type" && filter.type === logTypes.consumption),
  );
}

/**
 * The filter as conditions that use this path: a column that leads another index is hidden behind an expression, since
 * both databases estimate how many rows a condition leaves, and estimate wrongly where a name is rare. `alone`: only
 * what the index itself resolves.
 */
export function whereOf(filter: LogFilter, way: LogWay, alone = false): RawBuilder<SqlBool> {
  const parts: RawBuilder<SqlBool>[] = [];
  for (const { column, on } of conditionsOf(filter)) {
    const taken = isTaken(way, column, filter);
    if (alone && !taken) continue;
    const hidden = !taken && column !== "keyword" && leading.includes(column);
    parts.push(on(hidden ? sql`coalesce(${sql.ref(column)}, ${sql.ref(column)})` : sql.ref(column)));
  }
  // In this form, the databases detect that the rows are in the index.
  if (way.columns.includes("type")) parts.push(sql`type <> ${sql.lit(logTypes.consumption)}`);
  if (way.columns.includes("outcome")) parts.push(sql`outcome <> 0`);
  if (filter.from !== 0) parts.push(sql`created_at >= ${filter.from}`);
  if (filter.until !== 0) parts.push(sql`created_at <= ${filter.until}`);
  return parts.length > 0 ? sql`(${sql.join(parts, sql` and `)})` : sql`1 = 1`;
}
