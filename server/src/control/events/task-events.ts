import type { TaskRepository } from "../../storage/repositories/task-repository.ts";
import type { OpenStreams } from "./open-streams.ts";

/** Clocks of processes differ a little, and a change is visible a moment after its time. */
const trailingMilliseconds = 5000;
const mostChanges = 2000;

/** Notifies users and administrators of tasks changed by any process. `now` is epoch milliseconds. */
export function createTaskEvents(
  tasks: Pick<TaskRepository, "changedSince">,
  streams: OpenStreams,
  now: () => number,
) {
  /** Versions of the tasks that changed lately; undefined: there was no subscriber until now. */
  let seen: Map<string, number> | undefined;

  const readChanges = () => tasks.changedSince(now() - trailingMilliseconds, mostChanges);
  const versionsOf = (changes: Awaited<ReturnType<typeof readChanges>>) =>
    new Map(changes.map(({ task_id, updated_at }) => [task_id, updated_at]));

  return {
    /** Later changes are sent from when this resolves. */
    async begin(): Promise<void> {
      if (seen) return;
      const versions = versionsOf(await readChanges());
      // Another stream may have begun first.
      seen ??= versions;
    },
    async look(): Promise<void> {
      const changes = await readChanges();
      const before = seen;
      seen = versionsOf(changes);
      if (!before) return;
      for (const { task_id, user_id, updated_at } of changes) {
        if (before.get(task_id) === updated_at) continue;
        streams.send({ name: "task", data: { task_id } }, user_id);
        streams.send({ name: "any_task", data: { task_id } });
      }
    },
    /** There is no subscriber: the next query only finds its start. */
    reset(): void {
      seen = undefined;
    },
  };
}
