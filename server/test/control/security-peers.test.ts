import type { OwnedToken } from "@tollgate/contract/admin-tokens";
import type { Page } from "@tollgate/contract/list-query";
import type { AdminUser } from "@tollgate/contract/users";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { asRoot, asUser, type Client } from "../support/as-user.ts";
import { anAdmin, aToken, aUser, type TestUser } from "../support/builders.ts";
import { type ControlApp, startControlApp } from "../support/control-app.ts";

/** What an administrator must not reach: root and peers, through any endpoint. */
let running: ControlApp;
let admin: Client;
let peer: TestUser;
const tokens: Record<"root" | "peer" | "user", { id: number; key: string }> = {} as never;
beforeAll(async () => {
  running = await startControlApp();
  admin = await asUser(running, await anAdmin(running));
  peer = await anAdmin(running);
  tokens.root = await aToken(running, 1);
  tokens.peer = await aToken(running, peer.id);
  tokens.user = await aToken(running, (await aUser(running, { username: "plain" })).id, { name: "plain's" });
});
afterAll(() => running.stop());

async function snapshot(): Promise<string> {
  const { queries } = running.database;
  const users = await queries.selectFrom("users").selectAll().where("role", ">=", 10).orderBy("id").execute();
  const keys = await queries
    .selectFrom("tokens")
    .selectAll()
    .where("id", "in", [tokens.root.id, tokens.peer.id])
    .orderBy("id")
    .execute();
  return JSON.stringify([users, keys]);
}

describe("an administrator", () => {
  it.each([1, 0])("changes nothing of a super administrator or peer (%s)", async (rootId) => {
    const id = rootId || peer.id;
    const before = await snapshot();
    const attempts = [
      admin.put("/api/user/", { id, password: "a stolen password" }),
      admin.put("/api/user/", { id, email: "mine@example.org" }),
      admin.put("/api/user/", { id, role: 1 }),
      ...["enable", "disable", "delete", "promote", "demote"].map((action) =>
        admin.post("/api/user/manage", { id, action }),
      ),
      admin.post(`/api/user/quota/${id}`, { quota: 5 }),
      admin.post(`/api/user/${id}/end_sessions`),
      admin.post(`/api/user/${id}/reset_second_factor`),
      admin.delete(`/api/user/${id}`),
    ];
    for (const answer of await Promise.all(attempts)) {
      expect(answer.status).toBe(403);
      expect(answer.code).toBe("user.role_too_low");
    }
    const bulk = await admin.post<{ results: { success: boolean }[] }>("/api/user/bulk", {
      ids: [id],
      action: "delete",
    });
    expect(bulk.data.results).toMatchObject([{ success: false }]);
    expect(await snapshot()).toBe(before);
  });

  it("promotes no one to its own role, and gives itself nothing", async () => {
    const { id } = await aUser(running);
    for (const role of [10, 100, 50, 11, 9.5, -1, "10"]) {
      const answer = await admin.put("/api/user/", { id, role });
      expect([role, answer.status >= 400]).toEqual([role, true]);
      const made = await admin.post("/api/user/", { username: `as${id}`, password: "a long password", role });
      expect([role, made.status >= 400]).toEqual([role, true]);
    }
    const own = (await admin.get<AdminUser>("/api/user/self")).data.id;
    expect((await admin.put("/api/user/", { id: own, role: 100 })).code).toBe("user.own_account");
    expect((await admin.post(`/api/user/quota/${own}`, { quota: 5 })).code).toBe("user.own_account");
  });

  it("finds tokens of general users only, and never a key", async () => {
    const found = await admin.get<Page<OwnedToken>>("/api/token/admin/search?order=id");
    expect(found.data.data.map((token) => [token.name, token.owner_name])).toEqual([["plain's", "plain"]]);
    expect(found.text).not.toContain(tokens.user.key);
    for (const { id } of [tokens.root, tokens.peer]) {
      expect((await admin.get<Page<OwnedToken>>(`/api/token/admin/search?token_id=${id}`)).data.data).toEqual(
        [],
      );
      expect((await admin.put("/api/token/admin", { id, status: 2 })).code).toBe("token.not_found");
      expect((await admin.delete(`/api/token/admin/${id}`)).code).toBe("token.not_found");
      expect((await admin.get(`/api/token/${id}/key`)).code).toBe("token.not_found");
    }
    expect((await admin.get(`/api/token/${tokens.user.id}/key`)).code).toBe("token.not_found");
  });

  it("stops a user's token, which is audited; root finds all", async () => {
    const { id } = tokens.user;
    expect((await admin.put<OwnedToken>("/api/token/admin", { id, status: 2 })).data.status).toBe(2);
    expect((await admin.put<OwnedToken>("/api/token/admin", { id, status: 1 })).data.status).toBe(1);
    expect((await admin.delete(`/api/token/admin/${id}`)).status).toBe(200);
    expect(running.announced.filter((topic) => topic === "callers").length).toBeGreaterThanOrEqual(3);
    const written = await running.database.queries
      .selectFrom("audit_entries")
      .select("action")
      .where("target_type", "=", "token")
      .orderBy("id")
      .execute();
    expect(written.map((entry) => entry.action)).toEqual(["token.disable", "token.enable", "token.delete"]);
    const root = await asRoot(running);
    const all = await root.get<Page<OwnedToken>>("/api/token/admin/search?order=id");
    expect(all.data.data.map((token) => token.id)).toEqual([tokens.root.id, tokens.peer.id]);
    expect(all.text).not.toContain(tokens.root.key);
  });
});
