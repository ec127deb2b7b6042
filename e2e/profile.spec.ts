import { generateSync } from "otplib";
import type { Browser, BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Face, hasBrowser, launchBrowser, openContext } from "./support/browser.ts";
import { rootPassword, startServer, type TestServer } from "./support/server.ts";

const english: Face = { size: "desk", mode: "light", language: "en_US" };
const chinese: Face = { size: "phone", mode: "dark", language: "zh_CN" };

let server: TestServer;
let browser: Browser;
/** Passkeys are bound to a name, so the pages are opened at one. */
let url: string;
let password = rootPassword;

/** Texts of the security tab and the sign-in page. */
const securityTexts = {
  en_US: {
    addPasskey: "Add passkey",
    name: "Name",
    currentPassword: "Current password",
    next: "Continue",
    renamePasskey: "Rename Laptop",
    deletePasskey: "Delete Laptop",
    delete: "Delete",
    noPasskey: "No passkeys yet.",
    signInByPasskey: "Sign in with a passkey",
    byPasskey: "198.51.100.1 · Passkey",
    factor: "Two-factor authentication",
    turnOn: "Turn on",
    turnOff: "Turn off",
    picture: "QR code for the authenticator app",
    code: "Authenticator code",
    codes: "Your recovery codes",
    saved: "I have saved the codes",
    left: (count: number) => `${count} recovery codes left`,
    wrong: "This code is incorrect or was already used.",
    useRecovery: "Use a recovery code",
    recovery: "Recovery code",
  },
  zh_CN: {
    addPasskey: "添加通行密钥",
    name: "名称",
    currentPassword: "当前密码",
    next: "继续",
    renamePasskey: "重命名 Laptop",
    deletePasskey: "删除 Laptop",
    delete: "删除",
    noPasskey: "尚未添加通行密钥。",
    signInByPasskey: "使用通行密钥登录",
    byPasskey: "198.51.100.2 · 通行密钥登录",
    factor: "两步验证",
    turnOn: "开启",
    turnOff: "关闭",
    picture: "验证器二维码",
    code: /^验证器中的( 6 位)?验证码$/,
    codes: "您的恢复码",
    saved: "我已保存",
    left: (count: number) => `剩余 ${count} 个恢复码`,
    wrong: "验证码不正确，或已被使用。",
    useRecovery: "使用恢复码",
    recovery: "恢复码",
  },
} as const;

