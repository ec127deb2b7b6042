import { describe, expect, it } from "vitest";
import { UnreadableAnswer } from "../../src/relay/canonical/unreadable-answer.ts";
import type { UpstreamAnswer, UpstreamRequest } from "../../src/relay/providers/provider.ts";
import {
  InvalidTask,
  type Task,
  type TaskChannel,
  type TaskFile,
  type TaskReport,
  type TaskRequest,
  type TaskRoute,
  type TaskStatus,
  taskStatuses,
} from "../../src/relay/tasks/platform.ts";
import type { TaskPlatform, TaskSubmission } from "../../src/relay/tasks/platform.ts";
import { taskPlatforms } from "../../src/relay/tasks/registry.ts";

/** A platform test's input. A platform with several upstreams (`channelTypes`) has a case for each. */
export interface TaskCase {
  platform: TaskPlatform;
  /** Settings of its channels other than a bearer key: a type, a region, a key of two parts. */
  channel?: Partial<TaskChannel>;
  /** Paths with their route; at least one that submits and one that reads. */
  routes: { method: string; path: string; route: TaskRoute }[];
  /** Submissions with the units that determine their price. */
  submissions: { request: TaskRequest; model: string; units?: TaskSubmission["units"] }[];
  /** A submission without a required field, and that field's name. */
  incomplete: { request: TaskRequest; field: string };
  /** A submission that continues the task `task_earlier`. */
  followUp?: { request: TaskRequest; result: unknown; uses?: string };
  /** An id in its format, if it has one. Contains the given one. */
  upstreamId?(id: string): string;
  /** Its response to a submission that it accepts. */
  accepted(upstreamId: string): UpstreamAnswer;
  /** Its response to a submission that it rejects. */
  refused: UpstreamAnswer;
  /** Its response to a query: each task's id and status in its own terms, in any case. */
  reports(tasks: readonly { upstreamId: string; status: string }[]): UpstreamAnswer;
  /** Its status names, each with the canonical one. */
  statuses: Readonly<Record<string, TaskStatus>>;
  /** A result as `readReports` returns it, and its files. */
  made?: { result: unknown; files: readonly TaskFile[] };
}

const hostileBodies = [
  "",
  "{",
  "null",
  "[]",
  "42",
  '{"data":null}',
  '{"data":[null]}',
  '{"data":{"data":{}}}',
  '{"__proto__":{"id":"1"}}',
];

const answer = (body: string): UpstreamAnswer => ({ status: 200, headers: {}, body: Buffer.from(body) });

/** Tests the guarantees of every task platform. */
export function describeTaskPlatform(given: TaskCase): void {
  const channel: TaskChannel = {
    type: given.platform.channelTypes[0] ?? 0,
    baseUrl: "https://platform.test",
    key: "a key of the channel",
    headers: {},
    other: "",
    plugin: {},
    customParameters: {},
    ...given.channel,
  };
  describe(`guarantees of the task platform ${given.platform.id} (channel type ${channel.type})`, () => {
    describePaths(given);
    describeSubmissions(given, channel);
    describeReports(given, channel);
    describeResults(given, channel);
    describeAnswers(given);
  });
}

function describePaths({ platform, routes }: TaskCase): void {
  it("is registered once, under its own id", () => {
    expect(taskPlatforms.filter(({ id }) => id === platform.id)).toEqual([platform]);
    expect(platform.channelTypes.length).toBeGreaterThan(0);
  });

  it.each(routes)("recognizes $method $path", ({ method, path, route }) => {
    expect(platform.route(method, path)).toEqual(route);
    expect(platform.roots.some((root) => path.startsWith(root))).toBe(true);
  });

  it("has a path that submits and one that reads", () => {
    const kinds = new Set(routes.map(({ route }) => route.does));
    expect([kinds.has("submit"), kinds.has("read")]).toEqual([true, true]);
    if (platform.notifyPath !== undefined)
      expect(platform.route("POST", platform.notifyPath)).toEqual({ does: "notify" });
  });

  it("does not match other paths, including hostile ones", () => {
    for (const root of platform.roots)
      for (const rest of ["/no-such-path", "/../..", "/%2e%2e/x", "/a/b/c/d/e/f/g", "/__proto__"])
        expect([rest, platform.route("GET", `${root}${rest}`)?.does]).not.toEqual([rest, "submit"]);
    expect(platform.route("POST", "/v1/chat/completions")).toBeUndefined();
    expect(platform.route("GET", "/")).toBeUndefined();
  });
}

