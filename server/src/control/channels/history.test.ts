import type { Channel, ChannelEvent } from "@tollgate/contract/channels";
import type { Page } from "@tollgate/contract/list-query";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { asUser, type Client } from "../../../test/support/as-user.ts";
import { beforeTransaction } from "../../../test/support/before-transaction.ts";
import { aChannel, anAdmin, type TestUser } from "../../../test/support/builders.ts";
import { type ControlApp, startControlApp } from "../../../test/support/control-app.ts";

let running: ControlApp;
let person: TestUser;
let admin: Client;
beforeAll(async () => {
  running = await startControlApp();
  person = await anAdmin(running);
  admin = await asUser(running, person);
});
afterAll(() => running.stop());
beforeEach(() => {
  running.probe.result = { time: 120, problem: undefined };
});

const keyOf = (letter: string) => `sk-${letter.repeat(12)}-end${letter}`;
const rejectedBy = (key: string) => ({
  time: 30,
  problem: { kind: "auth" as const, status: 401, message: `Incorrect API key ${key}` },
});

async function create(...letters: string[]): Promise<number> {
  const keys = letters.length > 0 ? letters.map(keyOf) : [keyOf("a")];
  return (await admin.post<Channel>("/api/channel/", aChannel({ key: keys.join("\n") }))).data.id;
}

async function eventsOf(id: number, query = ""): Promise<ChannelEvent[]> {
  return (await admin.get<Page<ChannelEvent>>(`/api/channel/${id}/events${query}`)).data.data;
}

const kindsOf = async (id: number) => (await eventsOf(id)).map((event) => event.kind);
const statusOf = async (id: number) => (await admin.get<Channel>(`/api/channel/${id}`)).data.status;

function rejection(letter: string, everyKey: boolean) {
  return {
    key: keyOf(letter),
    everyKey,
    model: "gpt-4o",
    status: 401,
    problem: "authentication" as const,
    message: "no",
    requestId: "20261103-r1",
  };
}
const report = (id: number, letter: string, everyKey: boolean) =>
  running.services.channels.disableAutomatically(id, "401: no", rejection(letter, everyKey));

describe("the timeline of a channel", () => {
  it("records who switched it, one by one and in bulk, and nothing where nothing changed", async () => {
    const [id, other] = [await create(), await create()];
    await admin.put(`/api/channel/${id}`, { status: 2 });
    await admin.put(`/api/channel/${id}`, { status: 2 });
    await admin.put(`/api/channel/${id}`, { priority: 3 });
    await admin.post("/api/channel/batch", { ids: [id, other], action: "enable" });
    expect(await eventsOf(id)).toMatchObject([
      { kind: "enabled", actor_name: person.username, created_at: running.clock.now() },
      { kind: "disabled", actor_name: person.username },
    ]);
    expect(await eventsOf(other)).toEqual([]);
  });

  it("records the response that disabled it, with model and exchange", async () => {
    const id = await create();
    expect(await report(id, "a", true)).toBe(true);
    expect(await eventsOf(id)).toMatchObject([
      {
        kind: "disabled_automatically",
        reason: "no",
        status: 401,
        model: "gpt-4o",
        request_id: "20261103-r1",
        actor_name: "",
        key_index: null,
      },
    ]);
    expect(await report(id, "a", true)).toBe(false);
    expect(await kindsOf(id)).toEqual(["disabled_automatically"]);
  });

  it("attributes a late rejection to the key that was replaced", async () => {
    const id = await create();
    await admin.put("/api/channel/", aChannel({ id, key: keyOf("b") }));
    expect(await report(id, "a", true)).toBe(false);
    expect([await statusOf(id), await kindsOf(id)]).toEqual([1, []]);
  });

  it("attributes a rejection to the key that is replaced in the moment before the channel is disabled", async () => {
    const id = await create();
    beforeTransaction(running.database, () => admin.put("/api/channel/", { id, key: keyOf("b") }));
    expect(await report(id, "a", true)).toBe(false);
    vi.restoreAllMocks();
    expect([await statusOf(id), await kindsOf(id)]).toEqual([1, []]);
  });

  it("records one rejected key of several once a day, by its index and last four characters", async () => {
    const id = await create("a", "b");
    await report(id, "b", false);
    await report(id, "b", false);
    expect(await eventsOf(id)).toMatchObject([{ kind: "key_refused", key_index: 1, key_hint: "endb" }]);
    expect(await statusOf(id)).toBe(1);
    running.clock.advance(86_401);
    await report(id, "b", false);
    expect(await kindsOf(id)).toEqual(["key_refused", "key_refused"]);
  });

  it("records the last key and the end when every key is rejected", async () => {
    const id = await create("a", "b");
    await report(id, "a", false);
    expect(await report(id, "b", true)).toBe(true);
    expect(await kindsOf(id)).toEqual(["disabled_automatically", "key_refused", "key_refused"]);
    expect(await statusOf(id)).toBe(3);
  });

  it("records tests and who started them; a test that changes the status is recorded with the change", async () => {
    const id = await create();
    await admin.get(`/api/channel/test/${id}`);
    running.probe.result = rejectedBy(keyOf("a"));
    await admin.get(`/api/channel/test/${id}`);
    await running.services.channels.testOnSchedule();
    running.probe.result = { time: 120, problem: undefined };
    await admin.get(`/api/channel/test/${id}`);
    const said = { reason: "Incorrect API key [key]", status: 401, time: 30, model: "gpt-4o" };
    expect(await eventsOf(id)).toMatchObject([
      { kind: "enabled_automatically", actor_name: person.username, time: 120 },
      { kind: "test_failed", actor_name: "", ...said },
      { kind: "disabled_automatically", actor_name: person.username, ...said },
      { kind: "test_passed", actor_name: person.username, time: 120, reason: "" },
    ]);
    expect((await eventsOf(id)).map((event) => event.key_index)).toEqual([null, null, null, null]);
  });

  it("tests the keys of a channel in turn and leaves it enabled while one is valid", async () => {
    const id = await create("a", "b", "c");
    running.probe.result = (key) =>
      key === keyOf("a") ? rejectedBy(key) : { time: 120, problem: undefined };
    const { data } = await admin.get<{ success: boolean; reason: string }>(`/api/channel/test/${id}`);
    expect(data).toMatchObject({ success: true, reason: "Incorrect API key [key]" });
    expect(await eventsOf(id)).toMatchObject([
      { kind: "test_passed", key_index: 1, key_hint: "endb" },
      { kind: "key_refused", key_index: 0, key_hint: "enda", status: 401 },
    ]);
    expect(await statusOf(id)).toBe(1);
    running.probe.result = rejectedBy;
    await admin.get(`/api/channel/test/${id}`);
    expect(await statusOf(id)).toBe(3);
  });

  it("leaves a slow channel enabled where automatic disabling is off", async () => {
    await running.set("ChannelDisableThreshold", 1);
    await running.set("AutomaticDisableChannelEnabled", false);
    const id = await create();
    running.probe.result = { time: 5000, problem: undefined };
    await admin.get(`/api/channel/test/${id}`);
    expect([await statusOf(id), await kindsOf(id)]).toEqual([1, ["test_passed"]]);
    await running.set("AutomaticDisableChannelEnabled", true);
    await running.set("ChannelDisableThreshold", 0);
  });

  it("keeps the newest hundred tests and, separately, the newest hundred of the rest", async () => {
    const id = await create();
    await admin.put(`/api/channel/${id}`, { status: 2 });
    for (let index = 0; index < 105; index++) await running.services.channels.test(script, id, `m${index}`);
    const page = await admin.get<Page<ChannelEvent>>(`/api/channel/${id}/events?size=100`);
    expect(page.data.total_count).toBe(101);
    expect((await eventsOf(id, "?size=1"))[0]?.model).toBe("m104");
    expect((await eventsOf(id, "?size=1&page=100"))[0]?.model).toBe("m5");
    expect((await eventsOf(id, "?size=1&page=101"))[0]?.kind).toBe("disabled");
  });

  it("is deleted with its channel, and is not found where there is none", async () => {
    const id = await create();
    await admin.put(`/api/channel/${id}`, { status: 2 });
    await admin.delete(`/api/channel/${id}`);
    expect((await admin.get(`/api/channel/${id}/events`)).code).toBe("channel.not_found");
    const left = await running.database.queries
      .selectFrom("channel_events")
      .select("id")
      .where("channel_id", "=", id)
      .execute();
    expect(left).toEqual([]);
  });
});

