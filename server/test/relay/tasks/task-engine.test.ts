import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { reconcile } from "../../../src/ledger/reconcile/reconcile.ts";
import { type RunningApp, startApp } from "../../support/start-app.ts";
import { registerTestPlatform, startTestUpstream, type TestUpstream } from "../../support/test-platform.ts";

const price = 1000;
const opening = 10_000;
/** A model for each kind of failure: a channel that failed with one cools down for that one. */
const prices: Record<string, string> = Object.fromEntries([
  ...["generate", "change", "upload", "moved", "lost0", "lost1", "lost2"].map((name) => [
    `test_${name}`,
    "times",
  ]),
  ["test_clip", "tokens"],
]) as Record<string, string>;
let running: RunningApp;
let upstream: TestUpstream;
let other: TestUpstream;
let key: string;
let unregister: () => void;
let channels: { id: number }[];

beforeAll(async () => {
  unregister = registerTestPlatform();
  [upstream, other] = [await startTestUpstream(), await startTestUpstream()];
  running = await startApp(undefined, { env: { EGRESS_ALLOW: "127.0.0.1" } });
  const channel = { models: Object.keys(prices), key: "channel-key" };
  channels = [
    await running.aChannel({ ...channel, base_url: upstream.url, priority: 10 }),
    await running.aChannel({ ...channel, base_url: other.url, priority: 5 }),
  ];
  for (const model of Object.keys(prices).filter((name) => prices[name] === "times"))
    await running.aPrice({
      model,
      type: "times",
      channel_type: 1,
      input: price / 1000,
      output: 0,
      locked: false,
    });
  await running.aPrice({
    model: "test_clip",
    type: "tokens",
    channel_type: 1,
    input: 0,
    output: 0,
    extra_ratios: { second: 0.002 },
    rules: [{ when: { size: "1920x1080" }, ratio: 2 }],
    locked: false,
  });
  key = (await running.aToken()).key;
});
afterAll(async () => {
  await running.stop();
  await upstream.stop();
  await other.stop();
  unregister();
});
beforeEach(async () => {
  for (const one of [upstream, other])
    Object.assign(one, { submitted: [], queried: [], next: { submit: [], query: [] }, onQuery: () => {} });
  await running.setBalance(opening);
  for (const { id } of channels) await running.api("PUT", "/api/channel/", { id, status: 1 }).catch(() => {});
});

interface Answer {
  status: number;
  body: {
    id: string;
    status: string;
    progress: number;
    failReason: string;
    url: string;
    data: { id: string }[];
    oops: { code: string; message: string; field?: string };
  };
}

