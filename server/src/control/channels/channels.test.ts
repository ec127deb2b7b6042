import type { Channel, ChannelTestResult } from "@tollgate/contract/channels";
import type { Page } from "@tollgate/contract/list-query";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { asRoot, asUser, type Client } from "../../../test/support/as-user.ts";
import { aChannel, anAdmin } from "../../../test/support/builders.ts";
import { type ControlApp, startControlApp } from "../../../test/support/control-app.ts";
import { openChannelKeys } from "../../storage/repositories/secret-columns.ts";
import { systemActor } from "../actor.ts";
import { keyHint, splitKeys } from "./channel-values.ts";

let running: ControlApp;
let admin: Client;
let root: Client;
beforeAll(async () => {
  running = await startControlApp();
  admin = await asUser(running, await anAdmin(running));
  root = await asRoot(running);
});
afterAll(() => running.stop());
beforeEach(() => {
  running.probe.calls = [];
  running.probe.result = { time: 120, problem: undefined };
  running.announced.length = 0;
});

async function create(values: Record<string, unknown> = {}): Promise<Channel> {
  const answer = await admin.post<Channel>("/api/channel/", aChannel(values));
  expect(answer.body).toMatchObject({ success: true });
  return answer.data;
}

function rowOf(id: number) {
  return running.database.queries
    .selectFrom("channels")
    .selectAll()
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
}

