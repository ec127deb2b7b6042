import type { FileAnswer } from "@tollgate/contract/endpoint";
import {
  type LogCleaning,
  type LogExportFormat,
  type LogName,
  type LogNameField,
  type LogPage,
  type LogRow,
  type LogStat,
  logTypes,
} from "@tollgate/contract/logs";
import { tokenLogMost } from "@tollgate/contract/token-usage";
import { AppError } from "../../platform/app-error.ts";
import type { Clock } from "../../platform/clock.ts";
import type { ChannelRepository } from "../../storage/repositories/channel-repository.ts";
import type { FigureRepository } from "../../storage/repositories/figure-repository.ts";
import type { PageRequest } from "../../storage/repositories/list-page.ts";
import type { LogFilter } from "../../storage/repositories/log-filter.ts";
import type { LogNameRepository } from "../../storage/repositories/log-name-repository.ts";
import type { LogRepository, LogTableRow } from "../../storage/repositories/log-repository.ts";
import type { UsageRepository } from "../../storage/repositories/usage-repository.ts";
import type { UserRepository } from "../../storage/repositories/user-repository.ts";
import type { Actor } from "../actor.ts";
import type { Audit } from "../audit.ts";
import type { CaptureService } from "../captures/service.ts";
import type { SettingsService } from "../settings/service.ts";
import type { TokenService } from "../tokens/service.ts";
import { createLogCleaner } from "./clean-logs.ts";
import { createLogExporter } from "./export-logs.ts";
import { findNames } from "./find-names.ts";
import {
  type AllLogQuery,
  consumption,
  filterOf,
  filterOfAll,
  type LogQuery,
  setFilters,
} from "./log-query.ts";
import { presentLog, presentOwnLog, storedMetadata } from "./present.ts";
import { sumUsage } from "./sum-usage.ts";

export interface LogService {
  list(request: PageRequest & AllLogQuery): Promise<LogPage>;
  /** The actor's own rows, without channels. */
  listOwn(actor: Actor, request: PageRequest & LogQuery): Promise<LogPage>;
  /**
   * The newest calls of the key's token, without channels.
   * @throws AppError auth.required
   */
  listOfKey(key: string | undefined, ip: string): Promise<LogRow[]>;
  /** @throws AppError log.not_found */
  find(id: number): Promise<LogRow>;
  /** One of the actor's own rows, without its channel. @throws AppError log.not_found */
  findOwn(actor: Actor, id: number): Promise<LogRow>;
  /** The row of a call by its request id, as its user sees it if one is named; null: there is none. */
  ofRequest(requestId: string, userId?: number): Promise<LogRow | null>;
  /**
   * Every row that matches as a file; a person has one export at a time.
   * @throws AppError log.export_running
   */
  exportAll(actor: Actor, query: AllLogQuery, format: LogExportFormat): Promise<FileAnswer>;
  exportOwn(actor: Actor, query: LogQuery, format: LogExportFormat): Promise<FileAnswer>;
  /** Whether the person can start an export. @throws AppError log.export_running */
  checkExport(actor: Actor): null;
  /** Names for the picker of a filter; those of one user, or of all. */
  names(field: LogNameField, text: string, userId?: number): Promise<LogName[]>;
  sum(query: AllLogQuery): Promise<LogStat>;
  sumOwn(actor: Actor, query: LogQuery): Promise<LogStat>;
  /** Deletes the rows older than `time`, on request of a person; see `LogCleaning` for one that takes long. */
  cleanNow(actor: Actor, time: number): Promise<LogCleaning>;
  /** The same by schedule: deletes rows older than this many days. */
  prune(days: number): Promise<number>;
}

export interface LogDependencies {
  logs: LogRepository;
  logNames: LogNameRepository;
  usage: UsageRepository;
  figures: FigureRepository;
  channels: ChannelRepository;
  users: UserRepository;
  tokens: TokenService;
  captures: Pick<CaptureService, "deleteBefore">;
  audit: Audit;
  clock: Clock;
  settings: Pick<SettingsService, "current">;
}

/** Names by id that were read so far; undefined where there is no such channel. */
type ChannelNames = Map<number, string | undefined>;

