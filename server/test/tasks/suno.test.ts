import type { Page } from "@tollgate/contract/list-query";
import type { TaskDetail, TaskRow } from "@tollgate/contract/tasks";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { anotherUser } from "../support/another-user.ts";
import { type RunningApp, startApp } from "../support/start-app.ts";
import { type SunoStandIn, startSunoStandIn } from "../support/suno-stand-in.ts";
import { pollNow, runOut, type TaskCaller, taskCaller } from "../support/task-caller.ts";

const dime = 50_000;
const models = ["suno_lyrics", "chirp-v3-0", "chirp-v3-5"];

let running: RunningApp;
let proxy: SunoStandIn;
let caller: TaskCaller;
let other: TaskCaller;

beforeAll(async () => {
  [running, proxy] = await Promise.all([startApp(), startSunoStandIn()]);
  await running.api("PUT", "/api/option/", { key: "ServerAddress", value: running.url });
  await running.aChannel({ type: 41, base_url: proxy.url, key: proxy.key, models });
  caller = taskCaller(running, (await running.aToken()).key);
  other = taskCaller(running, (await anotherUser(running)).key);
  await running.setBalance(100 * dime);
});
afterAll(async () => {
  await running?.stop();
  await proxy?.stop();
});

async function submit(action: string, body: unknown): Promise<string> {
  const { status, json } = await caller.post(`/suno/submit/${action}`, body);
  expect([status, json]).toMatchObject([200, { code: "success", message: "" }]);
  return String(json["data"]);
}

const fetchTask = async (id: string) =>
  (await caller.get(`/suno/fetch/${id}`)).json["data"] as Record<string, unknown>;
const poll = (id: string) => pollNow(running, () => caller.get(`/suno/fetch/${id}`));

/** The price of a task in the ledger, for the console and in the log. */
async function moneyOf(id: string) {
  const { balance, entries, logs } = await running.books();
  const { data } = await running.api<Page<TaskRow>>("GET", `/api/task/?task_id=${id}&page=1&size=10`);
  const [task] = data;
  const log = logs.find((row) => "request_id" in row && row["request_id"] === task?.request_id);
  return { balance, entries, charge: task?.charge, quota: task?.quota, logged: log?.quota };
}

