import path from "node:path";
import Database from "better-sqlite3";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type SmtpStandIn, startSmtpStandIn } from "../server/test/support/smtp-stand-in.ts";
import { startTurnstileStandIn, type TurnstileStandIn } from "../server/test/support/turnstile-stand-in.ts";
import { collectComplaints, hasBrowser, launchBrowser, openContext } from "./support/browser.ts";
import { rootPassword, startServer, type TestServer } from "./support/server.ts";

/** A visitor registers with a mailed code, forgets the password, and resets it by a link. */
const languages = {
  en_US: {
    getCode: "Send code",
    register: "Create account",
    codeSubject: "Tollgate: Your verification code",
    ready: "Your account is ready. Sign in.",
    taken: "This username is taken.",
    wrongCode: "The verification code is incorrect or has expired. Request a new one.",
    signIn: "Sign in",
    sendLink: "Send reset link",
    sent: /If an account uses/,
    linkSubject: "Tollgate: Reset your password",
    setPassword: "Set password",
    changed: "Password changed",
    invalid: "Invalid link",
    sendNew: "Send a new link",
    change: "Change email address",
    newAddress: "New email address",
    sendCode: "Send code",
    code: "Verification code",
    currentPassword: "Current password",
    save: "Save email address",
    saved: "Email address saved.",
  },
  zh_CN: {
    getCode: "获取验证码",
    register: "注册",
    codeSubject: "Tollgate: 邮箱验证码",
    ready: "注册成功，请登录。",
    taken: "该用户名已被使用。",
    wrongCode: "验证码不正确或已过期，请重新获取。",
    signIn: "登录",
    sendLink: "发送重置链接",
    sent: /如果 .* 已绑定账号/,
    linkSubject: "Tollgate: 重置密码",
    setPassword: "设置新密码",
    changed: "密码已修改",
    invalid: "链接无效",
    sendNew: "重新获取链接",
    change: "更换邮箱",
    newAddress: "新邮箱",
    sendCode: "获取验证码",
    code: "验证码",
    currentPassword: "当前密码",
    save: "保存邮箱",
    saved: "邮箱已保存。",
  },
} as const;