function describeSubmissions(given: TaskCase, channel: TaskChannel): void {
  const { platform, followUp } = given;

  it.each(given.submissions)("prices $request.action by $model", ({ request, model, units }) => {
    const submission = platform.readSubmission(request);
    expect(submission).toMatchObject({ model, ...(units && { units }) });
    expect(submission.action).toMatch(/./);
    for (const count of Object.values(submission.units ?? {})) expect(count).toBeGreaterThan(0);
  });

  it("names the missing field of a submission", () => {
    const { request, field } = given.incomplete;
    expect(() => platform.readSubmission(request)).toThrow(InvalidTask);
    expect(() => platform.readSubmission(request)).toThrow(expect.objectContaining({ field }));
  });

  it("reads hostile submissions or names their field", () => {
    for (const { request } of given.submissions)
      for (const value of [null, [], {}, -1, Number.NaN, "x".repeat(5000), ["a", null], { a: [] }]) {
        const body = Object.fromEntries(Object.keys(request.body).map((name) => [name, value]));
        expect(() =>
          readOrReject(() => platform.readSubmission({ ...request, body }), InvalidTask),
        ).not.toThrow();
      }
  });

  it.each(given.submissions)("sends $request.action only to its channel, with the key in a header", (one) => {
    const build = (key: string): UpstreamRequest => {
      const view = { ...channel, key, ...(channel.token !== undefined && { token: key }) };
      const built = platform.buildSubmission(one.request, {
        channel: view,
        upstreamModel: one.model,
        ...(followUp && { continued: { upstreamId: "up-0", result: followUp.result } }),
      });
      built.sign?.(built, 1_790_000_000_000);
      return built;
    };
    const built = build(channel.key);
    expect(built.url.startsWith(`${channel.baseUrl}/`)).toBe(true);
    expect(decodeURIComponent(built.url)).not.toContain(channel.key);
    expect(build(`${channel.key}2`).url).toBe(built.url);
    expect(build(`${channel.key}2`).headers).not.toEqual(built.headers);
  });

  it("reads the id of an accepted task, and a rejection as one", () => {
    const id = idOf(given, "up-1");
    expect(platform.readProblem(given.accepted(id), channel)).toBeUndefined();
    expect(platform.readAccepted(given.accepted(id), channel).upstreamId).toBe(id);
    expect(platform.readProblem(given.refused, channel)?.message).toMatch(/./);
  });

  it.runIf(followUp)("continues an earlier task by the platform's own id", () => {
    if (!followUp) return;
    const { request, result, uses } = followUp;
    const submission = platform.readSubmission(request);
    expect([submission.continues, submission.uses]).toEqual(["task_earlier", uses]);
    if (uses !== undefined) expect(platform.offers?.(result)).toContain(uses);
    const { url, body } = platform.buildSubmission(request, {
      channel,
      upstreamModel: submission.model,
      continued: { upstreamId: "up-earlier", result },
    });
    expect(`${url}\n${body?.toString()}`).toContain("up-earlier");
    expect(`${url}\n${body?.toString()}`).not.toContain("task_earlier");
  });
}

function describeReports(given: TaskCase, channel: TaskChannel): void {
  const { platform } = given;
  const reportOf = (status: string): TaskReport | undefined =>
    platform.readReports(given.reports([{ upstreamId: "up-1", status }]), channel, ["up-1"])[0];

  it("queries its channel for as many tasks as it declares", () => {
    const ids = Array.from({ length: platform.mostPerQuery }, (_, index) => idOf(given, `up-${index}-`));
    const action = platform.readSubmission(given.submissions[0]!.request).action;
    const query = platform.buildQuery(ids, channel, action);
    expect(query.url.startsWith(`${channel.baseUrl}/`)).toBe(true);
    const sent = `${query.url}\n${query.body?.toString() ?? ""}`;
    expect(ids.filter((id) => !sent.includes(id))).toEqual([]);
  });

  it("reads every status, in any case", () => {
    for (const [word, status] of Object.entries(given.statuses))
      for (const spelled of [word, word.toUpperCase(), word.toLowerCase()])
        expect([spelled, reportOf(spelled)?.status]).toEqual([spelled, status]);
    expect(new Set(Object.values(given.statuses))).toEqual(expectedStatuses(given.statuses));
  });

  it("ends no task with an unknown status", () => {
    expect(reportOf("paused for maintenance")?.status).toBe("in_progress");
  });

  it("returns why a task failed, and its progress in whole percents", () => {
    for (const word of Object.keys(given.statuses)) {
      const report = reportOf(word);
      expect(report?.progress).toSatisfy(
        (value: number) => Number.isInteger(value) && value >= 0 && value <= 100,
      );
      expect([word, report?.failReason !== ""]).toEqual([word, report?.status === "failure"]);
    }
  });

  it("reads each task of a response about several", () => {
    const [word = ""] = Object.keys(given.statuses);
    const ids = ["up-1", "up-2", "up-3"].slice(0, platform.mostPerQuery);
    const sent = given.reports(ids.map((upstreamId) => ({ upstreamId, status: word })));
    const reports = platform.readReports(sent, channel, ids);
    expect(reports.map(({ upstreamId }) => upstreamId)).toEqual(ids);
  });

  it("reads no task from a hostile response", () => {
    for (const body of hostileBodies) {
      expect(() => platform.readAccepted(answer(body), channel), body).toThrow(UnreadableAnswer);
      const reports = readOrReject(
        () => platform.readReports(answer(body), channel, ["up-1"]),
        UnreadableAnswer,
      );
      expect(
        reports?.filter(({ status }) => status === "success" || status === "failure") ?? [],
        body,
      ).toEqual([]);
      expect(() => platform.readProblem(answer(body), channel), body).not.toThrow();
    }
  });
}

