import type { Page } from "@tollgate/contract/list-query";
import type { AdminUser } from "@tollgate/contract/users";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { asRoot, asScript, asUser, type Client } from "../../../test/support/as-user.ts";
import { anAdmin, aToken, aUser, type TestUser } from "../../../test/support/builders.ts";
import { type ControlApp, startControlApp } from "../../../test/support/control-app.ts";

let running: ControlApp;
let root: Client;
let admin: Client;
let adminUser: TestUser;
beforeAll(async () => {
  running = await startControlApp();
  root = await asRoot(running);
  adminUser = await anAdmin(running);
  admin = await asUser(running, adminUser);
});
afterAll(() => running.stop());
beforeEach(() => {
  running.announced.length = 0;
});

const row = (id: number) =>
  running.database.queries.selectFrom("users").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
const actions = async (id: number) =>
  (
    await running.database.queries
      .selectFrom("audit_entries")
      .select(["action", "detail"])
      .where("target_type", "=", "user")
      .where("target_id", "=", String(id))
      .orderBy("id")
      .execute()
  ).filter((entry) => entry.action !== "auth.login");

describe("the list of users", () => {
  it("finds a keyword in names and addresses, literally, and an id", async () => {
    const percent = await aUser(running, { username: "per%cent_1", email: "seek@example.org" });
    await aUser(running, { username: "perXcentX1", display_name: "Zoë Seeker" });
    const names = async (keyword: string) =>
      (await admin.get<Page<AdminUser>>(`/api/user/?keyword=${encodeURIComponent(keyword)}`)).data.data.map(
        (user) => user.username,
      );
    expect(await names("R%CENT_")).toEqual(["per%cent_1"]);
    expect(await names("seek")).toEqual(["perXcentX1", "per%cent_1"]);
    expect(await names(String(percent.id))).toContain("per%cent_1");
    expect(await names("no one at all")).toEqual([]);
  });

  it("filters by role, status and group, and sorts by the whole balance", async () => {
    await aUser(running, { username: "rich", group: "vip", quota: 50 });
    const holder = await aUser(running, { username: "lent", group: "vip", quota: 10, status: 2 });
    const lease = { process_id: "p", kind: "user" as const, owner_id: holder.id, amount: 90 };
    await running.database.queries.insertInto("leases").values(lease).execute();
    const list = async (query: string) =>
      (await admin.get<Page<AdminUser>>(`/api/user/?${query}`)).data.data.map((user) => [
        user.username,
        user.quota,
      ]);
    expect(await list("group=vip&order=-quota")).toEqual([
      ["lent", 100],
      ["rich", 50],
    ]);
    expect(await list("group=vip&status=2")).toEqual([["lent", 100]]);
    expect(await list("role=100")).toEqual([["root", 0]]);
    expect((await admin.get("/api/user/?order=password_hash")).code).toBe("request.invalid");
  });

  it("shows what is linked, who invited and whether two-factor authentication is enabled", async () => {
    const inviter = await aUser(running, { username: "inviter" });
    const { id } = await aUser(running, {
      github_id: "42",
      github_login: "octo",
      telegram_id: "77",
      inviter_id: inviter.id,
      totp_confirmed_time: 5,
      email: "linked@example.org",
      email_verified: 1,
    });
    expect((await admin.get<AdminUser>(`/api/user/${id}`)).data).toMatchObject({
      bindings: { github: "octo", oidc: "", lark: "", wechat: "", telegram: "77" },
      inviter_name: "inviter",
      second_factor: true,
      passkeys: 0,
      email_verified: true,
    });
  });
});

describe("creating a user", () => {
  it("uses the form's fields, and the new user signs in", async () => {
    const form = {
      username: "fresh",
      password: "a fresh password",
      email: "Fresh@Example.org",
      group: "vip",
    };
    const made = await admin.post<AdminUser>("/api/user/", form);
    expect(made.data).toMatchObject({ username: "fresh", email: "fresh@example.org", group: "vip", role: 1 });
    await asUser(running, { ...made.data, password: form.password });
    expect((await actions(made.data.id)).map((entry) => entry.action)).toEqual(["user.create"]);
  });

  it("opens the given balance, by the ledger, else the default of a new account", async () => {
    await running.set("QuotaForNewUser", 300);
    const make = async (username: string, more: object) =>
      (await admin.post<AdminUser>("/api/user/", { username, password: "a fresh password", ...more })).data;
    const rich = await make("given-balance", { quota: 70_000 });
    expect(rich.quota).toBe(70_000);
    expect((await make("no-balance", { quota: 0 })).quota).toBe(0);
    expect((await make("default-balance", {})).quota).toBe(300);
    const entries = await running.database.queries
      .selectFrom("ledger_entries")
      .select(["kind", "amount"])
      .where("user_id", "=", rich.id)
      .execute();
    expect(entries).toEqual([{ kind: "opening", amount: 70_000 }]);
    expect((await actions(rich.id))[0]?.detail).toContain('"quota":70000');
    await running.set("QuotaForNewUser", 0);
  });

  it("rejects every invalid field together, taken names, unknown groups and roles above one's own", async () => {
    const bad = await admin.post("/api/user/", {
      username: "a",
      password: "short",
      email: "x",
      role: 7,
      quota: -1,
    });
    expect(bad.body.fields?.map((field) => field.path).sort()).toEqual([
      "email",
      "password",
      "quota",
      "role",
      "username",
    ]);
    const form = { username: "taken-name", password: "a long password" };
    await admin.post("/api/user/", form);
    expect(await admin.post("/api/user/", { ...form, username: "Taken-Name" })).toMatchObject({
      status: 409,
      code: "user.name_taken",
    });
    const other = { ...form, username: "other-name" };
    expect((await admin.post("/api/user/", { ...other, group: "nowhere" })).body.fields?.[0]?.path).toBe(
      "group",
    );
    expect((await admin.post("/api/user/", { ...other, role: 10 })).code).toBe("user.role_too_low");
    expect((await root.post<AdminUser>("/api/user/", { ...other, role: 10 })).data.role).toBe(10);
  });
});

