import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { reconcile } from "../../../src/ledger/reconcile/reconcile.ts";
import { createTaskRepository } from "../../../src/storage/repositories/task-repository.ts";
import { type RunningApp, startApp } from "../../support/start-app.ts";
import { newTask } from "../../support/stored-task.ts";
import { registerTestPlatform, startTestUpstream, type TestUpstream } from "../../support/test-platform.ts";

const opening = 10_000;
let running: RunningApp;
let upstream: TestUpstream;
let key: string;
let unregister: () => void;
let hook: Server;
const posted: { id: string; status: string }[] = [];
let hookStatus = 200;

beforeAll(async () => {
  unregister = registerTestPlatform();
  upstream = await startTestUpstream();
  hook = createServer((request, response) => {
    let body = "";
    request.on("data", (chunk: Buffer) => (body += chunk.toString()));
    request.on("end", () => {
      posted.push(JSON.parse(body) as (typeof posted)[number]);
      response.writeHead(hookStatus).end();
    });
  });
  await new Promise<void>((resolve) => hook.listen(0, "127.0.0.1", resolve));
  running = await startApp(undefined, { env: { EGRESS_ALLOW: "127.0.0.1" } });
  await running.aChannel({ models: ["test_generate"], base_url: upstream.url, key: "channel-key" });
  await running.aPrice({
    model: "test_generate",
    type: "times",
    channel_type: 1,
    input: 1,
    output: 0,
    locked: false,
  });
  key = (await running.aToken()).key;
  await running.api("PUT", "/api/option/", { key: "ServerAddress", value: running.url });
  await running.api("PUT", "/api/option/", { key: "MjNotifyEnabled", value: "true" });
  await running.setBalance(opening);
});
afterAll(async () => {
  await running.stop();
  await upstream.stop();
  hook.close();
  unregister();
});

/** Submits a task; returns our id, the platform's, and the platform's report URL. */
async function submit(more: object = {}): Promise<{ id: string; upstreamId: string; address: string }> {
  const response = await running.call(key, { prompt: "p", ...more }, { path: "/test-tasks/submit/generate" });
  const { id } = (await response.json()) as { id: string };
  const row = await rowOf(id);
  return { id, upstreamId: row.upstream_id, address: upstream.submitted.at(-1)?.notify ?? "" };
}

const rowOf = (id: string) =>
  running.app.database.queries
    .selectFrom("tasks")
    .selectAll()
    .where("task_id", "=", id)
    .executeTakeFirstOrThrow();

const report = (address: string, ...tasks: object[]): Promise<Response> =>
  fetch(address, { method: "POST", body: JSON.stringify({ tasks }) });

it("accepts reports at a signed URL: repeated, late and out of order they charge once", async () => {
  const { id, upstreamId, address } = await submit();
  expect(address).toMatch(
    new RegExp(`^${running.url}/test-tasks/notify\\?expires=\\d+&signature=.+&channel=\\d+&task=${id}$`),
  );
  const done = { id: upstreamId, status: "success", result: { url: `${upstream.url}/cat.png` } };
  const running_ = { id: upstreamId, status: "in_progress", progress: 30 };
  const answers = await Promise.all([
    ...Array.from({ length: 5 }, () => report(address, done)),
    ...Array.from({ length: 3 }, () => report(address, running_)),
    report(address, { id: upstreamId, status: "failure" }),
  ]);
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
  await report(address, running_);
  const row = await rowOf(id);
  expect(["success", "failure"]).toContain(row.status);
  const { balance, logs } = await running.books();
  expect(balance).toBe(row.status === "success" ? opening - 1000 : opening);
  expect(logs.filter((log) => log.quota === 1000 || log.metadata.end_reason !== "completed")).toHaveLength(1);
  expect((await reconcile(running.app.database.reads, () => 5)).differences).toEqual([]);
  await running.setBalance(opening);
});

it("rejects a report without the task's own signature, or about another task", async () => {
  const one = await submit();
  const other = await submit();
  const done = { id: other.upstreamId, status: "success" };
  expect((await report(one.address, done)).status).toBe(200);
  expect((await report(one.address.replace(one.id, other.id), done)).status).toBe(401);
  expect((await report(`${running.url}/test-tasks/notify?task=${other.id}`, done)).status).toBe(401);
  expect((await report(one.address.replace("expires=1", "expires=2"), done)).status).toBe(401);
  expect((await report(one.address, {}, { id: 5 })).status).toBe(200);
  expect((await fetch(one.address, { method: "POST", body: "{" })).status).toBe(400);
  expect((await rowOf(other.id)).status).toBe("submitted");
});

