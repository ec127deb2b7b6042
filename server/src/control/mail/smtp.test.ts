import { readSettings, type Settings } from "@tollgate/contract/settings";
import { afterEach, describe, expect, it } from "vitest";
import { certificate } from "../../../test/support/smtp-certificate.ts";
import {
  type SmtpStandIn,
  type SmtpStandInOptions,
  startSmtpStandIn,
} from "../../../test/support/smtp-stand-in.ts";
import { type SmtpAccount, type SmtpRejection, securityOfPort, sendBySmtp, smtpAccountOf } from "./smtp.ts";

const running: SmtpStandIn[] = [];
afterEach(async () => {
  await Promise.all(running.splice(0).map((server) => server.stop()));
});

async function standIn(options: SmtpStandInOptions = {}): Promise<SmtpStandIn> {
  const server = await startSmtpStandIn(options);
  running.push(server);
  return server;
}

function accountAt(server: SmtpStandIn, more: Partial<SmtpAccount> = {}): SmtpAccount {
  return {
    host: "127.0.0.1",
    port: server.port,
    security: "offered",
    user: "",
    password: "",
    from: { name: "Tollgate", address: "gate@example.org" },
    ca: certificate,
    ...more,
  };
}

const mail = { subject: "Tollgate: 验证码", text: "你好", html: "<p>你好</p>" };
const login = { user: "gate@example.org", password: "a mail password" };

function withSettings(values: Partial<Settings>): Settings {
  return { ...readSettings([]), ...values };
}

async function rejectionOf(sending: Promise<unknown>): Promise<SmtpRejection> {
  return sending.then(
    () => expect.unreachable("it was sent"),
    (error: unknown) => error as SmtpRejection,
  );
}

describe("the connection", () => {
  it.each([
    [465, "tls"],
    [587, "starttls"],
    [25, "offered"],
    [2525, "offered"],
  ])("of port %i is %s", (port, security) => {
    expect(securityOfPort(port)).toBe(security);
  });

  it("uses TLS from the first byte, and signs in", async () => {
    const server = await standIn({ security: "tls", account: login });
    await sendBySmtp(accountAt(server, { security: "tls", ...login }), "ada@example.org", mail);
    expect(server.mails).toMatchObject([
      { from: "gate@example.org", to: ["ada@example.org"], encrypted: true, user: login.user, ...mail },
    ]);
  });

  it("upgrades to TLS by STARTTLS before it signs in", async () => {
    const server = await standIn({ security: "starttls", account: login });
    await sendBySmtp(accountAt(server, { security: "starttls", ...login }), "ada@example.org", mail);
    expect(server.mails).toMatchObject([{ encrypted: true, user: login.user }]);
  });

  it("fails without STARTTLS where that is required", async () => {
    const server = await standIn({ security: "none", account: login });
    const sending = sendBySmtp(
      accountAt(server, { security: "starttls", ...login }),
      "ada@example.org",
      mail,
    );
    await rejectionOf(sending);
    expect(server.mails).toEqual([]);
  });

  it("uses STARTTLS elsewhere when it is offered, and works without", async () => {
    const offering = await standIn({ security: "starttls" });
    await sendBySmtp(accountAt(offering), "ada@example.org", mail);
    expect(offering.mails[0]?.encrypted).toBe(true);
    const plain = await standIn();
    await sendBySmtp(accountAt(plain), "ada@example.org", mail);
    expect(plain.mails[0]?.encrypted).toBe(false);
  });

  it.each(["tls", "starttls"] as const)("over %s rejects an untrusted certificate", async (security) => {
    const server = await standIn({ security });
    const { ca: _, ...account } = accountAt(server, { security });
    const rejection = await rejectionOf(sendBySmtp(account, "ada@example.org", mail));
    expect(rejection.message).toMatch(/self-signed certificate/);
    expect(server.mails).toEqual([]);
  });
});

describe("a rejection", () => {
  it("is reported in the server's words, without the password", async () => {
    const server = await standIn({ account: { user: "other", password: "other" } });
    const rejection = await rejectionOf(sendBySmtp(accountAt(server, login), "ada@example.org", mail));
    expect(rejection.message).toContain("535 5.7.8 Authentication failed: wrong account");
    expect(rejection.message).not.toContain(login.password);
    expect(rejection.permanent).toBe(false);
  });

  it("of the mail itself is final, a delay is not", async () => {
    const server = await standIn();
    server.rejections.push("550 5.1.1 No such user here", "451 4.7.1 Try again later");
    const gone = await rejectionOf(sendBySmtp(accountAt(server), "ada@example.org", mail));
    expect(gone).toMatchObject({ permanent: true, message: "550 5.1.1 No such user here" });
    const later = await rejectionOf(sendBySmtp(accountAt(server), "ada@example.org", mail));
    expect(later.permanent).toBe(false);
  });

  it("reports that there is no server", async () => {
    const server = await standIn();
    await server.stop();
    running.length = 0;
    const rejection = await rejectionOf(sendBySmtp(accountAt(server), "ada@example.org", mail));
    expect(rejection.message).toMatch(/ECONNREFUSED|ESOCKET/);
    expect(rejection.permanent).toBe(false);
  });
});

describe("headers", () => {
  it.each([
    "ada@example.org\r\nBcc: eve@evil.example",
    "ada@example.org, eve@evil.example",
    "<ada@example.org>",
  ])("cannot be added by the address %j", async (address) => {
    const server = await standIn();
    await expect(sendBySmtp(accountAt(server), address, mail)).rejects.toThrow(/./);
    expect(server.mails).toEqual([]);
  });
});

describe("the sender", () => {
  it("is the account unless another is set, with the system's name", () => {
    const base = withSettings({
      SMTPServer: "mail.example.org",
      SMTPAccount: "gate@example.org",
      SystemName: "Acme",
    });
    expect(smtpAccountOf(base)?.from).toEqual({ name: "Acme", address: "gate@example.org" });
    const other = { ...base, SMTPFrom: "no-reply@example.org" };
    expect(smtpAccountOf(other)?.from).toEqual({ name: "Acme", address: "no-reply@example.org" });
    const named = { ...base, SMTPFrom: "The Gate <no-reply@example.org>" };
    expect(smtpAccountOf(named)?.from).toEqual({ name: "The Gate", address: "no-reply@example.org" });
    const evil = { ...base, SystemName: 'A\r\nBcc: eve@evil.example "x"' };
    expect(smtpAccountOf(evil)?.from.name).not.toMatch(/[\r\n"]/);
  });

  it("is required, and so is the server", () => {
    expect(smtpAccountOf(withSettings({ SMTPServer: "mail.example.org" }))).toBeUndefined();
    expect(smtpAccountOf(withSettings({ SMTPAccount: "gate@example.org" }))).toBeUndefined();
    expect(
      smtpAccountOf(withSettings({ SMTPServer: "mail.example.org", SMTPFrom: "a@b.example\r\nX: y" })),
    ).toBeUndefined();
  });
});
