import type { AddressInfo } from "node:net";
import { roles } from "@tollgate/contract/access";
import { type Pulse, pulse } from "@tollgate/contract/pulse";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { asRoot, asScript, asUser, signIn } from "../../../test/support/as-user.ts";
import { aChannel, anAdmin, anOrder, aUser, type TestUser } from "../../../test/support/builders.ts";
import { type ControlApp, startControlApp } from "../../../test/support/control-app.ts";
import { type EventReader, readEvents } from "../../../test/support/event-reader.ts";
import { newTask } from "../../../test/support/stored-task.ts";
import { createOrderRepository } from "../../storage/repositories/order-repository.ts";

let running: ControlApp;
let url: string;
const open: EventReader[] = [];

beforeAll(async () => {
  running = await startControlApp();
  await running.app.listen({ port: 0, host: "127.0.0.1" });
  url = `http://127.0.0.1:${(running.app.server.address() as AddressInfo).port}`;
});
afterEach(async () => {
  for (const reader of open.splice(0)) reader.close();
  await vi.waitUntil(() => running.services.events.size === 0);
});
afterAll(() => running.stop());

async function listen(user: TestUser, options?: Parameters<typeof readEvents>[2]): Promise<EventReader> {
  const reader = await readEvents(url, await signIn(running, user), options);
  open.push(reader);
  return reader;
}

/** As `settle-order.ts` writes for every change of an order. */
async function payOrder(id: number): Promise<void> {
  const rows = createOrderRepository(running.database.queries);
  await rows.markPaid(id, `g${id}`, running.clock.now());
  const event = { order_id: id, gateway_id: 0, created_at: running.clock.now(), detail: "{}" };
  await rows.insertEvent({ ...event, kind: "paid" });
}

/** Time for all regular queries. */
const severalLooks = () => new Promise((resolve) => setTimeout(resolve, 150));