it("rejects a report from a channel that rejected the task", async () => {
  for (const priority of [9, 0])
    await running.aChannel({
      models: ["test_moved"],
      base_url: upstream.url,
      key: `key-${priority}`,
      priority,
    });
  await running.aPrice({
    model: "test_moved",
    type: "times",
    channel_type: 1,
    input: 1,
    output: 0,
    locked: false,
  });
  upstream.next.submit.push({ status: 503, text: "{}" });
  const response = await running.call(key, { prompt: "p" }, { path: "/test-tasks/submit/moved" });
  const { id } = (await response.json()) as { id: string };
  const [rejected, taken] = upstream.submitted.slice(-2).map(({ notify = "" }) => notify);
  const { upstream_id } = await rowOf(id);
  // The URL of the task's channel, with the signature of the other one.
  const mixed = new URL(rejected ?? "");
  mixed.searchParams.set("channel", new URL(taken ?? "").searchParams.get("channel") ?? "");
  const failure = { id: upstream_id, status: "failure" };
  expect((await report(rejected ?? "", failure)).status).toBe(401);
  expect((await report(mixed.href, failure)).status).toBe(401);
  expect((await rowOf(id)).status).toBe("submitted");
  expect((await report(taken ?? "", failure)).status).toBe(200);
  expect((await rowOf(id)).status).toBe("failure");
});

it("sends a result through a signed URL and to its user, and to no other user", async () => {
  const { id, upstreamId, address } = await submit();
  await report(address, { id: upstreamId, status: "success", result: { url: `${upstream.url}/cat.png` } });
  const authorization = { authorization: `Bearer ${key}` };
  const read = (await (
    await fetch(`${running.url}/test-tasks/tasks/${id}`, { headers: authorization })
  ).json()) as { url: string };
  expect(read.url).toMatch(new RegExp(`^${running.url}/task-content/${id}/0\\?expires=`));
  const shown = await fetch(read.url);
  expect([shown.status, await shown.text()]).toEqual([200, "bytes of a picture"]);
  expect(Object.fromEntries(shown.headers)).toMatchObject({
    "content-type": "image/png",
    "x-content-type-options": "nosniff",
    "content-disposition": "inline",
    "content-security-policy": "default-src 'none'; sandbox",
  });
  expect((await fetch(read.url.replace("signature=", "signature=A"))).status).toBe(401);
  expect((await fetch(read.url.replace("/0?", "/1?"))).status).toBe(401);
  expect((await fetch(`${running.url}/task-content/${id}/0`)).status).toBe(401);
  const own = await fetch(`${running.url}/test-tasks/files/${id}`, { headers: authorization });
  expect([own.status, await own.text()]).toEqual([200, "bytes of a picture"]);
});

it("never passes on a platform's page, another scheme or a private address", async () => {
  for (const url of [
    `${upstream.url}/page.png`,
    "file:///etc/passwd",
    "http://169.254.169.254/latest/meta-data",
    "http://u:p@127.0.0.1/x",
    "no address",
  ]) {
    const { id, upstreamId, address } = await submit();
    await report(address, { id: upstreamId, status: "success", result: { url } });
    const shown = await fetch(`${running.url}/test-tasks/files/${id}`, {
      headers: { authorization: `Bearer ${key}` },
    });
    expect([url, shown.status]).toEqual([url, 502]);
    expect(await shown.text()).not.toContain("<script>");
  }
});

it("posts an ended task to the URL that its caller named, and again after a failure", async () => {
  const { port } = hook.address() as AddressInfo;
  hookStatus = 500;
  const { id, upstreamId, address } = await submit({ notify_url: `http://127.0.0.1:${port}/done` });
  await report(address, { id: upstreamId, status: "success", result: {} });
  await vi.waitFor(async () => expect((await rowOf(id)).notify_tries).toBe(1), {
    interval: 50,
  });
  expect(posted).toMatchObject([{ id, status: "success" }]);
  hookStatus = 200;
  const { notify_at, version } = await rowOf(id);
  expect(notify_at).toBeGreaterThan(Date.now());
  await running.app.database.queries
    .updateTable("tasks")
    .set({ notify_at: 1, version: version + 1 })
    .where("task_id", "=", id)
    .execute();
  await vi.waitFor(async () => expect((await rowOf(id)).notify_at).toBe(0), { interval: 50 });
  expect(posted).toHaveLength(2);
}, 20_000);

it("posts for each user in turn, so that one user with many ended tasks delays no other", async () => {
  const { database } = running.app;
  const later = 9_000_000_000_000;
  const owners = [71, 71, 71, 71, 72];
  for (const [index, user_id] of owners.entries()) {
    const ended = { status: "failure", charge: "released", notify_at: later + index } as const;
    const task = { ...newTask(`notice-${index}`, { ...ended, user_id }), version: 1 };
    await database.queries.insertInto("tasks").values(task).execute();
  }
  const due = await createTaskRepository(database).dueNotices(later + 10, 3);
  expect(due.map(({ task_id }) => task_id)).toEqual(["notice-0", "notice-4", "notice-1"]);
});
