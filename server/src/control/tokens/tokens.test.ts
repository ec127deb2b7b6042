import type { Page } from "@tollgate/contract/list-query";
import type { Token } from "@tollgate/contract/tokens";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { asUser, type Client } from "../../../test/support/as-user.ts";
import { beforeTransaction } from "../../../test/support/before-transaction.ts";
import { aToken, aUser, type TestUser } from "../../../test/support/builders.ts";
import { type ControlApp, startControlApp } from "../../../test/support/control-app.ts";
import { hashTokenKey } from "../../storage/repositories/secret-columns.ts";

let running: ControlApp;
let owner: TestUser;
let own: Client;
let stranger: Client;
beforeAll(async () => {
  running = await startControlApp();
});
afterAll(() => running.stop());
beforeEach(async () => {
  owner = await aUser(running);
  own = await asUser(running, owner);
  stranger = await asUser(running, await aUser(running));
});

const form = { name: "My token", unlimited_quota: true };

describe("creating a token", () => {
  it("returns the full key once; afterwards only its owner can reveal it", async () => {
    const created = await own.post<Token>("/api/token/", form);
    expect(created.status).toBe(200);
    expect(created.data.key).toMatch(/^sk-[0-9A-Za-z]{48}$/);
    expect(created.data).toMatchObject({ name: "My token", status: 1, expired_time: -1, user_id: owner.id });
    const { id, key } = created.data;
    const shown = await own.get<Token>(`/api/token/${id}`);
    expect(shown.data.key).toBe(`sk-…${key.slice(-4)}`);
    expect((await own.get(`/api/token/${id}/key`)).data).toEqual({ key });
    expect((await stranger.get(`/api/token/${id}/key`)).code).toBe("token.not_found");
    const row = await running.database.queries
      .selectFrom("tokens")
      .selectAll()
      .where("id", "=", id)
      .executeTakeFirstOrThrow();
    expect(row.key_hash).toBe(hashTokenKey(running.secretBox, key));
    expect(JSON.stringify(row)).not.toContain(key.slice(3, -4));
    expect(running.announced).toContain("callers");
  });

  it("rejects groups that are not the owner's and not public, on their fields", async () => {
    const answer = await own.post("/api/token/", { ...form, group: "vip" });
    expect(answer.status).toBe(400);
    expect(answer.code).toBe("token.group_not_allowed");
    expect(answer.body.fields).toMatchObject([{ path: "group", params: { group: "vip" } }]);
    expect((await own.post("/api/token/", { ...form, backup_group: "gone" })).body.fields?.[0]?.path).toBe(
      "backup_group",
    );
    expect((await own.post("/api/token/", { ...form, group: "default" })).status).toBe(200);
    const vip = await asUser(running, await aUser(running, { group: "vip" }));
    expect((await vip.post("/api/token/", { ...form, group: "vip" })).status).toBe(200);
  });

  it("keeps its limits of calls; 0 is none", async () => {
    const limits = { requests_per_minute: 60, tokens_per_minute: 100_000, concurrency: 4 };
    const none = { requests_per_minute: 0, tokens_per_minute: 0, concurrency: 0 };
    const created = await own.post<Token>("/api/token/", { ...form, ...limits });
    expect(created.data).toMatchObject(limits);
    const { id } = created.data;
    const changed = await own.put<Token>("/api/token/", { ...form, id, ...limits, concurrency: 9 });
    expect(changed.data).toMatchObject({ ...limits, concurrency: 9 });
    expect((await own.get<Token>(`/api/token/${id}`)).data).toMatchObject({ ...limits, concurrency: 9 });
    expect((await own.put<Token>("/api/token/", { ...form, id })).data).toMatchObject({ concurrency: 9 });
    expect((await own.put<Token>("/api/token/", { ...form, id, ...none })).data).toMatchObject(none);
    for (const wrong of [-1, 1.5, 1e12, "many"]) {
      const answer = await own.post("/api/token/", { ...form, concurrency: wrong });
      expect(answer.body.fields?.map((field) => field.path)).toEqual(["concurrency"]);
    }
  });

  it("names every invalid field together", async () => {
    const answer = await own.post("/api/token/", {
      name: " ",
      remain_quota: -1,
      expired_time: -2,
      setting: { limits: { limits_ip_setting: { enabled: true, whitelist: ["not an address"] } } },
    });
    expect(answer.code).toBe("request.invalid");
    expect(answer.body.fields?.map((field) => field.path)).toEqual([
      "name",
      "expired_time",
      "remain_quota",
      "setting.limits.limits_ip_setting.whitelist.0",
    ]);
  });
});

