import { afterAll, beforeAll, expect, it } from "vitest";
import { aUser } from "../../../test/support/builders.ts";
import { type ControlApp, startControlApp } from "../../../test/support/control-app.ts";
import { type SmtpStandIn, startSmtpStandIn } from "../../../test/support/smtp-stand-in.ts";

let running: ControlApp;
let smtp: SmtpStandIn;
beforeAll(async () => {
  smtp = await startSmtpStandIn();
  running = await startControlApp();
  await running.set("SMTPServer", "127.0.0.1");
  await running.set("SMTPPort", smtp.port);
  await running.set("SMTPFrom", "gate@example.org");
});
afterAll(async () => {
  await running?.services.mail.stop();
  await running?.stop();
  await smtp?.stop();
});

let users = 0;
async function aReader(change: object = {}): Promise<number> {
  users += 1;
  const email = `reader${users}@example.org`;
  const { id } = await aUser(running, { email, email_verified: 1 });
  const columns = { notify_setting: JSON.stringify({ task_done: true }), ...change };
  await running.database.queries.updateTable("users").set(columns).where("id", "=", id).execute();
  return id;
}
const done = { task: "Video kling-v2", succeeded: true, time: 1_790_000_000 };

it("notifies a user of a finished task, in the language that the user reads", async () => {
  const id = await aReader({ language: "zh_CN" });
  expect(await running.services.userNotices.notifyUser(id, "task_done", done)).toBe(true);
  const mail = await smtp.mailTo(`reader${users}@example.org`);
  expect(mail.subject).toContain("任务已完成");
  expect(mail.text).toContain("Video kling-v2");
});

it.each<[what: string, change: object]>([
  ["did not choose it", { notify_setting: "" }],
  ["turned it off", { notify_setting: '{"task_done":false}' }],
  ["never confirmed the address", { email_verified: 0 }],
  ["has no address", { email: "" }],
  ["is disabled", { status: 2 }],
])("sends nothing to a user who %s", async (_what, change) => {
  const before = smtp.mails.length;
  const id = await aReader(change);
  expect(await running.services.userNotices.notifyUser(id, "task_done", done)).toBe(false);
  await running.services.mail.sendDue();
  expect(smtp.mails).toHaveLength(before);
});

/** What waits for the bot; the message itself is sealed. */
const waiting = () => running.database.queries.selectFrom("telegram_messages").selectAll().execute();

it.each<[what: string, setting: object, mails: number, messages: number]>([
  ["mail alone unless Telegram is chosen", {}, 1, 0],
  ["both", { by_telegram: true }, 1, 1],
  ["Telegram alone", { by_mail: false, by_telegram: true }, 0, 1],
  ["neither", { by_mail: false }, 0, 0],
])("sends over %s", async (_what, setting, mails, messages) => {
  await running.set("TelegramBotToken", "123456789:a-token-of-the-tests-0000000000000000");
  const notify_setting = JSON.stringify({ task_done: true, ...setting });
  const id = await aReader({ telegram_id: String(5000 + users), notify_setting });
  const before = { mails: smtp.mails.length, messages: (await waiting()).length };
  expect(await running.services.userNotices.notifyUser(id, "task_done", done)).toBe(mails + messages > 0);
  await running.services.mail.sendDue();
  expect(smtp.mails.length - before.mails).toBe(mails);
  const rows = await waiting();
  expect(rows.length - before.messages).toBe(messages);
  expect(JSON.stringify(rows)).not.toContain("kling");
  await running.set("TelegramBotToken", "");
});

it("sends nothing by Telegram without a bot, or to an account that is not bound", async () => {
  const notify_setting = JSON.stringify({ task_done: true, by_mail: false, by_telegram: true });
  const bound = await aReader({ telegram_id: "6000", notify_setting });
  expect(await running.services.userNotices.notifyUser(bound, "task_done", done)).toBe(false);
  await running.set("TelegramBotToken", "123456789:a-token-of-the-tests-0000000000000000");
  const other = await aReader({ notify_setting });
  expect(await running.services.userNotices.notifyUser(other, "task_done", done)).toBe(false);
});

it("keeps at most fifty messages waiting for one chat", async () => {
  const notify_setting = JSON.stringify({ task_done: true, by_mail: false, by_telegram: true });
  const id = await aReader({ telegram_id: "7000", notify_setting });
  for (let count = 0; count < 55; count++)
    await running.services.userNotices.notifyUser(id, "task_done", done);
  expect((await waiting()).filter(({ chat_id }) => chat_id === "7000")).toHaveLength(50);
});
