import type { Page } from "@tollgate/contract/list-query";
import type { Notice, NoticeChannel, NoticeChannelKind } from "@tollgate/contract/notices";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { asRoot, asUser, type Client } from "../../../test/support/as-user.ts";
import { aChannel, anAdmin, anOrder } from "../../../test/support/builders.ts";
import { type ControlApp, startControlApp } from "../../../test/support/control-app.ts";
import { type NoticeStandIn, startNoticeStandIn } from "../../../test/support/notice-stand-in.ts";
import { type SmtpStandIn, startSmtpStandIn } from "../../../test/support/smtp-stand-in.ts";
import { type StandInReply, startStandInServer } from "../../../test/support/stand-in-server.ts";
import { createOrderRepository } from "../../storage/repositories/order-repository.ts";
import { createUserRepository } from "../../storage/repositories/user-repository.ts";
import { createOrderSettlement } from "../payments/settle-order.ts";
import { noticeChannels } from "./channels/registry.ts";

const byRoot = { id: 1, username: "root", role: 100, group: "default", ip: "" };
const token = "123456789:the-token-of-a-bot";
let running: ControlApp;
let root: Client;
let bot: NoticeStandIn;
let smtp: SmtpStandIn;
beforeEach(async () => {
  running = await startControlApp({ egressAllow: ["127.0.0.1"] });
  root = await asRoot(running);
  bot = await startNoticeStandIn({
    read: ({ path, body }) =>
      path === `/bot${token}/sendMessage` ? (JSON.parse(body) as { text: string }).text : "rejected: token",
    accepted: { json: { ok: true } },
    rejected: { status: 401, json: { ok: false, description: `Unauthorized: ${token}` } },
  });
  smtp = await startSmtpStandIn();
});
afterEach(async () => {
  await running.services.notices.stop();
  await running.services.mail.stop();
  await running.stop();
  await bot.stop();
  await smtp.stop();
});

const form = (changes: object = {}) => ({
  type: "telegram",
  name: "Duty phone",
  config: { address: bot.url, token, chat_ids: "5" },
  ...changes,
});
const add = async (changes: object = {}) =>
  (await root.post<NoticeChannel>("/api/notice_channel/", form(changes))).data;

/** All events, without a pause. */
const everything = [
  "channel_disabled",
  "channel_enabled",
  "test_summary",
  "balance_low",
  "models_gone",
  "books_differ",
  "payment_problem",
  "queue_stuck",
  "new_version",
];
const addForEverything = () => add({ events: everything, pause_minutes: 0 });

async function withMail(): Promise<void> {
  await running.set("SMTPServer", "127.0.0.1");
  await running.set("SMTPPort", smtp.port);
  await running.set("SMTPFrom", "gate@example.org");
  const change = { email: "root@example.org" };
  await running.database.queries.updateTable("users").set(change).where("id", "=", 1).execute();
}

async function sent(): Promise<string[]> {
  await running.services.notices.sendDue();
  return bot.messages;
}