describe("status", () => {
  it("is shown as expired or exhausted, regardless of the stored one", async () => {
    const expired = await aToken(running, owner.id, { expired_time: running.clock.now() });
    const empty = await aToken(running, owner.id, { remain_quota: 0 });
    const off = await aToken(running, owner.id, { remain_quota: 0, status: 2 });
    const statusOf = async (id: number) => (await own.get<Token>(`/api/token/${id}`)).data.status;
    expect(await statusOf(expired.id)).toBe(3);
    expect(await statusOf(empty.id)).toBe(4);
    expect(await statusOf(off.id)).toBe(2);
    for (const [status, id] of [
      [3, expired.id],
      [4, empty.id],
      [2, off.id],
    ]) {
      const page = await own.get<Page<Token>>(`/api/token/?status=${status}`);
      expect(page.data.data.map((token) => token.id)).toEqual([id]);
    }
  });

  it("counts what running calls hold as available", async () => {
    const { id } = await aToken(running, owner.id, { remain_quota: 0 });
    await running.database.queries
      .insertInto("leases")
      .values({ process_id: "p1", kind: "token", owner_id: id, amount: 70 })
      .execute();
    const { data } = await own.get<Token>(`/api/token/${id}`);
    expect(data).toMatchObject({ status: 1, remain_quota: 70 });
  });

  it("cannot be enabled for an expired or exhausted token", async () => {
    const expired = await aToken(running, owner.id, { status: 2, expired_time: 5 });
    const empty = await aToken(running, owner.id, { status: 2, remain_quota: 0 });
    const enable = (id: number) => own.put(`/api/token/${id}`, { status: 1 });
    expect(await enable(expired.id)).toMatchObject({ status: 409, code: "token.expired" });
    expect(await enable(empty.id)).toMatchObject({ status: 409, code: "token.exhausted" });
    const answer = await own.put("/api/token/", { ...form, id: empty.id, status: 1 });
    expect(answer.data).toMatchObject({ status: 1, unlimited_quota: true });
  });

  it("changes alone with status_only, as the family's clients expect", async () => {
    const { id } = await aToken(running, owner.id, { name: "kept", remain_quota: 55 });
    for (const body of [
      { id, status: 2 },
      { id, status: 2, name: "ignored", remain_quota: 9 },
    ]) {
      const answer = await own.put<Token>("/api/token/?status_only=true", body);
      expect(answer.data).toMatchObject({ status: 2, name: "kept", remain_quota: 55 });
    }
    expect((await own.put("/api/token/?status_only=true", { id, name: "x" })).body.fields?.[0]?.path).toBe(
      "status",
    );
  });
});

