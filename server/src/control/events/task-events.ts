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
  /**
   * Time of the last query, and versions of the tasks that had changed lately. Replaced when the last stream ends: a
   * query that is still running then counts for no later stream.
   */
  let state: { known?: { at: number; versions: Map<string, number> } } = {};

  const readChanges = (since: number) => tasks.changedSince(since - trailingMilliseconds, mostChanges);
  const versionsOf = (changes: Awaited<ReturnType<typeof readChanges>>) =>
    new Map(changes.map(({ task_id, updated_at }) => [task_id, updated_at]));

  /** Later changes are sent from when this resolves. */
  async function begin(): Promise<void> {
    const own = state;
    if (own.known) return;
    const at = now();
    const versions = versionsOf(await readChanges(at));
    // Another stream may have begun first.
    own.known ??= { at, versions };
  }

  return {
    begin,
    async look(): Promise<void> {
      const own = state;
      if (!own.known) return begin();
      const before = own.known;
      const at = now();
      const changes = await readChanges(before.at);
      if (own !== state) return;
      const last = changes.at(-1);
      // Of more changes than are read, the next query reads the rest.
      const readUntil =
        last && changes.length === mostChanges ? Math.max(before.at + 1, last.updated_at) : at;
      own.known = { at: readUntil, versions: versionsOf(changes) };
      for (const { task_id, user_id, updated_at } of changes) {
        if (before.versions.get(task_id) === updated_at) continue;
        streams.send({ name: "task", data: { task_id } }, user_id);
        streams.send({ name: "any_task", data: { task_id } });
      }
    },
    /** There is no subscriber: the next query only finds its start. */
    reset(): void {
      state = {};
    },
  };
}