const hostileResults = [undefined, null, 1, "x", [], {}, [null], { data: null }, { url: 1 }, { videos: {} }];

function describeResults(given: TaskCase, channel: TaskChannel): void {
  const { platform, made } = given;
  const id = idOf(given, "up-1");

  it("reads hostile results as none", () => {
    for (const result of hostileResults) {
      expect(platform.offers?.(result) ?? []).toEqual([]);
      for (const { variant } of platform.filesOf?.(result) ?? [])
        expect(() => platform.contentOf?.(result, id, variant, channel)).not.toThrow();
    }
    expect(platform.contentOf?.({}, id, "no such variant", channel)).toBeUndefined();
  });

  it.runIf(made)("finds the bytes of every file of a result", () => {
    if (!made) return;
    expect(platform.filesOf?.(made.result)).toEqual(made.files);
    for (const { variant } of made.files) {
      expect(variant).toMatch(/^[A-Za-z0-9._-]+$/);
      expect(platform.contentOf?.(made.result, id, variant, channel)).toBeDefined();
    }
  });
}

function describeAnswers({ platform, submissions, made }: TaskCase): void {
  const task: Task = {
    id: "task_ours",
    action: submissions[0]?.request.action ?? "",
    mode: "",
    model: submissions[0]?.model ?? "",
    prompt: "a toll gate",
    echo: {},
    code: 1,
    submittedAt: 1_790_000_000_000,
    startedAt: 0,
    finishedAt: 0,
    status: "in_progress",
    progress: 10,
    failReason: "",
    contentUrl: (variant = "") => `https://ours.test/content/${variant}?signature=1`,
  };
  const states: Task[] = [
    task,
    { ...task, status: "submitted", progress: 0 },
    { ...task, status: "success", progress: 100, finishedAt: 1_790_000_060_000, result: made?.result ?? {} },
    { ...task, status: "failure", failReason: "The prompt is not allowed." },
    { ...task, status: "expired", failReason: "The task took too long." },
  ];

  it("returns Tollgate's id, in every state of the task", () => {
    expect(JSON.stringify(platform.renderAccepted(task))).toContain(task.id);
    for (const state of states) expect(JSON.stringify(platform.renderTask(state))).toContain(task.id);
    const failed = JSON.stringify(platform.renderTask(states[3] ?? task));
    expect(failed).toContain("The prompt is not allowed.");
    if (platform.renderTasks)
      for (const more of [true, false])
        expect(JSON.stringify(platform.renderTasks(states, more))).toContain(task.id);
  });

  it("renders hostile results without an error", () => {
    for (const result of hostileResults)
      expect(() => platform.renderTask({ ...task, status: "success", result })).not.toThrow();
  });

  it("renders errors with their status and message", () => {
    const error = { code: "insufficient_quota", message: "The balance is used up.", requestId: "req-1" };
    for (const status of [400, 401, 402, 403, 404, 429, 500, 503]) {
      const view = platform.renderError({ ...error, status });
      expect(view.status).toBeGreaterThanOrEqual(400);
      expect(JSON.stringify(view.body)).toContain(error.message);
    }
  });
}

function idOf(given: TaskCase, id: string): string {
  return given.upstreamId?.(id) ?? id;
}

/** Start and end must be included; a platform may lack names for the states between. */
function expectedStatuses(statuses: TaskCase["statuses"]): Set<TaskStatus> {
  const named = new Set(Object.values(statuses));
  return new Set(taskStatuses.filter((one) => named.has(one) || one === "success" || one === "failure"));
}

function readOrReject<Value>(
  read: () => Value,
  rejection: abstract new (...given: never[]) => Error,
): Value | undefined {
  try {
    return read();
  } catch (error) {
    if (error instanceof rejection) return undefined;
    throw error;
  }
}
