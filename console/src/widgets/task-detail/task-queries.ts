import { queryOptions } from "@tanstack/react-query";
import { getOwnTask, getTask, type TaskState } from "@tollgate/contract/tasks";
import { call } from "../../lib/api-client";
import { isOpen } from "../task-status/open-task";

/** Query key prefix of all task queries, so that an event refetches them. */
export const tasksKey = ["tasks"] as const;

/** Milliseconds between two looks at tasks that move, where events arrive and where they do not. */
const pollMilliseconds = { live: 30_000, polling: 5000 };

/** How often tasks on the page are read again; not at all once they are all at an end. */
export function pollPause(
  tasks: readonly { task_state: TaskState }[] | undefined,
  live: boolean,
): number | false {
  if (!tasks?.some(isOpen)) return false;
  return live ? pollMilliseconds.live : pollMilliseconds.polling;
}

/** One task with everything about it: anyone's, or one's own. */
export const taskQuery = (everybody: boolean, taskId: string, live: boolean) =>
  queryOptions({
    queryKey: [...tasksKey, "one", everybody, taskId],
    queryFn: ({ signal }) => call(everybody ? getTask : getOwnTask, { params: { task_id: taskId }, signal }),
    refetchInterval: ({ state }) => pollPause(state.data && [state.data.task], live),
    meta: { inPlace: true },
  });
