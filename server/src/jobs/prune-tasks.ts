import type { TaskService } from "../control/tasks/service.ts";
import type { Job } from "./job.ts";

/** Deletes finished tasks that are older than the setting. */
export function pruneTasks(tasks: Pick<TaskService, "prune">): Job {
  return {
    name: "prune-tasks",
    interval: () => 3600,
    async run() {
      await tasks.prune();
    },
  };
}
