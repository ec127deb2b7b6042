import type { Self } from "@tollgate/contract/profile";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { asUser, client } from "../../../test/support/as-user.ts";
import { aUser } from "../../../test/support/builders.ts";
import { type ControlApp, startControlApp } from "../../../test/support/control-app.ts";

let running: ControlApp;
beforeAll(async () => {
  running = await startControlApp();
});
afterAll(() => running.stop());

describe("one's own record", () => {
  it("shows the balance with what running calls hold, and the group in force", async () => {
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
    const answer = await browser.put("/api/user/self", {
      display_name: "Ada",
      id: 1,
      username: "root",
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
    });
    expect(answer.status).toBe(200);
    expect(await rowOf()).toEqual({ ...before, display_name: "Ada" });
  });

  it("changes the password with the current one only, and then ends every other session", async () => {
    const user = await aUser(running);
    const [here, elsewhere] = [await asUser(running, user), await asUser(running, user)];
    const change = (current_password: string) =>
      here.put("/api/user/self", { display_name: "", password: "a new password", current_password });
    const refused = await change("wrong password");
    expect(refused).toMatchObject({ status: 400, code: "user.password_wrong" });
    expect(refused.body.fields?.[0]?.path).toBe("current_password");
    expect((await elsewhere.get("/api/user/self")).status).toBe(200);
    expect((await change(user.password)).status).toBe(200);
    expect((await here.get("/api/user/self")).status).toBe(200);
    expect((await elsewhere.get("/api/user/self")).status).toBe(401);
    await asUser(running, { ...user, password: "a new password" });
    const short = await here.put("/api/user/self", { display_name: "", password: "short" });
    expect(short.body.fields?.[0]?.path).toBe("password");
  });
});

describe("the access token", () => {
  it("is answered once, works with and without Bearer, and replaces the one before", async () => {
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

  it("does nothing for disabled users, and a relay key is none", async () => {
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

  it("that is unknown is not excused by a cookie beside it", async () => {
    const user = await aUser(running);
    const login = await running.app.inject({
      method: "POST",
      url: "/api/user/login",
      payload: { username: user.username, password: user.password },
    });
    const both = client(running, {
      cookie: `session=${login.cookies[0]?.value}`,
      authorization: `Bearer ${"x".repeat(32)}`,
    });
    expect((await both.get("/api/user/self")).status).toBe(401);
  });
});
