import { limits } from "@tollgate/contract/limits";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { asRoot, asUser, type Client } from "../../../test/support/as-user.ts";
import { anAdmin, aUser, type TestUser } from "../../../test/support/builders.ts";
import { type ControlApp, startControlApp } from "../../../test/support/control-app.ts";

let running: ControlApp;
let admin: Client;
let adminUser: TestUser;
beforeAll(async () => {
  running = await startControlApp();
  adminUser = await anAdmin(running);
  admin = await asUser(running, adminUser);
});
afterAll(() => running.stop());

const change = (id: number, body: object, client = admin) =>
  client.post<{ balance: number; applied: boolean }>(`/api/user/quota/${id}`, body);
const entries = (id: number) =>
  running.database.queries.selectFrom("ledger_entries").selectAll().where("user_id", "=", id).execute();

describe("changing a balance", () => {
  it("adds and deducts through the ledger, with a row in the user's log and in the audit log", async () => {
    const user = await aUser(running);
    expect((await change(user.id, { quota: 500, remark: "for the talk" })).data).toEqual({
      balance: 500,
      applied: true,
    });
    expect((await change(user.id, { quota: -200 })).data.balance).toBe(300);
    const booked = await entries(user.id);
    expect(booked.map((entry) => entry.amount).sort((a, b) => a - b)).toEqual([-200, 500]);
    expect(booked.every((entry) => entry.kind === "adjustment")).toBe(true);
    const own = await asUser(running, user);
    const { data } = await own.get<{ data: { quota: number; content: string; type: number }[] }>(
      "/api/log/self?log_type=3&order=-created_at",
    );
    expect(data.data.map(({ quota, content, type }) => [type, quota, content])).toEqual([
      [3, -200, ""],
      [3, 500, "for the talk"],
    ]);
    const audit = await running.database.queries
      .selectFrom("audit_entries")
      .select("detail")
      .where("action", "=", "user.quota")
      .orderBy("id")
      .execute();
    expect(JSON.parse(audit[0]?.detail ?? "")).toEqual({
      target: user.username,
      quota: 500,
      balance: 500,
      remark: "for the talk",
    });
  });

  it("never deducts more than there is, and reports it at the field", async () => {
    const user = await aUser(running, { quota: 100 });
    const answer = await change(user.id, { quota: -101 });
    expect(answer).toMatchObject({ status: 409, code: "user.balance_too_low" });
    expect(answer.body.fields?.[0]?.path).toBe("quota");
    expect(await entries(user.id)).toEqual([]);
    const together = await Promise.all(Array.from({ length: 10 }, () => change(user.id, { quota: -30 })));
    expect(together.filter((one) => one.status === 200)).toHaveLength(3);
    expect(await running.ledger.balanceOf(user.id)).toBe(10);
  });

  it("counts a request id once, with any number of parallel repetitions", async () => {
    const user = await aUser(running);
    const body = { quota: 70, request_id: "0f8fad5b-d9cb-469f-a165-70867728950e" };
    const answers = await Promise.all(Array.from({ length: 5 }, () => change(user.id, body)));
    expect(answers.filter((answer) => answer.data.applied)).toHaveLength(1);
    expect(await running.ledger.balanceOf(user.id)).toBe(70);
    const other = await aUser(running);
    expect((await change(other.id, body)).data).toEqual({ balance: 70, applied: true });
  });

  it("accepts whole numbers other than zero, within the limits of numbers", async () => {
    const user = await aUser(running, { quota: 10 });
    for (const quota of [0, 1.5, "5", null, limits.quotaMax + 1, -limits.quotaMax - 1, 1e21])
      expect([quota, (await change(user.id, { quota })).status]).toEqual([quota, 400]);
    expect((await change(user.id, { quota: limits.quotaMax })).body.fields?.[0]).toMatchObject({
      path: "quota",
      code: "too_big",
    });
    expect(await running.ledger.balanceOf(user.id)).toBe(10);
  });

  it("is for users of a lower role; root may change its own, an administrator may not", async () => {
    const root = await asRoot(running);
    expect((await change(adminUser.id, { quota: 5 })).code).toBe("user.own_account");
    expect((await change(1, { quota: 5 })).code).toBe("user.role_too_low");
    expect((await change(1, { quota: 5 }, root)).data.applied).toBe(true);
    expect((await change(987_654, { quota: 5 })).code).toBe("user.not_found");
  });
});
