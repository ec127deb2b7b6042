import type { Page } from "@tollgate/contract/list-query";
import type { LogRow, LogStat } from "@tollgate/contract/logs";
import type { Token } from "@tollgate/contract/tokens";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { systemActor } from "../../src/control/actor.ts";
import { asRoot, asUser, type Client } from "../support/as-user.ts";
import { aChannel, aLog, aPrice, aToken, aUser, type TestUser } from "../support/builders.ts";
import { type ControlApp, startControlApp } from "../support/control-app.ts";
import { postgresOrSkip } from "../support/postgres.ts";

const url = await postgresOrSkip();

/** Every statement of the repositories once: PostgreSQL is stricter than SQLite. */
describe.skipIf(url === null)("the console API on PostgreSQL", () => {
  let running: ControlApp;
  let root: Client;
  let user: TestUser;
  let own: Client;
  beforeAll(async () => {
    running = await startControlApp({ location: { kind: "postgres", url: url ?? "" } });
    root = await asRoot(running);
    user = await aUser(running, { quota: 700, email: "pg@example.org" });
    own = await asUser(running, user);
  });
  afterAll(() => running?.stop());

  it("stores tokens", async () => {
    const created = await own.post<Token>("/api/token/", { name: "50% A_b", remain_quota: 10 });
    const { id } = created.data;
    await running.database.queries
      .insertInto("leases")
      .values({ process_id: "p", kind: "token", owner_id: id, amount: 5 })
      .execute();
    for (const status of [0, 1, 2, 3, 4]) {
      const page = await own.get<Page<Token>>(`/api/token/?status=${status}&order=-name,created_time`);
      expect([status, page.data.total_count]).toEqual([status, status < 2 ? 1 : 0]);
    }
    expect((await own.get<Page<Token>>("/api/token/?keyword=0%25%20a_B")).data.data).toMatchObject([
      { id, remain_quota: 15 },
    ]);
    expect((await own.get<Page<Token>>("/api/token/?keyword=a%25b")).data.total_count).toBe(0);
    expect((await own.put<Token>("/api/token/", { id, name: "b", remain_quota: 99 })).data.remain_quota).toBe(
      99,
    );
    expect((await own.post("/api/token/batch", { ids: [id], action: "disable" })).data).toEqual({
      changed: 1,
    });
    expect((await own.delete(`/api/token/${id}`)).status).toBe(200);
  });

  it("stores sessions, access tokens and balances", async () => {
    expect((await own.get<{ quota: number }>("/api/user/self")).data.quota).toBe(700);
    expect((await own.get<string>("/api/user/token")).data).toHaveLength(32);
    const form = { display_name: "x", password: "a new password", current_password: user.password };
    expect((await own.put("/api/user/self", form)).status).toBe(200);
    await asUser(running, { ...user, username: "PG@example.org", password: "a new password" });
    expect((await own.get("/api/user/logout")).status).toBe(200);
    own = await asUser(running, { ...user, password: "a new password" });
  });

  it("stores channels, prices and groups", async () => {
    const channel = await root.post<{ id: number }>("/api/channel/", aChannel({ name: "c_1", tag: "t" }));
    const { id } = channel.data;
    const query = "keyword=C_&type=1&status=1&group=default&model=gpt&tag=t&order=-priority,balance";
    expect((await root.get<Page<unknown>>(`/api/channel/?${query}`)).data.total_count).toBe(1);
    const added = ["one", "two", "three"].map((name) =>
      running.services.channels.batches.addModel(systemActor, [id], name),
    );
    expect(await Promise.all(added)).toEqual([1, 1, 1]);
    const { models } = (await root.get<{ models: string }>(`/api/channel/${id}`)).data;
    expect(models.split(",")).toEqual(expect.arrayContaining(["one", "two", "three"]));
    for (const name of ["one", "two", "three"])
      await running.services.channels.batches.removeModel(systemActor, [id], name);
    expect((await root.get(`/api/channel/test/${id}`)).status).toBe(200);
    expect(await running.services.channels.disableAutomatically(id, "x")).toBe(true);
    const events = await root.get<Page<{ kind: string }>>(`/api/channel/${id}/events?size=1`);
    expect(events.data).toMatchObject({ total_count: 2, data: [{ kind: "disabled_automatically" }] });
    await running.services.channels.testOnSchedule();
    expect((await root.get("/api/channel/test_all")).data).toMatchObject({ state: "done", enabled: 1 });
    expect((await root.post("/api/prices/single", aPrice({ model: "p" }))).status).toBe(200);
    expect((await root.post("/api/prices/single", aPrice({ model: "p" }))).code).toBe("price.exists");
    expect((await root.put("/api/prices/single/p", aPrice({ model: "q", input: 0.25 }))).status).toBe(200);
    expect((await root.put("/api/prices/multiple/delete", { models: ["q"] })).data).toEqual({ changed: 1 });
    expect((await root.get("/api/prices/model_list")).status).toBe(200);
    const group = await root.post<{ id: number }>("/api/user_group/", { symbol: "g", name: "g", ratio: 0.5 });
    expect((await root.post("/api/user_group/", { symbol: "g", name: "g" })).code).toBe("group.exists");
    expect((await root.get<Page<unknown>>("/api/user_group/?keyword=G&order=ratio")).data.total_count).toBe(
      1,
    );
    expect((await root.delete(`/api/user_group/${group.data.id}`)).status).toBe(200);
    expect((await own.get("/api/available_model")).status).toBe(200);
  });

  it("stores logs and sums", async () => {
    const now = running.clock.now();
    await aToken(running, user.id);
    for (const age of [0, 3600, 90_000])
      await aLog(running, user.id, { created_at: now - age, channel_id: 1 });
    const page = await root.get<Page<LogRow>>(
      `/api/log/?username=${user.username}&keyword=GPT&order=-created_at`,
    );
    expect(page.data.data.map((row) => row.created_at)).toEqual([now, now - 3600, now - 90_000]);
    expect(page.data.data[0]?.channel).toEqual({ id: 1, name: "c_1" });
    expect((await own.get<LogStat>(`/api/log/self/stat?start_timestamp=${now - 3600}`)).data.quota).toBe(20);
    const days = await own.get<{ Date: string; Quota: number }[]>("/api/user/dashboard?offset=330");
    expect(days.data.map((day) => [day.Date, day.Quota])).toEqual([
      ["2026-11-02", 10],
      ["2026-11-03", 20],
    ]);
    expect((await root.get("/api/user/dashboard/checklist")).data).toEqual({
      has_channel: true,
      has_price: true,
      has_token: true,
      has_request: true,
      unpriced_count: 0,
      unpriced_models: [],
    });
    const cleaned = await root.delete(`/api/log/?target_timestamp=${now - 3600}`);
    expect(cleaned.data).toEqual({ deleted: 1, done: true });
  });
});
