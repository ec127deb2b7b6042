import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import type { Mail } from "@tollgate/contract/mail";
import type { Page } from "@tollgate/contract/list-query";
import { readSettings, type Settings } from "@tollgate/contract/settings";
import { afterEach, describe, expect, it } from "vitest";
import { asRoot } from "../../../test/support/as-user.ts";
import { anAdmin, aUser } from "../../../test/support/builders.ts";
import { type ControlApp, startControlApp } from "../../../test/support/control-app.ts";
import { createFakeClock } from "../../../test/support/fake-clock.ts";
import { postgresOrSkip } from "../../../test/support/postgres.ts";
import { type SmtpStandIn, startSmtpStandIn } from "../../../test/support/smtp-stand-in.ts";
import { createSecretBox } from "../../platform/secret-box.ts";
import { type DatabaseLocation, openDatabase } from "../../storage/database.ts";
import { migrate } from "../../storage/migrate.ts";
import { createUserRepository } from "../../storage/repositories/user-repository.ts";
import { createMailService, languageOf, type MailService, type NewMail } from "./service.ts";

const postgres = await postgresOrSkip();
const secretBox = createSecretBox(randomBytes(32));
const ending: (() => Promise<void> | void)[] = [];
afterEach(async () => {
  for (const end of ending.splice(0).toReversed()) await end();
});

async function standIn(): Promise<SmtpStandIn> {
  const server = await startSmtpStandIn();
  ending.push(() => server.stop());
  return server;
}

/** Processes of one installation: a database, and any number of mail services over it. */
async function installation(smtp: { port: number } | undefined, location?: DatabaseLocation) {
  const folder = mkdtempSync(path.join(os.tmpdir(), "tollgate-mail-"));
  ending.push(() => rmSync(folder, { recursive: true, force: true }));
  const place = location ?? ({ kind: "sqlite", file: path.join(folder, "test.db") } as const);
  const clock = createFakeClock();
  const settings: Settings = {
    ...readSettings([]),
    ...(smtp && { SMTPServer: "127.0.0.1", SMTPPort: smtp.port, SMTPFrom: "gate@example.org" }),
  };
  const first = openDatabase(place);
  ending.push(() => first.close());
  await migrate(first, undefined, clock.now);
  await first.queries.deleteFrom("mails").execute();

  function aProcess(): MailService {
    const database = openDatabase(place);
    const service = createMailService({
      database,
      users: createUserRepository(database.queries),
      settings: { current: () => settings, load: async () => settings },
      secretBox,
      audit: { record: async () => {}, recordAlone: async () => {} },
      clock,
    });
    ending.push(async () => {
      await service.stop();
      await database.close();
    });
    return service;
  }
  const rows = () => first.queries.selectFrom("mails").selectAll().orderBy("id").execute();
  return { aProcess, clock, settings, rows };
}

function code(to: string, more: Partial<NewMail> = {}): NewMail {
  return { to, language: "en_US", content: { kind: "verification", code: "123456", minutes: 10 }, ...more };
}