describe("the stream of a user", () => {
  it("is a stream that no proxy buffers, changes or stores", async () => {
    const reader = await listen(await aUser(running));
    expect(reader.status).toBe(200);
    expect(reader.headers).toMatchObject({
      "content-type": "text/event-stream; charset=utf-8",
      "cache-control": "no-store, no-transform",
      "x-accel-buffering": "no",
      "x-content-type-options": "nosniff",
    });
    for (const name of ["content-disposition", "content-encoding", "access-control-allow-origin"])
      expect(reader.headers).not.toHaveProperty(name);
    await reader.next("ready");
    expect(reader.text).toMatch(/^(:\n\n)?retry: \d{4}\nevent: ready\ndata: \{\}\n\n/);
  });

  it("reports one's own tasks, and all tasks to administrators", async () => {
    const [ada, bob] = [await aUser(running), await aUser(running)];
    const ofAda = await listen(ada, { topics: "tasks" });
    const ofBob = await listen(bob, { topics: "tasks" });
    const ofAll = await listen(await anAdmin(running), { topics: "all_tasks" });
    for (const reader of [ofAda, ofBob, ofAll]) await reader.next("ready");
    await severalLooks();
    const task = newTask("task_seen", { user_id: ada.id, updated_at: running.clock.milliseconds() });
    await running.database.queries
      .insertInto("tasks")
      .values({ ...task, version: 1 })
      .execute();
    expect(await ofAda.next("task")).toMatchObject({ data: { task_id: "task_seen" } });
    expect(await ofAll.next("any_task")).toMatchObject({ data: { task_id: "task_seen" } });
    await severalLooks();
    expect(ofBob.text).not.toContain("task_seen");
    expect(ofAda.text.match(/task_seen/g)).toHaveLength(1);
  });

  it("reports one's own orders and balance, and of no other user", async () => {
    const [ada, bob] = [await aUser(running), await aUser(running)];
    const [first, second, other] = [await listen(ada), await listen(ada), await listen(bob)];
    for (const reader of [first, second, other]) await reader.next("ready");
    const order = await anOrder(running, { user_id: ada.id });
    await payOrder(order.id);
    for (const reader of [first, second])
      expect(await reader.next("order")).toEqual({ name: "order", data: { trade_no: order.trade_no } });
    await running.database.queries.updateTable("users").set({ quota: 77 }).where("id", "=", ada.id).execute();
    expect(await first.next("balance")).toEqual({ name: "balance", data: {} });
    await severalLooks();
    expect(other.events.map(({ name }) => name)).toEqual(["ready"]);
    // Once each, over many queries.
    expect(first.events.map(({ name }) => name).sort()).toEqual(["balance", "order", "ready"]);
  });

  it("keeps a balance unchanged while a process leases from it", async () => {
    const ada = await aUser(running, { quota: 100 });
    const reader = await listen(ada);
    await reader.next("ready");
    await running.database.transaction(async (queries) => {
      await queries.updateTable("users").set({ quota: 60 }).where("id", "=", ada.id).execute();
      const lease = { process_id: "p", kind: "user" as const, owner_id: ada.id, amount: 40 };
      await queries.insertInto("leases").values(lease).execute();
    });
    await severalLooks();
    expect(reader.events.map(({ name }) => name)).toEqual(["ready"]);
  });

  it("reports an announcement, and no other setting", async () => {
    const announced = await listen(await aUser(running), { topics: "account,announcements" });
    const elsewhere = await listen(await aUser(running));
    for (const reader of [announced, elsewhere]) await reader.next("ready");
    await running.set("SystemName", "Other");
    await running.set("Notice", "Closed on Monday");
    await announced.next("announcement");
    expect(announced.events.map(({ name }) => name)).toEqual(["ready", "announcement"]);
    expect(elsewhere.events.map(({ name }) => name)).toEqual(["ready"]);
  });

  it("ignores a forged Last-Event-ID", async () => {
    const ada = await aUser(running);
    for (const id of ["0", "-1", "99999999999999999999", "1 union select", "é".repeat(300)]) {
      const reader = await listen(ada, { headers: { "last-event-id": encodeURIComponent(id) } });
      await reader.next("ready");
      await severalLooks();
      expect(reader.events).toHaveLength(1);
      reader.close();
    }
  });
});

describe("who may subscribe", () => {
  it("notifies administrators of channels, and rejects users who subscribe to that", async () => {
    const reader = await listen(await anAdmin(running), { topics: "channels" });
    const rejected = await listen(await aUser(running), { topics: "account,channels" });
    expect(rejected.status).toBe(403);
    await (await asRoot(running)).post("/api/channel/", aChannel());
    await reader.next("channels");
  });

  it("sends administrators the whole pulse, again only when a value changed, and immediately to later subscribers", async () => {
    const grace = await anAdmin(running);
    const reader = await listen(grace, { topics: "pulse" });
    const { data } = await reader.next("pulse");
    expect(pulse.safeParse(data).success).toBe(true);
    await severalLooks();
    expect(reader.events.map(({ name }) => name)).toEqual(["ready", "pulse"]);
    const later = await listen(grace, { topics: "pulse" });
    expect(await later.next("pulse")).toEqual({ name: "pulse", data });
    const strips = (data as Pulse).channels.strips.length;
    await (await asRoot(running)).post("/api/channel/", aChannel({ name: "pulsing" }));
    const changed = (await reader.next("pulse")).data as Pulse;
    expect(changed.channels.strips).toHaveLength(strips + 1);
    const rejected = await listen(await aUser(running), { topics: "pulse" });
    expect(rejected.status).toBe(403);
  });

  it("rejects no session, an invalid one, an access token, and other sites", async () => {
    const ada = await aUser(running);
    const session = await signIn(running, ada);
    const status = async (value: string, headers = {}) => {
      const reader = await readEvents(url, value, { headers });
      reader.close();
      return reader.status;
    };
    expect(await status("")).toBe(401);
    expect(await status("x".repeat(43))).toBe(401);
    for (const headers of [
      { "sec-fetch-site": "cross-site" },
      { "sec-fetch-site": "same-site" },
      { origin: "https://evil.example" },
    ])
      expect(await status(session, headers)).toBe(403);
    const script = await asScript(running, ada);
    expect(await script.get("/api/events?topics=account")).toMatchObject({
      status: 403,
      code: "auth.forbidden",
    });
  });

  it("names the field of topics that are missing or unknown", async () => {
    const browser = await asUser(running, await aUser(running));
    for (const query of [
      "",
      "?topics=",
      "?topics=,",
      "?topics=account,secrets",
      `?topics=${"a".repeat(201)}`,
    ]) {
      const answer = await browser.get(`/api/events${query}`);
      expect([query, answer.status, answer.code]).toEqual([query, 400, "request.invalid"]);
      expect(answer.body.fields?.[0]?.path).toMatch(/^topics/);
    }
  });

  it("rejects the ninth stream of a session with the time to wait, and admits it when another ended", async () => {
    const session = await signIn(running, await aUser(running));
    for (let count = 0; count < 8; count++) open.push(await readEvents(url, session));
    const rejected = await readEvents(url, session);
    expect([rejected.status, rejected.headers["retry-after"]]).toEqual([429, "60"]);
    open.pop()?.close();
    await vi.waitFor(() => expect(running.services.events.size).toBe(7));
    open.push(await readEvents(url, session));
    expect(open.at(-1)?.status).toBe(200);
  });
});

