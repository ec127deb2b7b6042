import type { EndReason } from "@tollgate/contract/logs";
import type { TaskRow } from "../../ledger/task-ledger.ts";
import { admitModel } from "../admission/admit-caller.ts";
import { type AdmittedCall, rejectForNow } from "../admission/admit-request.ts";
import { UnreadableAnswer } from "../canonical/unreadable-answer.ts";
import type { UpstreamProblem } from "../canonical/problem.ts";
import { errorFromProblem } from "../fail-exchange.ts";
import { openCharge, shortageOfQuota } from "../metering/charge.ts";
import { RelayError } from "../relay-error.ts";
import { InvalidTask, type TaskPlatform, type TaskRequest, type TaskRoute } from "../tasks/platform.ts";
import { callPlatform } from "./call-platform.ts";
import { originOf, TargetSearch } from "./choose-task-target.ts";
import type { EngineDependencies } from "./engine.ts";
import { resultLinks } from "./result-links.ts";
import { readTaskRequest } from "./read-task-request.ts";
import { serveContent } from "./serve-content.ts";
import { readStored } from "./stored-texts.ts";
import { submitTask } from "./submit-task.ts";
import { unknownTask } from "./continued-task.ts";
import { viewTask } from "./task-view.ts";

export interface ServeTaskDependencies extends EngineDependencies {
  /** Called when a caller reads a task that is due for a query. */
  wakePoller(): void;
}

export interface TaskCall {
  platform: TaskPlatform;
  route: TaskRoute;
  method: string;
  /** Without `?`. */
  query: string;
}

/** Tasks of one list. */
const listMost = 100;

/** Serves a call to a platform of tasks, for an admitted caller. @throws RelayError */
export async function serveTask(
  dependencies: ServeTaskDependencies,
  task: TaskCall,
  call: AdmittedCall,
): Promise<void> {
  try {
    await serve(dependencies, task, call);
  } catch (error) {
    if (!(error instanceof InvalidTask)) throw error;
    throw new RelayError("invalid_request", error.message, { param: error.field });
  }
}

async function serve(dependencies: ServeTaskDependencies, task: TaskCall, call: AdmittedCall): Promise<void> {
  const { platform, route } = task;
  const { userId } = call.admitted.caller;
  switch (route.does) {
    case "submit": {
      const { action, mode, continues } = route;
      const request = { ...(await readTaskRequest(call.request)), ...named({ action, mode, continues }) };
      const row = await submitTask(dependencies, platform, request, call);
      return row && reply(call, platform.renderAccepted(viewOf(dependencies, row, call)));
    }
    case "call":
      return route.about === undefined
        ? serveCall(dependencies, task, route, call)
        : serveQuestion(dependencies, task, { action: route.action, about: route.about }, call);
    case "read": {
      const row = await findOwn(dependencies, platform, route.id, userId);
      if (row.due_at > 0 && row.due_at <= dependencies.milliseconds()) dependencies.wakePoller();
      return reply(call, platform.renderTask(viewOf(dependencies, row, call)));
    }
    case "list":
      return serveList(dependencies, task, call);
    case "content":
      return serveContent(
        dependencies,
        await findOwn(dependencies, platform, route.id, userId),
        route.variant ?? new URLSearchParams(task.query).get("variant") ?? undefined,
        { ...call, memory: call.request.memory },
      );
    case "delete": {
      const row = await findOwn(dependencies, platform, route.id, userId);
      if (!(await dependencies.tasks.remove(row.task_id, userId).catch(rejectForNow)))
        throw new RelayError(
          "invalid_request",
          "The task has not finished. Delete it after it has finished.",
        );
      return reply(call, platform.renderDeleted?.(row.task_id) ?? { id: row.task_id, deleted: true });
    }
    case "notify":
      throw new RelayError(
        "invalid_key",
        "Reports of a platform must use the signed address of the submission.",
      );
  }
}

const named = ({
  action,
  mode,
  continues,
}: {
  action: string;
  mode?: string | undefined;
  continues?: string | undefined;
}) => ({
  action,
  ...(mode !== undefined && { mode }),
  ...(continues !== undefined && { continues }),
});

async function findOwn(
  { reader }: EngineDependencies,
  platform: TaskPlatform,
  id: string,
  userId: number,
): Promise<TaskRow> {
  const row = await reader.find(id, userId).catch(rejectForNow);
  // Unknown tasks and other users' tasks get the same error, so that no one learns which ids exist.
  if (row?.platform !== platform.id) throw unknownTask(id);
  return row;
}

