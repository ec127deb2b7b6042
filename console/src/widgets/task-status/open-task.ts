import type { TaskState } from "@tollgate/contract/tasks";

const finalStates: ReadonlySet<TaskState> = new Set<TaskState>(["success", "failure", "expired"]);

/** True if the task can still change. */
export const isOpen = ({ task_state }: { task_state: TaskState }): boolean => !finalStates.has(task_state);
