import type { AuditEntry } from "@tollgate/contract/audit";
import type { Page } from "@tollgate/contract/list-query";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { asRoot, asUser, type Client } from "../../../test/support/as-user.ts";
import { anAdmin, aUser, type TestUser } from "../../../test/support/builders.ts";
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
  it("lists what was done, newest first, with who, to whom and what changed", async () => {
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

  it("is root's alone; administrators read what concerns a user whom they may act on", async () => {
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

  it("shows an entry whose detail cannot be read", async () => {
    const broken = { created_at: 1, actor_id: 0, actor_name: "system", action: "odd.thing", source_ip: "" };
    await running.database.queries
      .insertInto("audit_entries")
      .values({ ...broken, target_type: "user", target_id: "no number", detail: "[1" })
      .execute();
    expect((await list("action=odd"))[0]).toMatchObject({ detail: {}, target_name: "" });
  });
});
