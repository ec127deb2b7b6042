import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { builtInCommands, type TelegramStatus } from "@tollgate/contract/telegram";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { asRoot, type Client } from "../../../test/support/as-user.ts";
import { type ControlApp, startControlApp } from "../../../test/support/control-app.ts";
import { postgresOrSkip } from "../../../test/support/postgres.ts";
import { startTelegramStandIn, type TelegramStandIn } from "../../../test/support/telegram-stand-in.ts";
import type { DatabaseLocation } from "../../storage/database.ts";

const botTimes = {
  pollSeconds: 1,
  lookMilliseconds: 20,
  webhookCheckMilliseconds: 50,
  retryMilliseconds: 20,
  longestRetryMilliseconds: 50,
  commandCheckMilliseconds: 100,
};
const secret = "a-webhook-secret-of-ours";

const soon = <T>(check: () => T | Promise<T>) => vi.waitFor(check, { interval: 5 });

let telegram: TelegramStandIn;
let running: ControlApp;
let root: Client;

beforeAll(async () => {
  running = await startControlApp({ botTimes });
  root = await asRoot(running);
});
beforeEach(async () => {
  running.clock.advance(3600);
  for (const table of ["telegram_bots", "telegram_menus", "telegram_updates"] as const)
    await running.database.queries.deleteFrom(table).execute();
  telegram = await startTelegramStandIn(running.clock.now);
  await running.set("TelegramApiAddress", telegram.url);
  await running.set("ServerAddress", "https://gate.example.org");
  running.services.telegram.start();
});
afterEach(async () => {
  telegram.mend();
  await running.services.telegram.stop();
  await running.set("TelegramBotToken", "");
  await running.set("TelegramWebhookSecret", "");
  await telegram.stop();
});
afterAll(() => running?.stop());

const statusOf = async (client = root) =>
  (await client.get<TelegramStatus>("/api/option/telegram/status")).data;
const until = (status: Partial<TelegramStatus>) =>
  soon(async () => expect(await statusOf()).toMatchObject(status));

describe("settings of the bot", () => {
  it("start, switch and stop it without a restart, and the site info contains it", async () => {
    expect(await statusOf()).toMatchObject({ state: "off", status: false, bot: "" });
    expect(telegram.calls).toEqual([]);
    await running.set("TelegramBotToken", telegram.token);
    await until({ state: "online", status: true, is_webhook: false, bot: "gate_bot" });
    const siteInfo = async () => (await root.get<{ telegram_bot: string }>("/api/status")).data.telegram_bot;
    expect(await siteInfo()).toBe("gate_bot");
    await running.set("TelegramWebhookSecret", secret);
    await until({ state: "online", is_webhook: true });
    expect(telegram.webhook).toEqual({ url: "https://gate.example.org/api/telegram/webhook", secret });
    expect(telegram.polls).toBe(0);
    await running.set("TelegramWebhookSecret", "");
    await until({ state: "online", is_webhook: false });
    expect(telegram.webhook.url).toBe("");
    await running.set("TelegramBotToken", "");
    await until({ state: "off", bot: "" });
    await soon(() => expect(telegram.polls).toBe(0));
    expect(await siteInfo()).toBe("");
  });

  it("are checked for Telegram's formats, and belong to the super administrator", async () => {
    const save = (values: object) => root.put("/api/option/section/telegram", { values });
    for (const [key, value, code] of [
      ["TelegramBotToken", "../getMe", "setting.bad_bot_token"],
      ["TelegramWebhookSecret", "short", "setting.bad_webhook_secret"],
      ["TelegramWebhookSecret", "with spaces and more", "setting.bad_webhook_secret"],
      ["TelegramApiAddress", "file:///etc", "setting.not_a_web_address"],
    ] as const)
      expect((await save({ [key]: value })).body.fields).toMatchObject([{ path: `values.${key}`, code }]);
    const rows = (await root.get<{ key: string; root: boolean; secret: boolean }[]>("/api/option/")).data;
    expect(rows.filter(({ key }) => key.startsWith("Telegram"))).toMatchObject([
      { key: "TelegramBotToken", root: true, secret: true },
      { key: "TelegramWebhookSecret", root: true, secret: true },
      { key: "TelegramApiAddress", root: true, secret: false },
    ]);
  });
});

