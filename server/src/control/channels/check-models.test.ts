import type { ModelCheck } from "@tollgate/contract/channel-tests";
import type { Channel, ChannelEvent } from "@tollgate/contract/channels";
import type { Page } from "@tollgate/contract/list-query";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { asUser, type Client } from "../../../test/support/as-user.ts";
import { aChannel, anAdmin } from "../../../test/support/builders.ts";
import { type ControlApp, startControlApp } from "../../../test/support/control-app.ts";

let running: ControlApp;
let admin: Client;
beforeAll(async () => {
  running = await startControlApp();
  admin = await asUser(running, await anAdmin(running));
});
afterAll(() => running.stop());

const create = async (values: Record<string, unknown>) =>
  (await admin.post<Channel>("/api/channel/", aChannel(values))).data.id;
const check = async (id: number) => (await admin.post<ModelCheck>(`/api/channel/${id}/models`, {})).data;
const channelOf = async (id: number) => (await admin.get<Channel>(`/api/channel/${id}`)).data;
const eventsOf = async (id: number) =>
  (await admin.get<Page<ChannelEvent>>(`/api/channel/${id}/events`)).data.data;

describe("the model check of a channel", () => {
  it("reports new and removed models by the forwarded names, and changes none of the channel's models", async () => {
    const id = await create({
      models: ["kept", "alias", "gone-1", "family*"],
      model_mapping: '{"alias":"+upstream-name"}',
    });
    running.probe.models = ["kept", "upstream-name", "family-small", "fresh", "fresh"];
    const first = running.clock.now();
    expect(await check(id)).toEqual({
      checked_time: first,
      new_models: ["fresh"],
      gone_models: [{ model: "gone-1", since: first }],
    });
    expect(running.announced).toContain("channels");
    running.announced.length = 0;
    await check(id);
    expect(running.announced).toEqual([]);
    running.clock.advance(60);
    running.probe.models = ["upstream-name", "fresh", "fresher"];
    expect(await check(id)).toEqual({
      checked_time: first + 60,
      new_models: ["fresh", "fresher"],
      gone_models: [
        { model: "kept", since: first + 60 },
        { model: "gone-1", since: first },
      ],
    });
    expect(await eventsOf(id)).toMatchObject([
      { kind: "models_new", reason: "fresher" },
      { kind: "models_gone", reason: "kept" },
      { kind: "models_gone", reason: "gone-1" },
    ]);
    expect(await channelOf(id)).toMatchObject({ models: "kept,alias,gone-1,family*" });
  });

  it("clears a removed model that comes back or leaves the channel", async () => {
    const id = await create({ models: ["a", "b", "c"] });
    running.probe.models = ["a"];
    expect((await check(id)).gone_models).toHaveLength(2);
    running.probe.models = ["a", "b"];
    expect((await check(id)).gone_models).toMatchObject([{ model: "c" }]);
    await admin.put("/api/channel/batch/del_model", { ids: [id], value: "c" });
    expect((await channelOf(id)).model_check.gone_models).toEqual([]);
  });

  it("ends when the names that are sent, or the provider, change", async () => {
    const id = await create({ models: ["a", "b"] });
    running.probe.models = ["a"];
    const edit = async (change: object) => {
      expect((await check(id)).gone_models).toHaveLength(1);
      expect((await admin.put("/api/channel/", { id, ...change })).status).toBe(200);
      return (await channelOf(id)).model_check;
    };
    expect(await edit({ weight: 7 })).toMatchObject({ gone_models: [{ model: "b" }] });
    const none = { checked_time: 0, new_models: [], gone_models: [] };
    expect(await edit({ key: "sk-another" })).toEqual(none);
    expect(await edit({ other: "2026-11-01" })).toEqual(none);
    expect(await edit({ model_mapping: '{"b":"a"}' })).toEqual(none);
  });

  it("trusts neither an empty list nor a failure", async () => {
    const id = await create({ models: ["a"] });
    running.probe.models = [];
    expect((await check(id)).gone_models).toEqual([]);
    running.probe.models = { kind: "auth", status: 401, message: "Incorrect API key" };
    expect((await admin.post(`/api/channel/${id}/models`, {})).code).toBe("channel.models_unavailable");
    await running.services.channels.modelChecks.checkAll();
    expect((await channelOf(id)).model_check.gone_models).toEqual([]);
  });
});

