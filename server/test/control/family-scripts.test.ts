import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { asRoot, asScript, asUser, type Client } from "../support/as-user.ts";
import { aPrice, aUser, type TestUser } from "../support/builders.ts";
import { type ControlApp, startControlApp } from "../support/control-app.ts";
import {
  editedFamilyChannel,
  familyLinks,
  newFamilyChannel,
  newFamilyToken,
  newFamilyUser,
} from "../support/family-bodies.ts";

/** Scripts that were written for the One API family, unchanged: bodies, switches and lists of its web client. */
let running: ControlApp;
let root: Client;
let owner: TestUser;
let own: Client;
beforeAll(async () => {
  running = await startControlApp();
  root = await asScript(running, { id: 1, username: "root", password: "correct horse battery" });
  owner = await aUser(running);
  own = await asUser(running, owner);
});
afterAll(() => running.stop());

type Row = Record<string, unknown> & { id: number };
interface Rows {
  data: Row[];
  page: number;
  size: number;
  total_count: number;
}
const newest = async (client: Client, path: string): Promise<Row> => {
  const { data } = await client.get<Rows>(`${path}?page=0&size=0&order=-id`);
  expect(data).toMatchObject({ page: 1, size: 10 });
  return data.data[0] as Row;
};

describe("a script for channels", () => {
  it("creates, lists, edits and switches them", async () => {
    const created = await root.post("/api/channel/", newFamilyChannel());
    expect([created.status, created.body.fields]).toEqual([200, undefined]);
    const listed = await newest(root, "/api/channel/");
    expect(listed).toMatchObject({ models: "gpt-4o,gpt-4o-mini", group: "default,vip", status: 1 });
    const { data: row } = await root.get<Row>(`/api/channel/${listed.id}`);
    // Calls went through it while the form was open.
    await running.database.queries
      .updateTable("channels")
      .set({ used_quota: 77, response_time: 900, test_time: 5 })
      .where("id", "=", row.id)
      .execute();
    const edited = await root.put<Row>(
      "/api/channel/",
      editedFamilyChannel(row, { name: "Edited", models: "gpt-4o", id: row.id }),
    );
    expect([edited.status, edited.body.fields]).toEqual([200, undefined]);
    expect(edited.data).toMatchObject({
      name: "Edited",
      models: "gpt-4o",
      group: "default,vip",
      used_quota: 77,
    });
    const { key_hint } = edited.data;
    expect(key_hint).toBe("cdef");
    for (const change of [{ status: 2 }, { priority: 7 }, { weight: 3 }, { priority: 0 }, { status: 1 }]) {
      const { data } = await root.put<Row>("/api/channel/", { id: row.id, ...change });
      expect(data).toMatchObject({ ...change, name: "Edited", models: "gpt-4o", key_hint });
    }
    const timeline = await root.get<{ data: { kind: string }[] }>(`/api/channel/${row.id}/events`);
    expect(timeline.data.data.map(({ kind }) => kind)).toEqual(["enabled", "disabled"]);
    const unnamed = await root.put<Row>("/api/channel/", {
      id: row.id,
      models: "",
      group: "",
      test_model: "b",
    });
    expect(unnamed.data).toMatchObject({ models: "gpt-4o", group: "default,vip", test_model: "b" });
    expect((await root.delete(`/api/channel/${row.id}`)).body).toMatchObject({ success: true });
  });

  it("gets an error for each impossible field", async () => {
    const bad = newFamilyChannel({ models: "gpt-4o, *bad", group: "default,gone", groups: undefined });
    expect((await root.post("/api/channel/", bad)).body.fields).toMatchObject([
      { path: "models.1", code: "model.bad_wildcard" },
    ]);
    const gone = await root.post("/api/channel/", newFamilyChannel({ group: "default,gone" }));
    expect(gone.body.fields).toMatchObject([{ path: "group.1", code: "group.not_found" }]);
    const none = await root.post("/api/channel/", newFamilyChannel({ models: "", group: "", groups: [] }));
    expect(none.body.fields).toMatchObject([
      { path: "group", code: "too_small" },
      { path: "models", code: "too_small" },
    ]);
    const switched = await root.post("/api/channel/", newFamilyChannel({ compatible_response: true }));
    expect(switched.body.fields).toMatchObject([{ path: "compatible_response", code: "field.fixed" }]);
    const comma = newFamilyChannel({ models: ["a,b"] });
    expect((await root.post("/api/channel/", comma)).body.fields).toMatchObject([{ path: "models.0" }]);
  });

  it("finds them by the family's filters", async () => {
    await root.post("/api/channel/", newFamilyChannel({ name: "alone", other: "v9-x" }));
    for (const name of ["one", "two"])
      await root.post("/api/channel/", newFamilyChannel({ name, tag: "pair", models: "pair-model" }));
    const names = async (query: string) =>
      (await root.get<Rows>(`/api/channel/?order=id&${query}`)).data.data.map(({ name }) => name);
    const blank = "type=0&status=0&name=&group=&models=&key=&test_model=&other=&tag=";
    expect(await names(`${blank}&filter_tag=false`)).toEqual(["alone", "two"]);
    expect(await names(`${blank}&filter_tag=1`)).toEqual(["alone"]);
    expect(await names(`${blank}&filter_tag=2`)).toEqual(["two"]);
    expect(await names("")).toEqual(["alone", "one", "two"]);
    expect(await names("name=PAIR")).toEqual(["one", "two"]);
    expect(await names("models=pair-model&name=one")).toEqual(["one"]);
    expect(await names("other=V9")).toEqual(["alone"]);
    expect(await names("other=9")).toEqual([]);
    expect(await names("test_model=gpt-4o&name=alone")).toEqual(["alone"]);
    expect(await names("key=sk-family-0123456789abcdef&name=two")).toEqual(["two"]);
    expect(await names("key=sk-other-000000000000")).toEqual([]);
  });
});