describe("a bot that fails", () => {
  it.each([
    ["unauthorized", { code: 401, description: "Unauthorized" }],
    ["conflict", { code: 409, description: "Conflict: terminated by other getUpdates request" }],
    ["rate_limited", { code: 429, description: "Too Many Requests: retry after 0", retryAfter: 0 }],
    ["unreachable", { code: 502, description: "Bad Gateway" }],
    ["unreachable", "cut"],
  ] as const)("reports %s, and recovers automatically", async (fault, answer) => {
    telegram.fail("getUpdates", answer, 100);
    await running.set("TelegramBotToken", telegram.token);
    const detail = answer === "cut" ? "" : answer.description;
    await until({ state: "failing", status: false, fault, detail });
    telegram.mend();
    await until({ state: "online", fault: null, detail: "" });
    expect((await statusOf()).status).toBe(true);
  });

  it("reports that its token is wrong", async () => {
    await running.set("TelegramBotToken", telegram.token.replace("AAE", "BBB"));
    await until({ state: "failing", fault: "unauthorized" });
    expect((await statusOf()).bot).toBe("");
  });

  it("needs the server's address for a webhook, and shows Telegram's report of failed calls", async () => {
    await running.set("ServerAddress", "");
    await running.set("TelegramWebhookSecret", secret);
    await running.set("TelegramBotToken", telegram.token);
    await until({ state: "failing", fault: "no_server_address" });
    await running.set("ServerAddress", "https://gate.example.org");
    await until({ state: "online" });
    telegram.webhook.lastError = "Wrong response from the webhook: 502 Bad Gateway";
    await until({ state: "failing", fault: "webhook_failed", detail: telegram.webhook.lastError });
    delete telegram.webhook.lastError;
    await until({ state: "online" });
    expect((await statusOf()).detail).toBe("");
  });

  it("waits as long as Telegram requires", async () => {
    telegram.fail("getUpdates", { code: 429, description: "Too Many Requests", retryAfter: 60 }, 1);
    await running.set("TelegramBotToken", telegram.token);
    await until({ state: "failing", fault: "rate_limited" });
    const before = telegram.calls.length;
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect(telegram.calls.length).toBe(before);
  });

  it("writes neither its token nor what users wrote into the log", async () => {
    await running.set("TelegramBotToken", telegram.token);
    await until({ state: "online" });
    telegram.fail("sendMessage", { code: 400, description: "Bad Request: nothing to do" }, 1);
    telegram.queue(telegram.update({ id: 7 }, "/start very-private"));
    await soon(() => expect(running.logLines.join()).toContain("nothing to do"));
    telegram.fail("sendMessage", "cut", 1);
    telegram.queue(telegram.update({ id: 8 }, "/start very-private"));
    await soon(() => expect(running.logLines.join()).toContain("unreachable"));
    expect(running.logLines.join()).not.toContain(telegram.token);
    expect(running.logLines.join()).not.toContain("very-private");
  });
});

describe("a Bot API that hangs", () => {
  it("delays no other chat, no request of the console, and no shutdown", async () => {
    await running.set("TelegramBotToken", telegram.token);
    await until({ state: "online" });
    telegram.fail("sendMessage", "hang", 3);
    for (const id of [1, 2, 3]) telegram.queue(telegram.update({ id }, "/start"));
    telegram.queue(telegram.update({ id: 4 }, "/start"));
    await soon(() => expect(telegram.sent).toMatchObject([{ chat_id: 4 }]));
    telegram.fail("*", "hang");
    const began = performance.now();
    await root.get("/api/option/telegram/status");
    await running.services.telegram.stop();
    expect(performance.now() - began).toBeLessThan(5000);
  });
});

it("answers what it received before it stops", async () => {
  await running.set("TelegramBotToken", telegram.token);
  await until({ state: "online" });
  telegram.fail("sendMessage", { late: 150 });
  telegram.queue(telegram.update({ id: 1 }, "/start"));
  await soon(() => expect(telegram.calls).toContain("sendMessage"));
  await running.services.telegram.stop();
  expect(telegram.sent).toHaveLength(1);
});

