import { afterEach, beforeEach, expect, it } from "vitest";
import { aLog, aUser } from "../../../test/support/builders.ts";
import { type ControlApp, startControlApp } from "../../../test/support/control-app.ts";
import { type SmtpStandIn, startSmtpStandIn } from "../../../test/support/smtp-stand-in.ts";

let running: ControlApp;
let smtp: SmtpStandIn;
beforeEach(async () => {
  smtp = await startSmtpStandIn();
  running = await startControlApp();
  await running.set("SMTPServer", "127.0.0.1");
  await running.set("SMTPPort", smtp.port);
  await running.set("SMTPFrom", "gate@example.org");
});
afterEach(async () => {
  await running.stop();
  await smtp.stop();
});

let count = 0;
/** A user with half a dollar left and a threshold of one. */
async function aSpender(values: Parameters<typeof aUser>[1] = {}): Promise<{ id: number; email: string }> {
  const email = `spender${++count}@example.org`;
  const { id } = await aUser(running, { email, email_verified: 1, quota: 250_000, ...values });
  await aLog(running, id);
  return { id, email };
}

async function remind(): Promise<string[]> {
  const before = smtp.mails.length;
  await running.services.reminders.remindOfBalances();
  await running.services.mail.sendDue();
  return smtp.mails.slice(before).flatMap((mail) => mail.to);
}

it("mails a low balance in the reader's language, once each time the balance falls below the threshold", async () => {
  const { id, email } = await aSpender({ language: "zh_CN" });
  const setQuota = (quota: number) =>
    running.database.queries.updateTable("users").set({ quota }).where("id", "=", id).execute();
  expect(await remind()).toEqual([email]);
  const mail = await smtp.mailTo(email);
  expect(mail.subject).toBe("Tollgate: 余额不足提醒");
  expect(mail.text).toContain("$0.50");
  expect(mail.text).toContain("$1.00");
  expect(await remind()).toEqual([]);
  await setQuota(100);
  running.clock.advance(86_401);
  await aLog(running, id);
  expect(await remind()).toEqual([]);
  await setQuota(500_000);
  expect(await remind()).toEqual([]);
  await setQuota(499_999);
  expect(await remind()).toEqual([email]);
  expect(await remind()).toEqual([]);
});

it("mails again after the user was above the threshold because it was lowered", async () => {
  const { id, email } = await aSpender();
  const set = (notify_setting: string) =>
    running.database.queries.updateTable("users").set({ notify_setting }).where("id", "=", id).execute();
  expect(await remind()).toEqual([email]);
  await set('{"quota_threshold":200000}');
  expect(await remind()).toEqual([]);
  await set('{"quota_threshold":300000}');
  expect(await remind()).toEqual([email]);
});

it("sends later what could not be mailed", async () => {
  const { email } = await aSpender();
  await running.set("SMTPServer", "");
  expect(await remind()).toEqual([]);
  await running.set("SMTPServer", "127.0.0.1");
  expect(await remind()).toEqual([email]);
});

it("uses the site's threshold for users without one", async () => {
  await running.set("QuotaRemindThreshold", 200_000);
  await aSpender();
  const poor = await aSpender({ quota: 100_000, notify_setting: '{"new_place":false}' });
  const careful = await aSpender({ notify_setting: '{"quota_threshold":300000}' });
  expect((await remind()).sort()).toEqual([poor.email, careful.email].sort());
});

it("mails no other user", async () => {
  await aSpender({ quota: 500_000 });
  await aSpender({ notify_setting: '{"quota_reminder":false}' });
  await aSpender({ notify_setting: '{"quota_threshold":250000}' });
  await aSpender({ email_verified: 0 });
  await aSpender({ status: 2 });
  await aUser(running, { email: "idle@example.org", email_verified: 1, quota: 1 });
  expect(await remind()).toEqual([]);
});

it("counts what running calls hold as balance", async () => {
  const { id } = await aSpender();
  await running.database.queries
    .insertInto("leases")
    .values({ process_id: "p", kind: "user", owner_id: id, amount: 400_000 })
    .execute();
  expect(await remind()).toEqual([]);
});