describe("a song", () => {
  it("is charged once it is finished, to the unit, and read with the family's fields", async () => {
    const { balance } = await running.books();
    const id = await submit("music", { gpt_description_prompt: "a toll gate", mv: "chirp-v3-5" });
    expect(proxy.calls.at(-1)).toMatchObject({ path: "submit/music", body: { mv: "chirp-v3-5" } });
    expect(await fetchTask(id)).toMatchObject({ task_id: id, status: "SUBMITTED", data: null });
    const upstream = proxy.latest();
    Object.assign(upstream, { status: "IN_PROGRESS", progress: "30%" });
    await poll(id);
    expect(await fetchTask(id)).toMatchObject({ status: "IN_PROGRESS", progress: "30%" });
    proxy.finish(upstream.task_id);
    await poll(id);
    const task = await fetchTask(id);
    expect(task).toMatchObject({
      action: "MUSIC",
      status: "SUCCESS",
      progress: "100%",
      data: [{ id: `clip-${upstream.task_id}-1`, title: "Toll gate" }, { status: "complete" }],
    });
    const seconds = Date.now() / 1000;
    expect(task["finish_time"]).toSatisfy((time: number) => Math.abs(time - seconds) < 60);
    expect(JSON.stringify(task)).not.toMatch(/user-of-the-proxy|Account of the proxy/);
    expect(await moneyOf(id)).toEqual({
      balance: balance - dime,
      entries: balance - dime,
      charge: "charged",
      quota: dime,
      logged: dime,
    });
  });

  it("has files at signed addresses of the console", async () => {
    const id = await submit("music", { prompt: "[Verse]" });
    proxy.finish(proxy.latest().task_id);
    await poll(id);
    const { files } = await running.api<TaskDetail>("GET", `/api/task/${id}`);
    expect(files.map(({ variant }) => variant)).toEqual(
      [0, 1].flatMap((song) => [`audio-${song}`, `video-${song}`, `image-${song}`]),
    );
    const sound = await fetch(new URL(files[0]?.url ?? "", running.url));
    expect([sound.status, sound.headers.get("content-type")]).toEqual([200, "audio/mpeg"]);
    expect((await fetch(`${running.url}/suno/content/${id}/audio-0`)).status).toBe(401);
    expect((await caller.get(`/suno/content/${id}/audio-0`)).status).toBe(200);
    expect((await other.get(`/suno/content/${id}/audio-0`)).status).toBe(404);
  });

  it("that fails, or that comes too late, costs nothing", async () => {
    const { balance } = await running.books();
    const failed = await submit("music", { prompt: "[Verse] fails" });
    proxy.fail(proxy.latest().task_id, "Out of credits.");
    await poll(failed);
    const late = await submit("music", { prompt: "[Verse] late" });
    await runOut(running, late);
    await poll(late);
    expect([await fetchTask(failed), await fetchTask(late)]).toMatchObject([
      { status: "FAILURE", fail_reason: "Out of credits." },
      { status: "FAILURE", fail_reason: "The task did not finish in time." },
    ]);
    proxy.finish(proxy.latest().task_id);
    expect(await proxy.notify(proxy.latest().task_id)).toBe(200);
    expect(await fetchTask(late)).toMatchObject({ status: "SUCCESS", data: [{}, {}] });
    for (const id of [failed, late])
      expect(await moneyOf(id)).toEqual({
        balance,
        entries: balance,
        charge: "released",
        quota: 0,
        logged: 0,
      });
  });

  it("is one of many in a response that repeats and reorders them", async () => {
    const ids = [await submit("music", { prompt: "[Verse] one" }), await submit("lyrics", { prompt: "two" })];
    for (const { task_id } of [...proxy.tasks.values()].slice(-2)) proxy.finish(task_id);
    proxy.listing = "duplicated";
    await poll(ids[0] ?? "");
    proxy.listing = "plain";
    const { json } = await caller.post("/suno/fetch", { ids: [...ids, "task_unknown"] });
    expect(json).toMatchObject({
      code: "success",
      data: [
        { task_id: ids[0], status: "SUCCESS", data: [{}, {}] },
        { task_id: ids[1], status: "SUCCESS", data: { title: "Toll gate", text: "[Verse]\nPay here" } },
      ],
    });
    expect(await moneyOf(ids[1] ?? "")).toMatchObject({ charge: "charged", quota: 5000, logged: 5000 });
  });

  it("that is rejected costs nothing and leaves no task", async () => {
    const { balance } = await running.books();
    const banned = await caller.post("/suno/submit/music", { prompt: "banned" });
    expect([banned.status, banned.json]).toMatchObject([400, { code: "sensitive_words", data: null }]);
    expect(banned.json["message"]).toContain("A word is banned.");
    const sent = proxy.calls.length;
    const empty = await caller.post("/suno/submit/music", { mv: "chirp-v3-5" });
    expect([empty.status, empty.json["code"]]).toEqual([400, "invalid_request"]);
    const unknown = await caller.post("/suno/submit/music", { prompt: "[Verse]", mv: "chirp-v9" });
    expect([unknown.status, unknown.json["code"]]).toEqual([404, "model_not_found"]);
    expect((await caller.post("/suno/submit/concat", {})).status).toBe(404);
    expect(proxy.calls.length).toBe(sent);
    expect(await running.books()).toMatchObject({ balance, entries: balance });
  });
});

describe("a continued song", () => {
  it("is created by the channel of its original, from a clip that it created", async () => {
    const id = await submit("music", { prompt: "[Verse]" });
    const upstream = proxy.latest().task_id;
    proxy.finish(upstream);
    await poll(id);
    const elsewhere = await startSunoStandIn();
    await running.aChannel({ type: 41, base_url: elsewhere.url, key: elsewhere.key, models, priority: 10 });
    try {
      const [song] = (await fetchTask(id))["data"] as { id: string }[];
      const more = { prompt: "[Chorus]", task_id: id, continue_clip_id: song?.id, continue_at: 60 };
      await submit("music", more);
      expect(proxy.calls.at(-1)?.body).toMatchObject({
        task_id: upstream,
        continue_clip_id: song?.id,
        continue_at: 60,
      });
      const sent = proxy.calls.length;
      const changed = await caller.post("/suno/submit/music", {
        ...more,
        continue_clip_id: "clip-of-another",
      });
      expect([changed.status, changed.json["code"]]).toEqual([400, "invalid_request"]);
      const alone = await caller.post("/suno/submit/music", { ...more, task_id: undefined });
      expect(alone.json["message"]).toContain("Give the id of the task that made the clip.");
      for (const task_id of [id, "task_unknown"]) {
        const stolen = await other.post("/suno/submit/music", { ...more, task_id });
        expect([stolen.status, stolen.json["code"]]).toEqual([404, "not_found"]);
        expect((await other.get(`/suno/fetch/${task_id}`)).status).toBe(404);
      }
      expect((await other.post("/suno/fetch", { ids: [id] })).json["data"]).toEqual([]);
      expect(proxy.calls.length).toBe(sent);
      expect(elsewhere.calls).toEqual([]);
    } finally {
      await elsewhere.stop();
    }
  });
});