describe("changing", () => {
  it("sets the quota through the ledger, so that running calls keep what they hold", async () => {
    const { id } = await aToken(running, owner.id, { remain_quota: 100 });
    await running.database.queries
      .insertInto("leases")
      .values({ process_id: "p1", kind: "token", owner_id: id, amount: 40 })
      .execute();
    const answer = await own.put<Token>("/api/token/", { id, name: "n", remain_quota: 1000 });
    expect(answer.data.remain_quota).toBe(1000);
    const row = await running.database.queries
      .selectFrom("tokens")
      .select("remain_quota")
      .where("id", "=", id)
      .executeTakeFirstOrThrow();
    expect(row.remain_quota).toBe(960);
  });

  it("ignores every column that is not the form's", async () => {
    const { id } = await aToken(running, owner.id);
    const before = await rowOf(id);
    await own.put("/api/token/", {
      id,
      name: before.name,
      remain_quota: before.remain_quota,
      user_id: 1,
      key: "sk-mine",
      key_hash: "x",
      key_encrypted: "x",
      key_hint: "x",
      used_quota: -5,
      created_time: 1,
      accessed_time: 1,
      deleted_time: 1,
    });
    const after = await rowOf(id);
    expect({ ...after, setting: before.setting }).toEqual(before);
  });

  it.each([
    ["its name", { name: "renamed" }],
    ["its quota", { name: "renamed", remain_quota: 77 }],
  ])("of %s does not enable a token that is disabled during it", async (_what, edit) => {
    const { id } = await aToken(running, owner.id, { remain_quota: 55 });
    const shown = (await own.get<Token>(`/api/token/${id}`)).data;
    const disabled = { status: 2, requests_per_minute: 6 };
    const spy = beforeTransaction(running.database, () =>
      running.database.queries.updateTable("tokens").set(disabled).where("id", "=", id).execute(),
    );
    const { status, concurrency, requests_per_minute } = shown;
    const answer = await own.put("/api/token/", { id, status, concurrency, requests_per_minute, ...edit });
    spy.mockRestore();
    expect(answer.data).toMatchObject({ status: 2, requests_per_minute: 6, ...edit });
  });

  it("accepts an edit that changes nothing", async () => {
    const { id } = await aToken(running, owner.id);
    const before = await rowOf(id);
    expect((await own.put("/api/token/", { id, name: before.name, status: 1 })).status).toBe(200);
    expect(await rowOf(id)).toEqual(before);
  });

  it("never reaches another user's token", async () => {
    const { id } = await aToken(running, owner.id);
    const answers = await Promise.all([
      stranger.get(`/api/token/${id}`),
      stranger.get(`/api/token/${id}/key`),
      stranger.put("/api/token/", { ...form, id }),
      stranger.put("/api/token/?status_only=true", { id, status: 2, name: "x" }),
      stranger.put(`/api/token/${id}`, { status: 2 }),
      stranger.delete(`/api/token/${id}`),
    ]);
    for (const answer of answers) expect(answer).toMatchObject({ status: 404, code: "token.not_found" });
    const batch = await stranger.post("/api/token/batch", { ids: [id], action: "delete" });
    expect(batch.data).toEqual({ changed: 0 });
    expect((await stranger.get<Page<Token>>("/api/token/")).data.data).toEqual([]);
    expect(await rowOf(id)).toMatchObject({ status: 1, deleted_time: 0 });
  });

  it("edits several: expired ones are not enabled", async () => {
    const usable = await aToken(running, owner.id, { status: 2 });
    const expired = await aToken(running, owner.id, { status: 2, expired_time: 5 });
    const ids = [usable.id, expired.id];
    expect((await own.post("/api/token/batch", { ids, action: "enable" })).data).toEqual({ changed: 1 });
    expect((await own.post("/api/token/batch", { ids, action: "delete" })).data).toEqual({ changed: 2 });
    expect((await own.get(`/api/token/${usable.id}`)).status).toBe(404);
  });

  it("leaves the user's balance alone when a token is deleted", async () => {
    const rich = await aUser(running, { quota: 500 });
    const { id } = await aToken(running, rich.id, { remain_quota: -50 });
    const client = await asUser(running, rich);
    await client.delete(`/api/token/${id}`);
    expect((await client.get<{ quota: number }>("/api/user/self")).data.quota).toBe(500);
  });
});

