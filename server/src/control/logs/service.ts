import {
  type LogCleaning,
  type LogPage,
  type LogRow,
  type LogStat,
  logTypes,
  type Outcome,
} from "@tollgate/contract/logs";
import { tokenLogMost } from "@tollgate/contract/token-usage";
import type { Clock } from "../../platform/clock.ts";
import type { ChannelRepository } from "../../storage/repositories/channel-repository.ts";
import type { PageRequest } from "../../storage/repositories/list-page.ts";
import { type LogFilter, prefixOf } from "../../storage/repositories/log-filter.ts";
import type { LogRepository } from "../../storage/repositories/log-repository.ts";
import type { UsageRepository } from "../../storage/repositories/usage-repository.ts";
import type { UserRepository } from "../../storage/repositories/user-repository.ts";
import type { Actor } from "../actor.ts";
import type { Audit } from "../audit.ts";
import type { TokenService } from "../tokens/service.ts";
import { createLogCleaner } from "./clean-logs.ts";
import { presentLog, presentOwnLog } from "./present.ts";
import { sumUsage } from "./sum-usage.ts";

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

export interface LogService {
  list(request: PageRequest & AllLogQuery): Promise<LogPage>;
  /** The actor's own rows, without channels. */
  listOwn(actor: Actor, request: PageRequest & LogQuery): Promise<LogPage>;
  /** The newest calls of the token that the key stands for, without channels. @throws AppError auth.required */
  listOfKey(key: string | undefined, ip: string): Promise<LogRow[]>;
  sum(query: AllLogQuery): Promise<LogStat>;
  sumOwn(actor: Actor, query: LogQuery): Promise<LogStat>;
  /** Deletes the rows of before `time`, of a person's own will; see `LogCleaning` for one that takes long. */
  cleanNow(actor: Actor, time: number): Promise<LogCleaning>;
  /** The same by schedule: deletes what is older than so many days. */
  prune(days: number): Promise<number>;
}

export interface LogDependencies {
  logs: LogRepository;
  usage: UsageRepository;
  channels: ChannelRepository;
  users: UserRepository;
  tokens: TokenService;
  audit: Audit;
  clock: Clock;
}

const day = 86_400;
/** Proxies in between give up after some ten seconds. */
const patienceMilliseconds = 8000;
const consumption: LogQuery = {
  log_type: logTypes.consumption,
  start_timestamp: 0,
  end_timestamp: 0,
  model_name: "",
  token_name: "",
  token_id: 0,
  request_id: "",
  outcome: "",
};
const nothing: LogStat = { quota: 0, request_count: 0, prompt_tokens: 0, completion_tokens: 0 };

export function createLogService(deps: LogDependencies): LogService {
  const cleaner = createLogCleaner(deps.logs);

  /** Undefined: nobody ever had the name that the query asks for. */
  async function allFilter(query: AllLogQuery): Promise<LogFilter | undefined> {
    const { username } = query;
    const userPrefix = prefixOf(username);
    const whole = username !== "" && userPrefix === undefined;
    const userIds = whole ? await deps.users.findIdsByUsername(username) : undefined;
    if (userIds?.length === 0) return undefined;
    return {
      ...filterOf(query, userIds),
      userPrefix: userPrefix ?? "",
      channelId: query.channel_id,
      sourceIp: query.source_ip,
    };
  }

  async function page(
    request: PageRequest,
    filter: LogFilter | undefined,
    present: (rows: Awaited<ReturnType<LogRepository["page"]>>["rows"]) => Promise<LogRow[]> | LogRow[],
  ): Promise<LogPage> {
    const { page: number, size } = request;
    if (!filter) return { data: [], page: number, size, total_count: 0 };
    const { rows, total, capped, searchedTo } = await deps.logs.page(request, filter);
    return {
      data: await present(rows),
      page: number,
      size,
      total_count: total,
      ...(capped && { total_capped: true }),
      ...(searchedTo !== undefined && { searched_to: searchedTo }),
    };
  }

  async function sum(filter: LogFilter | undefined, type: number): Promise<LogStat> {
    // Only consumption rows have an amount to sum.
    if (!filter || (type !== 0 && type !== logTypes.consumption)) return nothing;
    return sumUsage(deps, filter, deps.clock.now());
  }

  return {
    list: async (request) =>
      page(request, await allFilter(request), async (rows) => {
        const ids = [...new Set(rows.map((row) => row.channel_id))].filter((id) => id !== 0);
        const names = new Map((await deps.channels.namesOf(ids)).map(({ id, name }) => [id, name]));
        return rows.map((row) => presentLog(row, names));
      }),

    listOwn: (actor, request) =>
      page(request, filterOf(request, [actor.id]), (rows) => rows.map(presentOwnLog)),

    async listOfKey(key, ip) {
      const { id, userId } = await deps.tokens.byKey(key, ip);
      const filter = filterOf({ ...consumption, token_id: id }, [userId]);
      const { rows } = await deps.logs.page({ page: 1, size: tokenLogMost, order: [] }, filter);
      return rows.map(presentOwnLog);
    },

    sum: async (query) => sum(await allFilter(query), query.log_type),

    sumOwn: (actor, query) => sum(filterOf(query, [actor.id]), query.log_type),

    async cleanNow(actor, time) {
      // A time to come would delete what is written meanwhile, and never end.
      const until = Math.min(time, deps.clock.now());
      const cleaning = await cleaner.start(until, patienceMilliseconds, () =>
        deps.audit.recordAlone(actor, {
          action: "log.delete",
          target: { type: "log", id: "" },
          detail: { before: until },
        }),
      );
      return cleaning;
    },

    prune: (days) => cleaner.run(deps.clock.now() - days * day),
  };
}

function filterOf(query: LogQuery, userIds: number[] | undefined): LogFilter {
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