describe("the queue", () => {
  it("sends immediately, keeps the content of a mail sealed until then, and erases it after", async () => {
    const smtp = await standIn();
    const { promise, resolve } = Promise.withResolvers<void>();
    smtp.hold = promise;
    const { aProcess, rows, clock } = await installation(smtp);
    const mail = aProcess();
    await mail.send(code("ada@example.org"));
    expect(JSON.stringify(await rows())).not.toContain("123456");
    resolve();
    await mail.sendDue();
    expect(smtp.mails).toMatchObject([
      { to: ["ada@example.org"], subject: "Tollgate: Your verification code" },
    ]);
    expect(smtp.mails[0]?.text).toContain("123456");
    expect(await rows()).toMatchObject([
      { status: "sent", body_encrypted: "", attempts: 1, sent_time: clock.now() },
    ]);
  });

  it("sends a code before any number of mails about tasks", async () => {
    const smtp = await standIn();
    const { aProcess } = await installation(smtp);
    const mail = aProcess();
    const content = { kind: "task_done", username: "eve", task: "a gate", succeeded: true, time: 5 } as const;
    const done: NewMail = { to: "eve@example.org", language: "en_US", content };
    await mail.sendAll([done, done, code("ada@example.org"), done]);
    await mail.sendDue();
    expect(smtp.mails.map(({ to }) => to[0])).toEqual([
      "ada@example.org",
      ...Array.from({ length: 3 }, () => "eve@example.org"),
    ]);
  });

  it("reports immediately that no mail server is set up", async () => {
    const { aProcess, rows } = await installation(undefined);
    await expect(aProcess().send(code("ada@example.org"))).rejects.toMatchObject({
      code: "mail.not_configured",
    });
    expect(await rows()).toEqual([]);
  });

  it("retries after 1, 5, 30 minutes and 3 hours, then gives up and stores the reason", async () => {
    const smtp = await standIn();
    const { aProcess, rows, clock } = await installation(smtp);
    const mail = aProcess();
    smtp.rejections.push(...Array.from({ length: 9 }, () => "451 4.7.1 Not now"));
    await mail.send(code("ada@example.org"));
    for (const pause of [60, 300, 1800, 10_800]) {
      await mail.sendDue();
      expect(await rows()).toMatchObject([{ status: "queued", next_time: clock.now() + pause }]);
      clock.advance(pause - 1);
      await mail.sendDue();
      expect((await rows())[0]?.next_time).toBe(clock.now() + 1);
      clock.advance(1);
    }
    await mail.sendDue();
    expect(await rows()).toMatchObject([
      { status: "failed", attempts: 5, last_error: "451 4.7.1 Not now", body_encrypted: "" },
    ]);
    expect(smtp.rejections).toHaveLength(4);
  });

  it("does not retry a recipient that does not exist", async () => {
    const smtp = await standIn();
    const { aProcess, rows } = await installation(smtp);
    const mail = aProcess();
    smtp.rejections.push("550 5.1.1 No such user");
    await mail.send(code("unknown@example.org"));
    await mail.sendDue();
    expect(await rows()).toMatchObject([
      { status: "failed", attempts: 1, last_error: "550 5.1.1 No such user" },
    ]);
  });

  it("does not send an expired code", async () => {
    const smtp = await standIn();
    const { aProcess, rows, clock } = await installation(smtp);
    const mail = aProcess();
    smtp.rejections.push("451 4.7.1 Not now");
    await mail.send(code("ada@example.org", { expires: clock.now() + 60 }));
    await mail.sendDue();
    clock.advance(60);
    await mail.sendDue();
    expect(smtp.mails).toEqual([]);
    expect(await rows()).toMatchObject([{ status: "failed", last_error: "451 4.7.1 Not now" }]);
  });

  it("uses the current settings for each attempt", async () => {
    const broken = await standIn();
    const { aProcess, clock, settings } = await installation(broken);
    await broken.stop();
    const mail = aProcess();
    await mail.send(code("ada@example.org"));
    await mail.sendDue();
    const mended = await standIn();
    settings.SMTPPort = mended.port;
    clock.advance(60);
    await mail.sendDue();
    expect(mended.mails).toHaveLength(1);
  });

  it("deletes mails after thirty days", async () => {
    const smtp = await standIn();
    const { aProcess, rows, clock } = await installation(smtp);
    const mail = aProcess();
    await mail.send(code("ada@example.org"));
    await mail.sendDue();
    clock.advance(29 * 86_400);
    await mail.prune();
    expect(await rows()).toHaveLength(1);
    clock.advance(86_400);
    await mail.prune();
    expect(await rows()).toEqual([]);
  });
});

describe("several processes on SQLite", () => {
  manyProcesses(undefined);
});
describe.skipIf(postgres === null)("several processes on PostgreSQL", () => {
  manyProcesses({ kind: "postgres", url: postgres ?? "" });
});

function manyProcesses(location: DatabaseLocation | undefined): void {
  it("send every mail once", async () => {
    const smtp = await standIn();
    const { aProcess } = await installation(smtp, location);
    const processes = [aProcess(), aProcess(), aProcess()];
    const addresses = Array.from({ length: 12 }, (_, index) => `reader${index}@example.org`);
    const sending = processes.flatMap((one, index) =>
      addresses.slice(index * 4, index * 4 + 4).map((to) => one.send(code(to))),
    );
    await Promise.all(sending);
    await Promise.all(addresses.map((to) => smtp.mailTo(to)));
    await Promise.all(processes.map((one) => one.sendDue()));
    expect(smtp.mails.flatMap((mail) => mail.to).toSorted()).toEqual(addresses.toSorted());
  });

  it("take over what one left behind, also in the middle of an attempt", async () => {
    const smtp = await standIn();
    const { aProcess, clock, rows } = await installation(smtp, location);
    const died = aProcess();
    smtp.hold = new Promise(() => {});
    await died.send(code("ada@example.org"));
    await expect.poll(async () => (await rows())[0]?.attempts).toBe(1);
    const later = aProcess();
    await later.sendDue();
    expect(smtp.mails).toEqual([]);
    await smtp.stop();
    await died.stop();
    const again = await startSmtpStandIn({ port: smtp.port });
    ending.push(() => again.stop());
    clock.advance(200);
    await later.sendDue();
    expect(again.mails).toHaveLength(1);
    expect(await rows()).toMatchObject([{ status: "sent" }]);
  });
}