// One server each: sign-in and mail endpoints are rate limited by address.
describe.runIf(hasBrowser).each(Object.entries(languages))(
  "from a stranger to a user in %s",
  (language, words) => {
    let server: TestServer;
    let smtp: SmtpStandIn;
    let turnstile: TurnstileStandIn;
    let browser: Browser;
    let page: Page;
    let complaints: string[];
    let link: string;

    beforeAll(async () => {
      [server, smtp, turnstile, browser] = await Promise.all([
        startServer(),
        startSmtpStandIn(),
        startTurnstileStandIn(),
        launchBrowser(),
      ]);
      turnstile.hostname = new URL(server.url).hostname;
      await saveSettings(server.url, {
        SMTPServer: "127.0.0.1",
        SMTPPort: smtp.port,
        SMTPFrom: "gate@example.org",
        ServerAddress: server.url,
        EmailVerificationEnabled: true,
        TurnstileAddress: turnstile.url,
        TurnstileSiteKey: "site-key",
        TurnstileSecretKey: "secret-key",
        TurnstileCheckEnabled: true,
      });
      const call = await asRoot(server.url);
      await call("/api/user/", "POST", { username: "taken.name", password: "a long password" });
      const face = { size: "desk", mode: "light", language: language as keyof typeof languages } as const;
      page = await (await openContext(browser, face)).newPage();
      page.setDefaultTimeout(60_000);
      complaints = collectComplaints(page);
    });
    afterAll(async () => {
      await browser?.close();
      await server?.stop();
      await smtp?.stop();
      await turnstile?.stop();
    });

    const name = `ada.${language}`;
    const email = `${name.toLowerCase()}@example.org`;
    const [first, second] = ["correct horse battery", "a quite new password"];
    const field = (named: string) => page.locator(`input[name=${named}]`);
    const button = (named: string) =>
      page.getByRole("main").getByRole("button", { name: named, exact: true });

    it("registers with the code of a mail", async () => {
      await page.goto(`${server.url}/register`);
      await field("username").fill("Taken.Name");
      await field("password").fill(first);
      await field("confirm").fill(first);
      await field("email").fill(email);
      await page.getByText("Stand-in check").waitFor();
      await button(words.getCode).click();
      const mail = await smtp.mailTo(email);
      expect(mail.subject).toBe(words.codeSubject);
      const code = /\b\d{6}\b/.exec(mail.text)?.[0] ?? "";
      await field("verification_code").fill(code === "000000" ? "111111" : "000000");
      await button(words.register).click();
      await page.getByText(words.taken).waitFor();
      await field("username").fill(name);
      await button(words.register).click();
      await page.getByText(words.wrongCode).first().waitFor();
      await field("verification_code").fill(code);
      complaints.length = 0;
      await button(words.register).click();
      await page.getByText(words.ready).waitFor();
      await page.waitForURL("**/login");
      // It stays for as long as it takes to read, and after a reload.
      await page.waitForTimeout(2500);
      await page.reload();
      await page.getByRole("note").getByText(words.ready).waitFor();
      expect(await field("username").inputValue()).toBe(name);
    });

    it("signs in with it", async () => {
      await field("username").fill(email);
      await field("password").fill(first);
      await button(words.signIn).click();
      await page.waitForURL("**/panel/**");
      expect(complaints).toEqual([]);
      await page.context().clearCookies();
      await page.evaluate(() => localStorage.removeItem("user"));
    });

    it("requests a link, and an expired one is invalid", async () => {
      link = await sendForLink();
      runOut(server);
      await page.goto(link);
      await page.getByText(words.invalid).waitFor();
      await page.getByRole("link", { name: words.sendNew }).click();
      await page.waitForURL("**/reset");
      expect(await field("email").inputValue()).toBe("");
    });

    it("chooses a new password by a newer link, once", async () => {
      link = await sendForLink();
      await page.goto(link);
      await field("password").fill(second);
      await field("confirm").fill(second);
      await button(words.setPassword).click();
      await page.getByRole("heading", { name: words.changed }).waitFor();
      await page.goto(link);
      await page.getByText(words.invalid).waitFor();
      expect(await field("password").count()).toBe(0);
    });

    it("signs in with the new password alone", async () => {
      await page.goto(`${server.url}/login`);
      await field("username").fill(name);
      await field("password").fill(first);
      await button(words.signIn).click();
      await page.getByRole("alert").first().waitFor();
      await field("password").fill(second);
      await button(words.signIn).click();
      await page.waitForURL("**/panel/**");
      expect(await page.evaluate(() => localStorage.getItem("user"))).toContain(name);
    });

    it("moves to another address by the code that was sent there", async () => {
      const other = `new.${email}`;
      await page.goto(`${server.url}/panel/profile?tab=bindings`);
      await button(words.change).click();
      const dialog = page.getByRole("dialog");
      await dialog.getByLabel(words.newAddress).fill(other);
      await dialog.getByLabel(words.currentPassword).fill(second);
      await dialog.getByRole("button", { name: words.sendCode, exact: true }).click();
      const mail = await smtp.mailTo(other);
      expect(mail.subject).toBe(words.codeSubject);
      const code = /\b\d{6}\b/.exec(mail.text)?.[0] ?? "";
      await dialog.getByLabel(words.code, { exact: true }).fill(code === "000000" ? "111111" : "000000");
      await dialog.getByRole("button", { name: words.save, exact: true }).click();
      await dialog.getByText(words.wrongCode).first().waitFor();
      await dialog.getByLabel(words.code, { exact: true }).fill(code);
      await dialog.getByRole("button", { name: words.save, exact: true }).click();
      await page.getByText(words.saved).waitFor();
      await page.getByText(other).first().waitFor();
      // The old address receives a mail.
      await expect.poll(async () => (await smtp.mailTo(email)).text).toContain(other);
    });

    async function sendForLink(): Promise<string> {
      const before = smtp.mails.length;
      await page.goto(`${server.url}/reset`);
      await page.getByText("Stand-in check").waitFor();
      await field("email").fill(email);
      await button(words.sendLink).click();
      await page.getByText(words.sent).waitFor();
      await expect.poll(() => smtp.mails.length).toBeGreaterThan(before);
      const mail = await smtp.mailTo(email);
      expect(mail.subject).toBe(words.linkSubject);
      return /http\S+/.exec(mail.text)?.[0] ?? "";
    }

    it("allows the CAPTCHA's script origin only while it is enabled", async () => {
      const policyOf = async () =>
        (await fetch(`${server.url}/register`)).headers.get("content-security-policy");
      expect(await policyOf()).toContain(`script-src 'self' ${turnstile.url}`);
      await saveSettings(server.url, { TurnstileCheckEnabled: false });
      expect(await policyOf()).not.toContain(turnstile.url);
    });
  },
);

/** Simulates half an hour. */
function runOut(server: TestServer): void {
  const database = new Database(path.join(server.dataDir, "tollgate.db"));
  try {
    database.prepare("update one_time_codes set expires_time = 1").run();
  } finally {
    database.close();
  }
}

/** Calls of the console API as root, in one session. */
async function asRoot(
  url: string,
): Promise<(address: string, method: "POST" | "PUT", body: object) => Promise<void>> {
  const headers = { "content-type": "application/json" };
  const login = await fetch(`${url}/api/user/login`, {
    method: "POST",
    headers,
    body: JSON.stringify({ username: "root", password: rootPassword }),
  });
  const session = login.headers.getSetCookie().find((line) => line.startsWith("session="));
  const cookie = session?.split(";")[0] ?? "";
  return async (address, method, body) => {
    const sent = { method, headers: { ...headers, cookie }, body: JSON.stringify(body) };
    const answer = await fetch(url + address, sent);
    expect([body, await answer.json()]).toMatchObject([body, { success: true }]);
  };
}

async function saveSettings(url: string, values: Record<string, string | number | boolean>): Promise<void> {
  const call = await asRoot(url);
  for (const [key, value] of Object.entries(values)) await call("/api/option/", "PUT", { key, value });
}
