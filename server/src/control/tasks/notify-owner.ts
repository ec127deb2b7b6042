import type { UserNoticeService } from "../user-notices/service.ts";

/** A task that has ended. Times in epoch milliseconds. */
interface EndedTask {
  user_id: number;
  model_name: string;
  prompt: string;
  status: string;
  finished_at: number;
  /** Empty: no platform accepted it. */
  upstream_id: string;
}

/** Characters of the prompt in the message. */
const promptShown = 80;

/**
 * Sends the owner of a finished task the notice "task done". A task that no platform accepted is left out: its caller
 * got the error.
 */
export async function notifyOwner(
  { notifyUser }: Pick<UserNoticeService, "notifyUser">,
  task: EndedTask,
): Promise<void> {
  if (task.upstream_id === "") return;
  const shown = Array.from(task.prompt.replaceAll(/\s+/g, " ").trim());
  const prompt = shown.length > promptShown ? `${shown.slice(0, promptShown).join("")}…` : shown.join("");
  await notifyUser(task.user_id, "task_done", {
    task: prompt === "" ? task.model_name : `${task.model_name}: ${prompt}`,
    succeeded: task.status === "success",
    time: Math.floor(task.finished_at / 1000),
  });
}