describe("the webhook", () => {
  const post = (payload: object | string, headers: Record<string, string> = {}) =>
    running.app.inject({
      method: "POST",
      url: "/api/telegram/webhook",
      headers: { "content-type": "application/json", ...headers },
      payload,
    });
  const right = { "x-telegram-bot-api-secret-token": secret };

  it("accepts updates with its secret alone", async () => {
    await running.set("TelegramBotToken", telegram.token);
    await until({ state: "online" });
    const update = telegram.update({ id: 5 }, "/start");
    expect((await post(update, right)).statusCode).toBe(404);
    await running.set("TelegramWebhookSecret", secret);
    await until({ state: "online", is_webhook: true });
    expect((await post(update)).statusCode).toBe(401);
    const wrong = { "x-telegram-bot-api-secret-token": `${secret.slice(0, -1)}x` };
    expect((await post(update, wrong)).statusCode).toBe(401);
    expect((await post(update, right)).statusCode).toBe(200);
    await soon(() => expect(telegram.sent).toMatchObject([{ chat_id: 5 }]));
  });

  it("accepts bodies that are no updates, and rejects long ones and many wrong secrets", async () => {
    await running.set("TelegramWebhookSecret", secret);
    await running.set("TelegramBotToken", telegram.token);
    await until({ state: "online" });
    for (const body of ["null", "[]", '{"update_id":"x"}', '{"update_id":1,"message":{"text":1}}'])
      expect((await post(body, right)).statusCode).toBe(200);
    expect((await post("{", right)).statusCode).toBe(400);
    expect((await post({ text: "x".repeat(300_000) }, right)).statusCode).toBe(413);
    const statuses = new Set<number>();
    for (let count = 0; count < 25; count++) statuses.add((await post({})).statusCode);
    expect([...statuses]).toEqual([401, 429]);
    expect((await post(telegram.update({ id: 6 }, "/start"), right)).statusCode).toBe(200);
    await soon(() => expect(telegram.sent).toHaveLength(1));
  });

  it("is set again when another program changed it", async () => {
    await running.set("TelegramWebhookSecret", secret);
    await running.set("TelegramBotToken", telegram.token);
    await until({ state: "online" });
    telegram.webhook = { url: "https://elsewhere.example", secret: "x" };
    await soon(() => expect(telegram.webhook.url).toContain("gate.example.org"));
  });
});

describe("the commands that Telegram shows", () => {
  const docs = { command: "docs", description: "Manual", parse_mode: "HTML", reply_message: "x" };

  it("are sent to a new bot, and after that by a reload, with a warning until then", async () => {
    expect(await root.put("/api/option/telegram/reload")).toMatchObject({ code: "telegram.off" });
    await running.set("TelegramBotToken", telegram.token);
    await until({ state: "online", commands_differ: false });
    expect(telegram.commands.get("")?.map(({ command }) => command)).toEqual([...builtInCommands]);
    expect(telegram.commands.get("zh")?.[3]).toEqual({ command: "balance", description: "查询余额与用量" });
    const { id } = (await root.post<{ id: number }>("/api/option/telegram/", docs)).data;
    expect((await statusOf()).commands_differ).toBe(true);
    expect((await root.put("/api/option/telegram/reload")).status).toBe(200);
    for (const language of ["", "zh", "ja"])
      expect(telegram.commands.get(language)?.at(-1)).toEqual({ command: "docs", description: "Manual" });
    expect((await statusOf()).commands_differ).toBe(false);
    // Replies are read for each message: Telegram does not have them.
    await root.post("/api/option/telegram/", { ...docs, id, reply_message: "y" });
    expect((await statusOf()).commands_differ).toBe(false);
    const { action, target_id } = await running.database.queries
      .selectFrom("audit_entries")
      .select(["action", "target_id"])
      .where("action", "like", "telegram_bot.%")
      .executeTakeFirstOrThrow();
    expect({ action, target_id }).toEqual({ action: "telegram_bot.reload", target_id: "123456789" });
  });

  it.each(["polling", "webhook"])(
    "are compared when the bot starts, and while it runs by %s",
    async (way) => {
      telegram.commands.set("", [{ command: "old", description: "By another program" }]);
      if (way === "webhook") await running.set("TelegramWebhookSecret", secret);
      await running.set("TelegramBotToken", telegram.token);
      await until({ state: "online", commands_differ: true });
      expect(telegram.commands.get("")).toHaveLength(1);
      await root.put("/api/option/telegram/reload");
      await until({ commands_differ: false });
      telegram.commands.set("", [{ command: "new", description: "By another program" }]);
      await until({ commands_differ: true });
    },
  );

  it("stay marked where Telegram rejects the reload, with its message", async () => {
    await running.set("TelegramBotToken", telegram.token);
    await until({ state: "online" });
    await root.post("/api/option/telegram/", docs);
    telegram.fail("setMyCommands", { code: 400, description: "Bad Request: BOT_COMMAND_INVALID" });
    expect(await root.put("/api/option/telegram/reload")).toMatchObject({
      status: 502,
      code: "telegram.refused",
      body: { params: { reason: "Bad Request: BOT_COMMAND_INVALID" } },
    });
    telegram.fail("setMyCommands", "cut");
    expect(await root.put("/api/option/telegram/reload")).toMatchObject({ code: "telegram.unreachable" });
    expect((await statusOf()).commands_differ).toBe(true);
  });
});

