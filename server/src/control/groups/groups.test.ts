import type { UsedGroup, UserGroup } from "@tollgate/contract/groups";
import type { Page } from "@tollgate/contract/list-query";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { asVisitor, asUser, type Client } from "../../../test/support/as-user.ts";
import { aChannel, anAdmin, aToken, aUser } from "../../../test/support/builders.ts";
import { type ControlApp, startControlApp } from "../../../test/support/control-app.ts";

let running: ControlApp;
let admin: Client;
beforeAll(async () => {
  running = await startControlApp();
  admin = await asUser(running, await anAdmin(running));
});
afterAll(() => running.stop());

const create = (symbol: string, values: object = {}) =>
  admin.post<UserGroup>("/api/user_group/", { symbol, name: symbol, ...values });

describe("user groups", () => {
  it("start with default (public), vip and svip at ratio 1", async () => {
    expect((await admin.get("/api/group/")).data).toEqual(["default", "vip", "svip"]);
    const { data } = await admin.get<Page<UserGroup>>("/api/user_group/?order=id");
    expect(data.data.map((group) => [group.symbol, group.public, group.ratio])).toEqual([
      ["default", true, 1],
      ["vip", false, 1],
      ["svip", false, 1],
    ]);
  });

  it("are created once per symbol and changed without it", async () => {
    const { data } = await create("team", { ratio: 0.5, public: true });
    expect(data).toMatchObject({ symbol: "team", ratio: 0.5, public: true, enable: true, api_rate: 600 });
    expect(await create("team")).toMatchObject({ status: 409, code: "group.exists" });
    const changed = await admin.put<UserGroup>("/api/user_group/", {
      id: data.id,
      name: "Team",
      ratio: 2,
    });
    expect(changed.data).toMatchObject({ symbol: "team", name: "Team", ratio: 2 });
    const renamed = await admin.put("/api/user_group/", { id: data.id, symbol: "other" });
    expect(renamed.body.fields).toMatchObject([{ path: "symbol", code: "field.fixed" }]);
    expect(changed.data).toMatchObject({ public: true, tokens_per_minute: 0, concurrency: 0 });
    const limited = { name: "Team", tokens_per_minute: 50_000, concurrency: 8, id: data.id };
    expect((await admin.put<UserGroup>("/api/user_group/", limited)).data).toMatchObject(limited);
    expect((await create("busy", { concurrency: -1 })).status).toBe(400);
    expect((await create("bad symbol")).status).toBe(400);
    expect((await admin.put("/api/user_group/", { id: 9999, name: "x" })).code).toBe("group.not_found");
    expect(running.announced).toContain("groups");
  });

  it("are not deleted while users are in them, and default never", async () => {
    const { data } = await create("crowd");
    const member = await aUser(running, { group: "crowd" });
    expect(await admin.delete(`/api/user_group/${data.id}`)).toMatchObject({
      status: 409,
      code: "group.in_use",
    });
    await running.database.queries
      .updateTable("users")
      .set({ deleted_time: 5 })
      .where("id", "=", member.id)
      .execute();
    const { id } = await aToken(running, member.id, { backup_group: "crowd" });
    const channel = await admin.post<{ id: number }>("/api/channel/", aChannel({ groups: ["crowd"] }));
    expect((await admin.delete(`/api/user_group/${data.id}`)).body.params).toEqual({
      symbol: "crowd",
      users: 0,
      tokens: 1,
      channels: 1,
    });
    const { data: page } = await admin.get<Page<UsedGroup>>("/api/user_group/?keyword=crowd");
    expect(page.data[0]).toMatchObject({ users: 0, tokens: 1, channels: 1 });
    await running.database.queries.deleteFrom("tokens").where("id", "=", id).execute();
    await admin.delete(`/api/channel/${channel.data.id}`);
    expect((await admin.delete(`/api/user_group/${data.id}`)).status).toBe(200);
    expect((await admin.delete("/api/user_group/1")).code).toBe("group.default_required");
    expect((await admin.put("/api/user_group/enable/1")).code).toBe("group.default_required");
  });

  it("take their ratios from one JSON object, all or none", async () => {
    const ratios = async () => (await admin.get<Record<string, number>>("/api/user_group/ratios")).data;
    const before = await ratios();
    const put = (change: object) => admin.put("/api/user_group/ratios", { ratios: { ...before, ...change } });
    expect((await put({ vip: 0.8, svip: -1 })).body.fields?.[0]?.path).toBe("ratios.svip");
    expect((await put({ "bad symbol": 1 })).status).toBe(400);
    expect((await put({ vip: "1" })).status).toBe(400);
    const { vip: _, ...without } = before;
    const missing = await admin.put("/api/user_group/ratios", { ratios: without });
    expect(missing.body.fields?.[0]).toMatchObject({
      code: "group.ratios_missing",
      params: { names: "vip" },
    });
    expect(await ratios()).toEqual(before);
    expect((await put({ vip: 0.8, partners: 0.25 })).data).toEqual({ ...before, vip: 0.8, partners: 0.25 });
    expect((await admin.get("/api/group/")).data).toContain("partners");
    expect(running.announced.at(-1)).toBe("groups");
  });

  it("reject an upgrade range that ends before it begins", async () => {
    const bad = await create("range", { promotion: true, min: 10, max: 10 });
    expect(bad.body.fields?.[0]).toMatchObject({ path: "max", code: "group.upgrade_range" });
    expect((await create("range", { promotion: true, min: 10, max: 0 })).status).toBe(200);
  });

  it("are offered to the users that may choose them", async () => {
    const open = (await create("open", { public: true })).data;
    const symbols = async (client: Client) =>
      Object.keys((await client.get<Record<string, UserGroup>>("/api/user_group_map")).data);
    const vip = await asUser(running, await aUser(running, { group: "vip" }));
    expect(await symbols(asVisitor(running))).toEqual(expect.arrayContaining(["default", "open"]));
    expect(await symbols(asVisitor(running))).not.toContain("vip");
    expect(await symbols(vip)).toContain("vip");
    const toggled = await admin.call<UserGroup>("PUT", `/api/user_group/enable/${open.id}`);
    expect(toggled.data.enable).toBe(false);
    expect(await symbols(vip)).not.toContain("open");
  });
});