async function serveList(
  dependencies: ServeTaskDependencies,
  { platform, method, query }: TaskCall,
  call: AdmittedCall,
): Promise<void> {
  const { userId } = call.admitted.caller;
  const body = method === "POST" ? (await readTaskRequest(call.request)).body : {};
  const selection = platform.readList?.(body, new URLSearchParams(query)) ?? { limit: listMost };
  let found: { rows: TaskRow[]; more: boolean };
  if ("ids" in selection) {
    const ids = [...new Set(selection.ids)].slice(0, listMost);
    found = {
      rows: await dependencies.reader.findAll(userId, platform.id, ids).catch(rejectForNow),
      more: false,
    };
  } else {
    const limit = Math.min(listMost, Math.max(1, Math.floor(selection.limit) || listMost));
    found = await dependencies.reader
      .latest(userId, platform.id, { ...selection, limit })
      .catch(rejectForNow);
  }
  const now = dependencies.milliseconds();
  if (found.rows.some(({ due_at }) => due_at > 0 && due_at <= now)) dependencies.wakePoller();
  const tasks = found.rows.map((row) => viewOf(dependencies, row, call));
  reply(
    call,
    platform.renderTasks
      ? platform.renderTasks(tasks, found.more)
      : { data: tasks.map((one) => platform.renderTask(one)) },
  );
}

/** Fetches details of a task from its channel. Free, because the task was charged. */
async function serveQuestion(
  dependencies: ServeTaskDependencies,
  { platform }: TaskCall,
  { action, about }: { action: string; about: string },
  call: AdmittedCall,
): Promise<void> {
  const row = await findOwn(dependencies, platform, about, call.admitted.caller.userId);
  const target = row.upstream_id === "" ? undefined : originOf(dependencies.snapshots.current(), row);
  if (!target) throw unknownTask(about);
  const received = await callPlatform(dependencies, platform, target, (channel) =>
    platform.buildSubmission(
      { action, body: {} },
      {
        channel,
        upstreamModel: "",
        continued: { upstreamId: row.upstream_id, result: readStored(row.result) },
      },
    ),
  );
  if ("problem" in received) throw errorFromProblem(received.problem);
  let answer: unknown;
  try {
    answer = platform.renderAnswer?.(received.answer, received.view) ?? null;
  } catch (error) {
    if (!(error instanceof UnreadableAnswer)) throw error;
    throw errorFromProblem({ kind: "bad-answer", status: received.answer.status, message: error.message });
  }
  reply(call, answer);
}

/** A call with an immediate answer: priced like a submission, charged after the answer. */
async function serveCall(
  dependencies: ServeTaskDependencies,
  { platform }: TaskCall,
  { action, mode }: Extract<TaskRoute, { does: "call" }>,
  call: AdmittedCall,
): Promise<void> {
  const { request, admitted } = call;
  const { caller } = admitted;
  const taskRequest: TaskRequest = {
    ...(await readTaskRequest(request)),
    ...named({ action, mode }),
  };
  const submission = platform.readSubmission(taskRequest);
  request.model = submission.model;
  admitModel(caller, submission.model);
  const snapshot = dependencies.snapshots.current();
  const search = new TargetSearch(dependencies, snapshot, {
    platform,
    submission,
    admitted,
    continued: undefined,
  });
  const route = search.next();
  if (!route)
    throw new RelayError("no_channel", `No channel is available for the model ${submission.model}.`);
  const { channel, upstreamModel, priced } = route;
  const charge = await openCharge(dependencies, caller, priced.cost);
  if (!charge.ok)
    throw shortageOfQuota(charge, {
      caller,
      now: dependencies.now(),
      quotaPerUnit: snapshot.settings.quotaPerUnit,
    });
  let problem: UpstreamProblem | undefined;
  let answer: unknown;
  let endReason: EndReason = "upstream_error";
  try {
    const target = { ...route, once: true as const, caller: call.reply };
    const received = await callPlatform(dependencies, platform, target, (view) =>
      platform.buildSubmission(taskRequest, { channel: view, upstreamModel }),
    );
    if ("problem" in received) {
      ({ problem } = received);
      if (received.callerLeft) endReason = "client_closed";
    } else {
      answer = platform.renderAnswer?.(received.answer, received.view) ?? null;
      endReason = "completed";
    }
  } catch (error) {
    if (!(error instanceof UnreadableAnswer)) throw error;
    problem = { kind: "bad-answer", status: 200, message: error.message };
  } finally {
    request.booked = true;
    await charge.settle({
      cost: endReason === "completed" ? priced.cost : 0,
      request,
      caller,
      group: search.group,
      channelId: channel.id,
      model: submission.model,
      price: priced.price,
      usage: endReason === "completed" ? priced.usage : undefined,
      source: "none",
      endReason,
      startedAt: request.startedAt,
      stream: false,
      content: problem && endReason === "upstream_error" ? "The platform did not answer as it should." : "",
      metadata: priced.note,
    });
  }
  if (problem) throw errorFromProblem(problem);
  reply(call, answer);
}

function viewOf(dependencies: EngineDependencies, row: TaskRow, { request }: AdmittedCall) {
  return viewTask(row, resultLinks(dependencies, request.headers));
}

function reply({ reply: to, headers }: AdmittedCall, value: unknown): void {
  const body = Buffer.from(JSON.stringify(value));
  to.head(200, {
    ...headers,
    "content-type": "application/json; charset=utf-8",
    "content-length": String(body.length),
  });
  to.end(body);
}
