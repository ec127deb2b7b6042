import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { asVisitor, asUser, client } from "../../../test/support/as-user.ts";
import { beforeTransaction } from "../../../test/support/before-transaction.ts";
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
  await running.set("EmailVerificationEnabled", true);
});
afterEach(async () => {
  await running.stop();
  await smtp.stop();
});

const password = "a long password";

/** The newest code that was sent to an address. */
async function codeFor(email: string, count = 1): Promise<string> {
  await running.services.mail.sendDue();
  expect(smtp.mails.filter((mail) => mail.to.includes(email))).toHaveLength(count);
  return /\b\d{6}\b/.exec((await smtp.mailTo(email)).text)?.[0] ?? "";
}

function sendCode(email: string, headers: Record<string, string> = {}) {
  return client(running, headers).get(`/api/verification?email=${encodeURIComponent(email)}`);
}

function register(values: Record<string, unknown>) {
  return asVisitor(running).post("/api/user/register", { username: "ada", password, ...values });
}

async function userNamed(username: string) {
  return running.database.queries
    .selectFrom("users")
    .selectAll()
    .where("username", "=", username)
    .executeTakeFirst();
}

describe("a new account", () => {
  it("is created with the code from the mail, and can sign in", async () => {
    expect((await sendCode("Ada@Example.org", { "accept-language": "zh-CN,en;q=0.5" })).status).toBe(200);
    const verification_code = await codeFor("ada@example.org");
    expect((await smtp.mailTo("ada@example.org")).subject).toBe("Tollgate: 邮箱验证码");
    const answer = await register({ email: "ADA@example.org", verification_code: ` ${verification_code} ` });
    expect(answer.body).toMatchObject({ success: true, data: null });
    expect(answer.headers["set-cookie"]).toBeUndefined();
    expect(await userNamed("ada")).toMatchObject({
      email: "ada@example.org",
      email_verified: 1,
      role: 1,
      group: "default",
    });
    await asUser(running, { id: 0, username: "ada@example.org", password });
  });

  it("names every missing or invalid field", async () => {
    const answer = await asVisitor(running).post("/api/user/register", { username: "a", password: "short" });
    expect(answer.body.fields?.map((field) => field.path)).toEqual(["username", "password"]);
    const later = await register({});
    expect(later.body.fields?.map((field) => field.path)).toEqual(["email", "verification_code"]);
  });

  it.each(["ada@example.org", "a da", "<ada>", "ada\u202e", "-ada", "ad"])(
    "cannot have the name %j",
    async (username) => {
      const answer = await register({ username });
      expect(answer.body.fields?.map((field) => field.path)).toContain("username");
    },
  );

  it("needs a code of its own address, once, within ten minutes", async () => {
    await sendCode("ada@example.org");
    const verification_code = await codeFor("ada@example.org");
    const stolen = await register({ email: "eve@example.org", verification_code });
    expect(stolen.code).toBe("register.code_wrong");
    expect(stolen.body.fields?.[0]?.path).toBe("verification_code");
    running.clock.advance(601);
    expect((await register({ email: "ada@example.org", verification_code })).code).toBe(
      "register.code_wrong",
    );
    await sendCode("ada@example.org");
    const fresh = await codeFor("ada@example.org", 2);
    expect((await register({ email: "ada@example.org", verification_code: fresh })).status).toBe(200);
    const again = await register({ username: "ada2", email: "ada@example.org", verification_code: fresh });
    expect(again.code).toBe("user.email_taken");
  });

  it("accepts only the newest code", async () => {
    await sendCode("ada@example.org");
    const first = await codeFor("ada@example.org");
    running.clock.advance(61);
    await sendCode("ada@example.org");
    const second = await codeFor("ada@example.org", 2);
    expect((await register({ email: "ada@example.org", verification_code: first })).code).toBe(
      "register.code_wrong",
    );
    expect((await register({ email: "ada@example.org", verification_code: second })).status).toBe(200);
  });

  it("allows no guessing: after five wrong codes, also concurrent ones, the correct one is invalid", async () => {
    await sendCode("ada@example.org");
    const right = await codeFor("ada@example.org");
    const wrong = right === "000000" ? "111111" : "000000";
    const guesses = await Promise.all(
      Array.from({ length: 5 }, () => register({ email: "ada@example.org", verification_code: wrong })),
    );
    expect(new Set(guesses.map((answer) => answer.code))).toEqual(new Set(["register.code_wrong"]));
    expect((await register({ email: "ada@example.org", verification_code: right })).code).toBe(
      "register.code_wrong",
    );
  });

  it("is created once by one code, for any number of concurrent requests", async () => {
    await sendCode("ada@example.org");
    const verification_code = await codeFor("ada@example.org");
    const answers = await Promise.all(
      ["one", "two", "three", "four"].map((username) =>
        register({ username, email: "ada@example.org", verification_code }),
      ),
    );
    expect(answers.filter((answer) => answer.status === 200)).toHaveLength(1);
    for (const answer of answers.filter((one) => one.status !== 200))
      expect(["register.code_wrong", "user.email_taken"]).toContain(answer.code);
  });

  it("keeps the code when the name is taken, and reports it on the field", async () => {
    await aUser(running, { username: "Ada" });
    await sendCode("ada@example.org");
    const verification_code = await codeFor("ada@example.org");
    const taken = await register({ email: "ada@example.org", verification_code });
    expect(taken).toMatchObject({ status: 409, code: "user.name_taken" });
    expect(taken.body.fields?.map((field) => field.path)).toEqual(["username"]);
    const other = await register({ username: "ada.l", email: "ada@example.org", verification_code });
    expect(other.status).toBe(200);
  });

  it("reads no address where none is verified", async () => {
    await running.set("EmailVerificationEnabled", false);
    expect((await register({ email: "someone.else@example.org" })).status).toBe(200);
    expect(await userNamed("ada")).toMatchObject({ email: "", email_verified: 0 });
  });

  it("ignores unknown fields", async () => {
    await running.set("EmailVerificationEnabled", false);
    await register({ role: 100, quota: 1_000_000, group: "svip", status: 1, inviter_id: 1, id: 1 });
    expect(await userNamed("ada")).toMatchObject({ role: 1, quota: 0, group: "default", inviter_id: 0 });
  });

  it("earns the inviter's reward by the code of a link", async () => {
    await running.set("EmailVerificationEnabled", false);
    await running.set("QuotaForInviter", 30);
    await running.set("InviteVestingDays", 0);
    const inviter = await aUser(running);
    const { data: aff_code } = await (await asUser(running, inviter)).get<string>("/api/user/aff");
    await register({ aff_code });
    expect(await running.ledger.balanceOf(inviter.id)).toBe(30);
    expect((await userNamed("ada"))?.inviter_id).toBe(inviter.id);
  });

  it("is rejected where registration is closed, without a mail", async () => {
    await running.set("PasswordRegisterEnabled", false);
    expect((await register({})).code).toBe("register.password_disabled");
    expect((await sendCode("ada@example.org")).code).toBe("register.password_disabled");
    await running.set("RegisterEnabled", false);
    expect((await register({})).code).toBe("register.disabled");
    await running.services.mail.sendDue();
    expect(smtp.mails).toEqual([]);
  });
});

