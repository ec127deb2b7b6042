import { budgetPeriodStart } from "@tollgate/contract/budgets";
import type { OwnedToken } from "@tollgate/contract/admin-tokens";
import type { Page } from "@tollgate/contract/list-query";
import type { Self } from "@tollgate/contract/profile";
import type { Token, TokenSpending } from "@tollgate/contract/tokens";
import type { AdminUser } from "@tollgate/contract/users";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { asUser, type Client } from "../../../test/support/as-user.ts";
import { anAdmin, aToken, aUser, type TestUser } from "../../../test/support/builders.ts";
import { type ControlApp, startControlApp } from "../../../test/support/control-app.ts";

let running: ControlApp;
let admin: Client;
let owner: TestUser;
let own: Client;
let stranger: Client;
beforeAll(async () => {
  running = await startControlApp();
  admin = await asUser(running, await anAdmin(running));
});
afterAll(() => running.stop());
beforeEach(async () => {
  owner = await aUser(running);
  own = await asUser(running, owner);
  stranger = await asUser(running, await aUser(running));
});

const form = { name: "My token", unlimited_quota: true };
const budget = { budget_period: "week", budget_quota: 500 } as const;
/** Monday's midnight in UTC. */
const monday = () => budgetPeriodStart("week", running.clock.now());
const weekSeconds = 7 * 86_400;

const spend = (table: "users" | "tokens", id: number, used: number, start: number) =>
  running.database.queries
    .updateTable(table)
    .set({ budget_used: used, budget_start: start })
    .where("id", "=", id)
    .execute();
const auditOf = (type: string, id: number, action: string) =>
  running.database.queries
    .selectFrom("audit_entries")
    .select("detail")
    .where("target_type", "=", type)
    .where("target_id", "=", String(id))
    .where("action", "=", action)
    .orderBy("id")
    .execute();

describe("the budget of a token", () => {
  it("is none unless it is set, and shows what its period has spent, without what running calls hold", async () => {
    const none = { budget_period: "none", budget_quota: 0, budget_used: 0, budget_resets_at: 0 };
    expect((await own.post<Token>("/api/token/", form)).data).toMatchObject(none);
    const { data: made } = await own.post<Token>("/api/token/", { ...form, ...budget });
    expect(made).toMatchObject({ ...budget, budget_used: 0, budget_resets_at: monday() + weekSeconds });
    await spend("tokens", made.id, 300, monday());
    await running.database.queries
      .insertInto("budget_leases")
      .values({ process_id: "p", kind: "token", owner_id: made.id, period_start: monday(), amount: 100 })
      .execute();
    expect((await own.get<Token>(`/api/token/${made.id}`)).data.budget_used).toBe(200);
    await spend("tokens", made.id, 300, monday() - weekSeconds);
    expect((await own.get<Token>(`/api/token/${made.id}`)).data.budget_used).toBe(0);
  });

  it("is changed by its owner, with an entry in the audit log; a period needs an amount", async () => {
    const { id } = (await own.post<Token>("/api/token/", form)).data;
    for (const wrong of [
      { budget_period: "week" },
      { budget_period: "week", budget_quota: 0 },
      { budget_period: "year", budget_quota: 5 },
      { budget_period: "day", budget_quota: -1 },
      { budget_period: "day", budget_quota: 1.5 },
    ]) {
      for (const answer of [
        await own.post("/api/token/", { ...form, ...wrong }),
        await own.put("/api/token/", { id, ...wrong }),
      ]) {
        expect(answer.status).toBe(400);
        expect(answer.body.fields?.[0]?.path).toMatch(/^budget_(period|quota)$/);
      }
    }
    expect((await own.put<Token>("/api/token/", { id, ...budget })).data).toMatchObject(budget);
    await spend("tokens", id, 300, monday());
    // Another amount keeps what was spent, another period does not.
    expect((await own.put<Token>("/api/token/", { id, budget_quota: 400 })).data.budget_used).toBe(300);
    expect((await own.put<Token>("/api/token/", { id, budget_period: "month" })).data).toMatchObject({
      budget_period: "month",
      budget_quota: 400,
      budget_used: 0,
    });
    expect((await stranger.put("/api/token/", { id, ...budget })).code).toBe("token.not_found");
    const [entry] = await auditOf("token", id, "token.update");
    expect(JSON.parse(entry?.detail ?? "")).toMatchObject({
      budget_period: ["none", "week"],
      budget_quota: [0, 500],
    });
    expect((await own.put("/api/token/", { id, budget_used: 7 })).status).toBe(400);
  });
});

