import type { Page } from "@tollgate/contract/list-query";
import type { Redemption } from "@tollgate/contract/redemptions";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { asUser, type Client } from "../../../test/support/as-user.ts";
import { anAdmin } from "../../../test/support/builders.ts";
import { type ControlApp, startControlApp } from "../../../test/support/control-app.ts";

let running: ControlApp;
let admin: Client;
beforeAll(async () => {
  running = await startControlApp();
  admin = await asUser(running, await anAdmin(running));
});
afterAll(() => running?.stop());

const create = (form: object) => admin.post<string[]>("/api/redemption/", { quota: 500, ...form });
const list = async (query = "") => (await admin.get<Page<Redemption>>(`/api/redemption/${query}`)).data;
const byName = async (name: string): Promise<Redemption> => {
  const row = (await list(`?keyword=${encodeURIComponent(name)}`)).data[0];
  if (!row) throw new Error(`there is no code named ${name}`);
  return row;
};
const aCode = async (name: string, form: object = {}): Promise<Redemption & { whole: string }> => {
  const { data } = await create({ name, ...form });
  return { ...(await byName(name)), whole: data[0] ?? "" };
};
const audited = async (action: string) => {
  const rows = await running.database.queries
    .selectFrom("audit_entries")
    .select(["target_id", "detail"])
    .where("action", "=", action)
    .orderBy("id")
    .execute();
  return rows.map(({ target_id, detail }) => ({ target_id, detail: JSON.parse(detail) as unknown }));
};

describe("creating redemption codes", () => {
  it("returns ten thousand different codes of 128 bits and more, and stores none in clear", async () => {
    const { data } = await create({ name: "Many", count: 10_000 });
    expect(new Set(data).size).toBe(10_000);
    expect(data.every((code) => /^[0-9A-Za-z]{22}$/.test(code))).toBe(true);
    const rows = await running.database.queries.selectFrom("redemptions").selectAll().execute();
    expect(rows).toHaveLength(10_000);
    const text = JSON.stringify(rows);
    expect(data.slice(0, 50).filter((code) => text.includes(code))).toEqual([]);
    expect(await audited("redemption.create")).toMatchObject([{ detail: { count: 10_000, quota: 500 } }]);
    expect((await admin.post("/api/redemption/batch", { ids: [rows[0]?.id], action: "delete" })).status).toBe(
      200,
    );
    await running.database.queries.deleteFrom("redemptions").execute();
  });

  it("names the field that is wrong: name, quota, count, expiry", async () => {
    const fields = async (form: object) => [
      ...new Set((await create({ name: "Wrong", ...form })).body.fields?.map(({ path }) => path)),
    ];
    expect(await fields({ name: " " })).toEqual(["name"]);
    expect(await fields({ name: "n".repeat(51) })).toEqual(["name"]);
    for (const quota of [-1, 1.5, "5", 1e21]) expect(await fields({ quota })).toEqual(["quota"]);
    for (const count of [0, -1, 1.5, 10_001]) expect(await fields({ count })).toEqual(["count"]);
    expect(await fields({ expired_time: -2 })).toEqual(["expired_time"]);
    expect((await list("?keyword=Wrong")).total_count).toBe(0);
  });

  it("accepts 0 for the quota, and an expiry of 0 for never, as the family does", async () => {
    expect(await aCode("Nothing", { quota: 0, expired_time: 0 })).toMatchObject({
      quota: 0,
      expired_time: -1,
    });
  });
});

describe("the list of redemption codes", () => {
  it("shows codes masked, and finds them by id, beginning of the name, last characters and whole code", async () => {
    const code = await aCode("Spring 100%");
    expect(code).toMatchObject({
      name: "Spring 100%",
      key: `…${code.whole.slice(-4)}`,
      status: 1,
      redeemed_time: 0,
      used_user_id: 0,
      used_username: "",
    });
    for (const keyword of [String(code.id), "spring 1", code.whole.slice(-4), code.whole])
      expect((await list(`?keyword=${encodeURIComponent(keyword)}`)).data.map(({ id }) => id)).toEqual([
        code.id,
      ]);
    for (const keyword of ["100%", "pring", "Spring 100_", code.whole.slice(0, 8)])
      expect((await list(`?keyword=${encodeURIComponent(keyword)}`)).total_count).toBe(0);
  });

  it("filters by enabled, disabled, used and expired", async () => {
    await aCode("F enabled");
    const disabled = await aCode("F disabled");
    await admin.put("/api/redemption/?status_only=true", { id: disabled.id, status: 2 });
    const used = await aCode("F used");
    await admin.post("/api/user/topup", { key: used.whole });
    await aCode("F expired", { expired_time: running.clock.now() });
    const names = async (status: number) => {
      const page = await list(`?keyword=F%20&status=${status}`);
      return [page.total_count, page.data.map(({ name, status: shown }) => `${name} ${shown}`)];
    };
    expect(await names(1)).toEqual([1, ["F enabled 1"]]);
    expect(await names(2)).toEqual([1, ["F disabled 2"]]);
    expect(await names(3)).toEqual([1, ["F used 3"]]);
    expect(await names(4)).toEqual([1, ["F expired 4"]]);
    expect(((await names(0)) as [number])[0]).toBe(4);
  });

  it("reveals a whole code, and the audit log shows who saw it", async () => {
    const code = await aCode("Revealed");
    expect((await admin.get(`/api/redemption/${code.id}/key`)).data).toEqual({ key: code.whole });
    expect(await audited("redemption.reveal")).toEqual([
      { target_id: String(code.id), detail: { target: "Revealed" } },
    ]);
    expect((await admin.get("/api/redemption/999999/key")).code).toBe("redemption.not_found");
  });
});

