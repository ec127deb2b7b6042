import { asFilledText, asObject, asText } from "../../providers/kit/read-json.ts";
import type { TaskReport, TaskStatus } from "../platform.ts";
import { readPercent } from "../read-percent.ts";
import { readResult } from "./result.ts";

/** The proxy's statuses in lower case. */
const statuses: Readonly<Record<string, TaskStatus>> = {
  "": "submitted",
  not_start: "queued",
  submitted: "submitted",
  queued: "queued",
  in_progress: "in_progress",
  success: "success",
  failure: "failure",
};

const reasonMost = 2000;

/** One task of an answer; empty for what is none. */
export function readReport(value: unknown): TaskReport[] {
  const task = asObject(value);
  const upstreamId = asFilledText(task?.["task_id"]);
  const word = asText(task?.["status"] ?? "")?.toLowerCase();
  if (task === undefined || upstreamId === undefined || word === undefined) return [];
  const status = (Object.hasOwn(statuses, word) ? statuses[word] : undefined) ?? "in_progress";
  const startedAt = readTime(task["start_time"]);
  const finishedAt = readTime(task["finish_time"]);
  const reason = asFilledText(task["fail_reason"])?.slice(0, reasonMost) ?? "Suno gave no reason.";
  const result = readResult(task["data"]);
  return [
    {
      upstreamId,
      status,
      progress: status === "success" ? 100 : readPercent(task["progress"]),
      failReason: status === "failure" ? reason : "",
      ...(startedAt !== undefined && { startedAt }),
      ...(finishedAt !== undefined && { finishedAt }),
      ...(result !== undefined && { result }),
    },
  ];
}

/** Epoch milliseconds of seconds; some proxies send milliseconds. Undefined for none. */
function readTime(value: unknown): number | undefined {
  if (typeof value !== "number" || !Number.isSafeInteger(value) || value <= 0) return undefined;
  return value > 100_000_000_000 ? value : value * 1000;
}
