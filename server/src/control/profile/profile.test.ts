import type { Self } from "@tollgate/contract/profile";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { asUser, client } from "../../../test/support/as-user.ts";
import { statusesOf } from "../../../test/support/browser.ts";
import { aUser } from "../../../test/support/builders.ts";
import { type ControlApp, startControlApp } from "../../../test/support/control-app.ts";
import { callPlanted } from "../../../test/support/planted.ts";

let running: ControlApp;
beforeAll(async () => {
  running = await startControlApp();
});
afterAll(() => running.stop());

describe("one's own record", () => {
  it("shows the balance including what running calls hold, and the current group", async () => {
    const user = await aUser(running, { quota: 500, group: "vip" });
    await running.database.queries
      .insertInto("leases")
      .values([
        { process_id: "p1", kind: "user", owner_id: user.id, amount: 100 },
        { process_id: "p2", kind: "user", owner_id: user.id, amount: 20 },
        { process_id: "p2", kind: "token", owner_id: user.id, amount: 999 },
      ])
      .execute();
    const { data } = await (await asUser(running, user)).get<Self>("/api/user/self");
    expect(data).toMatchObject({ quota: 620, group: "vip", group_name: "VIP", group_ratio: 1 });
  });

  it("changes the display name and nothing that is not the form's", async () => {
    const user = await aUser(running, { quota: 5 });
    const rowOf = () =>
      running.database.queries
        .selectFrom("users")
        .selectAll()
        .where("id", "=", user.id)
        .executeTakeFirstOrThrow();
    const browser = await asUser(running, user);
    const before = await rowOf();
    const planted = {
      id: 1,
      password_hash: "x",
      role: 100,
      status: 2,
      email: "x@example.org",
      avatar_url: "x",
      group: "svip",
      quota: 1e9,
      used_quota: -1,
      request_count: 9,
      access_token_hash: "x",
      created_time: 1,
      last_login_time: 1,
      last_login_ip: "x",
      deleted_time: 1,
      github_id: "1",
      oidc_id: "x",
      email_verified: 1,
      aff_code: "x",
      inviter_id: 1,
      totp_confirmed_time: 1,
      totp_secret_encrypted: "x",
      notify_setting: "{}",
      deletion_requested_time: 1,
      welcome_due: "x",
    };
    const { answer, rejected } = await callPlanted(
      browser,
      { method: "PUT", address: "/api/user/self" },
      { planted, wanted: { display_name: "Ada" } },
    );
    expect(rejected).toEqual(expect.arrayContaining(["role", "status", "email", "group", "quota"]));
    expect(answer.status).toBe(200);
    expect(await rowOf()).toEqual({ ...before, display_name: "Ada" });
  });

  it("changes the password with the current one only, and then ends every other session", async () => {
    const user = await aUser(running);
    const [here, elsewhere] = [await asUser(running, user), await asUser(running, user)];
    const change = (current_password: string) =>
      here.put("/api/user/self", { display_name: "", password: "a new password", current_password });
    const rejected = await change("wrong password");
    expect(rejected).toMatchObject({ status: 400, code: "user.password_wrong" });
    expect(rejected.body.fields?.[0]?.path).toBe("current_password");
    expect((await elsewhere.get("/api/user/self")).status).toBe(200);
    expect((await change(user.password)).status).toBe(200);
    expect((await here.get("/api/user/self")).status).toBe(200);
    expect((await elsewhere.get("/api/user/self")).status).toBe(401);
    await asUser(running, { ...user, password: "a new password" });
    const short = await here.put("/api/user/self", { display_name: "", password: "short" });
    expect(short.body.fields?.[0]?.path).toBe("password");
  });
});

describe("the username", () => {
  it("can be changed to a free one in any case, and is written to the audit log", async () => {
    const user = await aUser(running);
    const other = await aUser(running);
    const browser = await asUser(running, user);
    const rename = (username: string) => browser.put<Self>("/api/user/self", { display_name: "", username });
    const taken = await rename(other.username.toUpperCase());
    expect(taken).toMatchObject({ status: 409, code: "user.name_taken" });
    expect(taken.body.fields?.[0]?.path).toBe("username");
    for (const wrong of ["ab", "a@b.example", "x".repeat(31), ""])
      expect([wrong, (await rename(wrong)).body.fields?.[0]?.path]).toEqual([wrong, "username"]);
    const fresh = `${user.username}-new`;
    expect((await rename(fresh)).data.username).toBe(fresh);
    await asUser(running, { ...user, username: fresh });
    const entries = await running.database.queries
      .selectFrom("audit_entries")
      .selectAll()
      .where("actor_id", "=", user.id)
      .where("action", "=", "profile.update")
      .execute();
    expect(JSON.parse(entries[0]?.detail ?? "")).toEqual({
      password: false,
      username: { from: user.username, to: fresh },
    });
  });

  it("goes to one of two concurrent requests for it", async () => {
    const browsers = await Promise.all(
      [await aUser(running), await aUser(running)].map((user) => asUser(running, user)),
    );
    const answers = await Promise.all(
      browsers.map((browser) => browser.put("/api/user/self", { display_name: "", username: "wanted" })),
    );
    expect(statusesOf(answers)).toEqual([200, 409]);
  });
});