describe("the budget of a user", () => {
  it("is set by administrators of a higher role alone, and the user sees it", async () => {
    const { id } = owner;
    expect((await admin.put("/api/user/", { id, budget_period: "day" })).body.fields?.[0]?.path).toBe(
      "budget_quota",
    );
    const changed = await admin.put<AdminUser>("/api/user/", { id, ...budget });
    expect(changed.data).toMatchObject({ ...budget, budget_used: 0 });
    await spend("users", id, 120, monday());
    expect((await own.get<Self>("/api/user/self")).data).toMatchObject({
      ...budget,
      budget_used: 120,
      budget_resets_at: monday() + weekSeconds,
    });
    expect((await own.put("/api/user/self", { display_name: "x", budget_quota: 9_999 })).status).toBe(400);
    const other = await anAdmin(running);
    expect((await admin.put("/api/user/", { id: other.id, ...budget })).code).toBe("user.role_too_low");
    const [entry] = await auditOf("user", id, "user.update");
    expect(JSON.parse(entry?.detail ?? "")).toMatchObject({ budget_quota: [0, 500] });
    // Other edits contain nothing of it.
    await admin.put("/api/user/", { id, display_name: "Ada" });
    expect((await own.get<Self>("/api/user/self")).data).toMatchObject({ ...budget, budget_used: 120 });
  });
});

describe("rotating a key", () => {
  it("returns the new key once, to the token's owner, and writes an entry to the audit log", async () => {
    const { data: made } = await own.post<Token>("/api/token/", form);
    const rotate = (by: Client, body: object) => by.post<Token>(`/api/token/${made.id}/rotate`, body);
    expect((await rotate(stranger, {})).code).toBe("token.not_found");
    expect((await rotate(admin, {})).code).toBe("token.not_found");
    for (const wrong of [-1, 1.5, 43_201])
      expect((await rotate(own, { grace_minutes: wrong })).body.fields?.[0]?.path).toBe("grace_minutes");
    const { data: rotated } = await rotate(own, { grace_minutes: 10 });
    expect(rotated.key).toMatch(/^sk-[0-9A-Za-z]{48}$/);
    expect(rotated.key).not.toBe(made.key);
    expect(rotated.old_key_expires).toBe(running.clock.now() + 600);
    expect((await own.get(`/api/token/${made.id}/key`)).data).toEqual({ key: rotated.key });
    const find = async (key: string) =>
      (await own.get<Token[]>(`/api/token/search?token=${key}`)).data.map(({ id }) => id);
    expect([await find(made.key), await find(rotated.key)]).toEqual([[made.id], [made.id]]);
    running.clock.advance(600);
    expect([await find(made.key), await find(rotated.key)]).toEqual([[], [made.id]]);
    expect((await own.get<Token>(`/api/token/${made.id}`)).data.old_key_expires).toBe(0);
    const entries = await auditOf("token", made.id, "token.rotate_key");
    expect(entries.map(({ detail }) => JSON.parse(detail))).toEqual([
      { target: "My token", grace_minutes: 10 },
    ]);
    expect(running.announced).toContain("callers");
  });
});

describe("administrators", () => {
  it("find a user's token by its key, and see its budget and spending, but not those of their equals", async () => {
    const { id, key } = await aToken(running, owner.id);
    const peer = await aToken(running, (await anAdmin(running)).id);
    const search = async (query: string) =>
      (await admin.get<Page<OwnedToken>>(`/api/token/admin/search?${query}`)).data.data;
    const [found] = await search(`token=${key}`);
    expect(found).toMatchObject({ id, owner_name: owner.username, budget_period: "none" });
    expect(found?.key).toBe(`sk-…${key.slice(-4)}`);
    expect((await search(`keyword=${key.slice(-4)}`)).map((token) => token.id)).toContain(id);
    expect(await search(`token=${peer.key}`)).toEqual([]);

    const day = Math.floor(running.clock.now() / 86_400) * 86_400;
    const sums = { user_id: owner.id, request_count: 1, prompt_tokens: 1, completion_tokens: 1 };
    await running.database.queries
      .insertInto("usage_hourly_tokens")
      .values([
        { ...sums, token_id: id, hour: day, quota: 4 },
        { ...sums, token_id: id, hour: day + 3600, quota: 3 },
        { ...sums, token_id: id, hour: day - 86_400 - 3600, quota: 5 },
        { ...sums, token_id: peer.id, hour: day, quota: 9 },
      ])
      .execute();
    const spending = async (by: Client) =>
      (await by.get<TokenSpending>(`/api/token/spending?ids=${id},${peer.id},999999&days=3`)).data;
    expect(await spending(admin)).toEqual({
      days: [day - 2 * 86_400, day - 86_400, day],
      tokens: [{ id, quota: [5, 0, 7] }],
    });
    expect((await spending(own)).tokens).toEqual([{ id, quota: [5, 0, 7] }]);
    expect((await spending(stranger)).tokens).toEqual([]);
    for (const wrong of ["", "a", "1,,2", "-1"])
      expect((await own.get(`/api/token/spending?ids=${wrong}`)).status).toBe(400);
  });
});
