import type { Page } from "@tollgate/contract/list-query";
import type { MidjourneyTask } from "@tollgate/contract/tasks";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { anotherUser } from "../support/another-user.ts";
import {
  type MidjourneyStandIn,
  standInPicture,
  startMidjourneyStandIn,
} from "../support/midjourney-stand-in.ts";
import { type StandInServer, startStandInServer } from "../support/stand-in-server.ts";
import { type RunningApp, startApp } from "../support/start-app.ts";
import { pollNow, runOut, type TaskCaller, taskCaller } from "../support/task-caller.ts";

const dime = 50_000;
const allModes = ["imagine", "upscale", "variation", "reroll", "inpaint", "modal", "upload"].flatMap(
  (action) => ["", "turbo_", "relax_"].map((mode) => `mj_${mode}${action}`),
);

let running: RunningApp;
let proxy: MidjourneyStandIn;
let caller: TaskCaller;
let other: TaskCaller;
/** What callers were notified about. */
let notices: StandInServer;
const noticed: Record<string, unknown>[] = [];

beforeAll(async () => {
  [running, proxy] = await Promise.all([
    startApp(undefined, { env: { EGRESS_ALLOW: "127.0.0.1/32" } }),
    startMidjourneyStandIn(),
  ]);
  await running.api("PUT", "/api/option/", { key: "ServerAddress", value: running.url });
  await running.api("PUT", "/api/option/", { key: "MjNotifyEnabled", value: "true" });
  notices = await startStandInServer(({ body }) => {
    noticed.push(JSON.parse(body) as Record<string, unknown>);
    return { json: {} };
  });
  await aChannel(proxy);
  const { key } = await running.aToken();
  caller = taskCaller(running, key, "mj-api-secret");
  other = taskCaller(running, (await anotherUser(running)).key, "mj-api-secret");
  await running.setBalance(100 * dime);
});
afterAll(async () => {
  await running?.stop();
  await proxy?.stop();
  await notices?.stop();
});
afterEach(() => {
  proxy.modes = new Set(["FAST", "RELAX", "TURBO"]);
  Object.assign(proxy, { queue: "free", listing: "plain", faults: [] });
});

const aChannel = ({ url, secret }: MidjourneyStandIn, priority = 0) =>
  running.aChannel({ type: 34, base_url: url, key: secret, models: allModes, priority });

/** Submits and returns our id. */
async function submit(action: string, body: unknown, prefix = ""): Promise<string> {
  const { status, json } = await caller.post(`${prefix}/mj/submit/${action}`, body);
  expect([status, json["code"]]).toEqual([200, action === "action" && json["code"] === 21 ? 21 : 1]);
  return String(json["result"]);
}

const fetchTask = async (id: string) => (await caller.get(`/mj/task/${id}/fetch`)).json;
const poll = (id: string) => pollNow(running, () => caller.get(`/mj/task/${id}/fetch`));

/** Submits an image and lets the proxy finish it. */
async function finished(prompt: string, prefix = ""): Promise<{ id: string; upstreamId: string }> {
  const id = await submit("imagine", { prompt }, prefix);
  const { id: upstreamId } = proxy.latest();
  proxy.finish(upstreamId);
  await poll(id);
  return { id, upstreamId };
}

/** Balance, and the sum of its entries: what is held for open tasks has no entry. */
async function balancesNow() {
  const { balance, entries, logs } = await running.books();
  const held = await running.app.database.queries
    .selectFrom("holds")
    .select((eb) => eb.fn.sum<number>("amount").as("amount"))
    .executeTakeFirst();
  return { balance, entered: entries - Number(held?.amount ?? 0), logs };
}

/** The price of a task in the ledger, for the console and for the caller. */
async function moneyOf(id: string) {
  const { logs, ...books } = await balancesNow();
  const tasks = await running.api<Page<MidjourneyTask>>("GET", `/api/mj/?mj_id=${id}&size=10&page=1`);
  const task = tasks.data.find(({ mj_id }) => mj_id === id);
  const log = logs.find((row) => "request_id" in row && row["request_id"] === task?.request_id);
  return {
    isBalanced: books.balance === books.entered,
    balance: books.balance,
    charge: task?.charge,
    quota: task?.quota,
    logged: log?.quota,
  };
}

