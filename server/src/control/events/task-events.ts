import type { TaskRepository } from "../../storage/repositories/task-repository.ts";
import type { OpenStreams } from "./open-streams.ts";

/** Clocks of processes differ a little, and a change is seen a moment after its time. */
const trailingMilliseconds = 5000;
const mostChanges = 2000;

/** Tells users and administrators which tasks changed, whichever process changed them. `now` is epoch milliseconds. */
export function createTaskEvents(
  tasks: Pick<TaskRepository, "changedSince">,
  streams: OpenStreams,
  now: () => number,
) {
  /** Versions of the tasks that changed lately; undefined: nobody listened until now. */
  let seen: Map<string, number> | undefined;

  return {
    async look(): Promise<void> {
      const changes = await tasks.changedSince(now() - trailingMilliseconds, mostChanges);
      const before = seen;
      seen = new Map(changes.map(({ task_id, updated_at }) => [task_id, updated_at]));
      if (!before) return;
      for (const { task_id, user_id, updated_at } of changes) {
        if (before.get(task_id) === updated_at) continue;
        streams.send({ name: "task", data: { task_id } }, user_id);
        streams.send({ name: "any_task", data: { task_id } });
      }
    },
    /** Nobody listens: the next look only learns where it starts. */
    reset(): void {
      seen = undefined;
    },
  };
}
