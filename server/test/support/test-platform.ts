import { UnreadableAnswer } from "../../src/relay/canonical/unreadable-answer.ts";
import { problemFromStatus } from "../../src/relay/providers/kit/problem-from-status.ts";
import { asFilledText, asList, asObject, parseJson } from "../../src/relay/providers/kit/read-json.ts";
import {
  InvalidTask,
  type TaskPlatform,
  type TaskReport,
  type TaskStatus,
  taskStatuses,
} from "../../src/relay/tasks/platform.ts";
import { taskPlatforms } from "../../src/relay/tasks/registry.ts";
import { startStandInServer, type StandInReply, type StandInServer } from "./stand-in-server.ts";

const paths = /^\/test-tasks\/(submit|call|tasks|files)\/([A-Za-z0-9_-]+)$/;

/** A platform with every feature of the port, for tests of the engine. Its channels are of type 1. */
export const testPlatform: TaskPlatform = {
  id: "test-tasks",
  channelTypes: [1],
  mostPerQuery: 20,
  roots: ["/test-tasks"],
  notifyPath: "/test-tasks/notify",
  route(method, path) {
    if (method === "POST" && path === "/test-tasks/notify") return { does: "notify" };
    if (method === "POST" && path === "/test-tasks/fetch") return { does: "list" };
    const [, folder, name = ""] = paths.exec(path) ?? [];
    if (method === "POST" && folder === "submit") return { does: "submit", action: name };
    if (method === "POST" && folder === "call") return { does: "call", action: name };
    if (method === "DELETE" && folder === "tasks") return { does: "delete", id: name };
    if (method === "GET" && folder === "tasks") return { does: "read", id: name };
    return method === "GET" && folder === "files" ? { does: "content", id: name, variant: "0" } : undefined;
  },
  readList(body) {
    const ids = asList(asObject(body)?.["ids"]).filter((id) => typeof id === "string");
    return ids.length > 0 ? { ids } : { limit: 2 };
  },
  readSubmission({ action, body }) {
    const prompt = asFilledText(body["prompt"]);
    if (prompt === undefined) throw new InvalidTask("prompt", "Give a prompt.");
    const continues = asFilledText(body["task_id"]);
    const uses = asFilledText(body["button"]);
    const notifyUrl = asFilledText(body["notify_url"]);
    const size = asFilledText(body["size"]);
    const { seconds } = body;
    return {
      action,
      model: `test_${action}`,
      prompt,
      ...(typeof seconds === "number" && { units: { seconds } }),
      ...(size !== undefined && { size }),
      ...(continues !== undefined && { continues }),
      ...(uses !== undefined && { uses }),
      ...(notifyUrl !== undefined && { notifyUrl }),
    };
  },
  buildSubmission({ action, body }, { channel, continued, notifyUrl }) {
    const sent = { prompt: body["prompt"], earlier: continued?.upstreamId, notify: notifyUrl };
    return post(`${channel.baseUrl}/submit/${action}`, channel.key, sent);
  },
  readAccepted({ body }) {
    const upstreamId = asFilledText(asObject(parseJson(body.toString()))?.["id"]);
    if (upstreamId === undefined) throw new UnreadableAnswer("no id");
    return { upstreamId };
  },
  readProblem: ({ status, headers, body }) =>
    status < 300 ? undefined : problemFromStatus(status, body.toString(), headers),
  buildQuery: (ids, channel) => post(`${channel.baseUrl}/query`, channel.key, { ids }),
  readReports: ({ body }) =>
    asList(asObject(parseJson(body.toString()))?.["tasks"]).flatMap((task) =>
      readReport(asObject(task) ?? {}),
    ),
  offers: (result) =>
    asList(asObject(result)?.["buttons"]).filter((one): one is string => typeof one === "string"),
  filesOf: (result) => (urlOf(result) === undefined ? [] : [{ variant: "0", kind: "image" }]),
  contentOf(result, _id, variant) {
    const url = urlOf(result);
    return url === undefined || (variant ?? "0") !== "0" ? undefined : { url };
  },
  renderAnswer: ({ body }) => parseJson(body.toString()),
  renderAccepted: ({ id }) => ({ id }),
  renderTask: ({ id, status, progress, failReason, contentUrl, result }) => ({
    id,
    status,
    progress,
    failReason,
    url: urlOf(result) === undefined ? "" : contentUrl(),
  }),
  renderError: ({ status, code, message, field }) => ({ status, body: { oops: { code, message, field } } }),
};