describe("an image", () => {
  it("is charged once it is finished, to the unit, and read at a signed address", async () => {
    const { balance } = await balancesNow();
    const id = await submit("imagine", { prompt: "a toll gate", state: "mine", notifyHook: notices.url });
    expect(await fetchTask(id)).toMatchObject({
      id,
      status: "SUBMITTED",
      progress: "0%",
      imageUrl: "",
      state: "mine",
    });
    expect(await moneyOf(id)).toMatchObject({ charge: "held", quota: dime, logged: undefined });

    const upstream = proxy.latest();
    Object.assign(upstream, { status: "IN_PROGRESS", progress: "45%" });
    await poll(id);
    expect(await fetchTask(id)).toMatchObject({ status: "IN_PROGRESS", progress: "45%" });

    proxy.finish(upstream.id);
    await poll(id);
    const task = await fetchTask(id);
    expect(task).toMatchObject({ status: "SUCCESS", progress: "100%", failReason: "" });
    expect(JSON.stringify(task)).not.toContain(`"${upstream.id}"`);
    expect(await moneyOf(id)).toEqual({
      isBalanced: true,
      balance: balance - dime,
      charge: "charged",
      quota: dime,
      logged: dime,
    });
    await expectPicture(String(task["imageUrl"]));
  });

  async function expectPicture(address: string): Promise<void> {
    const picture = await fetch(address);
    expect([picture.status, picture.headers.get("content-type")]).toEqual([200, "image/png"]);
    expect(Buffer.from(await picture.arrayBuffer())).toEqual(standInPicture);
    const url = new URL(address);
    const expires = Number(url.searchParams.get("expires"));
    expect(expires - Date.now() / 1000).toBeLessThanOrEqual(24 * 3600);
    url.searchParams.set("expires", String(expires + 1));
    expect((await fetch(url)).status).toBe(401);
    expect((await fetch(url.origin + url.pathname)).status).toBe(401);
    expect((await other.get(url.pathname)).status).toBe(404);
    expect((await caller.get(url.pathname)).status).toBe(200);
  }

  it("that fails costs nothing, and returns the reason", async () => {
    const { balance } = await balancesNow();
    const id = await submit("imagine", { prompt: "a gate that fails" });
    proxy.fail(proxy.latest().id, "The bot said no.");
    await poll(id);
    expect(await fetchTask(id)).toMatchObject({ status: "FAILURE", failReason: "The bot said no." });
    expect(await moneyOf(id)).toEqual({ isBalanced: true, balance, charge: "released", quota: 0, logged: 0 });
  });

  it("that is late is free, and available", async () => {
    const { balance } = await balancesNow();
    const id = await submit("imagine", { prompt: "a slow gate" });
    await runOut(running, id);
    await poll(id);
    expect(await fetchTask(id)).toMatchObject({
      status: "FAILURE",
      failReason: "The task did not finish in time.",
    });
    proxy.finish(proxy.latest().id);
    expect(await proxy.notify(proxy.latest().id)).toBe(200);
    expect(await fetchTask(id)).toMatchObject({ status: "SUCCESS" });
    expect(await moneyOf(id)).toMatchObject({
      isBalanced: true,
      balance,
      charge: "released",
      quota: 0,
      logged: 0,
    });
  });

  it("is reported by the proxy at a signed address, once or often, early or late", async () => {
    const { balance } = await balancesNow();
    const id = await submit("imagine", { prompt: "a reported gate" });
    const upstream = proxy.latest();
    proxy.finish(upstream.id);
    expect(await proxy.notify(upstream.id)).toBe(200);
    expect(await proxy.notify(upstream.id)).toBe(200);
    expect(await proxy.notify(upstream.id, { status: "IN_PROGRESS", progress: "10%" })).toBe(200);
    expect(await proxy.notify(upstream.id, { status: "FAILURE", failReason: "late" })).toBe(200);
    expect(await fetchTask(id)).toMatchObject({ status: "SUCCESS", progress: "100%" });
    expect(await moneyOf(id)).toMatchObject({ isBalanced: true, balance: balance - dime, charge: "charged" });
    const forged = await caller.post(`/mj/notify?task=${id}&expires=9999999999&signature=x`, {
      id: upstream.id,
    });
    expect(forged.status).toBe(401);
  });

  it("is one of many in a response that repeats and reorders them", async () => {
    const first = await submit("imagine", { prompt: "first" });
    const firstUpstream = proxy.latest().id;
    const second = await submit("imagine", { prompt: "second" });
    proxy.finish(firstUpstream);
    proxy.fail(proxy.latest().id, "The second failed.");
    proxy.listing = "duplicated";
    await poll(first);
    expect([await fetchTask(first), await fetchTask(second)]).toMatchObject([
      { status: "SUCCESS" },
      { status: "FAILURE", failReason: "The second failed." },
    ]);
  });
});

