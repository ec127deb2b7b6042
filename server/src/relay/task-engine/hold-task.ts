import type { TaskFacts, TaskRow, TaskState } from "../../ledger/task-ledger.ts";
import type { AdmittedCall } from "../admission/admit-request.ts";
import { rejectForNow } from "../admission/admit-request.ts";
import { type Charge, chargeRecord } from "../metering/charge.ts";
import type { TaskPlatform, TaskSubmission } from "../tasks/platform.ts";
import type { TargetSearch, TaskRoute } from "./choose-task-target.ts";
import type { ReadSubmission } from "./continued-task.ts";
import type { EngineDependencies } from "./engine.ts";
import { boundParameters, boundText, promptMost } from "./stored-texts.ts";
import { submissionLimit } from "./task-states.ts";

/** A submission that passed every check. */
export interface Submitting extends ReadSubmission {
  platform: TaskPlatform;
  search: TargetSearch;
  call: AdmittedCall;
  /** Of the task's log row. */
  requestId: string;
}

/** Stores the task and its hold in one transaction, before anything is sent. */
export async function holdTask(
  dependencies: EngineDependencies,
  { platform, taskRequest, submission, search, call, requestId }: Submitting,
  { channel, keyIndex, priced }: TaskRoute,
  charge: Charge,
): Promise<TaskRow> {
  const { caller } = call.admitted;
  const request = { ...call.request, requestId };
  const now = dependencies.milliseconds();
  const { units, size, quality, echo } = submission;
  const record = chargeRecord(
    {
      cost: priced.cost,
      request,
      caller,
      group: search.group,
      channelId: channel.id,
      model: submission.model,
      price: priced.price,
      usage: priced.usage,
      source: "none",
      endReason: "completed",
      startedAt: request.startedAt,
      stream: false,
      content: "",
      metadata: { ...priced.note, task_platform: platform.id },
    },
    dependencies.now(),
  );
  const facts: TaskFacts = {
    task_id: dependencies.newTaskId(),
    platform: platform.id,
    action: boundText(submission.action, 100),
    mode: submission.mode ?? taskRequest.mode ?? "",
    model_name: submission.model,
    user_id: caller.userId,
    username: caller.username,
    token_id: caller.tokenId,
    token_name: caller.tokenName,
    request_id: request.requestId,
    continues: submission.continues ?? "",
    prompt: boundText(submission.prompt, promptMost),
    asked: boundParameters({
      ...(units && { units }),
      ...(size !== undefined && { size }),
      ...(quality !== undefined && { quality }),
      ...(echo && { echo }),
    }),
    record: JSON.stringify(record),
    notify_url: readNotifyUrl(dependencies, submission),
    submitted_at: now,
    expires_at: now + dependencies.settings().expiryOf(platform.id),
  };
  const task = { ...facts, ...newState(channel.id, keyIndex, priced.cost, now) };
  const stored = await charge.hold(dependencies.tasks, task).catch(rejectForNow);
  if (!stored) return rejectForNow(undefined);
  return { ...task, version: 1 };
}

function newState(channelId: number, key: number, cost: number, now: number): TaskState {
  return {
    channel_id: channelId,
    channel_key: key,
    upstream_id: "",
    accept_code: 0,
    status: "submitting",
    progress: 0,
    fail_reason: "",
    result: "",
    started_at: 0,
    finished_at: 0,
    updated_at: now,
    quota: cost,
    charge: "held",
    timeline: JSON.stringify([{ at: now, state: "submitted", note: "" }]),
    due_at: now + submissionLimit,
    polls: 0,
    poll_problem: "",
    notify_at: 0,
    notify_tries: 0,
    lease_owner: "",
    lease_until: 0,
  };
}

const notifyUrlMost = 2000;

function readNotifyUrl({ settings }: EngineDependencies, { notifyUrl = "" }: TaskSubmission): string {
  return settings().notifiesCallers && notifyUrl.length <= notifyUrlMost ? notifyUrl : "";
}