describe("the console API of mail", () => {
  let running: ControlApp;
  async function start(smtp: { port: number }): Promise<void> {
    running = await startControlApp();
    ending.push(() => running.stop());
    await running.set("SMTPServer", "127.0.0.1");
    await running.set("SMTPPort", smtp.port);
    await running.set("SMTPFrom", "gate@example.org");
    await running.set("SystemName", "Acme");
  }

  it("sends a test mail to an address or one's own, and returns the server's own rejection", async () => {
    const smtp = await standIn();
    await start(smtp);
    const root = await asRoot(running);
    const nowhere = await root.post("/api/mail/test", {});
    expect(nowhere.body.fields?.[0]?.path).toBe("to");
    const change = { email: "root@example.org", language: "zh_CN" };
    await running.database.queries.updateTable("users").set(change).where("id", "=", 1).execute();
    const sent = await root.post<{ to: string; response: string }>("/api/mail/test", {});
    expect(sent.data.to).toBe("root@example.org");
    expect(sent.data.response).toMatch(/^250 /);
    expect(smtp.mails).toMatchObject([{ subject: "Acme: 测试邮件" }]);
    smtp.rejections.push("554 5.7.1 Sender not allowed");
    const rejected = await root.post("/api/mail/test", { to: "ada@example.org" });
    expect(rejected).toMatchObject({ status: 502, code: "mail.refused" });
    expect(rejected.body.params).toEqual({ reason: "554 5.7.1 Sender not allowed" });
    await running.set("SMTPServer", "");
    expect((await root.post("/api/mail/test", {})).code).toBe("mail.not_configured");
  });

  it("lists the status of mails, never their content", async () => {
    const smtp = await standIn();
    await start(smtp);
    smtp.rejections.push("550 5.1.1 No such user");
    await running.services.mail.send(code("unknown@example.org"));
    await running.services.mail.sendDue();
    await running.services.mail.send(code("ada@example.org"));
    await running.services.mail.sendDue();
    const root = await asRoot(running);
    const all = await root.get<Page<Mail>>("/api/mail/");
    expect(all.data.data.map((mail) => [mail.recipient, mail.status])).toEqual([
      ["ada@example.org", "sent"],
      ["unknown@example.org", "failed"],
    ]);
    expect(all.text).not.toContain("123456");
    const failed = await root.get<Page<Mail>>("/api/mail/?status=failed");
    expect(failed.data).toMatchObject({ total_count: 1, data: [{ last_error: "550 5.1.1 No such user" }] });
  });

  it("notifies administrators of a disabled channel, each in their language, once an hour", async () => {
    const smtp = await standIn();
    await start(smtp);
    const admin = await anAdmin(running);
    const disabled = await anAdmin(running);
    const user = await aUser(running, { email: "user@example.org" });
    const set = (id: number, change: object) =>
      running.database.queries.updateTable("users").set(change).where("id", "=", id).execute();
    await set(1, { email: "root@example.org" });
    await set(admin.id, { email: "admin@example.org", language: "ja_JP" });
    await set(disabled.id, { email: "former@example.org", status: 2 });
    expect(user.id).toBeGreaterThan(0);
    const root = await asRoot(running);
    const channel = {
      name: "East\r\n<b>",
      type: 1,
      key: "sk-upstream-key",
      models: ["m"],
      groups: ["default"],
    };
    const { id } = (await root.post<{ id: number }>("/api/channel/", channel)).data;
    const disable = () => running.services.channels.disableAutomatically(id, "invalid key <script>");
    await disable();
    await root.put(`/api/channel/${id}`, { status: 1 });
    await disable();
    await running.services.mail.sendDue();
    expect(smtp.mails.flatMap((mail) => mail.to).toSorted()).toEqual([
      "admin@example.org",
      "root@example.org",
    ]);
    const toRoot = await smtp.mailTo("root@example.org");
    expect(toRoot.subject).toMatch(/^Acme: Channel East.*was disabled$/);
    expect(toRoot.text).toContain("invalid key <script>");
    expect(toRoot.html).toContain("invalid key &lt;script&gt;");
    expect((await smtp.mailTo("admin@example.org")).subject).toContain("無効");
    running.clock.advance(3601);
    await root.put(`/api/channel/${id}`, { status: 1 });
    await disable();
    await running.services.mail.sendDue();
    expect(smtp.mails).toHaveLength(4);
  });
});

it.each([
  ["zh-CN,zh;q=0.9,en;q=0.8", "zh_CN"],
  ["zh_CN", "zh_CN"],
  ["ja", "ja_JP"],
  ["fr-FR,ja;q=0.5", "ja_JP"],
  ["fr", "en_US"],
  ["", "en_US"],
])("resolves %j to %s", (preferences, language) => {
  expect(languageOf(preferences)).toBe(language);
});
