import type { TaskFacts, TaskRow, TaskState } from "../../ledger/task-ledger.ts";
import { cleanMessage } from "../../platform/clean-message.ts";
import { admitModel } from "../admission/admit-caller.ts";
import type { AdmittedCall } from "../admission/admit-request.ts";
import { refuseForNow } from "../admission/admit-request.ts";
import { UnreadableAnswer } from "../canonical/unreadable-answer.ts";
import type { UpstreamProblem } from "../canonical/problem.ts";
import type { AttemptRecord } from "../exchange.ts";
import { errorFromProblem, whyOf } from "../fail-exchange.ts";
import { type Charge, chargeRecord, openCharge, shortageOfQuota } from "../metering/charge.ts";
import { RelayError } from "../relay-error.ts";
import { shouldRetry } from "../routing/should-retry.ts";
import type { TaskAccepted, TaskPlatform, TaskRequest, TaskSubmission } from "../tasks/platform.ts";
import { callPlatform } from "./call-platform.ts";
import type { Asked } from "./task-view.ts";
import { TargetSearch, type TaskRoute } from "./choose-task-target.ts";
import { takeStep } from "./end-task.ts";
import type { EngineDependencies } from "./engine.ts";
import { boundAsked, boundText, promptMost, readStored } from "./stored-texts.ts";
import { accept, fail, submissionLimit } from "./task-states.ts";

/** A submission that was read and may be served. */
interface Submitting {
  platform: TaskPlatform;
  taskRequest: TaskRequest;
  submission: TaskSubmission;
  continued: TaskRow | undefined;
  search: TargetSearch;
  call: AdmittedCall;
  /** Of the task's log row. */
  requestId: string;
}

/** A submission that no channel accepted. */
interface Rejected {
  problem: UpstreamProblem;
  /** The platform may have made the task all the same. */
  mayExist: boolean;
  /** What was held, and was released. */
  cost: number;
}

/**
 * Submits a task. Its price is held in the database before anything is sent, so that no crash loses or doubles it; another channel is tried
 * only while the first one cannot have made a task. What no channel accepts is tried in the platform's other way, if that costs no more.
 * @throws RelayError, InvalidTask
 */
export async function submitTask(
  dependencies: EngineDependencies,
  platform: TaskPlatform,
  taskRequest: TaskRequest,
  call: AdmittedCall,
): Promise<TaskRow> {
  const { requestId } = call.request;
  const first = await submitOnce(dependencies, { platform, taskRequest, call, requestId });
  if (!("problem" in first)) return first;
  const { problem, mayExist, cost } = first;
  const other = mayExist ? undefined : platform.retryAs?.(taskRequest, problem);
  if (!other) throw errorFromProblem(problem);
  // A row of its own in the log, where the first one stands under the request's id.
  const again = { platform, taskRequest: other, call, requestId: `${requestId}-2`, costMost: cost };
  const second = await submitOnce(dependencies, again).catch((error: unknown) => {
    throw error instanceof RelayError ? errorFromProblem(problem) : error;
  });
  if ("problem" in second) throw errorFromProblem(second.problem);
  return second;
}

async function submitOnce(
  dependencies: EngineDependencies,
  once: {
    platform: TaskPlatform;
    taskRequest: TaskRequest;
    call: AdmittedCall;
    requestId: string;
    /** Nothing is sent that costs more. */
    costMost?: number;
  },
): Promise<TaskRow | Rejected> {
  const { platform, call, requestId, costMost } = once;
  const { request, admitted } = call;
  const { taskRequest, submission, continued } = await readWhole(
    dependencies,
    platform,
    once.taskRequest,
    call,
  );
  admitModel(admitted.caller, submission.model);
  await refuseTooMany(dependencies, admitted.caller.userId);
  const snapshot = dependencies.snapshots.current();
  const search = new TargetSearch(dependencies, snapshot, { platform, submission, admitted, continued });
  const route = search.next();
  if (!route || (costMost !== undefined && route.priced.cost > costMost))
    throw new RelayError("no_channel", `No channel is available for the model ${submission.model}.`);
  const charge = await openCharge(dependencies, admitted.caller, route.priced.cost);
  if (!charge.ok) {
    const { quotaPerUnit } = snapshot.settings;
    throw shortageOfQuota(charge, { caller: admitted.caller, now: dependencies.now(), quotaPerUnit });
  }
  const submitting = { platform, taskRequest, submission, continued, search, call, requestId };
  const row = await holdTask(dependencies, submitting, route, charge);
  request.booked = true;
  return sendTask(dependencies, submitting, route, row);
}

