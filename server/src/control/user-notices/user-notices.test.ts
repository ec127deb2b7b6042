import { afterAll, beforeAll, expect, it } from "vitest";
import { anAdmin, aUser } from "../../../test/support/builders.ts";
import { type ControlApp, startControlApp } from "../../../test/support/control-app.ts";
import { type SmtpStandIn, startSmtpStandIn } from "../../../test/support/smtp-stand-in.ts";
import { createUserRepository } from "../../storage/repositories/user-repository.ts";
import { createUserNoticeService, type UserChannel } from "./service.ts";

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

it("notifies a user over every channel that reaches them, and over no other", async () => {
  const sent: string[] = [];
  const chat = (name: string, reaches: boolean): UserChannel => ({
    reaches: () => reaches,
    send: async (user, content, language) => {
      sent.push(`${name} ${user.id} ${content.kind} ${language}`);
    },
  });
  const service = createUserNoticeService({
    users: createUserRepository(running.database.queries),
    mail: running.services.mail,
    others: [chat("near", true), chat("far", false)],
  });
  const id = await aReader({ email: "" });
  expect(await service.notifyUser(id, "task_done", done, "ja_JP")).toBe(true);
  expect(sent).toEqual([`near ${id} task_done ja_JP`]);
  expect(await service.notifyUser((await anAdmin(running)).id, "task_done", done)).toBe(false);
  expect(await service.notifyUser(987_654, "task_done", done)).toBe(false);
});