describe("a rejected image", () => {
  it("costs nothing and leaves no task, with the family's code", async () => {
    const { balance } = await balancesNow();
    const banned = await caller.post("/mj/submit/imagine", { prompt: "a banned gate" });
    expect([banned.status, banned.json]).toMatchObject([
      400,
      { code: 24, description: expect.stringContaining("banned word"), type: "invalid_request" },
    ]);
    proxy.queue = "full";
    const full = await caller.post("/mj/submit/imagine", { prompt: "a gate" });
    expect([full.status, full.json["code"]]).toEqual([429, 23]);
    proxy.faults.push({ status: 200, text: "<html>Down</html>" });
    const down = await caller.post("/mj/submit/imagine", { prompt: "a gate" });
    expect([down.status, down.json["code"]]).toEqual([502, 5]);
    expect(await balancesNow()).toMatchObject({ balance, entered: balance });
  });

  it("is not sent without a prompt, enough balance for its price, or a model of a channel", async () => {
    const sent = proxy.calls.length;
    const empty = await caller.post("/mj/submit/imagine", { prompt: "--turbo" });
    expect([empty.status, empty.json]).toMatchObject([400, { code: 4, type: "invalid_request" }]);
    const shorten = await caller.post("/mj/submit/shorten", { prompt: "long" });
    expect([shorten.status, shorten.json["type"]]).toEqual([404, "model_not_found"]);
    await running.setBalance(dime - 1);
    const poor = await caller.post("/mj/submit/imagine", { prompt: "a gate" });
    expect([poor.status, poor.json]).toMatchObject([402, { code: 4, type: "insufficient_user_quota" }]);
    expect(proxy.calls.length).toBe(sent);
    await running.setBalance(100 * dime);
  });

  it("is queued with code 1, since clients treat others as errors", async () => {
    proxy.queue = "waits";
    const queued = await caller.post("/mj/submit/imagine", { prompt: "a queued gate" });
    expect(queued.json).toMatchObject({ code: 1, description: "In queue" });
  });
});

