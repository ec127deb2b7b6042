import type { TaskRow } from "../../ledger/task-ledger.ts";
import type { AdmittedCall } from "../admission/admit-request.ts";
import { rejectForNow } from "../admission/admit-request.ts";
import { RelayError } from "../relay-error.ts";
import type { TaskPlatform, TaskRequest, TaskSubmission } from "../tasks/platform.ts";
import type { EngineDependencies } from "./engine.ts";
import { boundText, readStored } from "./stored-texts.ts";
import type { StoredParameters } from "./task-view.ts";

/** A submission with the earlier task that it continues, if any. */
export interface ReadSubmission {
  taskRequest: TaskRequest;
  submission: TaskSubmission;
  continued: TaskRow | undefined;
}

/**
 * Reads a submission. One that continues a task is read a second time with that task, whose model and length it may inherit.
 * @throws RelayError, InvalidTask
 */
export async function readSubmission(
  dependencies: EngineDependencies,
  platform: TaskPlatform,
  taskRequest: TaskRequest,
  { request, admitted }: AdmittedCall,
): Promise<ReadSubmission> {
  const submission = platform.readSubmission(taskRequest);
  request.model = submission.model;
  const continued = await findContinued(dependencies, platform, submission, admitted.caller.userId);
  if (!continued) return { taskRequest, submission, continued };
  const { action, mode, prompt, model_name: model, asked: requested } = continued;
  const { units, size } = (readStored(requested) ?? {}) as StoredParameters;
  const earlier = {
    action,
    mode,
    prompt,
    model,
    ...(units && { units }),
    ...(size !== undefined && { size }),
  };
  const whole = { ...taskRequest, continued: earlier };
  const read = platform.readSubmission(whole);
  request.model = read.model;
  return { taskRequest: whole, submission: read, continued };
}

/** The earlier task. Unknown tasks and tasks of other users get the same error. */
async function findContinued(
  { reader }: EngineDependencies,
  platform: TaskPlatform,
  { continues, uses }: TaskSubmission,
  userId: number,
): Promise<TaskRow | undefined> {
  if (continues === undefined) return undefined;
  const row = await reader.find(continues, userId).catch(rejectForNow);
  if (!row || row.platform !== platform.id || row.upstream_id === "") throw unknownTask(continues);
  if (uses !== undefined && !(platform.offers?.(readStored(row.result)) ?? []).includes(uses))
    throw new RelayError(
      "invalid_request",
      "The earlier task does not offer this follow-up. Read the task again and use one of its buttons or clips.",
    );
  return row;
}

export function unknownTask(id: string): RelayError {
  return new RelayError("state_not_found", `There is no task '${boundText(id, 100)}'.`);
}