describe("changing redemption codes", () => {
  it("changes the sent fields, and nothing of a used code", async () => {
    const code = await aCode("Before");
    const changed = await admin.put<Redemption>("/api/redemption/", { id: code.id, name: "After", quota: 7 });
    expect(changed.data).toMatchObject({ name: "After", quota: 7, expired_time: -1, status: 1 });
    expect((await audited("redemption.update")).at(-1)).toEqual({
      target_id: String(code.id),
      detail: { target: "Before", name: ["Before", "After"], quota: [500, 7] },
    });
    await admin.post("/api/user/topup", { key: code.whole });
    for (const change of [{ name: "x" }, { status: 2 }, { quota: 9 }])
      expect((await admin.put("/api/redemption/", { id: code.id, ...change })).code).toBe("redemption.used");
    expect(await byName("After")).toMatchObject({ quota: 7, status: 3 });
  });

  it("enables no expired code before its time is changed", async () => {
    const code = await aCode("Late", { expired_time: running.clock.now() });
    const enable = { id: code.id, status: 1 };
    expect((await admin.put("/api/redemption/?status_only=true", enable)).code).toBe("redemption.expired");
    const form = { ...enable, expired_time: running.clock.now() + 60 };
    expect((await admin.put<Redemption>("/api/redemption/", form)).data.status).toBe(1);
  });

  it("rejects changes of the code itself or its user", async () => {
    const code = await aCode("Fixed");
    const answer = await admin.put("/api/redemption/", { id: code.id, key: "mine", used_user_id: 3 });
    expect(answer.body.fields?.map(({ path }) => path).sort()).toEqual(["key", "used_user_id"]);
  });

  it("changes many together: used codes keep their status, expired ones stay as they are", async () => {
    const [one, two] = [await aCode("B one"), await aCode("B two")];
    const used = await aCode("B used");
    await admin.post("/api/user/topup", { key: used.whole });
    const late = await aCode("B late", { expired_time: running.clock.now() });
    const ids = [one.id, two.id, used.id, late.id];
    const run = async (action: string) =>
      (await admin.post<{ changed: number }>("/api/redemption/batch", { ids, action })).data.changed;
    expect(await run("disable")).toBe(3);
    expect(await run("enable")).toBe(2);
    expect(await run("delete")).toBe(4);
    expect((await list("?keyword=B%20")).total_count).toBe(0);
    expect((await admin.post("/api/user/topup", { key: one.whole })).code).toBe("redeem.unknown");
  });

  it("changes every code that matches a filter, in any number, with one audit entry", async () => {
    await create({ name: "Leak", quota: 5, count: 150 });
    const used = await aCode("Leak used");
    await admin.post("/api/user/topup", { key: used.whole });
    await aCode("Leak late", { expired_time: running.clock.now() });
    const other = await aCode("Other leak");
    const run = async (action: string, filter: object = {}) => {
      const form = { matching: { keyword: "Leak", ...filter }, action };
      return (await admin.post<{ changed: number }>("/api/redemption/batch", form)).data.changed;
    };
    expect(await run("disable")).toBe(151);
    expect((await audited("redemption.disable")).at(-1)).toEqual({ target_id: "", detail: { count: 151 } });
    expect(await run("enable")).toBe(150);
    expect(await run("delete", { status: 2 })).toBe(1);
    expect((await byName("Leak used")).status).toBe(3);
    expect(await run("delete")).toBe(151);
    expect((await admin.get<Redemption>(`/api/redemption/${other.id}`)).data.status).toBe(1);
    const both = { ids: [other.id], matching: { keyword: "Leak" }, action: "delete" };
    for (const form of [both, { action: "delete" }])
      expect((await admin.post("/api/redemption/batch", form)).body.fields).toMatchObject([{ path: "ids" }]);
  });

  it("deletes a code with everything that could redeem it", async () => {
    const code = await aCode("Gone");
    expect((await admin.delete(`/api/redemption/${code.id}`)).status).toBe(200);
    expect((await admin.delete(`/api/redemption/${code.id}`)).code).toBe("redemption.not_found");
    expect((await admin.get(`/api/redemption/${code.id}`)).code).toBe("redemption.not_found");
    const row = await running.database.queries
      .selectFrom("redemptions")
      .select("code_encrypted")
      .where("id", "=", code.id)
      .executeTakeFirst();
    expect(row).toEqual({ code_encrypted: "" });
  });
});

describe("the export of redemption codes", () => {
  it("contains the whole codes that match, escaped for spreadsheets, and writes an audit entry", async () => {
    const codes = (await create({ name: '=HYPERLINK("x")', quota: 250_000, count: 3 })).data;
    const answer = await admin.get("/api/redemption/export?keyword=%3DHYPER");
    expect(answer.headers["content-type"]).toContain("text/csv");
    const lines = answer.text.trimEnd().split("\r\n");
    expect(lines[0]).toContain("code,name,quota,usd,status,created,expires,redeemed,redeemed_by");
    expect(new Set(lines.slice(1).map((line) => line.split(",")[0]))).toEqual(new Set(codes));
    expect(lines).toHaveLength(4);
    expect(lines[1]).toContain(`,"'=HYPERLINK(""x"")",250000,0.5,enabled,`);
    expect((await audited("redemption.export")).at(-1)).toMatchObject({ detail: { count: 3 } });
  });

  it("contains every code of a list that is longer than one chunk", async () => {
    const codes = (await create({ name: "Long", count: 1201 })).data;
    const { text } = await admin.get("/api/redemption/export?keyword=Long");
    expect(new Set(text.match(/^[0-9A-Za-z]{22}(?=,Long)/gm))).toEqual(new Set(codes));
  });
});