describe("a verification code", () => {
  it("is sent to exactly the listed domains", async () => {
    await running.set("EmailDomainRestrictionEnabled", true);
    await running.set("EmailDomainWhitelist", ["example.org"]);
    for (const address of [
      "a@mail.example.org",
      "a@example.org.evil.net",
      "a@evilexample.org",
      "a@EXAMPLE.ORGS",
    ]) {
      const rejected = await sendCode(address);
      expect([address, rejected.code]).toEqual([address, "register.domain_not_allowed"]);
    }
    expect((await sendCode("a@Example.ORG")).status).toBe(200);
    const register_ = await register({ email: "a@evil.net", verification_code: "123456" });
    expect(register_.code).toBe("register.domain_not_allowed");
    expect(register_.body.fields?.[0]?.path).toBe("email");
  });

  it.each(["a@example.org, b@example.org", "a@example.org%0d%0aBcc:b@example.org", "a@", "<a@example.org>"])(
    "is not sent to %j",
    async (address) => {
      const answer = await asVisitor(running).get(
        `/api/verification?email=${address.replaceAll(" ", "%20")}`,
      );
      expect(answer).toMatchObject({ status: 400, code: "request.invalid" });
      expect(answer.body.fields?.[0]?.path).toBe("email");
    },
  );

  it("is not sent to an address that has an account", async () => {
    await aUser(running, { email: "taken@example.org" });
    const answer = await sendCode("Taken@example.org");
    expect(answer.code).toBe("user.email_taken");
  });

  it("is sent once a minute and six times an hour, for any caller", async () => {
    expect((await sendCode("ada@example.org")).status).toBe(200);
    const soon = await sendCode("ada@example.org");
    expect(soon).toMatchObject({ status: 429, code: "request.rate_limited" });
    expect(Number(soon.headers["retry-after"])).toBe(60);
    const answers = [];
    for (let count = 0; count < 6; count++) {
      running.clock.advance(61);
      answers.push((await sendCode("ada@example.org")).status);
    }
    expect(answers).toEqual([200, 200, 200, 200, 429, 429]);
  });

  it("reports that no mail can be sent", async () => {
    await running.set("SMTPServer", "");
    expect((await sendCode("ada@example.org")).code).toBe("mail.not_configured");
  });

  it("is kept as a hash only", async () => {
    await sendCode("ada@example.org");
    const code = await codeFor("ada@example.org");
    const rows = await running.database.queries.selectFrom("one_time_codes").selectAll().execute();
    expect(rows).toHaveLength(1);
    expect(JSON.stringify(rows)).not.toContain(code);
    running.clock.advance(601);
    await running.services.registration.prune();
    expect(await running.database.queries.selectFrom("one_time_codes").selectAll().execute()).toEqual([]);
  });
});