describe("listing", () => {
  it("pages, sorts with the id as tie-break, and accepts the family's synonyms", async () => {
    for (const name of ["b", "a", "a"]) await aToken(running, owner.id, { name });
    const sorted = await own.get<Page<Token>>("/api/token/?order=name&size=2");
    expect(sorted.data).toMatchObject({ page: 1, size: 2, total_count: 3 });
    const [first, second] = sorted.data.data;
    expect([first?.name, second?.name]).toEqual(["a", "a"]);
    expect(first?.id).toBeGreaterThan(second?.id ?? 0);
    const family = await own.get<Page<Token>>("/api/token?p=1&page_size=2&order=name");
    expect(family.data).toMatchObject({ page: 2, size: 2 });
    expect(family.data.data.map((token) => token.name)).toEqual(["b"]);
  });

  it("treats a page or size below 1 as the first page and the default size, as the family does", async () => {
    for (const query of ["page=0", "size=0", "page=0&size=0", "page=-3&size=-1", "p=0&page_size=0", "p=-1"]) {
      const answer = await own.get<Page<Token>>(`/api/token/?${query}`);
      expect([query, answer.data.page, answer.data.size]).toEqual([query, 1, 10]);
    }
  });

  it("rejects unknown orders, sizes beyond 100 and doubled parameters", async () => {
    for (const query of ["order=key_hash", "size=101", "page=one", "page=1&page=2", "keyword=a&keyword=b"]) {
      const answer = await own.get(`/api/token/?${query}`);
      expect([query, answer.status, answer.code]).toEqual([query, 400, "request.invalid"]);
    }
  });

  it("matches % _ and \\ in a keyword literally, and ignores case", async () => {
    for (const name of ["100%", "1000", "a_b", "axb", "back\\slash"])
      await aToken(running, owner.id, { name });
    const find = async (keyword: string) => {
      const page = await own.get<Page<Token>>(
        `/api/token/?order=name&keyword=${encodeURIComponent(keyword)}`,
      );
      return page.data.data.map((token) => token.name);
    };
    expect(await find("0%")).toEqual(["100%"]);
    expect(await find("A_B")).toEqual(["a_b"]);
    expect(await find("\\")).toEqual(["back\\slash"]);
    expect(await find("%")).toEqual(["100%"]);
    expect(await find("' or 1=1 --")).toEqual([]);
  });
});

function rowOf(id: number) {
  return running.database.queries
    .selectFrom("tokens")
    .selectAll()
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
}

it("the audit log records when a key was shown, what was changed and when it ended, and never the key", async () => {
  const made = await own.post<Token>("/api/token/", form);
  const { id, key } = made.data;
  const others = [
    await aToken(running, owner.id, { name: "b" }),
    await aToken(running, owner.id, { name: "c" }),
  ];
  await own.get(`/api/token/${id}/key`);
  await own.put("/api/token/", { ...form, id, name: "Renamed", remain_quota: 7, unlimited_quota: false });
  await own.put(`/api/token/${id}`, { status: 2 });
  await own.delete(`/api/token/${id}`);
  await own.post("/api/token/batch", { ids: others.map((token) => token.id), action: "delete" });
  expect((await own.delete(`/api/token/${id}`)).code).toBe("token.not_found");
  expect((await stranger.get(`/api/token/${id}/key`)).code).toBe("token.not_found");
  const entries = await running.database.queries
    .selectFrom("audit_entries")
    .select(["actor_id", "action", "target_id", "detail"])
    .where("target_type", "=", "token")
    .where("target_id", "in", [id, ...others.map((token) => token.id)].map(String))
    .orderBy("id")
    .execute();
  expect(entries.map((entry) => [entry.action, entry.target_id, entry.detail])).toEqual([
    ["token.create", String(id), '{"target":"My token"}'],
    ["token.reveal_key", String(id), '{"target":"My token"}'],
    ["token.update", String(id), expect.stringContaining('"name":["My token","Renamed"]')],
    ["token.disable", String(id), '{"target":"Renamed"}'],
    ["token.delete", String(id), '{"target":"Renamed"}'],
    ["token.delete", String(others[0]?.id), '{"target":"b"}'],
    ["token.delete", String(others[1]?.id), '{"target":"c"}'],
  ]);
  expect(entries.map((entry) => entry.actor_id)).toEqual(Array.from({ length: 7 }, () => owner.id));
  expect(JSON.stringify(entries)).not.toContain(key.slice(3, 12));
});