describe.runIf(hasBrowser)("one's own account", () => {
  beforeAll(async () => {
    [server, browser] = await Promise.all([
      startServer({ env: { TRUST_PROXY: "127.0.0.1", API_RATE_LIMIT: "100000" } }),
      launchBrowser(),
    ]);
    url = server.url.replace("127.0.0.1", "localhost");
  });
  afterAll(async () => {
    await browser?.close();
    await server?.stop();
  });

  /** Enters the password. */
  async function enter(page: Page, words: { name: string; password: string; submit: string }): Promise<void> {
    await page.goto(`${url}/login`);
    await page.getByLabel(words.name).fill("root");
    await page.getByLabel(words.password, { exact: true }).fill(password);
    await page.getByRole("button", { name: words.submit, exact: true }).click();
  }
  const inEnglish = { name: "Username or email", password: "Password", submit: "Sign in" };
  const inChinese = { name: "用户名或邮箱", password: "密码", submit: "登录" };
  const arrived = (page: Page) => page.waitForURL(`${url}/panel/dashboard`);

  async function signedIn(face: Face = english): Promise<{ context: BrowserContext; page: Page }> {
    const context = await openContext(browser, face);
    // Each case uses its own address, because sign-ins are rate limited.
    const address = face === chinese ? "198.51.100.2" : "198.51.100.1";
    await context.setExtraHTTPHeaders({ "x-forwarded-for": address });
    const page = await context.newPage();
    await enter(page, face === chinese ? inChinese : inEnglish);
    await arrived(page);
    return { context, page };
  }

  async function openSecurity(page: Page): Promise<void> {
    await page.goto(`${url}/panel/profile?tab=security`);
    await page.getByRole("tabpanel").getByRole("listitem").first().waitFor();
  }

  it("a browser signed out elsewhere is redirected, and returns to its page after signing in again", async () => {
    const here = await signedIn();
    const there = await signedIn(chinese);
    await openSecurity(here.page);
    const row = here.page.getByRole("button", { name: /^Sign out Chrome on/ });
    await row.click();
    await row.waitFor({ state: "detached" });
    await there.page.goto(`${url}/panel/token`);
    await there.page.waitForURL(`${url}/login`);
    await there.page.getByText("登录已过期，请重新登录。").first().waitFor();
    await there.page.getByLabel(inChinese.name).fill("root");
    await there.page.getByLabel(inChinese.password, { exact: true }).fill(password);
    await there.page.getByRole("button", { name: inChinese.submit, exact: true }).click();
    await there.page.waitForURL(`${url}/panel/token`);
    expect(await isSignedIn(there.page)).toBe(true);
    await here.context.close();
    await there.context.close();
  });

  it("a new password signs out every other browser", async () => {
    const here = await signedIn(chinese);
    const there = await signedIn();
    await openSecurity(here.page);
    await here.page.getByRole("button", { name: "修改密码" }).click();
    const dialog = here.page.getByRole("dialog");
    await dialog.getByLabel("当前密码").fill(password);
    await dialog.getByLabel("新密码", { exact: true }).fill("another long password");
    await dialog.getByLabel("确认新密码").fill("another long password");
    await dialog.getByRole("button", { name: "保存密码" }).click();
    await dialog.waitFor({ state: "detached" });
    password = "another long password";
    await here.page.reload();
    await here.page.getByRole("heading", { name: "两步验证" }).waitFor();
    await there.page.goto(`${url}/panel/log`);
    await there.page.waitForURL(`${url}/login`);
    expect(await isSignedIn(here.page)).toBe(true);
    expect(await isSignedIn(there.page)).toBe(false);
    await here.context.close();
    await there.context.close();
  });

  describe.each([
    [english, inEnglish, securityTexts.en_US],
    [chinese, inChinese, securityTexts.zh_CN],
  ] as const)("in $language", (face, signInTexts, words) => {
    it("a passkey is added, signs in without a name, and is deleted", async () => {
      const { context, page } = await signedIn(face);
      await addAuthenticator(page);
      await openSecurity(page);
      await page.getByRole("button", { name: words.addPasskey }).click();
      const dialog = page.getByRole("dialog");
      await dialog.getByLabel(words.name).fill("Laptop");
      await dialog.getByLabel(words.currentPassword).fill(password);
      await dialog.getByRole("button", { name: words.next }).click();
      await page.getByRole("button", { name: words.renamePasskey }).waitFor();
      await forgetSession(page);
      await page.goto(`${url}/login`);
      await page.getByRole("button", { name: words.signInByPasskey }).click();
      await arrived(page);
      await openSecurity(page);
      await page.getByText(words.byPasskey).waitFor();
      await page.getByRole("button", { name: words.deletePasskey }).click();
      await dialog.getByLabel(words.currentPassword).fill(password);
      await dialog.getByRole("button", { name: words.delete }).click();
      await page.getByText(words.noPasskey).waitFor();
      expect(await page.getByRole("button", { name: words.deletePasskey }).count()).toBe(0);
      await context.close();
    });

    it("two-factor authentication is turned on, required, replaced by a recovery code, and turned off", async () => {
      const { context, page } = await signedIn(face);
      await openSecurity(page);
      await page.getByRole("button", { name: words.turnOn }).click();
      const dialog = page.getByRole("dialog");
      await dialog.getByLabel(words.currentPassword).fill(password);
      await dialog.getByRole("button", { name: words.next }).click();
      await dialog.getByRole("img", { name: words.picture }).waitFor();
      const secret = ((await dialog.locator("code").textContent()) ?? "").replaceAll(" ", "");
      const code = (steps: number) =>
        generateSync({ secret, epoch: Math.floor(Date.now() / 1000) + 30 * steps });
      // This step's code and, later, the next one's: each stays valid if a step of 30 seconds ends meanwhile.
      await dialog.getByLabel(words.code).fill(code(0));
      await dialog.getByRole("button", { name: words.turnOn }).click();
      const items = page.getByRole("list", { name: words.codes }).getByRole("listitem");
      await items.first().waitFor();
      const codes = await items.allTextContents();
      expect(codes).toHaveLength(10);
      await page.getByRole("button", { name: words.saved }).click();
      await page.getByText(words.left(10)).waitFor();

      await forgetSession(page);
      await enter(page, signInTexts);
      await page.getByRole("heading", { name: words.factor }).waitFor();
      expect(await isSignedIn(page)).toBe(false);
      await page.getByLabel(words.code).fill(code(0) === "000000" ? "000001" : "000000");
      await page.getByText(words.wrong).waitFor();
      // A whole code is sent automatically.
      await page.getByLabel(words.code).fill(code(1));
      await arrived(page);

      await forgetSession(page);
      await enter(page, signInTexts);
      await page.getByRole("button", { name: words.useRecovery }).click();
      await page.getByLabel(words.recovery).fill(codes[0] ?? "");
      await page.getByRole("button", { name: signInTexts.submit, exact: true }).click();
      await arrived(page);
      await openSecurity(page);
      await page.getByText(words.left(9)).waitFor();
      await page.getByRole("button", { name: words.turnOff }).click();
      await dialog.getByLabel(words.currentPassword).fill(password);
      await dialog.getByRole("button", { name: words.useRecovery }).click();
      await dialog.getByLabel(words.recovery).fill(codes[1] ?? "");
      await dialog.getByRole("button", { name: words.turnOff }).click();
      await page.getByRole("button", { name: words.turnOn }).waitFor();
      await context.close();
    });
  });
});

/** A fingerprint reader that always recognizes its owner. */
async function addAuthenticator(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send("WebAuthn.enable");
  await session.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
}

/** True if the browser's session is valid. */
async function isSignedIn(page: Page): Promise<boolean> {
  return (await page.request.get(new URL("/api/user/self", page.url()).href)).ok();
}

/** As if the browser had been closed for a month; its authenticator stays. */
async function forgetSession(page: Page): Promise<void> {
  await page.context().clearCookies();
  await page.evaluate(() => localStorage.removeItem("user"));
}
