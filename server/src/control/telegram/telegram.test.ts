import type { TelegramBindCode, TelegramStatus } from "@tollgate/contract/telegram";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { asRoot, asUser, type Client } from "../../../test/support/as-user.ts";
import { aToken, aUser, type TestUser } from "../../../test/support/builders.ts";
import { type ControlApp, startControlApp } from "../../../test/support/control-app.ts";
import {
  answerTo,
  type Sender,
  type SentMessage,
  startTelegramStandIn,
  type TelegramStandIn,
} from "../../../test/support/telegram-stand-in.ts";

const secret = "a-webhook-secret-of-ours";
const botTimes = {
  pollSeconds: 1,
  lookMilliseconds: 20,
  webhookCheckMilliseconds: 50,
  retryMilliseconds: 20,
  longestRetryMilliseconds: 50,
  commandCheckMilliseconds: 100,
};

const soon = <T>(check: () => T | Promise<T>) => vi.waitFor(check, { interval: 5 });

describe.each(["polling", "webhook"] as const)("the bot by %s", (way) => {
  let running: ControlApp;
  let telegram: TelegramStandIn;
  let root: Client;
  let nextSender = 1000;

  beforeAll(async () => {
    running = await startControlApp({ botTimes });
    telegram = await startTelegramStandIn(running.clock.now);
    root = await asRoot(running);
    await running.set("ServerAddress", "https://gate.example.org");
    await running.set("TelegramApiAddress", telegram.url);
    if (way === "webhook") await running.set("TelegramWebhookSecret", secret);
    await running.set("TelegramBotToken", telegram.token);
    running.services.telegram.start();
    await vi.waitUntil(async () => {
      const { data } = await root.get<TelegramStatus>("/api/option/telegram/status");
      return data.state === "online";
    });
  });
  beforeEach(() => running.clock.advance(3600));
  afterAll(async () => {
    await running?.stop();
    await telegram?.stop();
  });

  const deliver = async (update: object) => {
    if (way === "polling") return telegram.queue(update as Record<string, unknown>);
    const headers = { "x-telegram-bot-api-secret-token": secret };
    const response = await running.app.inject({
      method: "POST",
      url: "/api/telegram/webhook",
      headers,
      payload: update,
    });
    expect(response.statusCode).toBe(200);
  };
  const sentTo = (chat: number) => telegram.sent.filter(({ chat_id }) => chat_id === chat);
  const send = async (from: Sender, text: string, more = {}): Promise<SentMessage> => {
    const update = telegram.update(from, text, more);
    const { id } = (update["message"] as { chat: { id: number } }).chat;
    const before = sentTo(id).length;
    await deliver(update);
    await soon(() => expect(sentTo(id).length).toBeGreaterThan(before));
    return sentTo(id).at(-1) as SentMessage;
  };
  /** Nothing is answered; a following message is. */
  const silently = async (update: object): Promise<void> => {
    const before = telegram.sent.length;
    await deliver(update);
    await send(aSender(), "/start");
    expect(telegram.sent.length).toBe(before + 1);
  };
  const aSender = (language_code = "en"): Sender => ({ id: nextSender++, language_code });
  const codeOf = async (user: TestUser) =>
    (
      await (
        await asUser(running, user)
      ).post<TelegramBindCode>("/api/user/telegram/code", {
        current_password: user.password,
      })
    ).data;
  const bound = async (values: Parameters<typeof aUser>[1] = {}) => {
    const sender = aSender();
    const user = await aUser(running, { telegram_id: String(sender.id), ...values });
    return { user, sender };
  };
  const linkOf = async (id: number) =>
    (
      await running.database.queries
        .selectFrom("users")
        .select("telegram_id")
        .where("id", "=", id)
        .executeTakeFirstOrThrow()
    ).telegram_id;

  it("greets, lists its commands, and reports unknown ones", async () => {
    await running.set("SystemName", "<b>Acme</b> & *Co*");
    expect((await send(aSender(), "/start")).text).toContain("<b>&lt;b&gt;Acme&lt;/b&gt; &amp; *Co*</b>");
    await root.post("/api/option/telegram/", {
      command: "docs",
      description: "Manual <1>",
      parse_mode: "MarkdownV2",
      reply_message: "*Read* it\\.",
    });
    const help = await send(aSender(), "/help");
    expect(help.text).toContain("/balance – Balance and usage");
    expect(help.text).toContain("/docs – Manual &lt;1&gt;");
    expect(await send(aSender(), "/docs")).toMatchObject({ text: "*Read* it\\.", parse_mode: "MarkdownV2" });
    expect((await send(aSender(), "/nothing")).text).toContain("Unknown command");
    expect((await send(aSender(), "hello")).text).toContain("Unknown command");
  });

  it("answers in the account's language, else in that of the Telegram client", async () => {
    expect((await send(aSender("zh-hans"), "/balance")).text).toContain("尚未绑定账号");
    expect((await send(aSender("ja"), "/balance")).text).toContain("アカウントが連携されていません");
    expect((await send(aSender("fr"), "/balance")).text).toContain("No account is linked");
    const { sender } = await bound({ language: "zh_CN" });
    expect((await send(sender, "/balance")).text).toContain("余额");
  });

  it("sends users the notices that they chose, again after a failure, not after a day, and not if blocked", async () => {
    const { user, sender } = await bound({
      notify_setting: JSON.stringify({ task_done: true, by_telegram: true }),
    });
    const notify = () =>
      running.services.userNotices.notifyUser(user.id, "task_done", {
        task: "<b>Video</b> *kling*",
        succeeded: true,
        time: running.clock.now(),
      });
    const left = async () =>
      (await running.database.queries.selectFrom("telegram_messages").selectAll().execute()).length;
    const triedOnce = async () =>
      expect(
        await running.database.queries.selectFrom("telegram_messages").select("attempts").execute(),
      ).toEqual([{ attempts: 1 }]);
    await notify();
    await soon(() => expect(sentTo(sender.id)).toHaveLength(1));
    expect(sentTo(sender.id)[0]?.text).toContain("<b>Video</b> *kling*");
    expect(sentTo(sender.id)[0]).not.toHaveProperty("parse_mode");
    await soon(async () => expect(await left()).toBe(0));

    telegram.fail("sendMessage", { code: 502, description: "Bad Gateway" });
    await notify();
    await soon(triedOnce);
    running.clock.advance(31);
    await soon(() => expect(sentTo(sender.id)).toHaveLength(2));
    await soon(async () => expect(await left()).toBe(0));

    telegram.fail("sendMessage", { code: 502, description: "Bad Gateway" });
    await notify();
    await soon(triedOnce);
    await running.database.queries
      .updateTable("telegram_messages")
      .set({ created_time: 0, next_time: 0 })
      .execute();
    await soon(async () => expect(await left()).toBe(0));
    expect(sentTo(sender.id)).toHaveLength(2);

    telegram.fail("sendMessage", { code: 403, description: "Forbidden: bot was blocked by the user" });
    await notify();
    await soon(async () => expect(await left()).toBe(0));
    expect(sentTo(sender.id)).toHaveLength(2);
  });

  it("binds by a one-time code that replies to its prompt, and the profile shows it", async () => {
    const user = await aUser(running);
    const sender = aSender();
    const { code, bot, expires_time } = await codeOf(user);
    expect({ bot, expires_time }).toEqual({ bot: "gate_bot", expires_time: running.clock.now() + 600 });
    const prompt = await send(sender, "/bind");
    expect(prompt).toMatchObject({ reply_markup: { force_reply: true } });
    expect((await send(sender, code, answerTo(prompt))).text).toContain(user.username);
    expect(await linkOf(user.id)).toBe(String(sender.id));
    expect((await send(sender, `/bind ${code}`)).text).toContain("already linked");
    const other = aSender();
    expect((await send(other, `/bind ${code}`)).text).toContain("incorrect or has expired");
    const entries = await running.database.queries
      .selectFrom("audit_entries")
      .select(["action", "actor_id", "source_ip"])
      .where("actor_id", "=", user.id)
      .where("action", "=", "user.link")
      .execute();
    expect(entries).toEqual([{ action: "user.link", actor_id: user.id, source_ip: `telegram:${sender.id}` }]);
  });

  it("accepts no code that was issued before the owner changed the password", async () => {
    const user = await aUser(running);
    const { code } = await codeOf(user);
    const changed = await (await asUser(running, user)).put("/api/user/self", {
      username: user.username,
      display_name: "",
      password: "another long password",
      current_password: user.password,
    });
    expect(changed.status).toBe(200);
    expect((await send(aSender(), `/bind ${code}`)).text).toContain("incorrect or has expired");
  });

  it("accepts no code that is old, replaced, or of an account that is disabled or bound elsewhere", async () => {
    const user = await aUser(running);
    const first = await codeOf(user);
    const second = await codeOf(user);
    expect((await send(aSender(), `/bind ${first.code}`)).text).toContain("incorrect or has expired");
    running.clock.advance(601);
    expect((await send(aSender(), `/bind ${second.code}`)).text).toContain("incorrect or has expired");
    const disabled = await aUser(running);
    const third = await codeOf(disabled);
    const update = running.database.queries.updateTable("users");
    await update.set({ status: 2 }).where("id", "=", disabled.id).execute();
    expect((await send(aSender(), `/bind ${third.code}`)).text).toContain("incorrect or has expired");
    const fourth = await codeOf(user);
    await update.set({ telegram_id: "42" }).where("id", "=", user.id).execute();
    expect((await send(aSender(), `/bind ${fourth.code}`)).text).toContain("another Telegram account");
    expect(await linkOf(user.id)).toBe("42");
  });

  it("stores codes as hashes", async () => {
    const { code } = await codeOf(await aUser(running));
    const rows = await running.database.queries.selectFrom("one_time_codes").selectAll().execute();
    expect(rows.some(({ purpose }) => purpose === "telegram")).toBe(true);
    expect(JSON.stringify(rows)).not.toContain(code);
  });

  it("limits one sender to five guesses", async () => {
    const sender = aSender();
    for (let guess = 0; guess < 5; guess++)
      expect((await send(sender, `/bind guess${guess}`)).text).toContain("incorrect or has expired");
    const { code } = await codeOf(await aUser(running));
    expect((await send(sender, `/bind ${code}`)).text).toContain("Too many");
  });

  it("opens the prompt for a link of the console, and reads no code from a link", async () => {
    const { code } = await codeOf(await aUser(running));
    const sender = aSender();
    expect(await send(sender, "/start bind")).toMatchObject({ reply_markup: { force_reply: true } });
    expect((await send(sender, `/start ${code}`)).text).toContain("Link your account");
  });

  it("unbinds", async () => {
    const { user, sender } = await bound();
    expect((await send(sender, "/unbind")).text).toContain(user.username);
    expect(await linkOf(user.id)).toBe("");
    expect((await send(sender, "/balance")).text).toContain("No account is linked");
  });

  it("shows balance and usage", async () => {
    const { sender } = await bound({ quota: 1_250_000, used_quota: 500_000 });
    expect((await send(sender, "/balance")).text).toBe("Balance: <b>$2.50</b>\nUsed: $1.00");
  });

  it("shows nothing of an account in groups, to others, or of a disabled account", async () => {
    const { user, sender } = await bound({ quota: 1_250_000 });
    const group = { chat: { id: -55, type: "group" } };
    for (const command of ["balance", "apikey", "aff", "recharge", "bind", "unbind"])
      expect((await send(sender, `/${command}@gate_bot`, group)).text).toContain("private chat");
    expect((await send(aSender(), "/balance")).text).not.toContain("$");
    await running.database.queries
      .updateTable("users")
      .set({ status: 2 })
      .where("id", "=", user.id)
      .execute();
    for (const command of ["balance", "apikey", "aff", "recharge x"])
      expect((await send(sender, `/${command}`)).text).toContain("disabled");
  });

  it("redeems a code once, through the redemption service", async () => {
    const { user, sender } = await bound({ quota: 0 });
    const [code = ""] = (await root.post<string[]>("/api/redemption/", { name: "Gift", quota: 1_000_000 }))
      .data;
    const prompt = await send(sender, "/recharge");
    const thanks = await send(sender, ` ${code} `, answerTo(prompt));
    expect(thanks.text).toContain("<b>$2.00</b>");
    expect(await running.ledger.balanceOf(user.id)).toBe(1_000_000);
    expect((await send(sender, `/recharge ${code}`)).text).toContain("already redeemed");
    expect((await send(sender, "/recharge wrong")).text).toContain("does not exist");
    expect(await running.ledger.balanceOf(user.id)).toBe(1_000_000);
    const logs = await running.database.queries
      .selectFrom("logs")
      .select(["source_ip", "quota"])
      .where("user_id", "=", user.id)
      .execute();
    expect(logs).toEqual([{ source_ip: `telegram:${sender.id}`, quota: 1_000_000 }]);
  });

  it("limits wrong codes of one account, and of no other", async () => {
    const { sender } = await bound();
    for (let guess = 0; guess < 10; guess++) await send(sender, `/recharge wrong${guess}`);
    expect((await send(sender, "/recharge wrong")).text).toContain("Too many wrong codes");
    const other = await bound();
    expect((await send(other.sender, "/recharge wrong")).text).toContain("does not exist");
  });

  it("lists keys with hostile names as text, and never a whole key", async () => {
    const { user, sender } = await bound();
    expect((await send(sender, "/apikey")).text).toContain("no API keys");
    const names = ["</code><b>x", "a*b_c[d](e)`", "two\nlines\u202egnp", "&lt;"];
    const keys: string[] = [];
    for (const name of names) keys.push((await aToken(running, user.id, { name })).key);
    const { text } = await send(sender, "/apikey");
    expect(text).toContain("<code>&lt;/code&gt;&lt;b&gt;x</code>");
    expect(text).toContain("<code>a*b_c[d](e)`</code>");
    expect(text).toContain("<code>two lines gnp</code>");
    expect(text).toContain("<code>&amp;lt;</code>");
    for (const key of keys) {
      expect(text).not.toContain(key.slice(3));
      expect(text).toContain(key.slice(-4));
    }
  });

  it("gives the invite link", async () => {
    const { sender } = await bound();
    expect((await send(sender, "/aff")).text).toMatch(/https:\/\/gate\.example\.org\/register\?aff=\w{8}$/);
  });

  it("handles an update once, however often it comes", async () => {
    const sender = aSender();
    const update = telegram.update(sender, "/start");
    await deliver(update);
    await soon(() => expect(sentTo(sender.id)).toHaveLength(1));
    await silently(update);
    await silently(update);
    expect(sentTo(sender.id)).toHaveLength(1);
  });

  it("ignores old messages, other bots, messages in groups and anything but text", async () => {
    const now = running.clock.now();
    await silently(telegram.update(aSender(), "/start", { date: now - 601 }));
    await silently(telegram.update(aSender(), "/start", { from: { id: 5, is_bot: true } }));
    const group = { chat: { id: -56, type: "supergroup" } };
    await silently(telegram.update(aSender(), "hello", group));
    await silently(telegram.update(aSender(), "/start@other_bot", group));
    await silently(telegram.update(aSender(), "", { text: undefined, photo: [] }));
    const { update_id } = telegram.update(aSender(), "");
    await silently({ update_id, poll: {} });
    expect(sentTo(-56)).toEqual([]);
  });

  it("answers a flood once, and the chat again when it is over", async () => {
    const sender = aSender();
    for (let count = 0; count < 20; count++) await send(sender, "/start");
    expect((await send(sender, "/start")).text).toContain("Too many messages");
    await silently(telegram.update(sender, "/start"));
    running.clock.advance(180);
    expect((await send(sender, "/start")).text).toContain("/bind");
  });

  it("waits for a short rate limit of Telegram, and sends text with invalid markup as plain text", async () => {
    telegram.fail("sendMessage", {
      code: 429,
      description: "Too Many Requests: retry after 0",
      retryAfter: 0,
    });
    expect((await send(aSender(), "/start")).text).toContain("/bind");
    telegram.fail("sendMessage", { code: 400, description: "Bad Request: can't parse entities: x" });
    expect((await send(aSender(), "/start")).parse_mode).toBeUndefined();
  });
});