function post(url: string, key: string, body: object) {
  const headers = { "content-type": "application/json", authorization: `Bearer ${key}` };
  return { method: "POST" as const, url, headers, body: JSON.stringify(body) };
}

function urlOf(result: unknown): string | undefined {
  return asFilledText(asObject(result)?.["url"]);
}

function readReport(task: Record<string, unknown>): TaskReport[] {
  const upstreamId = asFilledText(task["id"]);
  const word = asFilledText(task["status"]);
  if (upstreamId === undefined || word === undefined) return [];
  const known = (taskStatuses as readonly string[]).includes(word);
  const { progress, result } = task;
  return [
    {
      upstreamId,
      status: known ? (word as TaskStatus) : "in_progress",
      progress: typeof progress === "number" ? progress : 0,
      failReason: word === "failure" ? (asFilledText(task["reason"]) ?? "no reason") : "",
      ...(result !== undefined && { result }),
    },
  ];
}

/** Registers the platform until the returned function is called. */
export function registerTestPlatform(): () => void {
  const list = taskPlatforms as TaskPlatform[];
  if (!list.includes(testPlatform)) list.push(testPlatform);
  return () => {
    const at = list.indexOf(testPlatform);
    if (at !== -1) list.splice(at, 1);
  };
}

/** State of a task at the upstream of the test platform. */
export interface UpstreamTask {
  id: string;
  status: string;
  progress?: number;
  reason?: string;
  result?: unknown;
}

export interface TestUpstream extends StandInServer {
  tasks: Map<string, UpstreamTask>;
  /** Bodies of submissions and ids of queries, in order. */
  submitted: { prompt?: string; earlier?: string; notify?: string; key: string }[];
  queried: string[][];
  /** The next responses, instead of the usual ones. */
  next: { submit: StandInReply[]; query: StandInReply[] };
  /** Called while a query is open. */
  onQuery(ids: string[]): Promise<void> | void;
  onSubmit(): Promise<void> | void;
}

/** The upstream: accepts every task and reports the content of `tasks`. */
export async function startTestUpstream(): Promise<TestUpstream> {
  let count = 0;
  const upstream: TestUpstream = {
    url: "",
    stop: async () => {},
    tasks: new Map(),
    submitted: [],
    queried: [],
    next: { submit: [], query: [] },
    onQuery: () => {},
    onSubmit: () => {},
  };
  const server = await startStandInServer(async ({ path, body, headers }) => {
    if (path === "/query") {
      const { ids } = JSON.parse(body) as { ids: string[] };
      upstream.queried.push(ids);
      await upstream.onQuery(ids);
      const said = upstream.next.query.shift();
      return said ?? { json: { tasks: ids.flatMap((id) => upstream.tasks.get(id) ?? []) } };
    }
    if (path.startsWith("/submit/")) {
      upstream.submitted.push({ ...(JSON.parse(body) as object), key: String(headers["authorization"]) });
      await upstream.onSubmit();
      const said = upstream.next.submit.shift();
      if (said) return said;
      const id = `up-${++count}`;
      upstream.tasks.set(id, { id, status: "queued" });
      return { json: { id } };
    }
    if (path === "/page.png")
      return { status: 200, text: "<script>", headers: { "content-type": "text/html" } };
    return { status: 200, text: "bytes of a picture", headers: { "content-type": "image/png" } };
  });
  upstream.url = server.url;
  upstream.stop = () => server.stop();
  return upstream;
}