async function call(method: string, path: string, body?: unknown, by = key): Promise<Answer> {
  const response = await fetch(running.url + path, {
    method,
    headers: { authorization: `Bearer ${by}`, "content-type": "application/json" },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  return { status: response.status, body: (await response.json()) as Answer["body"] };
}

async function submit(body: object = {}, action = "generate"): Promise<string> {
  const answer = await call("POST", `/test-tasks/submit/${action}`, { prompt: "a toll gate", ...body });
  expect([answer.status, answer.body]).toEqual([200, { id: expect.stringMatching(/^task_/) as string }]);
  return answer.body.id;
}

it("rejects tasks of an account with five hundred unfinished ones, and holds nothing for them", async () => {
  const { queries } = running.app.database;
  const none = { user_term_period: 0, user_term_start: 0, user_term_amount: 0 };
  const noToken = { token_term_period: 0, token_term_start: 0, token_term_amount: 0 };
  const hold = { user_id: 1, token_id: 1, token_limited: 0, amount: 0, created_at: 1, ...none, ...noToken };
  const holds = Array.from({ length: 500 }, (_, index) => ({ ...hold, task_id: `many-${index}` }));
  for (let at = 0; at < holds.length; at += 50)
    await queries
      .insertInto("holds")
      .values(holds.slice(at, at + 50))
      .execute();
  const rejected = await call("POST", "/test-tasks/submit/generate", { prompt: "one more" });
  expect([rejected.status, rejected.body.oops.code]).toEqual([429, "concurrency_limit_exceeded"]);
  expect(upstream.submitted).toEqual([]);
  await queries.deleteFrom("holds").where("task_id", "=", "many-0").execute();
  await submit();
  await queries.deleteFrom("holds").where("task_id", "like", "many-%").execute();
});

const read = (id: string): Promise<Answer> => call("GET", `/test-tasks/tasks/${id}`);
const balance = async (): Promise<number> => (await running.books()).balance;
const rowOf = (id: string) =>
  running.app.database.queries
    .selectFrom("tasks")
    .selectAll()
    .where("task_id", "=", id)
    .executeTakeFirstOrThrow();

/** Triggers a query about a task, and waits for its result. */
async function poll(id: string): Promise<void> {
  const { polls, version } = await rowOf(id);
  await running.app.database.queries
    .updateTable("tasks")
    .set({ due_at: 1, lease_until: 0, version: version + 1 })
    .where("task_id", "=", id)
    .execute();
  await read(id);
  await vi.waitFor(
    async () => {
      const row = await rowOf(id);
      expect(row.polls > polls || row.due_at === 0 || row.due_at > 1).toBe(true);
    },
    { interval: 20 },
  );
}

async function set(id: string, change: Record<string, unknown>): Promise<void> {
  const { upstream_id } = await rowOf(id);
  const known = upstream.tasks.get(upstream_id) ?? { id: upstream_id, status: "queued" };
  upstream.tasks.set(upstream_id, { ...known, ...change });
}

async function expectBooks(): Promise<void> {
  expect((await reconcile(running.app.database.reads, () => 5)).differences).toEqual([]);
}

describe("a task", () => {
  it("holds its price at the submission, and is charged once at success, with its log row and ledger entry", async () => {
    const { logs: before, usedQuota } = await running.books();
    const id = await submit();
    expect(await balance()).toBe(opening - price);
    expect((await read(id)).body).toMatchObject({ id, status: "submitted", progress: 0 });
    await set(id, { status: "in_progress", progress: 40 });
    await poll(id);
    expect((await read(id)).body).toMatchObject({ status: "in_progress", progress: 40 });
    expect((await running.books()).logs.length).toBe(before.length);
    await set(id, { status: "success", result: { url: `${upstream.url}/cat.png` } });
    await poll(id);
    const books = await running.books();
    expect(books.balance).toBe(opening - price);
    expect(books.usedQuota - usedQuota).toBe(price);
    expect(books.logs.at(-1)).toMatchObject({
      quota: price,
      model_name: "test_generate",
      channel_id: channels[0]?.id,
      metadata: { end_reason: "completed", price_type: "times" },
    });
    await expectBooks();
  });

  it("is released at failure, with a log row that states why and costs nothing", async () => {
    const id = await submit();
    await set(id, { status: "failure", reason: "The prompt is not allowed (key channel-key)." });
    await poll(id);
    expect((await read(id)).body).toMatchObject({ status: "failure" });
    const { balance: left, logs } = await running.books();
    expect(left).toBe(opening);
    expect(logs.at(-1)).toMatchObject({ quota: 0, metadata: { end_reason: "upstream_error" } });
    expect(logs.at(-1)?.content).toContain("not allowed");
    expect(JSON.stringify([logs.at(-1), await rowOf(id)])).not.toContain("channel-key");
    await set(id, { status: "success" });
    expect((await rowOf(id)).due_at).toBe(0);
    await expectBooks();
  });

  it("expires if it does not end in time; a late success is delivered and stays free", async () => {
    const id = await submit();
    const { queries } = running.app.database;
    await queries.updateTable("tasks").set({ expires_at: 1 }).where("task_id", "=", id).execute();
    await poll(id);
    expect((await read(id)).body).toMatchObject({
      status: "expired",
      failReason: "The task did not finish in time.",
    });
    expect(await balance()).toBe(opening);
    expect((await rowOf(id)).due_at).toBe(0);
    const long = await submit();
    const expired = { submitted_at: Date.now() - 7_200_000, expires_at: Date.now() - 1000 };
    await queries.updateTable("tasks").set(expired).where("task_id", "=", long).execute();
    await poll(long);
    expect((await read(long)).body.status).toBe("expired");
    await set(long, { status: "success", result: { url: `${upstream.url}/cat.png` } });
    await poll(long);
    expect((await read(long)).body).toMatchObject({ status: "success", failReason: "" });
    expect((await rowOf(long)).charge).toBe("released");
    expect(await balance()).toBe(opening);
    await expectBooks();
  });

  it("is charged by the requested seconds and size", async () => {
    await submit({ seconds: 5, size: "1280x720" }, "clip");
    expect(await balance()).toBe(opening - 5000);
    await running.setBalance(opening);
    await submit({ seconds: 5, size: "1920*1080" }, "clip");
    expect(await balance()).toBe(0);
    await running.setBalance(opening);
    const uncounted = await call("POST", "/test-tasks/submit/clip", { prompt: "p" });
    expect(uncounted).toMatchObject({ status: 403, body: { oops: { code: "model_price_missing" } } });
    expect(await balance()).toBe(opening);
  });

  it("is rejected before anything is sent if balance, token or price do not cover it", async () => {
    await running.setBalance(price - 1);
    expect(await call("POST", "/test-tasks/submit/generate", { prompt: "p" })).toMatchObject({
      status: 402,
      body: { oops: { code: "insufficient_user_quota" } },
    });
    await running.setBalance(opening);
    const poor = await running.aToken({ unlimited_quota: false, remain_quota: price + 1 });
    const both = await Promise.all(
      [1, 2].map(() => call("POST", "/test-tasks/submit/generate", { prompt: "p" }, poor.key)),
    );
    expect(both.map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, 403]);
    expect(await call("POST", "/test-tasks/submit/nothing", { prompt: "p" })).toMatchObject({ status: 404 });
    expect(await call("POST", "/test-tasks/submit/generate", {})).toMatchObject({
      status: 400,
      body: { oops: { field: "prompt" } },
    });
    expect(upstream.submitted).toHaveLength(1);
    await expectBooks();
  });

  it("never holds more than the balance, however many are submitted in parallel", async () => {
    await running.setBalance(3 * price);
    const answers = await Promise.all(
      Array.from({ length: 12 }, () => call("POST", "/test-tasks/submit/generate", { prompt: "p" })),
    );
    const accepted = answers.filter(({ status }) => status === 200);
    expect(accepted).toHaveLength(3);
    expect(upstream.submitted).toHaveLength(3);
    expect(await balance()).toBe(0);
    await expectBooks();
  });
});

describe("a submission", () => {
  it("uses another channel if the first rejects it, and is charged there", async () => {
    upstream.next.submit.push({ status: 503, text: "{}" });
    const id = await submit({}, "moved");
    expect([upstream.submitted.length, other.submitted.length]).toEqual([1, 1]);
    expect(await rowOf(id)).toMatchObject({ channel_id: channels[1]?.id, charge: "held" });
    expect(await balance()).toBe(opening - price);
  });

  it("uses no other channel if the first may have created the task, and is released", async () => {
    for (const [index, said] of (
      ["cut", { status: 504, text: "" }, { json: { no: "id" } }] as const
    ).entries()) {
      upstream.next.submit.push(said);
      const answer = await call("POST", `/test-tasks/submit/lost${index}`, { prompt: "p" });
      expect([said, answer.status >= 500]).toEqual([said, true]);
    }
    expect(other.submitted).toHaveLength(0);
    expect(await balance()).toBe(opening);
    const { logs } = await running.books();
    expect(logs.slice(-3).map(({ quota }) => quota)).toEqual([0, 0, 0]);
    await expectBooks();
  });

  it("continues at the channel of the earlier task only, by a button that it offers", async () => {
    upstream.next.submit.push({ status: 503, text: "{}" });
    const earlier = await submit({}, "moved");
    const { upstream_id } = await rowOf(earlier);
    const more = { prompt: "p", task_id: earlier, button: "U1" };
    expect(await call("POST", "/test-tasks/submit/change", more)).toMatchObject({ status: 400 });
    other.tasks.set(upstream_id, { id: upstream_id, status: "success", result: { buttons: ["U1"] } });
    await poll(earlier);
    expect(await call("POST", "/test-tasks/submit/change", { ...more, button: "U2" })).toMatchObject({
      status: 400,
    });
    const sent = other.submitted.length;
    const next = await call("POST", "/test-tasks/submit/change", more);
    expect(next.status).toBe(200);
    expect(other.submitted.slice(sent)).toMatchObject([{ earlier: upstream_id }]);
    expect(await rowOf(next.body.id)).toMatchObject({ channel_id: channels[1]?.id, continues: earlier });
    other.next.submit.push({ status: 503, text: "{}" });
    expect((await call("POST", "/test-tasks/submit/change", more)).status).toBe(502);
    expect(upstream.submitted.length).toBeLessThanOrEqual(1);
  });

  it("continues with no key whose group lacks the channel, whatever that group pays", async () => {
    const earlier = await submit();
    const { upstream_id } = await rowOf(earlier);
    upstream.tasks.set(upstream_id, { id: upstream_id, status: "success", result: { buttons: ["U1"] } });
    await poll(earlier);
    const terms = { name: "Cheap", ratio: 0.01, public: true };
    await running.api("POST", "/api/user_group/", { ...terms, symbol: "cheap" });
    const { key: cheap } = await running.aToken({ group: "cheap" });
    const sent = upstream.submitted.length;
    const more = { prompt: "p", task_id: earlier, button: "U1" };
    expect(await call("POST", "/test-tasks/submit/change", more, cheap)).toMatchObject({ status: 503 });
    expect(upstream.submitted).toHaveLength(sent);
    const { key: backed } = await running.aToken({ group: "cheap", backup_group: "default" });
    const next = await call("POST", "/test-tasks/submit/change", more, backed);
    expect(next.status).toBe(200);
    expect(await rowOf(next.body.id)).toMatchObject({ quota: price });
  });

  it("returns the same for unknown tasks and for another user's", async () => {
    const id = await submit();
    const stranger = await strangersKey();
    const unknown = "task_000000000000000000000000";
    for (const [method, path, body] of [
      ["GET", "/test-tasks/tasks/ID", undefined],
      ["GET", "/test-tasks/files/ID", undefined],
      ["GET", "/task-content/ID/0", undefined],
      ["DELETE", "/test-tasks/tasks/ID", undefined],
      ["POST", "/test-tasks/submit/change", { prompt: "p", task_id: "ID" }],
    ] as const) {
      const send = async (which: string) => {
        const filled = body && { ...body, ...("task_id" in body && { task_id: which }) };
        const { status, body: answer } = await call(method, path.replace("ID", which), filled, stranger);
        return [
          path,
          status,
          JSON.stringify(answer)
            .replaceAll(which, "ID")
            .replaceAll(/"requestId[^,]*/g, ""),
        ];
      };
      const found = await send(id);
      expect(found[1]).toBe(404);
      expect(String(found[2]).replace(/req[^"]*/, "")).toBe(
        String((await send(unknown))[2]).replace(/req[^"]*/, ""),
      );
    }
    const list = await call("POST", "/test-tasks/fetch", { ids: [id] }, stranger);
    expect(list.body.data).toEqual([]);
    expect((await call("POST", "/test-tasks/fetch", { ids: [id, unknown] })).body.data).toHaveLength(1);
  });

  it("is deleted by its user after it has ended", async () => {
    const id = await submit();
    expect((await call("DELETE", `/test-tasks/tasks/${id}`)).status).toBe(400);
    await set(id, { status: "failure" });
    await poll(id);
    expect(await call("DELETE", `/test-tasks/tasks/${id}`)).toMatchObject({ status: 200, body: { id } });
    expect((await read(id)).status).toBe(404);
  });

  it("accepts the key in Midjourney's header, too", async () => {
    const response = await fetch(`${running.url}/test-tasks/submit/generate`, {
      method: "POST",
      headers: { "mj-api-secret": key, "content-type": "application/json" },
      body: JSON.stringify({ prompt: "p" }),
    });
    expect(response.status).toBe(200);
  });
});

async function strangersKey(): Promise<string> {
  const name = `stranger${Math.floor(Math.random() * 1e6)}`;
  await running.api("POST", "/api/user/", { username: name, password: "a long password", role: 1 });
  const { queries } = running.app.database;
  const { id } = await queries
    .selectFrom("users")
    .select("id")
    .where("username", "=", name)
    .executeTakeFirstOrThrow();
  const token = await running.aToken();
  await queries.updateTable("tokens").set({ user_id: id }).where("id", "=", token.id).execute();
  await running.app.ledger.credit({
    id: `gift:${id}`,
    userId: id,
    amount: opening,
    kind: "topup",
    remark: "",
  });
  return token.key;
}
