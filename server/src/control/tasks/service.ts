import type { Page } from "@tollgate/contract/list-query";
import type { LogMetadata, LogRow } from "@tollgate/contract/logs";
import {
  type MidjourneyTask,
  type TaskDetail,
  type TaskRow,
  taskContentPath,
} from "@tollgate/contract/tasks";
import { AppError } from "../../platform/app-error.ts";
import type { Clock } from "../../platform/clock.ts";
import type { SignedLinks } from "../../platform/signed-link.ts";
import type { ChannelRepository } from "../../storage/repositories/channel-repository.ts";
import type { PageRequest } from "../../storage/repositories/list-page.ts";
import type { StoredTask, TaskFilter, TaskRepository } from "../../storage/repositories/task-repository.ts";
import type { Actor } from "../actor.ts";
import type { LogService } from "../logs/service.ts";
import type { SettingsService } from "../settings/service.ts";
import {
  filesOf,
  offersOf,
  presentMidjourney,
  presentTask,
  priceOf,
  type TaskView,
  timelineOf,
} from "./present.ts";
import {
  midjourneyFilter,
  type MidjourneyQuery,
  storedOrder,
  taskFilter,
  type TaskQuery,
  usersOf,
} from "./task-query.ts";

/** Tasks for the console. The relay calls platforms, and the ledger books money. */
export interface TaskService {
  listMidjourney(request: PageRequest & MidjourneyQuery): Promise<Page<MidjourneyTask>>;
  /** The actor's own, without channels. */
  listOwnMidjourney(actor: Actor, request: PageRequest & MidjourneyQuery): Promise<Page<MidjourneyTask>>;
  list(request: PageRequest & TaskQuery): Promise<Page<TaskRow>>;
  listOwn(actor: Actor, request: PageRequest & TaskQuery): Promise<Page<TaskRow>>;
  /** @throws AppError task.not_found */
  get(taskId: string): Promise<TaskDetail>;
  /** One of the actor's own, without its channel. @throws AppError task.not_found */
  getOwn(actor: Actor, taskId: string): Promise<TaskDetail>;
  /** Deletes finished tasks that are older than the setting; returns how many. */
  prune(): Promise<number>;
}

export interface TaskDependencies {
  tasks: TaskRepository;
  channels: Pick<ChannelRepository, "namesOf">;
  logs: Pick<LogService, "ofRequest">;
  settings: Pick<SettingsService, "current">;
  links: SignedLinks;
  clock: Clock;
}

/** How long a link to a result is valid. */
export const linkSeconds = 3600;
const followUpsMost = 50;
const daySeconds = 86_400;
const rowsPerDelete = 500;

export function createTaskService(deps: TaskDependencies): TaskService {
  const linkTo = (taskId: string, variant: string): string =>
    deps.links.sign(taskContentPath(taskId, variant), deps.clock.now() + linkSeconds);

  async function viewOf(rows: readonly StoredTask[], isOwn: boolean): Promise<TaskView> {
    if (isOwn) return { channelNames: undefined, linkTo };
    const ids = [...new Set(rows.map(({ channel_id }) => channel_id))].filter((id) => id !== 0);
    const names = await deps.channels.namesOf(ids);
    return { channelNames: new Map(names.map(({ id, name }) => [id, name])), linkTo };
  }

  async function page<Row>(
    { page: number, size, order }: PageRequest,
    filter: TaskFilter,
    isOwn: boolean,
    present: (row: StoredTask, view: TaskView) => Row,
  ): Promise<Page<Row>> {
    const request = { page: number, size, order: storedOrder(order) };
    const { rows, total } = await deps.tasks.page(request, filter);
    const view = await viewOf(rows, isOwn);
    return { data: rows.map((row) => present(row, view)), page: number, size, total_count: total };
  }

  async function detail(row: StoredTask | undefined, userId: number | undefined): Promise<TaskDetail> {
    if (!row) throw new AppError("task.not_found");
    const isOwn = userId !== undefined;
    const [view, entry, log, followedBy] = await Promise.all([
      viewOf([row], isOwn),
      row.charge === "charged" ? deps.tasks.ledgerEntry(row.request_id) : undefined,
      deps.logs.ofRequest(row.request_id, userId),
      deps.tasks.followUps(row.task_id, followUpsMost),
    ]);
    const { polls, poll_problem: problem, due_at: next_poll_at } = row;
    return {
      task: presentTask(row, view),
      mode: row.mode,
      submitted_at: row.submitted_at,
      started_at: row.started_at,
      finished_at: row.finished_at,
      expires_at: row.expires_at,
      files: filesOf(row, view),
      offers: offersOf(row),
      continues: row.continues,
      followed_by: followedBy,
      timeline: timelineOf(row),
      price: ownPrice(priceOf(row), log),
      ledger: entry
        ? { id: entry.id, kind: entry.kind, amount: entry.amount, created_at: entry.created_at }
        : null,
      log,
      polling: isOwn ? null : { polls, next_poll_at, problem },
    };
  }

  return {
    listMidjourney: (request) =>
      page(request, midjourneyFilter(request, usersOf(request)), false, presentMidjourney),
    listOwnMidjourney: (actor, request) =>
      page(request, midjourneyFilter(request, [actor.id]), true, presentMidjourney),
    list: (request) => page(request, taskFilter(request, usersOf(request)), false, presentTask),
    listOwn: (actor, request) => page(request, taskFilter(request, [actor.id]), true, presentTask),
    get: async (taskId) => detail(await deps.tasks.find(taskId), undefined),
    getOwn: async (actor, taskId) => detail(await deps.tasks.find(taskId, actor.id), actor.id),
    async prune() {
      const days = deps.settings.current().TaskRetentionDays;
      if (days === 0) return 0;
      const before = (deps.clock.now() - days * daySeconds) * 1000;
      let deleted = 0;
      for (;;) {
        const count = await deps.tasks.deleteBefore(before, rowsPerDelete);
        deleted += count;
        if (count < rowsPerDelete) return deleted;
      }
    },
  };
}

/** The price terms that users may see, too. */
const priceKeys = [
  "group_name",
  "group_ratio",
  "price_type",
  "price_model",
  "input_ratio",
  "output_ratio",
  "extra_ratios",
  "price_ratio",
  "price_rules",
  "usage",
] as const satisfies (keyof LogMetadata)[];

function ownPrice(stored: Record<string, unknown>, log: LogRow | null): Record<string, unknown> {
  const source: Record<string, unknown> = { ...stored, ...log?.metadata };
  return Object.fromEntries(
    priceKeys.flatMap((key) => (source[key] === undefined ? [] : [[key, source[key]]])),
  );
}
