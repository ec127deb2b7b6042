import type { TaskRow } from "../../ledger/task-ledger.ts";
import { cleanMessage } from "../../platform/clean-message.ts";
import { admitModel } from "../admission/admit-caller.ts";
import type { AdmittedCall } from "../admission/admit-request.ts";
import { rejectForNow } from "../admission/admit-request.ts";
import { UnreadableAnswer } from "../canonical/unreadable-answer.ts";
import type { UpstreamProblem } from "../canonical/problem.ts";
import type { AttemptRecord } from "../exchange.ts";
import { errorFromProblem, whyOf } from "../fail-exchange.ts";
import { openCharge, shortageOfQuota } from "../metering/charge.ts";
import { RelayError } from "../relay-error.ts";
import { shouldRetry } from "../routing/should-retry.ts";
import type { TaskAccepted, TaskPlatform, TaskRequest } from "../tasks/platform.ts";
import { callPlatform } from "./call-platform.ts";
import { TargetSearch, type TaskRoute } from "./choose-task-target.ts";
import { readSubmission } from "./continued-task.ts";
import { takeStep } from "./end-task.ts";
import type { EngineDependencies } from "./engine.ts";
import { holdTask, type Submitting } from "./hold-task.ts";
import { reportAddress } from "./report-address.ts";
import { readStored } from "./stored-texts.ts";
import { accept, fail, submissionLimit } from "./task-states.ts";

/** A submission that no channel accepted. */
interface Rejected {
  problem: UpstreamProblem;
  /** The platform may have created the task although it did not accept it. */
  mayExist: boolean;
  /** The hold that was released. */
  cost: number;
}

/**
 * Submits a task. Its price is held in the database before anything is sent, so that a crash neither loses nor doubles it. The next
 * channel is tried only if the previous one cannot have created the task, and then the platform's alternative (`retryAs`) if it costs
 * no more. Undefined: the caller disconnected before anything was held.
 * @throws RelayError, InvalidTask
 */
export async function submitTask(
  dependencies: EngineDependencies,
  platform: TaskPlatform,
  taskRequest: TaskRequest,
  call: AdmittedCall,
): Promise<TaskRow | undefined> {
  const { requestId } = call.request;
  const first = await submitOnce(dependencies, { platform, taskRequest, call, requestId });
  if (!first || !("problem" in first)) return first;
  const { problem, mayExist, cost } = first;
  const other = mayExist ? undefined : platform.retryAs?.(taskRequest, problem);
  if (!other) throw errorFromProblem(problem);
  // A second log row: the first one has the request's id.
  const again = { platform, taskRequest: other, call, requestId: `${requestId}-2`, costMost: cost };
  const second = await submitOnce(dependencies, again).catch((error: unknown) => {
    throw error instanceof RelayError ? errorFromProblem(problem) : error;
  });
  if (second && "problem" in second) throw errorFromProblem(second.problem);
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
): Promise<TaskRow | Rejected | undefined> {
  const { platform, call, requestId, costMost } = once;
  const { request, admitted } = call;
  const { taskRequest, submission, continued } = await readSubmission(
    dependencies,
    platform,
    once.taskRequest,
    call,
  );
  admitModel(admitted.caller, submission.model);
  await rejectTooMany(dependencies, admitted.caller.userId);
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
  // A client that timed out may repeat the call: a task that it does not know would be charged, too.
  if (call.reply.closed) {
    charge.release();
    return undefined;
  }
  const submitting = { platform, taskRequest, submission, continued, search, call, requestId };
  const row = await holdTask(dependencies, submitting, route, charge);
  request.booked = true;
  return sendTask(dependencies, submitting, route, row);
}

/** Unfinished tasks of one user. More would delay the queries about other users' tasks. */
const openTasksMost = 500;

/** Concurrent submissions may exceed the limit slightly: it bounds work, not money. @throws RelayError */
async function rejectTooMany({ reader }: EngineDependencies, userId: number): Promise<void> {
  if ((await reader.countOpen(userId).catch(rejectForNow)) < openTasksMost) return;
  throw new RelayError(
    "too_many_at_once",
    `The account has ${openTasksMost} unfinished tasks, the most that an account can have. Wait until some are finished.`,
    { retryAfter: 30 },
  );
}

/** Retries start in the first half of a submission, so that the last attempt has time for its answer. */
const retrySeconds = submissionLimit / 1000 / 2;

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
  /** Seconds of attempts without a response. */
  let silentSeconds = 0;
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
    const answered = problem.status > 0;
    if (!answered) silentSeconds += outcome.time / 1000;
    const totalSeconds = (performance.now() - startedAt) / 1000;
    const mayRetry =
      !mayExist &&
      shouldRetry({
        kind: problem.kind,
        answered,
        attempts: attempts.length,
        retryTimes: settings.retryTimes,
        elapsedSeconds: totalSeconds - silentSeconds,
        retryTimeOut: settings.retryTimeOut,
        secondsLeft: retrySeconds - totalSeconds,
        pinned: search.isBound || call.admitted.pinned !== undefined,
        started: false,
        callerGone: call.reply.closed,
      });
    // The hold and the log row have this price.
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

/** Moves the task to another channel. Undefined: another process ended it in the meantime. */
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
  const target = { ...route, once: true as const, caller: call.reply };
  const received = await callPlatform(dependencies, platform, target, (view) =>
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
  if ("problem" in received && received.callerLeft) {
    breaker.leave(channel.id, keyIndex, upstreamModel);
    return { ...received, time };
  }
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
  health.report({ channel, keyIndex, model: submission.model, requestId, problem });
  return outcome;
}

/** @throws RelayError `unavailable` if the id cannot be stored: then the task expires without a charge */
async function keepAccepted(
  dependencies: EngineDependencies,
  row: TaskRow,
  accepted: TaskAccepted,
): Promise<TaskRow> {
  const step = accept(row, accepted, dependencies.milliseconds());
  if (!step || !(await takeStep(dependencies, row, step).catch(rejectForNow))) {
    // A report of the platform may have stored the id already.
    const found = await dependencies.reader.findAny(row.task_id).catch(rejectForNow);
    return found && found.upstream_id !== "" ? found : rejectForNow(undefined);
  }
  return { ...row, ...step.state, version: row.version + 1 };
}