describe("a stream ends", () => {
  it("when its session ends, and no other session's", async () => {
    const ada = await aUser(running);
    const session = await signIn(running, ada);
    const gone = await readEvents(url, session);
    const stays = await listen(ada);
    await stays.next("ready");
    await running.app.inject({ url: "/api/user/logout", headers: { cookie: `session=${session}` } });
    expect(await gone.ended).toBe("ended");
    await payOrder((await anOrder(running, { user_id: ada.id })).id);
    await stays.next("order");
  });

  it("when the user is disabled or deleted", async () => {
    const root = await asRoot(running);
    for (const action of ["disable", "delete"]) {
      const ada = await aUser(running);
      const reader = await listen(ada);
      await root.post("/api/user/manage", { id: ada.id, action });
      expect(await reader.ended).toBe("ended");
    }
  });

  it("when the role no longer allows a topic, and stays open where it does", async () => {
    const grace = await anAdmin(running);
    const watched = await listen(grace, { topics: "channels" });
    const own = await listen(grace, { topics: "account" });
    await own.next("ready");
    const root = await asRoot(running);
    expect(await root.put("/api/user/", { id: grace.id, role: roles.user })).toMatchObject({ status: 200 });
    expect(await watched.ended).toBe("ended");
    await payOrder((await anOrder(running, { user_id: grace.id })).id);
    await own.next("order");
  });

  it("when the server stops, which does not wait for its readers", async () => {
    const other = await startControlApp();
    await other.app.listen({ port: 0, host: "127.0.0.1" });
    const { port } = other.app.server.address() as AddressInfo;
    const reader = await readEvents(`http://127.0.0.1:${port}`, await signIn(other, await aUser(other)));
    await reader.next("ready");
    const before = performance.now();
    await other.stop();
    expect(performance.now() - before).toBeLessThan(3000);
    expect(await reader.ended).toBe("ended");
  });
});

it("runs no queries while there is no subscriber", async () => {
  const statements = vi.spyOn(running.database.queries, "selectFrom");
  const reads = vi.spyOn(running.database.reads, "selectFrom");
  await severalLooks();
  const own = [...statements.mock.calls, ...reads.mock.calls].map(([table]) => JSON.stringify(table));
  // Every server always reads the notice of changes.
  expect(own.filter((table) => !/change_versions|caller_changes/.test(table))).toEqual([]);
  vi.restoreAllMocks();
});