const folder = mkdtempSync(path.join(os.tmpdir(), "tollgate-bot-"));
const postgresUrl = await postgresOrSkip();
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const locations: { name: string; location: DatabaseLocation | undefined }[] = [
  { name: "SQLite", location: { kind: "sqlite", file: path.join(folder, "test.db") } },
  { name: "PostgreSQL", location: postgresUrl === null ? undefined : { kind: "postgres", url: postgresUrl } },
];

for (const { name, location } of locations) {
  describe.skipIf(!location)(`two processes on ${name}`, () => {
    let both: [ControlApp, ControlApp];
    let shared: TelegramStandIn;
    let admin: Client;

    beforeAll(async () => {
      const options = { botTimes, secretKey: randomBytes(32), ...(location && { location }) };
      both = [await startControlApp(options), await startControlApp(options)];
      admin = await asRoot(both[0]);
      shared = await startTelegramStandIn(both[0].clock.now);
      await both[0].set("TelegramApiAddress", shared.url);
      await both[0].set("ServerAddress", "https://gate.example.org");
      await both[0].set("TelegramBotToken", shared.token);
      for (const { services } of both) services.telegram.start();
    });
    afterAll(async () => {
      for (const one of both) await one.stop();
      await shared.stop();
    });
    const online = (is_webhook: boolean) =>
      soon(async () => expect(await statusOf(admin)).toMatchObject({ state: "online", is_webhook }));
    const begun = () => shared.calls.filter((call) => call === "deleteWebhook").length;

    it("poll one at a time, answer each update once, and take over from each other", async () => {
      await online(false);
      for (let id = 1; id <= 10; id++) shared.queue(shared.update({ id }, "/start"));
      await soon(() => expect(shared.sent).toHaveLength(10));
      expect(begun()).toBe(1);
      await soon(() => expect(both[1].services.telegram.botName()).toBe("gate_bot"));
      // The leader stops; the other one takes over.
      await both[0].services.telegram.stop();
      both[0].services.telegram.start();
      await both[1].services.telegram.stop();
      both[1].services.telegram.start();
      await soon(() => expect(begun()).toBeGreaterThan(1));
      await online(false);
      shared.queue(shared.update({ id: 11 }, "/start"));
      await soon(() => expect(shared.sent).toHaveLength(11));
      expect(shared.overlaps).toBe(0);
    });

    it("handle an update of a webhook once, in either process", async () => {
      await both[0].set("TelegramWebhookSecret", secret);
      await online(true);
      const before = shared.sent.length;
      const payload = shared.update({ id: 99 }, "/start");
      const headers = { "x-telegram-bot-api-secret-token": secret };
      const call = (app: ControlApp["app"]) =>
        app.inject({ method: "POST", url: "/api/telegram/webhook", headers, payload });
      await soon(async () => {
        const answers = await Promise.all(both.flatMap(({ app }) => [call(app), call(app)]));
        expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200]);
      });
      // Messages in progress are answered before the bot stops.
      for (const { services } of both) await services.telegram.stop();
      expect(shared.sent.length - before).toBe(1);
    });
  });
}