describe("creating a channel", () => {
  it("seals its keys to its row and shows only their count and the last four characters", async () => {
    const key = "sk-first-0123456789wxyz\n\n sk-second-0123456789 ";
    const channel = await create({ key, models: ["gpt-4o", "gpt-4o", "gpt-3.5*"] });
    expect(channel).toMatchObject({
      key_count: 2,
      key_hint: "wxyz",
      status: 1,
      models: "gpt-4o,gpt-3.5*",
    });
    const row = await rowOf(channel.id);
    expect(row.key_encrypted).not.toContain("first");
    expect(openChannelKeys(running.secretBox, row)).toEqual([
      "sk-first-0123456789wxyz",
      "sk-second-0123456789",
    ]);
    const other = await create();
    expect(() => openChannelKeys(running.secretBox, { ...row, id: other.id })).toThrow();
    expect(running.announced).toContain("channels");
  });

  it("names every empty or wrong field together", async () => {
    const answer = await admin.post("/api/channel/", {
      name: "",
      type: 1,
      models: [],
      groups: [],
      priority: -1,
      weight: 0,
      model_mapping: "not json",
      model_headers: "[]",
      custom_parameter: "1",
    });
    expect(answer.status).toBe(400);
    expect(answer.body.fields?.map((field) => field.path).sort()).toEqual([
      "custom_parameter",
      "group",
      "model_headers",
      "model_mapping",
      "models",
      "name",
      "priority",
      "weight",
    ]);
    const wildcard = await admin.post("/api/channel/", aChannel({ models: ["*gpt-3.5", "gpt-3.5*"] }));
    expect(wildcard.body.fields).toMatchObject([{ path: "models.0", code: "model.bad_wildcard" }]);
  });

  it("requires an address where the provider has no default, and groups and providers that exist", async () => {
    const form = aChannel({ type: 8, key: " ", groups: ["default", "gone"] });
    const answer = await admin.post("/api/channel/", form);
    expect(answer.body.fields).toMatchObject([
      { path: "key", code: "channel.key_required" },
      { path: "base_url", code: "too_small" },
      { path: "group.1", code: "group.not_found", params: { symbol: "gone" } },
    ]);
    const unknown = await admin.post("/api/channel/", aChannel({ type: 999 }));
    expect(unknown.body.fields).toMatchObject([{ path: "type", code: "channel.unknown_type" }]);
    const custom = await create({ type: 8, base_url: "https://llm.example.org/v1/" });
    expect(custom.base_url).toBe("https://llm.example.org/v1");
  });

  it("requires a key where the provider needs one, with a sentence that names it", async () => {
    const { key: _, ...form } = aChannel();
    for (const body of [form, { ...form, key: "" }, { ...form, key: " \n" }]) {
      const rejected = await admin.post("/api/channel/", body);
      expect(rejected).toMatchObject({ status: 400, code: "request.invalid" });
      expect(rejected.body.fields).toMatchObject([{ path: "key", code: "channel.key_required" }]);
      expect(rejected.body.message).toBe("Some fields are invalid. key: Enter a key: OpenAI needs one.");
    }
    const models = await admin.post("/api/channel/provider_models_list", { type: 1 });
    expect(models.body.fields).toMatchObject([{ path: "key", code: "channel.key_required" }]);
  });

  it("needs no key where the provider has none, and requires one when such a channel moves to another provider", async () => {
    const { key: _, ...form } = aChannel({ type: 39 });
    const channel = await create({ ...form, key: "" });
    expect(channel).toMatchObject({ key_count: 0, key_hint: "" });
    expect(openChannelKeys(running.secretBox, await rowOf(channel.id))).toEqual([""]);
    const edited = { ...form, id: channel.id, key: "" };
    expect((await admin.put("/api/channel/", { ...edited, name: "renamed" })).status).toBe(200);
    const moved = await root.put("/api/channel/", { ...edited, type: 1 });
    expect(moved.body.fields).toMatchObject([{ path: "key", code: "channel.key_required" }]);
  });

  it("admits public hosts only for administrators, and any host for the super administrator", async () => {
    const hosts = [
      "127.0.0.1",
      "127.1",
      "0.0.0.0",
      "2130706433",
      "0x7f.1",
      "[::1]",
      "[::ffff:169.254.169.254]",
    ];
    for (const host of [...hosts, "169.254.169.254", "10.0.0.1", "ollama.internal"]) {
      for (const field of ["base_url", "proxy"]) {
        const form = aChannel({ [field]: `http://${host}:8080` });
        const rejected = await admin.post("/api/channel/", form);
        const problem = [host, field, "channel.address_not_public"];
        expect([host, rejected.body.fields?.[0]?.path, rejected.body.fields?.[0]?.code]).toEqual(problem);
        const { key, type } = form;
        const models = await admin.post("/api/channel/provider_models_list", {
          type,
          key,
          [field]: form[field],
        });
        expect([host, models.body.fields?.[0]?.path, models.body.fields?.[0]?.code]).toEqual(problem);
      }
    }
    const made = await root.post<Channel>("/api/channel/", aChannel({ base_url: "http://ollama.internal" }));
    expect(made.status).toBe(200);
    const form = { ...aChannel(), id: made.data.id, key: "sk-new", base_url: "http://ollama.internal" };
    expect((await admin.put("/api/channel/", { ...form, name: "renamed" })).status).toBe(200);
    const moved = await admin.put("/api/channel/", { ...form, base_url: "http://127.0.0.1" });
    expect(moved.body.fields).toMatchObject([{ path: "base_url", code: "channel.address_not_public" }]);
    expect(
      (await admin.post("/api/channel/", aChannel({ base_url: "https://api.example.org" }))).status,
    ).toBe(200);
    await root.delete(`/api/channel/${made.data.id}`);
  });

  it("accepts no address that is not http", async () => {
    for (const base_url of ["file:///etc/passwd", "gopher://x", "javascript:alert(1)", "//x"])
      expect((await admin.post("/api/channel/", aChannel({ base_url }))).status).toBe(400);
  });
});

