import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { asUser, type Client } from "../../../test/support/as-user.ts";
import { anAdmin, aUser } from "../../../test/support/builders.ts";
import { type ControlApp, startControlApp } from "../../../test/support/control-app.ts";
import { type SmtpStandIn, startSmtpStandIn } from "../../../test/support/smtp-stand-in.ts";

let running: ControlApp;
let smtp: SmtpStandIn;
let admin: Client;
beforeAll(async () => {
  smtp = await startSmtpStandIn();
  running = await startControlApp();
  await running.set("SMTPServer", "127.0.0.1");
  await running.set("SMTPPort", smtp.port);
  await running.set("SMTPFrom", "gate@example.org");
  admin = await asUser(running, await anAdmin(running));
});
beforeEach(() => (smtp.mails.length = 0));
afterAll(async () => {
  await running.stop();
  await smtp.stop();
});

const queued = () => running.database.queries.selectFrom("mails").select(["kind", "recipient"]).execute();

it("notifies a user whose two-factor authentication an administrator reset, in the user's language", async () => {
  const user = await aUser(running, { email: "lost@example.org", language: "zh_CN" });
  expect((await admin.post(`/api/user/${user.id}/reset_second_factor`)).status).toBe(200);
  const mail = await smtp.mailTo("lost@example.org");
  expect(mail.subject).toBe("Tollgate: 两步验证已被重置");
  expect(mail.text).toContain(user.username);
});

it("mails a new password and another address to the account's previous address, without the password", async () => {
  const user = await aUser(running, { email: "before@example.org" });
  const form = { id: user.id, password: "chosen for you", email: "after@example.org" };
  expect((await admin.put("/api/user/", form)).status).toBe(200);
  await running.services.mail.sendDue();
  await expect
    .poll(() => smtp.mails.map((mail) => mail.subject).toSorted())
    .toEqual(["Tollgate: Your email address was changed", "Tollgate: Your password was reset"]);
  expect(smtp.mails.map((mail) => mail.to)).toEqual([["before@example.org"], ["before@example.org"]]);
  expect(smtp.mails.map((mail) => mail.text).join("")).not.toContain("chosen for you");
});

it("sends nothing about other changes, and nothing without an address", async () => {
  const before = await queued();
  const user = await aUser(running, { email: "named@example.org" });
  const nameless = await aUser(running);
  expect((await admin.put("/api/user/", { id: user.id, display_name: "Ada" })).status).toBe(200);
  expect((await admin.put("/api/user/", { id: nameless.id, password: "chosen for you" })).status).toBe(200);
  expect(await queued()).toEqual(before);
});

it("changes users where no mail can be sent, too", async () => {
  await running.set("SMTPServer", "");
  const before = await queued();
  const user = await aUser(running, { email: "unreached@example.org" });
  expect((await admin.post(`/api/user/${user.id}/reset_second_factor`)).status).toBe(200);
  expect((await admin.put("/api/user/", { id: user.id, password: "chosen for you" })).status).toBe(200);
  expect(await queued()).toEqual(before);
});
