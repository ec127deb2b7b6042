import { logTypes, type Outcome } from "@tollgate/contract/logs";
import { type LogFilter, prefixOf } from "../../storage/repositories/log-filter.ts";
import type { UserRepository } from "../../storage/repositories/user-repository.ts";

/** Filters on the wire; empty texts and zeros do not filter. */
export interface LogQuery {
  keyword?: string;
  log_type: number;
  start_timestamp: number;
  end_timestamp: number;
  model_name: string;
  token_name: string;
  token_id: number;
  request_id: string;
  outcome: Outcome | "";
}

export interface AllLogQuery extends LogQuery {
  username: string;
  channel_id: number;
  source_ip: string;
}

/** Only calls. */
export const consumption: LogQuery = {
  log_type: logTypes.consumption,
  start_timestamp: 0,
  end_timestamp: 0,
  model_name: "",
  token_name: "",
  token_id: 0,
  request_id: "",
  outcome: "",
};

/** The filter of a query on the rows of these users. */
export function filterOf(query: LogQuery, userIds: number[] | undefined): LogFilter {
  return {
    userIds,
    userPrefix: "",
    keyword: query.keyword ?? "",
    type: query.log_type,
    from: query.start_timestamp,
    until: query.end_timestamp,
    modelName: query.model_name,
    tokenName: query.token_name,
    tokenId: query.token_id,
    requestId: query.request_id,
    outcome: query.outcome,
    channelId: 0,
    sourceIp: "",
  };
}

/** The filter of a query on all rows; undefined if no user ever had the name in it. */
export async function filterOfAll(query: AllLogQuery, users: UserRepository): Promise<LogFilter | undefined> {
  const { username } = query;
  const userPrefix = prefixOf(username);
  const whole = username !== "" && userPrefix === undefined;
  const userIds = whole ? await users.findIdsByUsername(username) : undefined;
  if (userIds?.length === 0) return undefined;
  return {
    ...filterOf(query, userIds),
    userPrefix: userPrefix ?? "",
    channelId: query.channel_id,
    sourceIp: query.source_ip,
  };
}

/** The filters that are set, by their names on the wire. */
export function setFilters(query: LogQuery): Record<string, unknown> {
  return Object.fromEntries(Object.entries(query).filter(([, value]) => value !== "" && value !== 0));
}
