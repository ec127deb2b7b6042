import type { TaskReader } from "../relay/ports.ts";
import type { Database } from "../storage/database.ts";
import { createTaskRepository } from "../storage/repositories/task-repository.ts";

/** Reads tasks from the database without caching, so that every process sees the same. */
export function createTaskReader(database: Database): TaskReader {
  const tasks = createTaskRepository(database);
  return {
    find: (taskId, userId) => tasks.find(taskId, userId),
    findAny: (taskId) => tasks.find(taskId),
    async findAll(userId, platform, taskIds) {
      if (taskIds.length === 0) return [];
      const rows = new Map((await tasks.findAll(userId, platform, taskIds)).map((row) => [row.task_id, row]));
      return taskIds.flatMap((id) => rows.get(id) ?? []);
    },
    async latest(userId, platform, { limit, after, oldestFirst = false }) {
      const last = after === undefined ? undefined : await tasks.find(after, userId);
      if (after !== undefined && !last) return { rows: [], more: false };
      const rows = await tasks.latest(
        { userId, platform },
        { after: last?.id ?? 0, limit: limit + 1, oldestFirst },
      );
      return { rows: rows.slice(0, limit), more: rows.length > limit };
    },
    countOpen: (userId) => tasks.countOpen(userId),
    dueGroups: (now, most) => tasks.dueGroups(now, most),
    dueNotices: (now, most) => tasks.dueNotices(now, most),
  };
}