describe("the mode", () => {
  it("has its own price, by path or prompt, and follow-ups keep it", async () => {
    const turbo = await finished("a gate --turbo");
    expect(proxy.calls.findLast(({ path }) => path === "submit/imagine")?.body).toMatchObject({
      prompt: "a gate",
      accountFilter: { modes: ["TURBO"] },
    });
    expect(await moneyOf(turbo.id)).toMatchObject({ charge: "charged", quota: 2 * dime, logged: 2 * dime });
    const upscaled = await submit("change", { taskId: turbo.id, action: "UPSCALE", index: 2 });
    expect(proxy.calls.at(-1)?.body).toMatchObject({ accountFilter: { modes: ["TURBO"] } });
    // Half the price of an image, twice for turbo.
    expect(await moneyOf(upscaled)).toMatchObject({ charge: "held", quota: dime });
    const relaxed = await finished("a gate", "/mj-relax");
    expect(await moneyOf(relaxed.id)).toMatchObject({ charge: "charged", quota: dime });
  });

  it("falls back from fast to relax where no account is left, and is priced as that", async () => {
    proxy.modes = new Set(["RELAX"]);
    const { balance } = await balancesNow();
    const { id } = await finished("a patient gate");
    const { data } = await running.api<Page<MidjourneyTask>>("GET", `/api/mj/?mj_id=${id}&page=1&size=10`);
    expect(data[0]).toMatchObject({ model_name: "mj_relax_imagine", mode: "relax", quota: dime });
    expect(await moneyOf(id)).toMatchObject({ charge: "charged", quota: dime, logged: dime });
    const rows = (await balancesNow()).logs.slice(-2).map(({ model_name, quota }) => [model_name, quota]);
    expect(rows).toEqual([
      ["mj_imagine", 0],
      ["mj_relax_imagine", dime],
    ]);
    expect(await balancesNow()).toMatchObject({ balance: balance - dime, entered: balance - dime });
    proxy.modes = new Set();
    const none = await caller.post("/mj/submit/imagine", { prompt: "a gate" });
    expect([none.status, none.json["code"]]).toEqual([502, 3]);
    expect(await balancesNow()).toMatchObject({ balance: balance - dime, entered: balance - dime });
  });

  it("does not fall back to one that costs more", async () => {
    const price = { model: "mj_relax_imagine", type: "times", channel_type: 34, output: 0, locked: false };
    await running.api("PUT", "/api/prices/single/mj_relax_imagine", { ...price, input: 51 });
    proxy.modes = new Set(["RELAX"]);
    const sent = proxy.calls.length;
    const answer = await caller.post("/mj/submit/imagine", { prompt: "a gate" });
    expect([answer.status, answer.json["code"]]).toEqual([502, 3]);
    expect(proxy.calls.length).toBe(sent + 1);
    await running.api("PUT", "/api/prices/single/mj_relax_imagine", { ...price, input: 50 });
  });
});

describe("a follow-up", () => {
  it("goes to the channel of its original, by the proxy's own id, and names a button that it has", async () => {
    const { id, upstreamId } = await finished("a gate to go on with");
    const elsewhere = await startMidjourneyStandIn();
    const { id: preferred } = await aChannel(elsewhere, 10);
    try {
      const { buttons } = (await fetchTask(id)) as { buttons: { customId: string }[] };
      const followUp = await submit("action", { taskId: id, customId: buttons[4]?.customId });
      expect(elsewhere.calls).toEqual([]);
      expect(proxy.calls.at(-1)).toMatchObject({
        path: "submit/action",
        body: { taskId: upstreamId, customId: buttons[4]?.customId },
      });
      expect(await fetchTask(followUp)).toMatchObject({
        action: "VARIATION",
        customId: buttons[4]?.customId,
      });
      await submit("simple-change", { content: `${id} V3` });
      expect(proxy.calls.at(-1)?.body).toMatchObject({ action: "VARIATION", index: 3, taskId: upstreamId });
    } finally {
      await running.api("DELETE", `/api/channel/${preferred}`);
      await elsewhere.stop();
    }
  });

  it("with a changed button is rejected before anything is sent", async () => {
    const { id } = await finished("a gate with buttons");
    const { balance } = await balancesNow();
    const sent = proxy.calls.length;
    for (const [action, body] of [
      ["action", { taskId: id, customId: "MJ::JOB::upsample::1::msg-of-another" }],
      ["action", { taskId: id, customId: "MJ::BOOKMARK::1" }],
      ["action", { taskId: id }],
      ["change", { taskId: id, action: "UPSCALE", index: 9 }],
      ["simple-change", { content: `${id} U9` }],
    ] as const) {
      const { status, json } = await caller.post(`/mj/submit/${action}`, body);
      expect([status, json["code"]]).toEqual([400, 4]);
    }
    expect(proxy.calls.length).toBe(sent);
    expect(await balancesNow()).toMatchObject({ balance });
  });

  it("of a window is free, and charged with its modal", async () => {
    const { id } = await finished("a gate with a window");
    const { balance } = await balancesNow();
    const { buttons } = (await fetchTask(id)) as { buttons: { customId: string }[] };
    const customId = buttons.at(-1)?.customId;
    const opened = await caller.post("/mj/submit/action", { taskId: id, customId });
    expect(opened.json).toMatchObject({ code: 21 });
    const window = String(opened.json["result"]);
    expect(await fetchTask(window)).toMatchObject({ action: "INPAINT", status: "MODAL" });
    const modal = await submit("modal", {
      taskId: window,
      prompt: "a bridge",
      maskBase64: "data:image/png;base64,AA",
    });
    expect(modal).not.toBe(window);
    proxy.finish(proxy.latest().id);
    await poll(modal);
    expect(await fetchTask(modal)).toMatchObject({ action: "MODAL", status: "SUCCESS" });
    expect(await moneyOf(window)).toMatchObject({ quota: 0 });
    expect(await moneyOf(modal)).toMatchObject({
      isBalanced: true,
      balance: balance - dime,
      quota: dime,
      logged: dime,
    });
  });
});