describe("changing a user", () => {
  it("leaves missing fields alone, and audits names of fields but no password", async () => {
    const user = await aUser(running, { email: "keep@example.org", display_name: "Keep" });
    const changed = await admin.put<AdminUser>("/api/user/", {
      id: user.id,
      group: "vip",
      password: "quite another password",
    });
    expect(changed.data).toMatchObject({ group: "vip", email: "keep@example.org", display_name: "Keep" });
    const [entry] = await actions(user.id);
    expect(JSON.parse(entry?.detail ?? "")).toMatchObject({ group: ["default", "vip"], password: true });
    expect(running.announced).toEqual(["callers"]);
  });

  it("signs the user out when the password is new: sessions and the access token", async () => {
    const user = await aUser(running);
    const [browser, script] = [await asUser(running, user), await asScript(running, user)];
    await admin.put("/api/user/", { id: user.id, display_name: "New name" });
    expect((await browser.get("/api/user/self")).status).toBe(200);
    await admin.put("/api/user/", { id: user.id, password: "quite another password" });
    expect((await browser.get("/api/user/self")).status).toBe(401);
    expect((await script.get("/api/user/self")).status).toBe(401);
  });

  it("accepts no name or address of another, in any case, but another spelling of its own", async () => {
    const user = await aUser(running, { username: "spelled" });
    await aUser(running, { username: "Occupied", email: "occupied@example.org" });
    const put = (change: object) => admin.put<AdminUser>("/api/user/", { id: user.id, ...change });
    expect((await put({ username: "occupied" })).body.fields?.[0]).toMatchObject({ path: "username" });
    expect((await put({ email: "OCCUPIED@example.org" })).code).toBe("user.email_taken");
    expect((await put({ username: "Spelled" })).data.username).toBe("Spelled");
    await put({ email: "mine@example.org" });
    expect((await row(user.id)).email_verified).toBe(0);
  });

  it("assigns a role immediately, in the open browser too", async () => {
    const user = await aUser(running);
    const browser = await asUser(running, user);
    expect((await browser.get("/api/user/")).code).toBe("auth.forbidden");
    await root.put("/api/user/", { id: user.id, role: 10 });
    expect((await browser.get("/api/user/")).status).toBe(200);
    await root.post("/api/user/manage", { username: user.username, action: "demote" });
    expect((await browser.get("/api/user/")).code).toBe("auth.forbidden");
  });
});

