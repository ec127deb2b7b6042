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

describe.runIf(hasBrowser)("one's own account", () => {
  beforeAll(async () => {
    [server, browser] = await Promise.all([startServer(), launchBrowser()]);
    url = server.url.replace("127.0.0.1", "localhost");
  });
  afterAll(async () => {
    await browser?.close();
    await server?.stop();
  });

  /** Gives the password; what follows is the test's. */
  async function enter(page: Page, words: { name: string; password: string; submit: string }): Promise<void> {
    await page.goto(`${url}/login`);
    await page.getByLabel(words.name).fill("root");
    await page.getByLabel(words.password, { exact: true }).fill(password);
    await page.getByRole("button", { name: words.submit, exact: true }).click();
  }
  const inEnglish = { name: "Username or e-mail", password: "Password", submit: "Sign in" };
  const inChinese = { name: "用户名或邮箱", password: "密码", submit: "登录" };
  const arrived = (page: Page) => page.waitForURL(`${url}/panel/dashboard`);

  async function signedIn(face: Face = english): Promise<{ context: BrowserContext; page: Page }> {
    const context = await openContext(browser, face);
    const page = await context.newPage();
    await enter(page, face === chinese ? inChinese : inEnglish);
    await arrived(page);
    return { context, page };
  }

  async function openSecurity(page: Page): Promise<void> {
    await page.goto(`${url}/panel/profile?tab=security`);
    await page.getByRole("tabpanel").getByRole("listitem").first().waitFor();
  }

  it("a browser that is signed out elsewhere learns so, and goes on where it was after signing in anew", async () => {
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

  it("a passkey is added, signs in without a name, and is deleted", async () => {
    const { context, page } = await signedIn();
    await addAuthenticator(page);
    await openSecurity(page);
    await page.getByRole("button", { name: "Add a passkey" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Name").fill("Laptop");
    await dialog.getByLabel("Current password").fill(password);
    await dialog.getByRole("button", { name: "Continue" }).click();
    await page.getByRole("button", { name: "Rename Laptop" }).waitFor();
    await forgetSession(page);
    await page.goto(`${url}/login`);
    await page.getByRole("button", { name: "Sign in with a passkey" }).click();
    await arrived(page);
    await openSecurity(page);
    expect(await page.getByText("127.0.0.1 · Passkey").count()).toBe(1);
    await page.getByRole("button", { name: "Delete Laptop" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Delete" }).click();
    await page.getByText("No passkey yet.").waitFor();
    await context.close();
  });

  it("the second factor is turned on, asked for, replaced by a recovery code, and turned off", async () => {
    const { context, page } = await signedIn();
    await openSecurity(page);
    await page.getByRole("button", { name: "Turn on" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Current password").fill(password);
    await dialog.getByRole("button", { name: "Continue" }).click();
    await dialog.getByRole("img", { name: "QR code for the app" }).waitFor();
    const secret = ((await dialog.locator("code").textContent()) ?? "").replaceAll(" ", "");
    const code = (steps: number) =>
      generateSync({ secret, epoch: Math.floor(Date.now() / 1000) + 30 * steps });
    await dialog.getByLabel("Code from your app").fill(code(-1));
    await dialog.getByRole("button", { name: "Turn on" }).click();
    const items = page.getByRole("list", { name: "Your recovery codes" }).getByRole("listitem");
    await items.first().waitFor();
    const codes = await items.allTextContents();
    expect(codes).toHaveLength(10);
    await page.getByRole("button", { name: "I have saved them" }).click();
    await page.getByText("10 recovery codes left").waitFor();

    await forgetSession(page);
    await enter(page, inEnglish);
    await page.getByRole("heading", { name: "Second factor" }).waitFor();
    expect(await isSignedIn(page)).toBe(false);
    await page.getByLabel("Code from your app").fill(code(0) === "000000" ? "000001" : "000000");
    await page.getByText("This code is not right or was used already.").waitFor();
    // A whole code is sent by itself.
    await page.getByLabel("Code from your app").fill(code(0));
    await arrived(page);

    await forgetSession(page);
    await enter(page, inEnglish);
    await page.getByRole("button", { name: "Use a recovery code" }).click();
    await page.getByLabel("Recovery code").fill(codes[0] ?? "");
    await page.getByRole("button", { name: "Sign in", exact: true }).click();
    await arrived(page);
    await openSecurity(page);
    await page.getByText("9 recovery codes left").waitFor();
    await page.getByRole("button", { name: "Turn off" }).click();
    await dialog.getByLabel("Current password").fill(password);
    await dialog.getByRole("button", { name: "Use a recovery code" }).click();
    await dialog.getByLabel("Recovery code").fill(codes[1] ?? "");
    await dialog.getByRole("button", { name: "Turn off" }).click();
    await page.getByRole("button", { name: "Turn on" }).waitFor();
    await context.close();
  });
});

/** A fingerprint reader that always recognises its owner. */
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

/** Whether the server knows the browser's session. */
async function isSignedIn(page: Page): Promise<boolean> {
  return (await page.request.get(new URL("/api/user/self", page.url()).href)).ok();
}

/** As if the browser had been closed for a month; its authenticator stays. */
async function forgetSession(page: Page): Promise<void> {
  await page.context().clearCookies();
  await page.evaluate(() => localStorage.removeItem("user"));
}