/** A submission that continues a task is read again with that task: its model and length may be the earlier one's. */
async function readWhole(
  dependencies: EngineDependencies,
  platform: TaskPlatform,
  taskRequest: TaskRequest,
  { request, admitted }: AdmittedCall,
): Promise<Pick<Submitting, "taskRequest" | "submission" | "continued">> {
  const submission = platform.readSubmission(taskRequest);
  request.model = submission.model;
  const continued = await findContinued(dependencies, platform, submission, admitted.caller.userId);
  if (!continued) return { taskRequest, submission, continued };
  const { action, mode, prompt, model_name: model, asked } = continued;
  const { units, size } = (readStored(asked) ?? {}) as Asked;
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

/** Tasks of one user that have not ended. Platforms are queried in turn, so that more would delay the tasks of everybody. */
const openTasksMost = 500;

/** Submissions at the same moment may pass it together: it bounds work, not money. @throws RelayError */
async function refuseTooMany({ reader }: EngineDependencies, userId: number): Promise<void> {
  if ((await reader.countOpen(userId).catch(refuseForNow)) < openTasksMost) return;
  throw new RelayError(
    "too_many_at_once",
    `The account has ${openTasksMost} unfinished tasks, the most that an account can have. Wait until some are finished.`,
    { retryAfter: 30 },
  );
}

/** The earlier task. One answer for what is unknown and for what is another's. */
async function findContinued(
  { reader }: EngineDependencies,
  platform: TaskPlatform,
  { continues, uses }: TaskSubmission,
  userId: number,
): Promise<TaskRow | undefined> {
  if (continues === undefined) return undefined;
  const row = await reader.find(continues, userId).catch(refuseForNow);
  if (!row || row.platform !== platform.id || row.upstream_id === "") throw unknownTask(continues);
  if (uses !== undefined && !(platform.offers?.(readStored(row.result)) ?? []).includes(uses))
    throw new RelayError("invalid_request", "The earlier task does not offer what this one uses.");
  return row;
}

export function unknownTask(id: string): RelayError {
  return new RelayError("state_not_found", `There is no task '${boundText(id, 100)}'.`);
}

/** Writes the task down with its hold, before anything is sent. */
async function holdTask(
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
      metadata: priced.note,
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
    asked: boundAsked({
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
  const stored = await charge.hold(dependencies.tasks, task).catch(refuseForNow);
  if (!stored) return refuseForNow(undefined);
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

/** Tries channels until one accepts the task. */
async function sendTask(
  dependencies: EngineDependencies,
  submitting: Submitting,
  first: TaskRoute,
  held: TaskRow,
): Promise<TaskRow | Rejected> {
  const { search, call } = submitting;
  const { settings } = dependencies.snapshots.current();
  const attempts: AttemptRecord[] = [];
  const startedAt = performance.now();
  let row = held;
  let route = first;
  for (;;) {
    const outcome = await tryRoute(dependencies, submitting, route, row).catch(async (error: unknown) => {
      await takeStep(
        dependencies,
        row,
        fail(row, "The gateway failed to submit the task.", dependencies.milliseconds()),
      );
      throw error;
    });
    if ("accepted" in outcome) return keepAccepted(dependencies, row, outcome.accepted);
    const { problem, mayExist } = outcome;
    attempts.push({
      channel_id: route.channel.id,
      channel_name: route.channel.name,
      status: problem.status,
      time: Math.round(outcome.time),
      ...whyOf(problem),
    });
    search.tried.add(route.channel.id, route.keyIndex, route.channel.keys.length, problem.kind);
    const elapsedSeconds = (performance.now() - startedAt) / 1000;
    const mayRetry =
      !mayExist &&
      shouldRetry({
        kind: problem.kind,
        answered: problem.status > 0,
        attempts: attempts.length,
        retryTimes: settings.retryTimes,
        elapsedSeconds,
        retryTimeOut: settings.retryTimeOut,
        secondsLeft: submissionLimit / 2000 - elapsedSeconds,
        pinned: search.isBound || call.admitted.pinned !== undefined,
        started: false,
        callerGone: call.reply.closed,
      });
    // What is held, and written down for the log, is this price.
    const next = mayRetry ? search.next(row.quota) : undefined;
    const moved = next && (await moveTask(dependencies, row, next));
    if (!next || !moved) {
      const reason = cleanMessage(problem.message);
      await takeStep(dependencies, row, fail(row, reason, dependencies.milliseconds()));
      return { problem, mayExist, cost: row.quota };
    }
    row = moved;
    route = next;
  }
}

/** The task goes to another channel. Undefined: it was given up meanwhile. */
async function moveTask(
  { tasks, milliseconds }: EngineDependencies,
  row: TaskRow,
  { channel, keyIndex }: TaskRoute,
): Promise<TaskRow | undefined> {
  const state = { channel_id: channel.id, channel_key: keyIndex, updated_at: milliseconds() };
  const moved = { ...row, ...state, version: row.version + 1 };
  return (await tasks.change(row, moved)) ? moved : undefined;
}

const upstreamIdMost = 500;

type Outcome = { accepted: TaskAccepted } | { problem: UpstreamProblem; mayExist: boolean; time: number };

async function tryRoute(
  dependencies: EngineDependencies,
  { platform, taskRequest, submission, continued, call }: Submitting,
  route: TaskRoute,
  row: TaskRow,
): Promise<Outcome> {
  const { breaker, health, attempts } = dependencies;
  const { channel, keyIndex, upstreamModel } = route;
  breaker.enter(channel.id, keyIndex, upstreamModel);
  const startedAt = performance.now();
  const notifyUrl = reportAddress(dependencies, platform, row);
  const received = await callPlatform(dependencies, platform, { ...route, once: true }, (view) =>
    platform.buildSubmission(taskRequest, {
      channel: view,
      upstreamModel,
      ...(continued && {
        continued: { upstreamId: continued.upstream_id, result: readStored(continued.result) },
      }),
      ...(notifyUrl !== undefined && { notifyUrl }),
    }),
  );
  const time = performance.now() - startedAt;
  let outcome: Outcome;
  if ("problem" in received) outcome = { ...received, time };
  else {
    try {
      const accepted = platform.readAccepted(received.answer, received.view);
      if (accepted.upstreamId.length > upstreamIdMost) throw new UnreadableAnswer("the id is too long");
      outcome = { accepted };
    } catch (error) {
      if (!(error instanceof UnreadableAnswer)) throw error;
      const { status } = received.answer;
      outcome = { problem: { kind: "bad-answer", status, message: error.message }, mayExist: true, time };
    }
  }
  const problem = "problem" in outcome ? outcome.problem : undefined;
  const rest = dependencies.snapshots.current().settings.retryCooldownSeconds;
  breaker.note({ channelId: channel.id, key: keyIndex, model: upstreamModel }, problem, rest);
  attempts.count(channel.id, problem, undefined, time);
  const { requestId } = call.request;
  health.report({ channelId: channel.id, keyIndex, model: submission.model, requestId, problem });
  return outcome;
}

const reportSlackSeconds = 86_400;

/** Where the channel reports about this task; the signature is for both alone, as another channel may take the task over. */
function reportAddress(
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

/** What is signed of an address for reports. */
export function reportPath(notifyPath: string, taskId: string, channelId: number | string): string {
  return `${notifyPath}/${taskId}/${channelId}`;
}

/** @throws RelayError `unavailable` if the id cannot be stored: then the task fails by itself, and is not charged */
async function keepAccepted(
  dependencies: EngineDependencies,
  row: TaskRow,
  accepted: TaskAccepted,
): Promise<TaskRow> {
  const step = accept(row, accepted, dependencies.milliseconds());
  if (!step || !(await takeStep(dependencies, row, step).catch(refuseForNow))) {
    // A report of the platform may have been first; then the task has its id already.
    const found = await dependencies.reader.findAny(row.task_id).catch(refuseForNow);
    return found && found.upstream_id !== "" ? found : refuseForNow(undefined);
  }
  return { ...row, ...step.state, version: row.version + 1 };
}
