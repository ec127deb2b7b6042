import type { Page } from "@tollgate/contract/list-query";
import type { Statement } from "@tollgate/contract/statements";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { asUser } from "../../../test/support/as-user.ts";
import { aLog, anAdmin, aUser } from "../../../test/support/builders.ts";
import { type ControlApp, startControlApp } from "../../../test/support/control-app.ts";
import { ledgerLocations, useLedgers } from "../../../test/support/ledger-processes.ts";
import { startHistory } from "../../../test/support/random-history.ts";
import { createStatementRepository } from "../../storage/repositories/statement-repository.ts";
import { createUserRepository } from "../../storage/repositories/user-repository.ts";
import { monthAt } from "./month.ts";
import { createStatementService } from "./service.ts";

const at = (iso: string): number => Date.parse(iso) / 1000;

describe("a month's statement", () => {
  let running: ControlApp;
  beforeAll(async () => {
    running = await startControlApp();
  });
  afterAll(() => running.stop());

  async function enter(user_id: number, iso: string, kind: string, amount: number): Promise<void> {
    const entry = {
      id: `${kind}:${iso}:${user_id}`,
      user_id,
      kind,
      amount,
      created_at: at(iso),
      remark: kind,
    };
    await running.database.queries.insertInto("ledger_entries").values(entry).execute();
  }

  it("adds up credits and costs of calls, with the month's boundaries in UTC", async () => {
    const user = await aUser(running, { created_time: at("2026-09-15T00:00:00Z"), uncollected: 40 });
    await enter(user.id, "2026-09-15T00:00:00Z", "opening", 5000);
    await enter(user.id, "2026-10-01T00:00:00Z", "topup", 3000);
    await enter(user.id, "2026-10-02T00:00:00Z", "collection", -200);
    await enter(user.id, "2026-10-03T00:00:00Z", "redemption", 700);
    await enter(user.id, "2026-10-04T00:00:00Z", "refund", -1000);
    await enter(user.id, "2026-10-05T00:00:00Z", "dispute", -500);
    await enter(user.id, "2026-10-31T23:59:59Z", "written-off", 3);
    await enter(user.id, "2026-11-01T00:00:00Z", "adjustment", -9);
    for (const [iso, quota, model_name] of [
      ["2026-09-30T23:59:59Z", 100, "gpt-4o"],
      ["2026-10-01T00:00:00Z", 20, "o3"],
      ["2026-10-31T23:59:59Z", 300, "gpt-4o"],
      ["2026-11-01T00:00:00Z", 4000, "gpt-4o"],
    ] as const)
      await aLog(running, user.id, { created_at: at(iso), quota, model_name });
    const client = await asUser(running, user);
    const { data } = await client.get<Statement>("/api/user/statement?month=2026-10");
    expect(data).toMatchObject({
      username: user.username,
      month: "2026-10",
      first_month: "2026-09",
      from: at("2026-10-01T00:00:00Z"),
      until: at("2026-11-01T00:00:00Z"),
      complete: true,
      opening: 4900,
      used: 320,
      closing: 6583,
      uncollected: 40,
      usage: [
        { model_name: "gpt-4o", quota: 300, request_count: 1 },
        { model_name: "o3", quota: 20, request_count: 1 },
      ],
    });
    expect(Object.fromEntries(data.changes.map(({ kind, amount }) => [kind, amount]))).toEqual({
      topup: 3000,
      collection: -200,
      redemption: 700,
      refund: -1500,
      other: 3,
    });
    expect(data.entries.map(({ kind, amount }) => [kind, amount])).toEqual([
      ["topup", 3000],
      ["collection", -200],
      ["redemption", 700],
      ["refund", -1000],
      ["refund", -500],
      ["other", 3],
    ]);
    const current = (await client.get<Statement>("/api/user/statement")).data;
    expect(current).toMatchObject({ month: "2026-11", complete: false, until: running.clock.now() });
    expect(current).toMatchObject({ opening: 6583, used: 4000, closing: 2574 });
    expect((await client.get<Statement>("/api/user/statement?month=2026-09")).data.opening).toBe(0);
    expect((await client.get("/api/user/statement?month=2026-13")).body.fields?.[0]?.path).toBe("month");
  });

  it("is opened by administrators for users below them", async () => {
    const user = await aUser(running);
    const admin = await anAdmin(running);
    const client = await asUser(running, admin);
    const { data } = await client.get<Statement>(`/api/user/${user.id}/statement?month=2026-11`);
    expect(data).toMatchObject({ user_id: user.id, opening: 0, closing: 0, changes: [], usage: [] });
    expect((await client.get(`/api/user/${admin.id}/statement`)).status).toBe(200);
    expect((await client.get("/api/user/1/statement")).code).toBe("user.role_too_low");
    expect((await client.get("/api/user/9999/statement")).code).toBe("user.not_found");
    const other = await asUser(running, await aUser(running));
    expect((await other.get(`/api/user/${user.id}/statement`)).status).toBe(403);
  });

  it("lists usage by month and by model for the family's clients", async () => {
    const user = await aUser(running);
    await aLog(running, user.id, { created_at: at("2026-09-30T23:00:00Z"), quota: 5 });
    await aLog(running, user.id, { created_at: at("2026-10-01T00:00:00Z"), quota: 9 });
    await aLog(running, user.id, { created_at: at("2026-10-09T00:00:00Z"), quota: 1, model_name: "o3" });
    const client = await asUser(running, user);
    const list = async (query: string) =>
      (await client.get<Page<{ date: string; quota: number }>>(`/api/user/invoice${query}`)).data;
    const rows = (await list("")).data.map(({ date, quota }) => [date, quota]);
    expect(rows).toEqual([
      ["2026-10-01", 10],
      ["2026-09-01", 5],
    ]);
    const second = await list("?order=quota&size=1&page=2");
    expect(second).toMatchObject({ total_count: 2, data: [{ date: "2026-10-01", request_count: 2 }] });
    const { data } = await client.get<object[]>("/api/user/invoice/detail?date=2026-10-17");
    expect(data).toMatchObject([
      { date: "2026-10-01", model_name: "gpt-4o", quota: 9, request_time: 100 },
      { date: "2026-10-01", model_name: "o3", quota: 1 },
    ]);
    expect((await client.get("/api/user/invoice/detail?date=soon")).status).toBe(400);
  });
});