describe("a channel that is edited during a model check", () => {
  /** Returns a function: lists and balances are returned when it is called. */
  const holdProbe = () => {
    running.probe.calls = [];
    let open = (): void => {};
    running.probe.gate = new Promise((resolve) => {
      open = resolve;
    });
    return open;
  };
  const begun = async () => {
    await expect.poll(() => running.probe.calls.length).toBeGreaterThan(0);
  };

  it("is checked at its new address by a check of all: the new key is never sent to the old one", async () => {
    const [_first, id] = [
      await create({ models: ["a"] }),
      await create({ models: ["a"], base_url: "https://old.example.com" }),
    ];
    running.probe.models = ["a"];
    const open = holdProbe();
    const checks = running.services.channels.modelChecks.checkAll();
    await begun();
    await admin.put("/api/channel/", { id, base_url: "https://new.example.com", key: "new-key" });
    open();
    await checks;
    const calls = running.probe.calls.map(({ target }) => target).filter((target) => target.id === id);
    expect(calls).toMatchObject([{ keys: ["new-key"], baseUrl: "https://new.example.com" }]);
  });

  it.each([
    ["key", { key: "sk-another" }],
    ["mapping", { model_mapping: '{"b":"a"}' }],
    ["list of models", { models: ["a"] }],
  ])("does not get the result for its old %s", async (_what, edit) => {
    const id = await create({ models: ["a", "b"] });
    running.probe.models = ["a"];
    await check(id);
    const open = holdProbe();
    const late = check(id);
    await begun();
    expect((await admin.put("/api/channel/", { id, ...edit })).status).toBe(200);
    open();
    expect((await late).gone_models).toMatchObject([{ model: "b" }]);
    expect((await channelOf(id)).model_check.gone_models).toEqual([]);
  });

  it("does not get the balance of its old key", async () => {
    const id = await create({ models: ["a"] });
    running.probe.balance = 3;
    const open = holdProbe();
    const balance = running.services.channels.updateBalance(id);
    await begun();
    await admin.put("/api/channel/", { id, key: "sk-another" });
    open();
    expect(await balance).toMatchObject({ balance: 3 });
    expect(await channelOf(id)).toMatchObject({ balance: 0, balance_updated_time: 0 });
  });
});

describe("the capabilities of a model", () => {
  it("stay with the channel until it is edited", async () => {
    const id = await create({ models: ["a"] });
    running.probe.calls = [];
    const report = await admin.post(`/api/channel/${id}/capabilities`, { model: "a" });
    expect(report.data).toMatchObject({
      model: "a",
      checked_time: running.clock.now(),
      findings: [
        { capability: "stream", outcome: "yes" },
        { capability: "tools", outcome: "yes" },
        { capability: "vision", outcome: "no" },
        { capability: "structured_output", outcome: "yes" },
        { capability: "reasoning", outcome: "yes" },
      ],
    });
    expect(running.probe.calls).toHaveLength(5);
    expect((await channelOf(id)).capabilities).toEqual(report.data);
    await admin.put(`/api/channel/${id}`, { priority: 3 });
    expect((await channelOf(id)).capabilities).not.toBeNull();
    await admin.put("/api/channel/", { id, other: "changed" });
    expect((await channelOf(id)).capabilities).toBeNull();
  });

  /** Begins a test of each channel that ends when `open` is called. */
  const begin = async (ids: number[]) => {
    const before = running.probe.calls.length;
    let open = (): void => {};
    running.probe.gate = new Promise((resolve) => {
      open = resolve;
    });
    const tries = ids.map((id) => admin.post(`/api/channel/${id}/capabilities`, { model: "a" }));
    await expect.poll(() => running.probe.calls.length).toBe(before + ids.length);
    return { tries, open };
  };

  it.each([
    ["its provider's settings", { other: "changed" }],
    ["its key", { key: "sk-other-key" }],
    ["its headers", { model_headers: '{"x-a":"b"}' }],
    ["its models", { models: ["a", "b"] }],
  ])("are not stored where an edit changed %s in the meantime", async (_what, edit) => {
    const id = await create({ models: ["a"] });
    const { tries, open } = await begin([id]);
    expect((await admin.put("/api/channel/", { id, ...edit })).status).toBe(200);
    open();
    expect((await tries[0])?.data).toMatchObject({ model: "a" });
    expect((await channelOf(id)).capabilities).toBeNull();
  });

  it("are stored next to an edit that does not concern the upstream", async () => {
    const id = await create({ models: ["a"] });
    const { tries, open } = await begin([id]);
    await admin.put("/api/channel/", { id, tag: "t" });
    open();
    await Promise.all(tries);
    expect(await channelOf(id)).toMatchObject({ tag: "t", capabilities: { model: "a" } });
  });

  it("are tested one at a time for a channel, and for few channels concurrently", async () => {
    const [first, second, third, fourth] = [
      await create({ models: ["a"] }),
      await create({ models: ["a"] }),
      await create({ models: ["a"] }),
      await create({ models: ["a"] }),
    ];
    const tryOf = (id: number) => admin.post(`/api/channel/${id}/capabilities`, { model: "a" });
    const { tries, open } = await begin([first, second, third]);
    expect((await tryOf(first)).code).toBe("channel.being_tried");
    expect((await tryOf(fourth)).code).toBe("server.busy");
    open();
    await Promise.all(tries);
    expect((await tryOf(fourth)).status).toBe(200);
    expect((await tryOf(first)).status).toBe(200);
  });
});
