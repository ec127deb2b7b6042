import type { Page } from "@tollgate/contract/list-query";
import { customCommandsMost, type TelegramMenu } from "@tollgate/contract/telegram";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { asUser, type Client } from "../../../test/support/as-user.ts";
import { anAdmin, aUser } from "../../../test/support/builders.ts";
import { type ControlApp, startControlApp } from "../../../test/support/control-app.ts";

let running: ControlApp;
let admin: Client;
beforeAll(async () => {
  running = await startControlApp();
  admin = await asUser(running, await anAdmin(running));
});
beforeEach(() => running.database.queries.deleteFrom("telegram_menus").execute());
afterAll(() => running?.stop());

const docs = { command: "docs", description: "Manual", parse_mode: "HTML", reply_message: "<b>Read</b>" };
const save = (form: object) => admin.post<TelegramMenu>("/api/option/telegram/", form);
const list = (query = "") => admin.get<Page<TelegramMenu>>(`/api/option/telegram/${query}`);

describe("custom commands of the bot", () => {
  it("are created, found in command, description and reply, changed and deleted", async () => {
    const { data } = await save(docs);
    expect(data).toEqual({ id: expect.any(Number), ...docs });
    await save({ ...docs, command: "price_list", description: "What it costs" });
    expect((await list("?order=command")).data.data.map(({ command }) => command)).toEqual([
      "docs",
      "price_list",
    ]);
    for (const keyword of ["COSTS", "/price", "price_l"])
      expect((await list(`?keyword=${encodeURIComponent(keyword)}`)).data).toMatchObject({
        total_count: 1,
        data: [{ command: "price_list" }],
      });
    expect((await list("?size=1&page=2")).data).toMatchObject({ total_count: 2, data: [{}] });
    const changed = { id: data.id, ...docs, reply_message: "<i>New</i>" };
    expect((await save(changed)).data).toEqual(changed);
    expect((await admin.get(`/api/option/telegram/${data.id}`)).data).toEqual(changed);
    expect((await admin.delete(`/api/option/telegram/${data.id}`)).status).toBe(200);
    for (const gone of [
      await admin.get(`/api/option/telegram/${data.id}`),
      await save(changed),
      await admin.delete(`/api/option/telegram/${data.id}`),
    ])
      expect(gone).toMatchObject({ status: 404, code: "telegram_menu.not_found" });
  });

  it("leave an audit entry for each change, with what changed", async () => {
    const { data } = await save(docs);
    await save({ id: data.id, ...docs, description: "Handbook" });
    await admin.delete(`/api/option/telegram/${data.id}`);
    const rows = await running.database.queries
      .selectFrom("audit_entries")
      .select(["action", "target_id", "detail"])
      .where("target_type", "=", "telegram_menu")
      .orderBy("id", "desc")
      .limit(3)
      .execute();
    expect(rows.map(({ action }) => action)).toEqual([
      "telegram_menu.delete",
      "telegram_menu.update",
      "telegram_menu.create",
    ]);
    expect(JSON.parse(rows[1]?.detail ?? "")).toEqual({
      target: "docs",
      description: ["Manual", "Handbook"],
    });
  });

  it("have a unique name, also when one is renamed", async () => {
    await save(docs);
    const { data } = await save({ ...docs, command: "other" });
    for (const form of [docs, { ...docs, id: data.id }])
      expect(await save(form)).toMatchObject({
        status: 409,
        code: "telegram_menu.exists",
        body: { fields: [{ path: "command" }] },
      });
  });

  it.each([
    ["command", { command: "Docs" }, "telegram.command_characters"],
    ["command", { command: "/docs" }, "telegram.command_characters"],
    ["command", { command: "balance" }, "telegram.command_built_in"],
    ["command", { command: "a".repeat(33) }, "too_big"],
    ["command", { command: " " }, "too_small"],
    ["description", { description: "" }, "too_small"],
    ["description", { description: "d".repeat(256) }, "too_big"],
    ["reply_message", { reply_message: "r".repeat(4097) }, "too_big"],
    ["reply_message", { reply_message: "<br>" }, "telegram.markup_tag"],
    ["reply_message", { parse_mode: "MarkdownV2", reply_message: "v1.5" }, "telegram.markup_reserved"],
    ["reply_message", { parse_mode: "Markdown", reply_message: "a_b" }, "telegram.markup_unclosed"],
    ["reply_message", { reply_message: "<b> </b>" }, "telegram.markup_empty"],
    ["parse_mode", { parse_mode: "RTF" }, "invalid_value"],
  ])("are rejected with the field %s named for %j", async (path, wrong, code) => {
    const rejected = await save({ ...docs, ...wrong });
    expect(rejected).toMatchObject({ status: 400, code: "request.invalid" });
    expect(rejected.body.fields).toMatchObject([{ path, code }]);
    expect((await list()).data.total_count).toBe(0);
  });

  it("accept the parse mode in the spelling of other clients of the family", async () => {
    expect((await save({ ...docs, parse_mode: "html" })).data.parse_mode).toBe("HTML");
  });

  it("stop at the number that Telegram shows", async () => {
    const rows = Array.from({ length: customCommandsMost }, (_, index) => ({
      ...docs,
      command: `c${index}`,
    }));
    await running.database.queries.insertInto("telegram_menus").values(rows).execute();
    expect(await save(docs)).toMatchObject({ status: 409, code: "telegram_menu.too_many" });
  });

  it("are for administrators only", async () => {
    const user = await asUser(running, await aUser(running));
    expect((await user.get("/api/option/telegram/")).status).toBe(403);
    expect((await user.post("/api/option/telegram/", docs)).status).toBe(403);
    expect((await user.put("/api/option/telegram/reload")).status).toBe(403);
  });
});