describe("role and status", () => {
  it("disables by name as the family's tools do: sessions end, the relay is notified, enabling starts none", async () => {
    const user = await aUser(running);
    const browser = await asUser(running, user);
    const answer = await admin.post("/api/user/manage", { username: user.username, action: "disable" });
    expect(answer.data).toEqual({ id: user.id, role: 1, status: 2 });
    expect(running.announced).toContain("callers");
    expect((await browser.get("/api/user/self")).status).toBe(401);
    await admin.post("/api/user/manage", { id: user.id, action: "enable" });
    expect((await browser.get("/api/user/self")).status).toBe(401);
    expect((await actions(user.id)).map((entry) => entry.action)).toEqual(["user.disable", "user.enable"]);
  });

  it("cannot be changed for oneself, for peers and above, and promotion is limited to root", async () => {
    const user = await aUser(running);
    const peer = await anAdmin(running);
    const manage = (id: number, action: string) => admin.post("/api/user/manage", { id, action });
    expect((await manage(adminUser.id, "disable")).code).toBe("user.own_account");
    expect((await manage(peer.id, "disable")).code).toBe("user.role_too_low");
    expect((await manage(1, "delete")).code).toBe("user.role_too_low");
    expect((await manage(user.id, "promote")).code).toBe("user.role_too_low");
    expect((await root.post("/api/user/manage", { id: 1, action: "demote" })).code).toBe("user.own_account");
    expect((await manage(987_654, "disable")).code).toBe("user.not_found");
    expect((await admin.post("/api/user/manage", { action: "disable" })).status).toBe(400);
  });

  it("never loses the last super administrator, even when two demote each other at the same moment", async () => {
    const second = await aUser(running, { role: 100 });
    const other = await asUser(running, second);
    const outcomes = await Promise.all([
      root.post("/api/user/manage", { id: second.id, action: "demote" }),
      other.put("/api/user/", { id: 1, role: 1 }),
    ]);
    expect(outcomes.filter((outcome) => outcome.status === 200)).toHaveLength(1);
    const roots = await running.database.queries
      .selectFrom("users")
      .select("id")
      .where("role", "=", 100)
      .where("deleted_time", "=", 0)
      .execute();
    expect(roots).toHaveLength(1);
    await running.database.queries.updateTable("users").set({ role: 100 }).where("id", "=", 1).execute();
    await running.database.queries
      .updateTable("users")
      .set({ role: 1 })
      .where("id", "=", second.id)
      .execute();
  });

  it("deleting keeps the row without personal data, ends tokens, and frees name and links, again and again", async () => {
    const links = { github_id: "9", github_login: "nine", lark_id: "l9", email: "gone@example.org" };
    for (let round = 0; round < 3; round++) {
      const user = await aUser(running, { username: "phoenix", display_name: "Ash", ...links });
      const token = await aToken(running, user.id);
      const browser = await asUser(running, user);
      expect((await admin.delete(`/api/user/${user.id}`)).status).toBe(200);
      expect((await browser.get("/api/user/self")).status).toBe(401);
      expect(await row(user.id)).toMatchObject({
        username: "phoenix",
        display_name: "",
        email: "",
        github_id: "",
        lark_id: "",
        password_hash: "",
      });
      const stored = await running.database.queries
        .selectFrom("tokens")
        .select("deleted_time")
        .where("id", "=", token.id)
        .executeTakeFirstOrThrow();
      expect(stored.deleted_time).toBeGreaterThan(0);
      expect((await admin.get(`/api/user/${user.id}`)).code).toBe("user.not_found");
      expect((await admin.delete(`/api/user/${user.id}`)).code).toBe("user.not_found");
    }
  });
});

describe("several users together", () => {
  it("does for each what is allowed and reports what is not", async () => {
    const [one, two] = [await aUser(running), await aUser(running)];
    const answer = await admin.post<{ results: { id: number; success: boolean; code: string }[] }>(
      "/api/user/bulk",
      { ids: [one.id, 1, two.id, one.id, 987_654], action: "disable" },
    );
    expect(answer.data.results.map(({ id, success, code }) => [id, success, code])).toEqual([
      [one.id, true, ""],
      [1, false, "user.role_too_low"],
      [two.id, true, ""],
      [987_654, false, "user.not_found"],
    ]);
    expect((await row(two.id)).status).toBe(2);
    expect(running.announced).toEqual(["callers"]);
  });

  it("moves users only to a given group that exists", async () => {
    const user = await aUser(running);
    const move = (more: object) =>
      admin.post("/api/user/bulk", { ids: [user.id], action: "set_group", ...more });
    expect((await move({})).body.fields?.[0]?.path).toBe("group");
    expect((await move({ group: "nowhere" })).code).toBe("group.not_found");
    expect((await move({ group: "svip" })).status).toBe(200);
    expect((await row(user.id)).group).toBe("svip");
  });
});

describe("signing a user out", () => {
  it("ends sessions and the access token, and leaves the account as it is", async () => {
    const user = await aUser(running);
    const [browser, script] = [await asUser(running, user), await asScript(running, user)];
    expect((await admin.post(`/api/user/${user.id}/end_sessions`)).status).toBe(200);
    expect((await browser.get("/api/user/self")).status).toBe(401);
    expect((await script.get("/api/user/self")).status).toBe(401);
    await asUser(running, user);
  });

  it("resetting two-factor authentication removes app, recovery codes and passkeys", async () => {
    const user = await aUser(running, { totp_secret_encrypted: "sealed", totp_confirmed_time: 9 });
    const { queries } = running.database;
    const code = { code_hash: "h", user_id: user.id, created_time: 1 };
    await queries.insertInto("recovery_codes").values(code).execute();
    const answer = await admin.post<AdminUser>(`/api/user/${user.id}/reset_second_factor`);
    expect(answer.data.second_factor).toBe(false);
    expect((await row(user.id)).totp_secret_encrypted).toBe("");
    const left = await queries.selectFrom("recovery_codes").select("user_id").execute();
    expect(left.filter((one) => one.user_id === user.id)).toEqual([]);
    expect((await actions(user.id)).map((entry) => entry.action)).toEqual(["user.reset_second_factor"]);
  });
});
