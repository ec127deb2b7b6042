import { taskContentPath } from "@tollgate/contract/tasks";
import { quotableSecrets } from "../../platform/clean-message.ts";
import type { MemoryAccount } from "../../platform/memory-budget.ts";
import { rejectForNow } from "../admission/admit-request.ts";
import { UnreadableAnswer } from "../canonical/unreadable-answer.ts";
import type { ClientReply } from "../exchange.ts";
import type { TaskRow } from "../../ledger/task-ledger.ts";
import { RelayError } from "../relay-error.ts";
import type { TaskPlatform } from "../tasks/platform.ts";
import { applyReport } from "./apply-report.ts";
import type { EngineDependencies } from "./engine.ts";
import { serveContent } from "./serve-content.ts";
import { unknownTask } from "./continued-task.ts";
import { reportPath } from "./report-address.ts";

/** A response without an admitted caller. */
export interface SignedReply {
  reply: ClientReply;
  headers: Record<string, string>;
  /** Memory account of the task's user. */
  memoryOf(userId: number): MemoryAccount;
}

/** True for a query with the signature of this file. */
export function isSignedContent(
  { links, now }: Pick<EngineDependencies, "links" | "now">,
  file: { taskId: string; variant: string },
  query: string,
): boolean {
  return links.verify(taskContentPath(file.taskId, file.variant), new URLSearchParams(query), now());
}

/** Sends a file to a caller with its signed address, or to the task's user. @throws RelayError */
export async function serveTaskContent(
  dependencies: EngineDependencies,
  { taskId, variant }: { taskId: string; variant: string },
  userId: number | undefined,
  to: SignedReply,
): Promise<void> {
  const { reader } = dependencies;
  const row = await (userId === undefined ? reader.findAny(taskId) : reader.find(taskId, userId)).catch(
    rejectForNow,
  );
  if (!row) throw unknownTask(taskId);
  await serveContent(dependencies, row, variant, { ...to, memory: to.memoryOf(row.user_id) });
}

/** The task of a signed report. @throws RelayError if the signature is invalid or expired */
export async function findReported(
  dependencies: EngineDependencies,
  platform: TaskPlatform,
  query: string,
): Promise<TaskRow> {
  const fields = new URLSearchParams(query);
  const taskId = fields.get("task") ?? "";
  const channelId = fields.get("channel") ?? "";
  const path = reportPath(platform.notifyPath ?? "", taskId, channelId);
  if (taskId === "" || !dependencies.links.verify(path, fields, dependencies.now())) throw notSigned();
  const row = await dependencies.reader.findAny(taskId).catch(rejectForNow);
  if (row?.platform !== platform.id) throw unknownTask(taskId);
  // A channel that rejected the task also has a valid address.
  if (String(row.channel_id) !== channelId) throw notSigned();
  return row;
}

function notSigned(): RelayError {
  return new RelayError("invalid_key", "This report is not signed, or its address has expired.");
}

/**
 * Stores a platform's report about the task in its address. Repeated, late and unreadable reports change nothing. Reports about
 * other tasks are ignored, so that one channel cannot report for another.
 */
export async function serveReport(
  dependencies: EngineDependencies,
  platform: TaskPlatform,
  row: TaskRow,
  body: Buffer,
): Promise<void> {
  const channel =
    dependencies.snapshots.current().channel(row.channel_id) ??
    (await dependencies.loadChannel(row.channel_id));
  const provider = channel && dependencies.findProvider(channel.type);
  if (!channel || !provider || row.upstream_id === "") return;
  const keyIndex = row.channel_key < channel.keys.length ? row.channel_key : 0;
  const view = { ...dependencies.views.view(channel, provider, keyIndex), type: channel.type };
  try {
    const reports = platform.readReports({ status: 200, headers: {}, body }, view, []);
    const news = reports.find(({ upstreamId }) => upstreamId === row.upstream_id);
    if (news) await applyReport(dependencies, row, news, quotableSecrets(channel));
  } catch (error) {
    if (!(error instanceof UnreadableAnswer)) throw error;
    throw new RelayError("invalid_request", "The report cannot be read.");
  }
}
