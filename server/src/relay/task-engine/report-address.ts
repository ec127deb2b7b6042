import type { TaskRow } from "../../ledger/task-ledger.ts";
import type { TaskPlatform } from "../tasks/platform.ts";
import type { EngineDependencies } from "./engine.ts";

const reportSlackSeconds = 86_400;

/** Address for the channel's reports about a task. The signature covers both: the task may move to another channel. */
export function reportAddress(
  { links, settings }: EngineDependencies,
  { notifyPath }: TaskPlatform,
  row: TaskRow,
): string | undefined {
  const { address } = settings();
  if (notifyPath === undefined || address === "") return undefined;
  const path = reportPath(notifyPath, row.task_id, row.channel_id);
  const signed = links.sign(path, row.expires_at / 1000 + reportSlackSeconds);
  return `${address}${notifyPath}${signed.slice(signed.indexOf("?"))}&channel=${row.channel_id}&task=${row.task_id}`;
}

/** The signed part of a report address. */
export function reportPath(notifyPath: string, taskId: string, channelId: number | string): string {
  return `${notifyPath}/${taskId}/${channelId}`;
}