describe("notice preferences", () => {
  it("have defaults, are stored, and reject invalid values", async () => {
    const browser = await asUser(running, await aUser(running, { notify_setting: '{"new_place":"yes"}' }));
    const address = "/api/user/notify_setting";
    expect((await browser.get(address)).data).toEqual({
      quota_reminder: true,
      quota_threshold: 500_000,
      new_place: true,
      task_done: false,
      by_mail: true,
      by_telegram: false,
    });
    const setting = {
      quota_reminder: false,
      quota_threshold: 7,
      new_place: false,
      task_done: true,
      by_mail: false,
      by_telegram: true,
    };
    expect((await browser.put(address, setting)).data).toEqual(setting);
    expect((await browser.get(address)).data).toEqual(setting);
    const rejected = await browser.put(address, { ...setting, quota_threshold: -1 });
    expect(rejected.body.fields?.[0]?.path).toBe("quota_threshold");
  });

  it("keep what a change does not name, and follow the site's threshold until one is chosen", async () => {
    const browser = await asUser(running, await aUser(running));
    const change = async (form: object) => (await browser.put("/api/user/notify_setting", form)).data;
    await running.set("QuotaRemindThreshold", 42);
    const setting = {
      quota_reminder: true,
      quota_threshold: 42,
      new_place: false,
      task_done: false,
      by_mail: true,
      by_telegram: false,
    };
    expect(await change({ new_place: false })).toEqual(setting);
    await running.set("QuotaRemindThreshold", 43);
    expect(await change({ quota_reminder: false })).toEqual({
      ...setting,
      quota_reminder: false,
      quota_threshold: 43,
    });
    await change({ quota_threshold: 7 });
    expect(await change({ quota_reminder: true })).toEqual({ ...setting, quota_threshold: 7 });
    await running.set("QuotaRemindThreshold", 500_000);
  });
});

describe("requesting deletion", () => {
  it("needs the password, marks the account, ends nothing, and can be withdrawn", async () => {
    const user = await aUser(running);
    const browser = await asUser(running, user);
    const send = (current_password: string) => browser.post<Self>("/api/user/deletion", { current_password });
    expect((await send("wrong password")).code).toBe("user.password_wrong");
    expect((await browser.get<Self>("/api/user/self")).data.deletion_requested_time).toBe(0);
    expect((await send(user.password)).data.deletion_requested_time).toBe(running.clock.now());
    expect((await browser.get("/api/token/")).status).toBe(200);
    expect((await browser.delete<Self>("/api/user/deletion")).data.deletion_requested_time).toBe(0);
    const entries = await running.database.queries
      .selectFrom("audit_entries")
      .select("action")
      .where("actor_id", "=", user.id)
      .orderBy("id")
      .execute();
    expect(entries.map((entry) => entry.action)).toEqual([
      "auth.login",
      "profile.request_deletion",
      "profile.withdraw_deletion",
    ]);
  });
});

describe("the access token", () => {
  it("needs a step-up, except the family's request right after signing in or with the old token", async () => {
    const user = await aUser(running);
    const browser = await asUser(running, user);
    expect((await browser.post("/api/user/token", {})).code).toBe("user.password_wrong");
    const made = await browser.post<string>("/api/user/token", { current_password: user.password });
    expect(made.data).toMatch(/^[0-9A-Za-z]{32}$/);
    running.clock.advance(600);
    expect((await browser.get("/api/user/token")).code).toBe("auth.proof_required");
    const script = client(running, { authorization: made.data });
    const next = await script.get<string>("/api/user/token");
    expect(next.status).toBe(200);
    expect((await script.get("/api/user/self")).status).toBe(401);
  });

  it("is returned once, works with and without Bearer, and replaces the previous one", async () => {
    const user = await aUser(running);
    const browser = await asUser(running, user);
    const first = (await browser.get<string>("/api/user/token")).data;
    expect(first).toMatch(/^[0-9A-Za-z]{32}$/);
    for (const authorization of [first, `Bearer ${first}`])
      expect((await client(running, { authorization }).get<Self>("/api/user/self")).data.id).toBe(user.id);
    const second = (await browser.get<string>("/api/user/token")).data;
    expect((await client(running, { authorization: first }).get("/api/user/self")).status).toBe(401);
    expect((await client(running, { authorization: second }).get("/api/user/self")).status).toBe(200);
    const row = await running.database.queries
      .selectFrom("users")
      .selectAll()
      .where("id", "=", user.id)
      .execute();
    expect(JSON.stringify(row)).not.toContain(second);
  });

  it("ends with a change of the password, also when it makes the change", async () => {
    const user = await aUser(running);
    const browser = await asUser(running, user);
    for (const [old, next] of [
      [user.password, "a new password"],
      ["a new password", "a newer password"],
    ] as const) {
      const { data: authorization } = await browser.post<string>("/api/user/token", {
        current_password: old,
      });
      const script = client(running, { authorization });
      const form = { display_name: "", password: next, current_password: old };
      const caller = next === "a newer password" ? script : browser;
      const name = await browser.put("/api/user/self", { display_name: "still here" });
      expect(name.status).toBe(200);
      expect((await script.get("/api/user/self")).status).toBe(200);
      expect((await caller.put("/api/user/self", form)).status).toBe(200);
      expect((await script.get("/api/user/self")).status).toBe(401);
      if (caller === browser)
        expect((await browser.get<Self>("/api/user/self")).data.has_access_token).toBe(false);
    }
  });

  it("does nothing for disabled users, and is not a relay key", async () => {
    const user = await aUser(running);
    const browser = await asUser(running, user);
    const token = (await browser.get<string>("/api/user/token")).data;
    const { data: created } = await browser.post<{ key: string }>("/api/token/", { name: "t" });
    expect(
      (await client(running, { authorization: `Bearer ${created.key}` }).get("/api/user/self")).status,
    ).toBe(401);
    await running.database.queries
      .updateTable("users")
      .set({ status: 2 })
      .where("id", "=", user.id)
      .execute();
    expect((await client(running, { authorization: `Bearer ${token}` }).get("/api/user/self")).status).toBe(
      401,
    );
  });
});
