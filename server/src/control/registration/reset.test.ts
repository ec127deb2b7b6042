import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { asVisitor, asScript, asUser, client } from "../../../test/support/as-user.ts";
import { aUser } from "../../../test/support/builders.ts";
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
  await running.set("ServerAddress", "https://gate.example");
});
afterEach(async () => {
  await running.stop();
  await smtp.stop();
});

const email = "ada+x@example.org";
const newPassword = "a quite new password";

function send(address: string, headers: Record<string, string> = {}) {
  return client(running, headers).get(`/api/reset_password?email=${encodeURIComponent(address)}`);
}

/** The link of the newest mail. */
async function linkFor(address: string): Promise<URL> {
  await running.services.mail.sendDue();
  return new URL(/https?:\S+/.exec((await smtp.mailTo(address)).text)?.[0] ?? "");
}

function partsOf(link: URL): { email: string; token: string } {
  return { email: link.searchParams.get("email") ?? "", token: link.searchParams.get("token") ?? "" };
}

const reset = (body: object) => asVisitor(running).post<string>("/api/user/reset", body);
const check = (body: object) => asVisitor(running).post<boolean>("/api/user/reset/check", body);

describe("a forgotten password", () => {
  it("is replaced by a link from a mail; every session ends and the access token is revoked", async () => {
    const user = await aUser(running, { email });
    const [browser, script] = [await asUser(running, user), await asScript(running, user)];
    expect((await send(email, { "accept-language": "zh-CN" })).status).toBe(200);
    const link = await linkFor(email);
    expect((await smtp.mailTo(email)).subject).toBe("Tollgate: 重置密码");
    expect([link.origin, link.pathname]).toEqual(["https://gate.example", "/user/reset"]);
    const parts = partsOf(link);
    expect((await check(parts)).data).toBe(true);
    expect((await reset({ ...parts, password: newPassword })).data).toBe("");
    expect((await browser.get("/api/user/self")).status).toBe(401);
    expect((await script.get("/api/user/self")).status).toBe(401);
    await asUser(running, { ...user, password: newPassword });
    expect((await check(parts)).data).toBe(false);
  });

  it("is generated and returned for the family's clients, which send none", async () => {
    const user = await aUser(running, { email });
    await send(email);
    const { data } = await reset(partsOf(await linkFor(email)));
    expect(data).toMatch(/^\w{20}$/);
    await asUser(running, { ...user, password: data });
  });

  it("leaves two-factor authentication enabled", async () => {
    const user = await aUser(running, { email, totp_confirmed_time: 5, totp_secret_encrypted: "sealed" });
    await send(email);
    await reset({ ...partsOf(await linkFor(email)), password: newPassword });
    const login = await asVisitor(running).post("/api/user/login", {
      username: user.username,
      password: newPassword,
    });
    expect(login.code).toBe("auth.second_factor_required");
  });

  it("gives the same response with and without an account", async () => {
    await aUser(running, { email });
    await aUser(running, { email: "disabled@example.org", status: 2 });
    const answers = [
      await send(email),
      await send("unknown@example.org"),
      await send("disabled@example.org"),
    ];
    for (const answer of answers) expect(answer.body).toEqual({ success: true, message: "", data: null });
    await running.services.mail.sendDue();
    expect(smtp.mails.map((mail) => mail.to)).toEqual([[email]]);
    const again = [await send(email), await send("unknown@example.org")];
    expect(again.map((answer) => answer.code)).toEqual(["request.rate_limited", "request.rate_limited"]);
  });

  it("never links to a host of the request", async () => {
    await aUser(running, { email });
    const forged = {
      host: "evil.example",
      "x-forwarded-host": "evil.example",
      origin: "http://evil.example",
    };
    await send(email, forged);
    expect((await linkFor(email)).host).toBe("gate.example");
    await running.set("ServerAddress", "");
    running.clock.advance(61);
    expect((await send(email, forged)).code).toBe("mail.no_server_address");
  });

  it("reports that no mail can be sent", async () => {
    await running.set("SMTPServer", "");
    expect((await send(email)).code).toBe("mail.not_configured");
  });
});

describe("the link", () => {
  it("works once, for any number of concurrent uses", async () => {
    const user = await aUser(running, { email });
    await send(email);
    const parts = partsOf(await linkFor(email));
    const answers = await Promise.all(
      ["password one", "password two", "password three"].map(async (password) => ({
        password,
        answer: await reset({ ...parts, password }),
      })),
    );
    const won = answers.filter(({ answer }) => answer.status === 200);
    expect(won).toHaveLength(1);
    for (const { answer } of answers.filter((one) => !won.includes(one)))
      expect(answer.code).toBe("reset.link_dead");
    await asUser(running, { ...user, password: won[0]?.password ?? "" });
  });

  it("expires after half an hour, and when a newer one was sent", async () => {
    await aUser(running, { email });
    await send(email);
    const first = partsOf(await linkFor(email));
    running.clock.advance(61);
    await send(email);
    const second = partsOf(await linkFor(email));
    expect((await check(first)).data).toBe(false);
    expect((await reset({ ...first, password: newPassword })).code).toBe("reset.link_dead");
    expect((await check(second)).data).toBe(true);
    running.clock.advance(1801);
    expect((await check(second)).data).toBe(false);
    expect((await reset({ ...second, password: newPassword })).code).toBe("reset.link_dead");
  });

  it("is not invalidated by guesses, and opens one account alone", async () => {
    await aUser(running, { email });
    await aUser(running, { email: "eve@example.org" });
    await send(email);
    const parts = partsOf(await linkFor(email));
    for (let count = 0; count < 10; count++)
      expect((await reset({ ...parts, token: `wrong${count}`, password: newPassword })).code).toBe(
        "reset.link_dead",
      );
    const other = await reset({ ...parts, email: "eve@example.org", password: newPassword });
    expect(other.code).toBe("reset.link_dead");
    expect((await check(parts)).data).toBe(true);
  });

  it("survives a new password that is too short", async () => {
    await aUser(running, { email });
    await send(email);
    const parts = partsOf(await linkFor(email));
    const short = await reset({ ...parts, password: "short" });
    expect(short.body.fields?.[0]?.path).toBe("password");
    expect((await reset({ ...parts, password: newPassword })).status).toBe(200);
  });

  it("is kept as a hash only", async () => {
    await aUser(running, { email });
    await send(email);
    const { token } = partsOf(await linkFor(email));
    expect(token).toMatch(/^\w{43}$/);
    for (const table of ["one_time_codes", "mails", "audit_entries"] as const) {
      const rows = await running.database.queries.selectFrom(table).selectAll().execute();
      expect(JSON.stringify(rows)).not.toContain(token);
    }
    expect(running.logLines.join("\n")).not.toContain(token);
  });
});