for (const { name, location } of await ledgerLocations()) {
  describe.skipIf(!location)(`statements on ${name}`, () => {
    const bench = useLedgers(location);

    it("close with the opening balance of the next month, and the last one with the balance", async () => {
      const history = startHistory(bench, 7);
      const begin = history.now();
      await history.begin();
      await history.run(250);
      await history.flush();
      const { database } = bench;
      const service = createStatementService({
        statements: createStatementRepository(database),
        users: createUserRepository(database.queries),
        clock: { now: history.now, milliseconds: () => history.now() * 1000 },
      });
      for (const id of [1, 2, 3]) {
        const actor = { id, username: "", role: 1, group: "", ip: "" };
        let balance = 0;
        let month = monthAt(begin);
        for (; month.from <= history.now(); month = monthAt(month.until)) {
          const found = await service.own(actor, month.name);
          expect(found.opening).toBe(balance);
          const sum = found.entries.reduce((total, { amount }) => total + amount, 0);
          expect(found.opening + sum - found.used).toBe(found.closing);
          balance = found.closing;
        }
        const rows = database.queries.selectFrom("ledger_entries").where("user_id", "=", id);
        const { total } = await rows
          .select((b) => b.fn.sum<number>("amount").as("total"))
          .executeTakeFirstOrThrow();
        expect(balance).toBe(Number(total));
      }
    });
  });
}
