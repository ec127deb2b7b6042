import type { Settings } from "@tollgate/contract/settings";
import type { TaskState } from "@tollgate/contract/tasks";
import type { PageRequest } from "../../storage/repositories/list-page.ts";
import type { TaskFilter } from "../../storage/repositories/task-repository.ts";

/** The platform that the family lists separately. */
export const midjourney = "midjourney";

/** Minutes until an unfinished task of a platform expires. */
export function expiryMinutes(
  settings: Pick<Settings, "MidjourneyExpiryMinutes" | "TaskExpiryMinutes">,
  platform: string,
): number {
  return platform === midjourney ? settings.MidjourneyExpiryMinutes : settings.TaskExpiryMinutes;
}

/** Filters that every list has; empty texts and zeros do not filter. */
interface CommonQuery {
  token_id: number;
  action: string;
  status: TaskState | "";
  start_timestamp: number;
  end_timestamp: number;
  channel_id?: number;
  user_id?: number;
  username?: string;
}
export interface MidjourneyQuery extends CommonQuery {
  mj_id: string;
}
export interface TaskQuery extends CommonQuery {
  platform: string;
  task_id: string;
  /** Comma-separated. */
  user_ids?: string;
}

/** Fields that the family sorts by, as the table names them. */
const columns: Readonly<Record<string, string>> = {
  created_at: "submitted_at",
  submit_time: "submitted_at",
  start_time: "started_at",
  finish_time: "finished_at",
  mj_id: "task_id",
  code: "accept_code",
};

export function storedOrder(order: PageRequest["order"]): PageRequest["order"] {
  return order.map(({ field, descending }) => ({ field: columns[field] ?? field, descending }));
}

/** Statuses of the table: until a platform has accepted a task, lists show it as submitted. */
function statusesOf(status: TaskState | ""): TaskFilter["statuses"] {
  switch (status) {
    case "":
      return [];
    case "submitted":
      return ["submitting", "submitted"];
    case "failure":
      return ["failure", "expired"];
    default:
      return [status];
  }
}

function commonFilter(query: CommonQuery, userIds: readonly number[] | undefined, millisecond: number) {
  return {
    userIds,
    username: query.username ?? "",
    tokenId: query.token_id,
    channelId: query.channel_id ?? 0,
    action: query.action,
    statuses: statusesOf(query.status),
    from: query.start_timestamp * millisecond,
    until: query.end_timestamp * millisecond,
  };
}

/** @param userIds whose tasks are shown; undefined: of all users */
export function midjourneyFilter(query: MidjourneyQuery, userIds: readonly number[] | undefined): TaskFilter {
  return {
    ...commonFilter(query, userIds, 1),
    platform: midjourney,
    exceptPlatform: "",
    taskId: query.mj_id,
  };
}

/** @param userIds whose tasks are shown; undefined: of all users */
export function taskFilter(query: TaskQuery, userIds: readonly number[] | undefined): TaskFilter {
  const { platform } = query;
  return {
    ...commonFilter(query, userIds, 1000),
    platform: platform === "all" ? "" : platform,
    exceptPlatform: platform === "" ? midjourney : "",
    taskId: query.task_id,
  };
}

/** Users that an administrator's filters name; undefined: all. */
export function usersOf({
  user_id = 0,
  user_ids = "",
}: {
  user_id?: number;
  user_ids?: string;
}): number[] | undefined {
  const named = user_ids === "" ? [] : user_ids.split(",").map(Number);
  if (user_id > 0) return named.length === 0 || named.includes(user_id) ? [user_id] : [0];
  return named.length > 0 ? named : undefined;
}
