import type { Page } from "@tollgate/contract/list-query";
import type { AdminUser } from "@tollgate/contract/users";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { asRoot, asUser, type Client } from "../support/as-user.ts";
import { aChannel, aToken, aUser } from "../support/builders.ts";
import { type ControlApp, startControlApp } from "../support/control-app.ts";
import { postgresOrSkip } from "../support/postgres.ts";

const url = await postgresOrSkip();

/** Statements about users, groups and the audit log, and the races that only a database with several writers has. */
describe.skipIf(url === null)("users on PostgreSQL", () => {
  let running: ControlApp;
  let root: Client;
  beforeAll(async () => {
    running = await startControlApp({ location: { kind: "postgres", url: url ?? "" } });
    root = await asRoot(running);
  });
  afterAll(() => running?.stop());

  it("are listed with every filter and order", async () => {
    const inviter = await aUser(running, { username: "Inviter", quota: 5 });
    const user = await aUser(running, {
      username: "100%_sure",
      group: "vip",
      inviter_id: inviter.id,
      quota: 7,
    });
    const lease = { process_id: "p", kind: "user" as const, owner_id: user.id, amount: 90 };
    await running.database.queries.insertInto("leases").values(lease).execute();
    const page = await root.get<Page<AdminUser>>(
      "/api/user/?keyword=0%25_S&group=vip&role=1&status=1&order=-quota,group,username",
    );
    expect(page.data.data).toMatchObject([{ id: user.id, quota: 97, inviter_name: "Inviter", passkeys: 0 }]);
    expect((await root.get<Page<AdminUser>>(`/api/user/?keyword=${user.id}`)).data.total_count).toBe(1);
  });

  it("keep one super administrator when two demote each other, many times over", async () => {
    for (let round = 0; round < 10; round++) {
      const second = await aUser(running, { role: 100 });
      const other = await asUser(running, second);
      const outcomes = await Promise.all([
        root.post("/api/user/manage", { id: second.id, action: round % 2 ? "demote" : "disable" }),
        other.put("/api/user/", { id: 1, role: 1 }),
      ]);
      expect(outcomes.map((outcome) => outcome.status)).toContain(200);
      const left = await running.database.queries
        .selectFrom("users")
        .select("id")
        .where("role", "=", 100)
        .where("status", "=", 1)
        .where("deleted_time", "=", 0)
        .execute();
      expect(left).toHaveLength(1);
      await running.database.queries.updateTable("users").set({ role: 100 }).where("id", "=", 1).execute();
      await running.database.queries
        .updateTable("users")
        .set({ role: 1 })
        .where("id", "=", second.id)
        .execute();
    }
  });

  it("are changed, deleted and audited", async () => {
    const user = await aUser(running, { quota: 10 });
    await aToken(running, user.id);
    expect((await root.post(`/api/user/quota/${user.id}`, { quota: -4 })).data).toMatchObject({ balance: 6 });
    expect((await root.post(`/api/user/${user.id}/reset_second_factor`)).status).toBe(200);
    expect((await root.delete(`/api/user/${user.id}`)).status).toBe(200);
    expect((await root.get("/api/token/admin/search?status=1&order=-name")).status).toBe(200);
    const filters = `actor=root&action=user.&target_type=user&target_id=${user.id}&keyword=qu&end_timestamp=99999999999`;
    const audit = await root.get<Page<{ action: string }>>(`/api/audit/?${filters}`);
    expect(audit.data.data.map((entry) => entry.action)).toEqual(["user.quota"]);
    expect((await root.get("/api/user/1/audit?keyword=x")).status).toBe(200);
  });

  it("count who uses a group", async () => {
    await root.post("/api/user_group/", { symbol: "a_b", name: "A" });
    await root.post("/api/user_group/", { symbol: "aXb", name: "B" });
    await root.post("/api/channel/", aChannel({ groups: ["default", "aXb"] }));
    const page = await root.get<Page<{ symbol: string; channels: number }>>(
      "/api/user_group/?order=id&size=100",
    );
    const used = page.data.data.filter((group) => group.symbol.startsWith("a"));
    expect(used.map((group) => [group.symbol, group.channels])).toEqual([
      ["a_b", 0],
      ["aXb", 1],
    ]);
    const ratios = (await root.get<Record<string, number>>("/api/user_group/ratios")).data;
    const put = await root.put("/api/user_group/ratios", { ratios: { ...ratios, fresh: 0.5, vip: 3 } });
    expect(put.data).toMatchObject({ fresh: 0.5, vip: 3, default: 1 });
  });
});