describe("binding an address", () => {
  async function signedIn(values: Record<string, unknown> = {}) {
    const user = await aUser(running, values);
    return { user, browser: await asUser(running, user) };
  }
  const emailOf = async (id: number) =>
    running.database.queries
      .selectFrom("users")
      .select(["email", "email_verified"])
      .where("id", "=", id)
      .executeTakeFirstOrThrow();

  it("needs the code and the password, and notifies the old address", async () => {
    const { user, browser } = await signedIn({ email: "old@example.org", language: "zh_CN" });
    await browser.get("/api/verification?email=new@example.org");
    const verification_code = await codeFor("new@example.org");
    const form = { email: "new@example.org", verification_code, current_password: user.password };
    const wrong = await browser.post("/api/oauth/email/bind", {
      ...form,
      current_password: "wrong password",
    });
    expect(wrong.code).toBe("user.password_wrong");
    expect((await browser.post("/api/oauth/email/bind", form)).status).toBe(200);
    expect(await emailOf(user.id)).toEqual({ email: "new@example.org", email_verified: 1 });
    await running.services.mail.sendDue();
    const notice = await smtp.mailTo("old@example.org");
    expect(notice.subject).toBe("Tollgate: 账号邮箱已更换");
    expect(notice.text).toContain("new@example.org");
  });

  it("binds nothing once the session has ended, also during the request", async () => {
    const { user, browser } = await signedIn({ email: "old@example.org" });
    await browser.get("/api/verification?email=late@example.org");
    const verification_code = await codeFor("late@example.org");
    const spy = beforeTransaction(running.database, () =>
      running.database.queries.deleteFrom("sessions").where("user_id", "=", user.id).execute(),
    );
    const form = { email: "late@example.org", verification_code, current_password: user.password };
    expect((await browser.post("/api/oauth/email/bind", form)).code).toBe("auth.required");
    spy.mockRestore();
    expect((await emailOf(user.id)).email).toBe("old@example.org");
  });

  it("accepts only a code of the same user", async () => {
    const ada = await signedIn();
    const eve = await signedIn();
    await eve.browser.get("/api/verification?email=eve@example.org");
    const verification_code = await codeFor("eve@example.org");
    const form = { email: "eve@example.org", verification_code, current_password: ada.user.password };
    expect((await ada.browser.post("/api/oauth/email/bind", form)).code).toBe("register.code_wrong");
    expect((await register({ email: "eve@example.org", verification_code })).code).toBe(
      "register.code_wrong",
    );
    await sendCode("free@example.org");
    const anonymous = await codeFor("free@example.org");
    const other = { ...form, email: "free@example.org", verification_code: anonymous };
    expect((await ada.browser.post("/api/oauth/email/bind", other)).code).toBe("register.code_wrong");
  });

  it("is rejected when another site sent the request, as GET too", async () => {
    const { user } = await signedIn();
    const login = await running.app.inject({
      method: "POST",
      url: "/api/user/login",
      payload: { username: user.username, password: user.password },
    });
    const cookie = `session=${login.cookies[0]?.value}`;
    for (const site of ["cross-site", "same-site"]) {
      const forged = client(running, { cookie, "sec-fetch-site": site });
      const address = "/api/oauth/email/bind?email=eve@example.org&code=123456";
      expect((await forged.get(address)).code).toBe("request.cross_site");
      expect((await forged.get("/api/verification?email=eve@example.org")).code).toBe("request.cross_site");
    }
  });

  it("works by the family's GET for accounts without a password, soon after signing in", async () => {
    const { user, browser } = await signedIn();
    await browser.get("/api/verification?email=new@example.org");
    const code = await codeFor("new@example.org");
    const address = `/api/oauth/email/bind?email=new@example.org&code=${code}`;
    expect((await browser.get(address)).code).toBe("user.password_wrong");
    await running.database.queries
      .updateTable("users")
      .set({ password_hash: "" })
      .where("id", "=", user.id)
      .execute();
    expect((await browser.get(address)).status).toBe(200);
    expect((await emailOf(user.id)).email).toBe("new@example.org");
  });

  it("is rejected for an address of another account, also between code and binding", async () => {
    const { user, browser } = await signedIn();
    await browser.get("/api/verification?email=new@example.org");
    const verification_code = await codeFor("new@example.org");
    await aUser(running, { email: "new@example.org" });
    const form = { email: "new@example.org", verification_code, current_password: user.password };
    const answer = await browser.post("/api/oauth/email/bind", form);
    expect(answer.code).toBe("user.email_taken");
    expect(answer.body.fields?.[0]?.path).toBe("email");
    expect((await browser.get("/api/verification?email=new@example.org")).code).toBe("user.email_taken");
  });
});
