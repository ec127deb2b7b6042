import type { AuditEntry } from "@tollgate/contract/audit";
import type { Page } from "@tollgate/contract/list-query";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { asRoot, asUser, type Client } from "../../../test/support/as-user.ts";
import { aChannel, anAdmin, aUser, type TestUser } from "../../../test/support/builders.ts";
import { type ControlApp, startControlApp } from "../../../test/support/control-app.ts";

let running: ControlApp;
let root: Client;
let admin: Client;
let adminUser: TestUser;
let user: TestUser;
let begin: number;
beforeAll(async () => {
  running = await startControlApp();
  root = await asRoot(running);
  adminUser = await anAdmin(running);
  admin = await asUser(running, adminUser);
  user = await aUser(running, { username: "subject" });
  begin = running.clock.now();
  running.clock.advance(100);
  await admin.put("/api/user/", { id: user.id, display_name: "50%_done" });
  await admin.post(`/api/user/quota/${user.id}`, { quota: 5 });
  await admin.post("/api/user_group/", { symbol: "team", name: "Team" });
  running.clock.advance(100);
  await admin.post("/api/user/manage", { id: user.id, action: "disable" });
});
afterAll(() => running.stop());

async function list(query: string, client = root): Promise<AuditEntry[]> {
  const answer = await client.get<Page<AuditEntry>>(`/api/audit/?${query}`);
  expect([query, answer.status]).toEqual([query, 200]);
  return answer.data.data;
}
const actions = async (query: string) => (await list(query)).map((entry) => entry.action);

describe("the audit log", () => {
  it("lists what was done, newest first, with actor, target and changes", async () => {
    const [latest, group] = await list("action=user.&actor=" + adminUser.username);
    expect(latest).toMatchObject({
      action: "user.disable",
      actor_id: adminUser.id,
      actor_name: adminUser.username,
      target_type: "user",
      target_id: String(user.id),
      target_name: "subject",
    });
    expect(group?.action).toBe("user.quota");
    expect(await actions("order=created_at&size=1&action=user.")).toEqual(["user.update"]);
  });

  it("filters by actor, beginning of the action, target, time and literal text", async () => {
    expect(await actions(`actor=${adminUser.id}&action=group`)).toEqual(["group.create"]);
    expect(await actions(`target_type=user&target_id=${user.id}&action=user`)).toEqual([
      "user.disable",
      "user.quota",
      "user.update",
    ]);
    expect(await actions(`start_timestamp=${begin + 200}&action=user`)).toEqual(["user.disable"]);
    expect(await actions(`end_timestamp=${begin}&action=user`)).toEqual([]);
    expect(await actions("keyword=" + encodeURIComponent("50%_d"))).toEqual(["user.update"]);
    expect(await actions("keyword=" + encodeURIComponent("50X_d"))).toEqual([]);
    expect(await actions("action=user%25")).toEqual([]);
  });

  it("is root's alone; administrators read entries of users that they may act on", async () => {
    expect((await admin.get("/api/audit/")).code).toBe("auth.forbidden");
    const about = await admin.get<Page<AuditEntry>>(`/api/user/${user.id}/audit`);
    expect(about.data.data.map((entry) => entry.action)).toEqual([
      "user.disable",
      "user.quota",
      "user.update",
    ]);
    const own = await admin.get<Page<AuditEntry>>(`/api/user/${adminUser.id}/audit?keyword=team`);
    expect(own.data.data.map((entry) => entry.action)).toEqual(["group.create"]);
    const by = await root.get<Page<AuditEntry>>(`/api/user/${adminUser.id}/audit?size=100`);
    expect(by.data.data.map((entry) => entry.action)).toContain("group.create");
    expect((await admin.get("/api/user/1/audit")).code).toBe("user.role_too_low");
  });

  it("names things as they were called then, lists changes per field, and whether the thing still exists", async () => {
    const channel = await root.post<{ id: number }>(
      "/api/channel/",
      aChannel({ name: "East", models: ["a", "b"] }),
    );
    const { id } = channel.data;
    const form = aChannel({
      id,
      name: "West",
      key: "",
      models: ["b", "c"],
      proxy: "http://user:secret@proxy.example:1",
    });
    await root.put("/api/channel/", form);
    await root.put("/api/channel/", aChannel({ id, name: "West", key: "", models: ["b", "c"], priority: 5 }));
    await root.delete(`/api/channel/${id}`);
    const entries = await list(`target_type=channel&target_id=${id}`);
    expect(entries.map((entry) => [entry.action, entry.target_name, entry.target_now])).toEqual([
      ["channel.delete", "West", ""],
      ["channel.update", "West", ""],
      ["channel.update", "East", ""],
      ["channel.create", "East", ""],
    ]);
    expect(entries[2]?.detail).toEqual({
      name: ["East", "West"],
      models: { added: ["c"], removed: ["a"] },
      proxy: "changed",
    });
    expect(entries[1]?.detail).toMatchObject({ priority: [0, 5] });
    expect(JSON.stringify(entries)).not.toContain("secret@");
  });

  it("names every channel and price of a bulk change in an entry of its own", async () => {
    const made = await Promise.all(
      ["One", "Two"].map((name) => root.post<{ id: number }>("/api/channel/", aChannel({ name }))),
    );
    const ids = made.map((answer) => answer.data.id);
    await root.post("/api/channel/batch", { ids: [...ids, 999_999], action: "disable" });
    const entries = await list("action=channel.disable");
    expect(entries.map((entry) => entry.target_name).sort()).toEqual(["One", "Two"]);
    expect(entries.every((entry) => entry.target_now === entry.target_name)).toBe(true);
  });

  it("lists a price's change per field, in entries of earlier versions too", async () => {
    const price = { model: "m", type: "tokens", channel_type: 1, input: 1, output: 2, extra_ratios: {} };
    await root.post("/api/prices/single", price);
    await root.put("/api/prices/single/m", { ...price, input: 1.5, extra_ratios: { cached_tokens: 0.5 } });
    const expected = { input: [1, 1.5], "extra.cached_tokens": [null, 0.5] };
    const [updated] = await list("action=price.update");
    expect(updated).toMatchObject({ target_id: "m", target_name: "", target_now: "m", detail: expected });
    const old = {
      before: { ...price },
      after: { ...price, input: 1.5, extra_ratios: { cached_tokens: 0.5 } },
    };
    await running.database.queries
      .insertInto("audit_entries")
      .values({
        created_at: 1,
        actor_id: 1,
        actor_name: "root",
        action: "price.old",
        target_type: "price",
        target_id: "m",
        detail: JSON.stringify(old),
        source_ip: "",
      })
      .execute();
    expect((await list("action=price.old"))[0]?.detail).toEqual(expected);
  });

  it("shows an entry whose detail cannot be read", async () => {
    const broken = { created_at: 1, actor_id: 0, actor_name: "system", action: "odd.thing", source_ip: "" };
    await running.database.queries
      .insertInto("audit_entries")
      .values({ ...broken, target_type: "user", target_id: "no number", detail: "[1" })
      .execute();
    expect((await list("action=odd"))[0]).toMatchObject({ detail: {}, target_name: "" });
  });
});