describe("the family's batches", () => {
  it("set other, add and remove a model on the channels that exist, with an audit entry for each", async () => {
    const [first, second] = [await create({ models: ["a", "b"] }), await create({ models: ["a", "c"] })];
    const ids = [first.id, second.id, 99_999, first.id];
    const models = async () =>
      Promise.all(
        [first, second].map(async ({ id }) => (await admin.get<Channel>(`/api/channel/${id}`)).data),
      );
    const call = async (name: string, value: string) =>
      admin.put<number>(`/api/channel/batch/${name}`, { ids, value });
    expect((await call("azure_api", "2026-01-01")).data).toBe(2);
    expect((await call("azure_api", "2026-01-01")).data).toBe(0);
    expect((await call("add_model", "c")).data).toBe(1);
    expect((await call("del_model", "a")).data).toBe(2);
    expect(await models()).toMatchObject([
      { other: "2026-01-01", models: "b,c" },
      { other: "2026-01-01", models: "c" },
    ]);
    const last = await call("del_model", "c");
    expect(last.body.fields).toMatchObject([{ path: "ids.1", code: "channel.last_model" }]);
    expect(await models()).toMatchObject([{ models: "b,c" }, { models: "c" }]);
    for (const body of [
      { ids: [], value: "m" },
      { ids: [first.id], value: "" },
      { ids: [first.id], value: "*x" },
    ])
      expect((await admin.put("/api/channel/batch/add_model", body)).body.fields).toHaveLength(1);
    const entries = await root.get<{ data: { action: string; detail: object }[] }>(
      `/api/audit/?target_type=channel&target_id=${first.id}`,
    );
    expect(entries.data.data.map(({ detail }) => detail).slice(0, 3)).toEqual([
      { models: { added: [], removed: ["a"] } },
      { models: { added: ["c"], removed: [] } },
      { other: "changed" },
    ]);
    const deleted = await admin.call<number>("DELETE", "/api/channel/batch", { value: "delete", ids });
    expect(deleted.data).toBe(2);
    expect((await admin.get(`/api/channel/${first.id}`)).code).toBe("channel.not_found");
  });
});

describe("changes of several channels", () => {
  it("set groups, priority and weight in one transaction, with an audit entry for each that changed", async () => {
    const [first, second] = [await create(), await create({ priority: 7 })];
    const ids = [first.id, second.id, 99_999];
    const set = (fields: object) => admin.put<number>("/api/channel/batch/fields", { ids, ...fields });
    expect((await set({ priority: 7 })).data).toBe(1);
    expect((await set({ weight: 4, group: ["svip", "default"] })).data).toBe(2);
    for (const id of [first.id, second.id])
      expect((await admin.get(`/api/channel/${id}`)).data).toMatchObject({
        priority: 7,
        weight: 4,
        group: "svip,default",
      });
    const rejected = await set({ weight: 9, group: ["gone"] });
    expect(rejected.body.fields).toMatchObject([{ path: "group.0", code: "group.not_found" }]);
    expect((await admin.get(`/api/channel/${first.id}`)).data).toMatchObject({ weight: 4 });
    for (const wrong of [{}, { priority: -1 }, { weight: 0 }, { group: [] }])
      expect((await set(wrong)).status).toBe(400);
    const entries = await root.get<{ data: { detail: object }[] }>(
      `/api/audit/?target_type=channel&target_id=${second.id}`,
    );
    expect(entries.data.data.map(({ detail }) => detail)[0]).toEqual({
      weight: 4,
      group: ["svip", "default"],
    });
  });

  it("lose none of many parallel additions and removals of models", async () => {
    const { id } = await create({ models: ["keep", "old-1", "old-2", "old-3"] });
    const { batches } = running.services.channels;
    const changed = await Promise.all([
      ...[1, 2, 3, 4, 5].map((number) => batches.addModel(systemActor, [id], `new-${number}`)),
      ...[1, 2, 3].map((number) => batches.removeModel(systemActor, [id], `old-${number}`)),
    ]);
    expect(changed).toEqual(Array(8).fill(1));
    const { models } = (await admin.get<Channel>(`/api/channel/${id}`)).data;
    expect(String(models).split(",").sort()).toEqual(["keep", "new-1", "new-2", "new-3", "new-4", "new-5"]);
  });

  it("are summed up for each tag", async () => {
    const [first, second] = [
      await create({ tag: "sums", priority: 3 }),
      await create({ tag: "sums", priority: 9 }),
    ];
    await admin.put(`/api/channel/${second.id}`, { status: 2 });
    const summaries = (await admin.get<{ tag: string }[]>("/api/channel_tag/_summary")).data;
    expect(summaries.find(({ tag }) => tag === "sums")).toEqual({
      tag: "sums",
      ids: [first.id, second.id],
      enabled: 1,
      disabled: 1,
      auto_disabled: 0,
      used_quota: 0,
      priority_min: 3,
      priority_max: 9,
    });
  });
});