describe("notice channels", () => {
  it("are created, listed, changed and deleted, and never show a secret", async () => {
    const made = await root.post<NoticeChannel>("/api/notice_channel/", form());
    expect(made.data).toMatchObject({
      name: "Duty phone",
      config: { address: bot.url, chat_ids: "5" },
      secrets: ["token"],
      language: "en_US",
      pause_minutes: 60,
      enable: true,
      waiting: 0,
    });
    expect(made.data.events).not.toContain("test_summary");
    expect(made.data.events).toContain("books_differ");
    const { id } = made.data;
    const change = { id, name: "Night phone", config: { chat_ids: "6", token: "" }, language: "zh_CN" };
    const changed = await root.put<NoticeChannel>("/api/notice_channel/", change);
    expect(changed.data).toMatchObject({
      name: "Night phone",
      config: { chat_ids: "6" },
      secrets: ["token"],
    });
    const list = await root.get<Page<NoticeChannel>>("/api/notice_channel/");
    for (const { text } of [made, changed, list]) expect(text).not.toContain("the-token");
    expect((await root.delete(`/api/notice_channel/${id}`)).status).toBe(200);
    expect((await root.get(`/api/notice_channel/${id}`)).code).toBe("notice_channel.not_found");
  });

  it("report which fields are missing or invalid, and an unknown kind", async () => {
    const wrong = await root.post("/api/notice_channel/", form({ config: { chat_ids: "not a chat" } }));
    expect(wrong.body.fields).toMatchObject([{ path: "config.chat_ids", code: "account.wrong_value" }]);
    const missing = await root.post("/api/notice_channel/", form({ config: {} }));
    expect(missing.body.fields?.map(({ path }) => path)).toEqual(["config.token", "config.chat_ids"]);
    expect((await root.post("/api/notice_channel/", form({ config: {}, enable: false }))).status).toBe(200);
    const unknown = await root.post("/api/notice_channel/", form({ type: "pigeon" }));
    expect(unknown.code).toBe("notice_channel.unknown_type");
    const twice = { type: "email", name: "X", events: ["new_version", "new_version"] };
    const made = await root.post<NoticeChannel>("/api/notice_channel/", twice);
    expect(made.data.events).toEqual(["new_version"]);
    expect((await root.post("/api/notice_channel/", form({ events: ["rain"] }))).status).toBe(400);
  });

  it("are at most thirty-two", async () => {
    for (let made = 0; made < 32; made++) await add({ type: "email", config: {} });
    expect((await root.post("/api/notice_channel/", form())).code).toBe("notice_channel.too_many");
  });

  it("let only a super administrator set where credentials are sent", async () => {
    const { id } = await add();
    const admin = await asUser(running, await anAdmin(running));
    const away = { address: "https://evil.example" };
    for (const answer of [
      await admin.post("/api/notice_channel/", form()),
      await admin.put("/api/notice_channel/", { id, config: away }),
      await admin.post("/api/notice_channel/test", { id, type: "telegram", config: away }),
    ])
      expect(answer.body.fields).toMatchObject([{ path: "config.address", code: "account.root_only" }]);
    const own = await admin.post("/api/notice_channel/", form({ config: { token, chat_ids: "5" } }));
    expect(own.status).toBe(200);
    expect((await admin.put("/api/notice_channel/", { id, name: "Renamed" })).status).toBe(200);
  });

  it("reject a change if another administrator made one in the meantime", async () => {
    const { id } = await add();
    const { channels } = running.services.notices;
    const nothing = { values: {}, moving: [], instead: {} };
    const change = (chat_ids: string) => channels.update(byRoot, { id, config: { chat_ids } }, nothing);
    const answers = await Promise.allSettled([change("7"), change("8")]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
    const rejected = answers.find((one) => one.status === "rejected");
    expect(rejected?.reason).toMatchObject({ code: "notice_channel.changed_meanwhile" });
  });

  it("describe a form for each kind", async () => {
    const { data } = await root.get<NoticeChannelKind[]>("/api/notice_channel/types");
    expect(data.map(({ type }) => type)).toEqual(noticeChannels.map(({ descriptor }) => descriptor.id));
    const telegram = data.find(({ type }) => type === "telegram");
    expect(telegram?.root_fields).toEqual(["address"]);
    expect(telegram?.fields.map(({ name }) => name)).toEqual(["token", "chat_ids", "address"]);
  });
});

describe("a test message", () => {
  it("is sent now with the form's values or the stored ones, and recorded", async () => {
    const { type, config } = form();
    expect((await root.post("/api/notice_channel/test", { type, config, language: "zh_CN" })).status).toBe(
      200,
    );
    const { id } = await add();
    const stored = { id, type, config: { chat_ids: "9" } };
    expect((await root.post("/api/notice_channel/test", stored)).status).toBe(200);
    expect(bot.messages).toEqual([
      expect.stringContaining("测试消息"),
      expect.stringContaining("Test message"),
    ]);
    const actions = await running.database.queries
      .selectFrom("audit_entries")
      .select("action")
      .where("action", "=", "notice_channel.test")
      .execute();
    expect(actions).toHaveLength(2);
  });

  it.each<[what: string, reply: StandInReply, reason: RegExp]>([
    [
      "rejects it",
      { status: 400, json: { ok: false, description: "Bad Request: chat not found" } },
      /chat not found/,
    ],
    [
      "repeats the token",
      { status: 401, json: { ok: false, description: `Unauthorized ${token}` } },
      /Unauthorized/,
    ],
    ["is away", "cut", /unreachable/],
    ["answers a page", { status: 200, text: "<h1>gateway</h1>" }, /bad_answer/],
  ])("reports why a service that %s did not accept it, and logs no token", async (_what, reply, reason) => {
    bot.replies.push(reply);
    const { type, config } = form();
    const answer = await root.post("/api/notice_channel/test", { type, config });
    expect(answer).toMatchObject({ status: 502, code: "notice.refused" });
    expect(String(answer.body.params?.["reason"])).toMatch(reason);
    expect(answer.text + running.logLines.join("")).not.toContain("the-token");
  });

  it("is mailed to the form's addresses, or to every administrator who has one", async () => {
    const test = (recipients: string) =>
      root.post("/api/notice_channel/test", { type: "email", config: { recipients } });
    expect((await test("")).body.params).toEqual({ reason: "No mail server is set up." });
    await withMail();
    expect((await test("a@example.org, b@example.org")).status).toBe(200);
    expect((await test("")).status).toBe(200);
    expect(smtp.mails.flatMap((mail) => mail.to)).toEqual([
      "a@example.org",
      "b@example.org",
      "root@example.org",
    ]);
    smtp.rejections.push("554 5.7.1 Sender not allowed");
    expect((await test("a@example.org")).body.params?.["reason"]).toContain("554 5.7.1 Sender not allowed");
  });
});

describe("notices to administrators", () => {
  const newChannel = async (changes: object = {}) =>
    (await root.post<{ id: number }>("/api/channel/", aChannel({ name: "East", models: ["m"], ...changes })))
      .data.id;

  it("are mailed while there is no channel, and no longer once there is one", async () => {
    await withMail();
    const id = await newChannel();
    await running.services.channels.disableAutomatically(id, "invalid key");
    expect((await smtp.mailTo("root@example.org")).subject).toContain("Channel East was disabled");
    await running.services.channels.test(byRoot, id, "m");
    await add();
    running.clock.advance(7200);
    await running.services.channels.disableAutomatically(id, "invalid key");
    await running.services.mail.sendDue();
    expect(smtp.mails).toHaveLength(1);
    expect(await sent()).toHaveLength(1);
  });

  it("are sent over a mail channel to its addresses, in its language", async () => {
    await withMail();
    await add({ type: "email", config: { recipients: "duty@example.org" }, language: "ja_JP" });
    await running.services.channels.disableAutomatically(await newChannel({ name: "<b>East" }), "bad <i>");
    await running.services.notices.sendDue();
    const mail = await smtp.mailTo("duty@example.org");
    expect(mail.subject).toContain("チャネル「<b>East」が無効になりました");
    expect(mail.html).toContain("bad &lt;i&gt;");
    const { data } = await root.get<Page<Notice>>("/api/notice_channel/history");
    expect(data.data).toMatchObject([{ event: "channel_disabled", status: "sent", label: "<b>East" }]);
  });

  it("include a disabled channel with its evidence, and an enabled one", async () => {
    await addForEverything();
    const id = await newChannel();
    running.probe.result = {
      time: 5,
      problem: { kind: "auth", status: 401, message: "Incorrect API key" },
    };
    await running.services.channels.test(byRoot, id, "m");
    running.probe.result = { time: 5, problem: undefined };
    await running.services.channels.test(byRoot, id, "m");
    const [off = "", on = ""] = await sent();
    expect(off).toContain("Channel East was disabled");
    expect(off).toMatch(/Reason: .+\nModel: m\nStatus: 401\n/);
    expect(on).toContain("Channel East was enabled");
  });

  it("include the results of a batch of tests that a person started", async () => {
    await addForEverything();
    await newChannel();
    await running.services.channels.startTestRun(byRoot);
    await expect.poll(sent).toHaveLength(1);
    expect(bot.messages[0]).toContain("Channel tests: 1 passed, 0 failed");
  });

  it("include a balance below the threshold, once until it was above it again", async () => {
    await addForEverything();
    const id = await newChannel();
    const refresh = (balance: number) => {
      running.probe.balance = balance;
      return running.services.channels.updateBalance(id);
    };
    await refresh(1);
    expect(await sent()).toEqual([]);
    await running.set("ChannelBalanceThreshold", 5);
    for (const balance of [6, 4.5, 3, 5, 4]) await refresh(balance);
    const messages = await sent();
    expect(messages).toHaveLength(2);
    expect(messages[0]).toContain("Balance: $4.50\nThreshold: $5.00");
  });

  it("include differences in the ledger", async () => {
    await addForEverything();
    const { queries } = running.database;
    await queries.updateTable("users").set({ quota: 777 }).where("id", "=", 1).execute();
    await running.services.reconciliation.checkAndAlarm();
    expect((await sent())[0]).toContain("Ledger differences");
  });

  it("include mail and notices that wait for long, once until they were sent", async () => {
    await withMail();
    await addForEverything();
    await add({
      type: "telegram",
      name: "Broken",
      config: { address: bot.url, token: "999999:wrong", chat_ids: "5" },
    });
    smtp.rejections.push(...Array.from({ length: 9 }, () => "421 4.3.2 busy"));
    await running.services.mail.send({
      to: "ada@example.org",
      language: "en_US",
      content: { kind: "password_set", username: "ada", time: running.clock.now() },
    });
    await running.services.mail.sendDue();
    await running.services.channels.disableAutomatically(await newChannel(), "invalid key");
    await running.services.notices.sendDue();
    running.clock.advance(1801);
    for (let look = 0; look < 3; look++) await running.services.notices.watchQueues();
    const messages = (await sent()).slice(1).join("\n");
    expect(messages.match(/Delivery backlog: email/g)).toHaveLength(1);
    expect(messages).toContain("Last error: 421 4.3.2 busy");
    expect(messages.match(/Delivery backlog: Broken/g)).toHaveLength(1);
  });

  it("include a newer version, once, if the setting has an address", async () => {
    await addForEverything();
    let release: unknown = { tag_name: "v1.10.0", html_url: "https://gate.example/v1.10.0" };
    const feed = await startStandInServer(() => ({ json: release }));
    await running.services.notices.checkRelease();
    await running.set("ReleasesAddress", feed.url);
    await running.services.notices.checkRelease();
    await running.services.notices.checkRelease();
    expect(await sent()).toEqual([expect.stringContaining("Tollgate v1.10.0 is available")]);
    expect(bot.messages[0]).toContain("Release: https://gate.example/v1.10.0");
    for (const other of [
      { tag_name: "v1.2.3" },
      { tag_name: "v1.1.9" },
      { tag_name: "<b>v9.9.9" },
      [],
      "x",
    ]) {
      release = other;
      await running.services.notices.checkRelease();
    }
    expect(await sent()).toHaveLength(1);
    await feed.stop();
  });

  it("are listed with their status, by channel, event and status", async () => {
    const { id } = await add();
    bot.replies.push({ status: 400, json: { ok: false, description: "Bad Request: chat not found" } });
    await running.services.channels.disableAutomatically(await newChannel(), "invalid key of someone");
    await sent();
    const list = (query: string) => root.get<Page<Notice>>(`/api/notice_channel/history?${query}`);
    const all = await list("");
    expect(all.data.data).toMatchObject([
      {
        channel_id: id,
        channel_name: "Duty phone",
        event: "channel_disabled",
        label: "East",
        status: "queued",
        attempts: 1,
        last_error: "5: Bad Request: chat not found",
      },
    ]);
    expect(all.text).not.toContain("invalid key of someone");
    for (const query of ["status=sent", "event=new_version", `channel_id=${id + 1}`])
      expect((await list(query)).data.total_count).toBe(0);
    expect((await list(`status=queued&event=channel_disabled&channel_id=${id}`)).data.total_count).toBe(1);
  });

  it("include an order that needs a decision, once for each problem", async () => {
    await addForEverything();
    const { database, clock } = running;
    const { id } = await anOrder(running, { trade_no: "1742000000000000099", order_currency: "CNY" });
    const order = await createOrderRepository(database.queries).find(id);
    if (!order) throw new Error("no order");
    const settlement = createOrderSettlement({
      ...running,
      users: createUserRepository(database.queries),
      notices: running.services.notices,
    });
    const orderNumber = order.trade_no;
    const payment = { orderNumber, gatewayNumber: "G1", amount: 1, currency: "CNY", status: "paid" } as const;
    for (let time = 0; time < 2; time++) await settlement.payment(order, payment, {});
    const messages = await sent();
    expect(messages).toHaveLength(1);
    expect(messages[0]).toContain("Payment problem: order 1742000000000000099");
    expect(messages[0]).toContain("Amount: 10.00 CNY");
    await settlement.payment(order, { ...payment, amount: 1000 }, {});
    clock.advance(1);
    const paid = await createOrderRepository(database.queries).find(id);
    if (!paid) throw new Error("no order");
    await settlement.payment(paid, { ...payment, gatewayNumber: "G2", amount: 1000 }, {});
    const reversal = { gatewayNumber: "G1", reversalNumber: "R1", amount: 400, currency: "CNY" };
    await settlement.reversal(paid, "dispute", reversal);
    const later = (await sent()).slice(1);
    expect(later[0]).toContain("paid twice");
    expect(later[1]).toMatch(/charged back[\s\S]*Amount: 4\.00 CNY/);
  });
});