const day = 86_400;
/** Proxies in between time out after some ten seconds. */
const patienceMilliseconds = 8000;
/** No user has this id. */
const noRows = filterOf(consumption, [0]);
const nothing: LogStat = { quota: 0, request_count: 0, prompt_tokens: 0, completion_tokens: 0 };

export function createLogService(deps: LogDependencies): LogService {
  const cleaner = createLogCleaner(deps.logs);
  const exporter = createLogExporter(deps);
  const presentOwn = (rows: LogTableRow[]): LogRow[] => rows.map((row) => presentOwnLog(row));

  async function presentAll(
    rows: LogTableRow[],
    read?: typeof storedMetadata,
    names: ChannelNames = new Map(),
  ): Promise<LogRow[]> {
    const ids = new Set(rows.map((row) => row.channel_id));
    const unknown = [...ids].filter((id) => id !== 0 && !names.has(id));
    if (unknown.length > 0) {
      for (const id of unknown) names.set(id, undefined);
      for (const { id, name } of await deps.channels.namesOf(unknown)) names.set(id, name);
    }
    return rows.map((row) => presentLog(row, names, read));
  }

  /** Presents the rows of an export, which reads the name of each channel once. */
  function presentExported(): (rows: LogTableRow[]) => Promise<LogRow[]> {
    const names: ChannelNames = new Map();
    return (rows) => presentAll(rows, storedMetadata, names);
  }

  async function page(
    request: PageRequest,
    filter: LogFilter | undefined,
    present: (rows: LogTableRow[]) => Promise<LogRow[]> | LogRow[],
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
      page(request, await filterOfAll(request, deps.users), (rows) => presentAll(rows)),

    listOwn: (actor, request) => page(request, filterOf(request, [actor.id]), presentOwn),

    async listOfKey(key, ip) {
      const { id, userId } = await deps.tokens.byKey(key, ip);
      const filter = filterOf({ ...consumption, token_id: id }, [userId]);
      const { rows } = await deps.logs.page({ page: 1, size: tokenLogMost, order: [] }, filter);
      return presentOwn(rows);
    },

    async find(id) {
      const row = await deps.logs.find(id);
      const [shown] = row ? await presentAll([row]) : [];
      if (!shown) throw new AppError("log.not_found");
      return shown;
    },

    async findOwn(actor, id) {
      const row = await deps.logs.find(id, actor.id);
      if (!row) throw new AppError("log.not_found");
      return presentOwnLog(row);
    },

    async ofRequest(requestId, userId) {
      const filter = filterOf(
        { ...consumption, request_id: requestId },
        userId === undefined ? undefined : [userId],
      );
      const { rows } = await deps.logs.page({ page: 1, size: 1, order: [] }, filter);
      const [row] = userId === undefined ? await presentAll(rows) : presentOwn(rows);
      return row ?? null;
    },

    async exportAll(actor, query, format) {
      const filter = (await filterOfAll(query, deps.users)) ?? noRows;
      const detail = { everybody: true, ...setFilters(query) };
      return exporter.start(actor, {
        filter,
        format,
        detail,
        present: presentExported(),
      });
    },

    exportOwn: (actor, query, format) =>
      exporter.start(actor, {
        filter: filterOf(query, [actor.id]),
        format,
        detail: setFilters(query),
        present: (rows) => rows.map((row) => presentOwnLog(row, storedMetadata)),
      }),

    checkExport(actor) {
      exporter.expectNone(actor);
      return null;
    },

    names: (field, text, userId) => findNames(deps.logNames, { field, text, userId, now: deps.clock.now() }),

    sum: async (query) => sum(await filterOfAll(query, deps.users), query.log_type),

    sumOwn: (actor, query) => sum(filterOf(query, [actor.id]), query.log_type),

    cleanNow: (actor, time) =>
      cleaner.start(time, patienceMilliseconds, async () => {
        // A time in the future would delete rows that are written during it, and never end.
        const until = Math.min(time, deps.clock.now());
        await deps.audit.recordAlone(actor, {
          action: "log.delete",
          target: { type: "log", id: "" },
          detail: { before: until },
        });
        await deps.captures.deleteBefore(until);
        return until;
      }),

    async prune(days) {
      const time = deps.clock.now() - days * day;
      await deps.captures.deleteBefore(time);
      return cleaner.run(time);
    },
  };
}