describe("changing a channel", () => {
  it("keeps the stored key if none is sent", async () => {
    const channel = await create();
    const before = (await rowOf(channel.id)).key_encrypted;
    const { key: _, ...form } = aChannel({ id: channel.id, name: "renamed", priority: 7 });
    const answer = await admin.put<Channel>("/api/channel/", form);
    expect(answer.data).toMatchObject({ name: "renamed", priority: 7, key_hint: "cdef" });
    expect((await rowOf(channel.id)).key_encrypted).toBe(before);
  });

  it("does not send a stored key to another address for an administrator, but does for root", async () => {
    const channel = await create();
    const { key: _, ...form } = aChannel({ id: channel.id, base_url: "https://elsewhere.example" });
    const rejected = await admin.put("/api/channel/", form);
    expect(rejected.body.fields).toMatchObject([{ path: "key", code: "too_small" }]);
    const models = { id: channel.id, type: 1, base_url: "https://elsewhere.example" };
    expect((await admin.post("/api/channel/provider_models_list", models)).status).toBe(400);
    expect(running.probe.calls).toEqual([]);
    expect((await root.put("/api/channel/", form)).status).toBe(200);
  });

  it("ignores every column that is not the form's", async () => {
    const channel = await create();
    const before = await rowOf(channel.id);
    const extra = { used_quota: 9, balance: 9, status: 3, key_hint: "x", created_time: 9, deleted_time: 9 };
    await admin.put("/api/channel/", { ...aChannel({ id: channel.id }), key: "", ...extra });
    expect(await rowOf(channel.id)).toEqual(before);
  });

  it("changes status, priority and weight alone, and reports missing channels", async () => {
    const { id } = await create();
    expect((await admin.put<Channel>(`/api/channel/${id}`, { status: 2 })).data.status).toBe(2);
    expect((await admin.put<Channel>(`/api/channel/${id}`, { weight: 9 })).data).toMatchObject({
      status: 2,
      weight: 9,
    });
    expect((await admin.put(`/api/channel/${id}`, {})).status).toBe(400);
    expect((await admin.put(`/api/channel/${id}`, { status: 3 })).status).toBe(400);
    expect((await admin.put("/api/channel/99999", { status: 1 })).code).toBe("channel.not_found");
  });

  it("edits several and deletes the keys of deleted ones", async () => {
    const proxy = "http://user:password@proxy.example.org";
    const ids = [(await create({ proxy, model_headers: '{"x-gate":"credential"}' })).id, (await create()).id];
    const tag = await admin.post("/api/channel/batch", { ids: [...ids, 99999], action: "tag", tag: "blue" });
    expect(tag.data).toEqual({ changed: 2 });
    const list = await admin.get<Page<Channel>>("/api/channel/?tag=blue&order=id");
    expect(list.data.data.map((channel) => channel.id)).toEqual(ids);
    await admin.post("/api/channel/batch", { ids, action: "delete" });
    expect((await admin.get<Page<Channel>>("/api/channel/?tag=blue")).data.total_count).toBe(0);
    const gone = { key_encrypted: "", proxy: "", model_headers: "", custom_parameter: "", plugin: "{}" };
    expect(await rowOf(ids[0] as number)).toMatchObject(gone);
    expect((await admin.delete(`/api/channel/${ids[0]}`)).code).toBe("channel.not_found");
  });

  it("leaves an audit entry without values that may be secret", async () => {
    const { id } = await create();
    await admin.put("/api/channel/", aChannel({ id, key: "sk-brand-new-0123456789", name: "x" }));
    const entries = await running.database.queries
      .selectFrom("audit_entries")
      .selectAll()
      .where("target_type", "=", "channel")
      .where("target_id", "=", String(id))
      .orderBy("id")
      .execute();
    expect(entries.map((entry) => entry.action)).toEqual(["channel.create", "channel.update"]);
    expect(JSON.parse(entries[1]?.detail ?? "")).toEqual({
      target: "a channel",
      name: ["a channel", "x"],
      key: "replaced",
    });
  });
});