describe("tasks of someone else", () => {
  it("get the same 404 as unknown ones, and are in no list", async () => {
    const { id } = await finished("a private gate");
    const sent = proxy.calls.length;
    for (const unknown of [id, "task_unknown"])
      for (const answer of [
        await other.get(`/mj/task/${unknown}/fetch`),
        await other.get(`/mj/task/${unknown}/image-seed`),
        await other.get(`/mj/image/${unknown}`),
        await other.post("/mj/submit/change", { taskId: unknown, action: "UPSCALE", index: 1 }),
        await other.post("/mj/submit/modal", { taskId: unknown, prompt: "a bridge" }),
      ]) {
        expect([answer.status, answer.json]).toMatchObject([404, { code: 4, type: "not_found" }]);
        expect(String(answer.json["description"]).replace(unknown, "ID")).toContain("There is no task 'ID'.");
      }
    expect(proxy.calls.length).toBe(sent);
    expect(JSON.parse((await other.post("/mj/task/list-by-condition", { ids: [id] })).text)).toEqual([]);
    expect(
      JSON.parse((await caller.post("/mj/task/list-by-condition", { ids: [id, "task_unknown"] })).text),
    ).toMatchObject([{ id, status: "SUCCESS" }]);
  });
});

describe("requests without a task", () => {
  it("upload images and read a seed, free of charge", async () => {
    const { id, upstreamId } = await finished("a gate with a seed");
    const { balance } = await balancesNow();
    const uploaded = await caller.post("/mj/submit/upload-discord-images", {
      base64Array: ["data:image/png;base64,AA"],
    });
    expect(uploaded.json).toMatchObject({
      code: 1,
      result: [expect.stringContaining("/pictures/uploaded.png")],
    });
    expect((await caller.get(`/mj/task/${id}/image-seed`)).json).toMatchObject({
      code: 1,
      result: "3820012345",
    });
    expect(proxy.calls.at(-1)?.path).toBe(`task/${upstreamId}/image-seed`);
    expect(await balancesNow()).toMatchObject({ balance, entered: balance });
  });
});

it("reveals nothing of the proxy to callers", async () => {
  const { id, upstreamId } = await finished("a gate without secrets");
  const own = (await caller.get(`/mj/task/${id}/fetch`)).text;
  expect(own).not.toMatch(new RegExp(`"${upstreamId}"|1118138338562560102|${proxy.secret}`));
});

// A channel whose response cannot be read is not queried for some seconds.
it("leaves a task alone when a response about it cannot be read", async () => {
  const id = await submit("imagine", { prompt: "an unread gate" });
  proxy.faults.push({ status: 200, text: "<html>Down for maintenance</html>" });
  await poll(id);
  expect(await fetchTask(id)).toMatchObject({ status: "SUBMITTED", failReason: "" });
  proxy.finish(proxy.latest().id);
  await proxy.notify(proxy.latest().id);
  expect(await fetchTask(id)).toMatchObject({ status: "SUCCESS" });
});

it("notifies the address that the caller named, once", async () => {
  await expect.poll(() => noticed.length, { timeout: 10_000 }).toBe(1);
  expect(noticed[0]).toMatchObject({ status: "SUCCESS", state: "mine", prompt: "a toll gate" });
  expect(await fetchTask(String(noticed[0]?.["id"]))).toMatchObject({ status: "SUCCESS" });
});