describe("a script for tokens", () => {
  it("creates, lists, edits and switches them", async () => {
    const created = await own.post<Row>("/api/token/", newFamilyToken);
    expect(created.status).toBe(200);
    const row = await newest(own, "/api/token/");
    expect(row).toMatchObject({ name: "Family token", expired_time: -1, remain_quota: 500 });
    const { data: read } = await own.get<Row>(`/api/token/${row.id}`);
    await running.database.queries
      .updateTable("tokens")
      .set({ used_quota: 9, accessed_time: 9 })
      .where("id", "=", row.id)
      .execute();
    const edited = await own.put<Row>("/api/token/", {
      ...read,
      is_edit: true,
      name: "Edited",
      expired_time: 0,
    });
    expect([edited.status, edited.body.fields]).toEqual([200, undefined]);
    expect(edited.data).toMatchObject({ name: "Edited", expired_time: -1, remain_quota: 500, used_quota: 9 });
    const off = await own.put<Row>("/api/token/?status_only=true", { id: row.id, status: 2 });
    expect(off.data).toMatchObject({ status: 2, name: "Edited", remain_quota: 500 });
    const part = await own.put<Row>("/api/token/", { id: row.id, remain_quota: 0, status: 1 });
    expect(part.code).toBe("token.exhausted");
    const renamed = await own.put<Row>("/api/token/", { id: row.id, name: "Again" });
    expect(renamed.data).toMatchObject({
      status: 2,
      name: "Again",
      remain_quota: 500,
      unlimited_quota: false,
    });
  });

  it("extends an expired one with the status that it read", async () => {
    const { data } = await own.post<Row>("/api/token/", {
      ...newFamilyToken,
      expired_time: running.clock.now() + 5,
    });
    running.clock.advance(10);
    const { data: read } = await own.get<Row>(`/api/token/${data.id}`);
    expect(read["status"]).toBe(3);
    const edited = await own.put<Row>("/api/token/", { ...read, expired_time: -1 });
    expect([edited.status, edited.data?.["status"]]).toEqual([200, 1]);
  });
});

it("a script for users creates, edits, switches and funds them", async () => {
  expect((await root.post("/api/user/", newFamilyUser)).status).toBe(200);
  const row = await newest(root, "/api/user/");
  const { data: read } = await root.get<Row>(`/api/user/${row.id}`);
  const edited = await root.put<Row>("/api/user/", {
    ...read,
    is_edit: true,
    display_name: "Fam",
    group: "vip",
  });
  expect(edited.data).toMatchObject({ display_name: "Fam", group: "vip", username: "family" });
  const funded = await root.put("/api/user/", { ...read, quota: 5 });
  expect(funded.body.fields).toMatchObject([
    {
      path: "quota",
      code: "field.fixed",
      message: "This call cannot change quota. Use POST /api/user/quota/:id.",
    },
  ]);
  expect((await root.post("/api/user/manage", { username: "family", action: "disable" })).data).toMatchObject(
    {
      status: 2,
    },
  );
});

it("a script for prices reads names as a list and sets prices", async () => {
  const price = { ...aPrice({ model: "family/model" }), is_edit: true };
  expect((await root.post("/api/prices/single", price)).status).toBe(200);
  const names = await root.get<string[]>("/api/prices/model_list");
  expect(Array.isArray(names.data) && names.data.includes("family/model")).toBe(true);
  const changed = await root.put("/api/prices/single/family%2Fmodel", { ...price, input: 9 });
  expect(changed.data).toMatchObject({ input: 9 });
  expect((await root.delete("/api/prices/single/family%2Fmodel")).status).toBe(200);
});

it("a script for settings saves and reads texts, and each chat link has an id", async () => {
  const save = (key: string, value: string) => root.put("/api/option/", { key, value });
  for (const [key, value] of [
    ["RetryTimes", "3"],
    ["RegisterEnabled", "true"],
    ["ChatLinks", familyLinks],
  ] as const)
    expect([key, (await save(key, value)).status]).toEqual([key, 200]);
  const { data } = await root.get<{ key: string; value: string }[]>("/api/option/");
  expect(data.find(({ key }) => key === "RetryTimes")?.value).toBe("3");
  const stored = JSON.parse(data.find(({ key }) => key === "ChatLinks")?.value ?? "") as object[];
  expect(stored).toMatchObject([{ id: "x7f3k2q9a" }, { id: "1", sort: 1 }]);
  const status = await own.get<{ chat_links: string }>("/api/status");
  expect(JSON.parse(status.data.chat_links)).toMatchObject([{ id: "x7f3k2q9a" }, { id: "1" }]);
});

it("a browser's cookie wins over a header that is no access token", async () => {
  const cookie = await asRoot(running);
  expect((await cookie.get("/api/channel/")).status).toBe(200);
});