describe("listing channels", () => {
  it("filters by group and model as whole words of lists, and by keyword over name and tag", async () => {
    const a = await create({ name: "alpha 50%", groups: ["vip"], models: ["m-one"] });
    await create({ name: "beta", groups: ["svip"], models: ["m-one-more"], tag: "omega" });
    const find = async (query: string) =>
      (await admin.get<Page<Channel>>(`/api/channel/?${query}`)).data.data.map((channel) => channel.name);
    expect(await find("group=vip")).toEqual([a.name]);
    expect(await find("model=m-one&order=name")).toEqual(["alpha 50%", "beta"]);
    expect(await find("keyword=OMEGA")).toEqual(["beta"]);
    expect(await find("keyword=0%25")).toEqual(["alpha 50%"]);
    expect(await find("keyword=_")).toEqual([]);
  });
});

describe("testing a channel", () => {
  const test = (id: number, model = "") =>
    admin.get<ChannelTestResult>(`/api/channel/test/${id}?model=${model}`);
  const stateOf = async (id: number) => (await admin.get<Channel>(`/api/channel/${id}`)).data;

  it("needs a model, and stores time and result", async () => {
    const { id } = await create({ test_model: "" });
    expect((await test(id)).code).toBe("channel.no_test_model");
    running.probe.result = { time: 120, problem: undefined, answer: "Hi there." };
    expect((await test(id, "gpt-4o-mini")).data).toEqual({
      success: true,
      skipped: false,
      model: "gpt-4o-mini",
      time: 120,
      problem: "",
      status: 0,
      reason: "",
      asked: "",
      answered: "",
      answer: "Hi there.",
    });
    running.probe.result = { time: 120, problem: undefined };
    expect(running.probe.calls[0]).toMatchObject({
      model: "gpt-4o-mini",
      target: { keys: ["sk-upstream-0123456789abcdef"], baseUrl: "", type: 1 },
    });
    expect(await stateOf(id)).toMatchObject({ response_time: 120, test_time: running.clock.now() });
  });

  it("calls a model by its kind, and does not disable a channel whose model it cannot call", async () => {
    const { id } = await create({ model_mapping: '{"vectors":"text-embedding-3-small"}' });
    await test(id, "text-embedding-3-small");
    await test(id, "vectors");
    await test(id, "gpt-4o-mini");
    expect(running.probe.calls.map(({ kind }) => kind)).toEqual(["embedding", "embedding", "chat"]);
    running.probe.calls = [];
    const wouldFail = { kind: "auth", status: 401, message: "no" } as const;
    running.probe.result = { time: 5, problem: wouldFail };
    for (const model of ["dall-e-3", "whisper-1", "tts-1", "rerank-v3.5"])
      expect((await test(id, model)).data).toMatchObject({
        skipped: true,
        success: false,
        model,
        reason: "",
      });
    expect(running.probe.calls).toEqual([]);
    running.probe.result = undefined;
    expect((await test(id, "text-embedding-3-small")).data).toMatchObject({ skipped: true });
    expect((await stateOf(id)).status).toBe(1);
    expect((await admin.get<Page<unknown>>(`/api/channel/${id}/events`)).data.total_count).toBe(3);
    const info = { model: "dall-e-3", name: "Own chat model", output_modalities: '["text"]' };
    await admin.post("/api/model_info/", info);
    running.probe.result = { time: 5, problem: undefined };
    expect((await test(id, "dall-e-3")).data).toMatchObject({ skipped: false, success: true });
  });

  it("lists why the last test failed, until one passes", async () => {
    const { id } = await create({ name: "twice tested" });
    const problem = async () =>
      (await admin.get<Page<Channel>>("/api/channel/?keyword=twice")).data.data[0]?.test_problem;
    expect(await problem()).toBeUndefined();
    const rejection = { kind: "overload", status: 503, message: "come back later" } as const;
    running.probe.result = { time: 80, problem: rejection };
    expect((await test(id, "gpt-4o")).data).toMatchObject({ success: false, answer: "" });
    expect(await problem()).toBe("come back later");
    running.probe.result = { time: 120, problem: undefined };
    await test(id, "gpt-4o");
    expect(await problem()).toBeUndefined();
  });

  it("disables a slow channel with its reason, and enables a passed one again", async () => {
    await running.set("ChannelDisableThreshold", 2);
    const { id } = await create();
    running.probe.result = { time: 2500, problem: undefined };
    const reason = "The test took 2.5 s; the maximum response time is 2 s.";
    expect((await test(id)).data).toMatchObject({ success: true, problem: "too_slow", reason });
    expect(await stateOf(id)).toMatchObject({ status: 3, status_reason: reason });
    running.probe.result = { time: 100, problem: undefined };
    await running.set("AutomaticEnableChannelEnabled", false);
    await test(id);
    expect((await stateOf(id)).status).toBe(3);
    await running.set("AutomaticEnableChannelEnabled", true);
    await test(id);
    expect(await stateOf(id)).toMatchObject({ status: 1, status_reason: "" });
    await running.set("ChannelDisableThreshold", 0);
  });

  it("never changes a channel that a person disabled", async () => {
    const { id } = await create();
    await admin.put(`/api/channel/${id}`, { status: 2 });
    await test(id);
    expect((await stateOf(id)).status).toBe(2);
  });

  it("disables only on evidence of a dead account, and cleans the upstream's sentence", async () => {
    const { id } = await create();
    running.probe.result = { time: 9, problem: { kind: "server", status: 500, message: "oops" } };
    expect((await test(id)).data).toMatchObject({ success: false, reason: "oops" });
    expect((await stateOf(id)).status).toBe(1);
    const message = "Incorrect API key provided: sk-upstream-0123456789abcdef.\nSee docs";
    running.probe.result = { time: 9, problem: { kind: "auth", status: 401, message } };
    const { data } = await test(id);
    expect(data.reason).toBe("Incorrect API key provided: [key]. See docs");
    expect(await stateOf(id)).toMatchObject({ status: 3, status_reason: data.reason, response_time: 0 });
  });

  it("is disabled by traffic only while it is enabled", async () => {
    const { id } = await create();
    expect(await running.services.channels.disableAutomatically(id, "unpaid bill")).toBe(true);
    expect(await running.services.channels.disableAutomatically(id, "again")).toBe(false);
    expect(await stateOf(id)).toMatchObject({ status: 3, status_reason: "unpaid bill" });
  });
});