const script = { id: 0, username: "script", role: 10, group: "", ip: "" };

describe("the balance of a channel", () => {
  const update = (id: number) =>
    admin.get<{ balance: number; balance_updated_time: number }>(`/api/channel/update_balance/${id}`);

  it("is fetched with the first key and stored with its time", async () => {
    const id = await create("a", "b");
    const expected = { balance: 12.5, balance_updated_time: running.clock.now() };
    expect((await update(id)).data).toEqual(expected);
    expect((await admin.get<Channel>(`/api/channel/${id}`)).data).toMatchObject(expected);
    expect(running.probe.calls.at(-1)?.target.keys[0]).toBe(keyOf("a"));
  });

  it("is never a reason to disable, and the upstream's sentence about it is cleaned", async () => {
    const id = await create();
    running.probe.balance = { kind: "billing", status: 402, message: `unpaid: ${keyOf("a")}` };
    const answer = await update(id);
    expect(answer).toMatchObject({ status: 502, code: "channel.balance_unavailable" });
    expect(answer.body.params).toEqual({ reason: "unpaid: [key]" });
    running.probe.balance = undefined;
    expect((await update(id)).code).toBe("channel.cannot_read_balance");
    expect([await statusOf(id), await kindsOf(id)]).toEqual([1, []]);
    running.probe.balance = 12.5;
  });

  it("is shown as available where the provider has it, and updated for enabled channels of those", async () => {
    const types = await admin.get<{ type: number; canReadBalance: boolean }[]>("/api/channel/types");
    expect(types.data.map((one) => [one.type, one.canReadBalance])).toEqual([
      [1, true],
      [8, false],
      [14, false],
      [39, false],
    ]);
    const [on, off] = [await create(), await create()];
    await admin.put(`/api/channel/${off}`, { status: 2 });
    const silent = await admin.post<Channel>("/api/channel/", aChannel({ type: 14 }));
    await running.services.channels.updateBalances();
    const balances = [on, off, silent.data.id].map(
      async (id) => (await admin.get<Channel>(`/api/channel/${id}`)).data.balance,
    );
    expect(await Promise.all(balances)).toEqual([12.5, 0, 0]);
  });
});
