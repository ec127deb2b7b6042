import { taskContentPath } from "@tollgate/contract/tasks";
import type { TaskRow } from "../../ledger/task-ledger.ts";
import type { Task, TaskSubmission } from "../tasks/platform.ts";
import { readStored } from "./stored-texts.ts";

/** Makes the address of a file, from its path. */
export type ResultLinks = (path: string) => string;

/** Content of a row's `asked`: the parameters of the submission. */
export interface StoredParameters extends Pick<TaskSubmission, "units" | "size" | "quality"> {
  echo?: Readonly<Record<string, string>>;
}

/** A stored task as its platform renders it for its owner. */
export function viewTask(row: TaskRow, link: ResultLinks): Task {
  const { echo = {}, units, size, quality } = (readStored(row.asked) ?? {}) as StoredParameters;
  const result = readStored(row.result);
  return {
    id: row.task_id,
    action: row.action,
    mode: row.mode,
    model: row.model_name,
    prompt: row.prompt,
    echo,
    code: row.accept_code,
    status: row.status === "submitting" ? "submitted" : row.status,
    progress: row.progress,
    failReason: row.fail_reason,
    submittedAt: row.submitted_at,
    startedAt: row.started_at,
    finishedAt: row.finished_at,
    ...(result !== undefined && { result }),
    ...(units && { units }),
    ...(size !== undefined && { size }),
    ...(quality !== undefined && { quality }),
    ...(row.continues !== "" && { continues: row.continues }),
    contentUrl: (variant = "") => link(taskContentPath(row.task_id, variant)),
  };
}