describe("fetching models", () => {
  const fetch = (body: object) => admin.post("/api/channel/provider_models_list", body);

  it("calls with the typed key or the stored one, and returns each name once", async () => {
    expect((await fetch({ type: 1, key: "sk-typed" })).data).toEqual(["model-a", "model-b"]);
    const { id } = await create();
    expect((await fetch({ type: 1, id })).data).toEqual(["model-a", "model-b"]);
    expect(running.probe.calls.map((call) => call.target.keys)).toEqual([
      ["sk-typed"],
      ["sk-upstream-0123456789abcdef"],
    ]);
  });

  it("reports what is missing or impossible", async () => {
    expect((await fetch({ type: 1 })).body.fields).toMatchObject([{ path: "key" }]);
    expect((await fetch({ type: 14, key: "sk-x" })).code).toBe("channel.cannot_list_models");
    expect((await fetch({ type: 8, key: "sk-x" })).body.fields).toMatchObject([{ path: "base_url" }]);
    running.probe.models = { kind: "auth", status: 401, message: "bad key sk-secret-0123456789" };
    const answer = await fetch({ type: 1, key: "sk-secret-0123456789" });
    expect(answer).toMatchObject({ status: 502, code: "channel.models_unavailable" });
    expect(answer.text).not.toContain("sk-secret");
  });
});

it("recognizes keys: lines, or one JSON document over several lines", () => {
  expect(splitKeys(" a \r\n\nb\n")).toEqual(["a", "b"]);
  expect(splitKeys('{\n "a": 1\n}')).toEqual(['{"a":1}']);
  expect(splitKeys('{"a":1}\n{"b":2}')).toEqual(['{"a":1}', '{"b":2}']);
  expect(keyHint(["short"])).toBe("");
});
