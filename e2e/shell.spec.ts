import type { Browser, BrowserContext, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { hasBrowser, launchBrowser, openContext } from "./support/browser.ts";
import { rootPassword, startServer, type TestServer } from "./support/server.ts";
import { settled } from "./support/visit.ts";

describe.runIf(hasBrowser)("the shell", () => {
  let server: TestServer;
  let browser: Browser;
  let context: BrowserContext;
  let page: Page;

  beforeAll(async () => {
    server = await startServer();
    browser = await launchBrowser();
  });
  afterAll(async () => {
    await browser?.close();
    await server?.stop();
  });
  beforeEach(async () => {
    context = await openContext(browser, { size: "desk", mode: "light", language: "en_US" });
    page = await context.newPage();
    page.setDefaultTimeout(60_000);
  });
  afterEach(() => context.close());

  const path = (): string => new URL(page.url()).pathname;

  async function signIn(): Promise<void> {
    await page.goto(`${server.url}/login`);
    await page.locator("input[name=username]").fill("root");
    await page.locator("input[name=password]").fill(rootPassword);
    await page.locator("input[name=password]").press("Enter");
    await page.waitForURL("**/panel/dashboard");
    await page.getByRole("heading", { level: 1, name: "Dashboard" }).waitFor();
  }

  /** Presses Tab until the named element has the focus; fails after a while. */
  async function tabTo(name: RegExp, most = 60): Promise<void> {
    for (let step = 0; step < most; step++) {
      await page.keyboard.press("Tab");
      const label = await page.evaluate(
        "(document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent ?? '').trim()",
      );
      if (name.test(String(label))) return;
    }
    throw new Error(`the keyboard does not reach ${String(name)}`);
  }

  it("guards protected pages and redirects after sign-in", async () => {
    for (const address of ["/panel", "/panel/token", "/panel/channel", "/playground"]) {
      await page.goto(`${server.url}${address}`);
      await page.waitForURL("**/login");
    }
    await page.goto(`${server.url}/panel/token?page=2`);
    await page.waitForURL("**/login");
    await page.locator("input[name=username]").fill("root");
    await page.locator("input[name=password]").fill(rootPassword);
    await page.locator("input[name=password]").press("Enter");
    await page.waitForURL("**/panel/token?page=2");
    await page.goto(`${server.url}/panel`);
    await page.waitForURL("**/panel/dashboard");
    await page.goto(`${server.url}/panel/no-such-screen`);
    await page.waitForURL("**/panel/404");
    await page.goto(`${server.url}/no-such-page`);
    await page.getByRole("heading", { level: 1, name: "Page not found" }).waitFor();
    expect(path()).toBe("/no-such-page");
  });

  it("keeps the page when a part of it cannot be fetched, and shows the part later", async () => {
    await signIn();
    let isMissing = true;
    await page.route("**/assets/announcements-dialog-*.js", (route) =>
      isMissing ? route.fulfill({ status: 404 }) : route.continue(),
    );
    await page.getByRole("button", { name: "Announcements" }).click();
    await page.getByText("Part of this page could not be loaded.").waitFor();
    await page.getByRole("button", { name: "Reload" }).waitFor();
    expect(await page.getByRole("heading", { level: 1, name: "Dashboard" }).isVisible()).toBe(true);
    isMissing = false;
    await page.getByRole("dialog", { name: "Announcements" }).waitFor();
  });

  it("lands on the home page after signing out", async () => {
    await signIn();
    await page.getByRole("banner").getByRole("button", { name: "Account" }).click();
    await page.getByRole("menuitem", { name: "Sign out" }).click();
    await page.getByRole("heading", { level: 1, name: "Every model, one API" }).waitFor();
    expect(path()).toBe("/");
    expect(await page.evaluate("localStorage.getItem('user')")).toBeNull();
  });

  it("redirects in every window once the session has ended elsewhere", async () => {
    await signIn();
    const other = await context.newPage();
    await other.goto(`${server.url}/panel/token`);
    await other.getByRole("heading", { level: 1 }).waitFor();
    await context.clearCookies();
    await page.goto(`${server.url}/panel/log`);
    await page.waitForURL("**/login**");
    await other.waitForURL("**/login**");
    expect(await page.evaluate("localStorage.getItem('user')")).toBeNull();
  });

  it("can be used by keyboard alone: sign in, menu, list, editor", async () => {
    await page.goto(`${server.url}/login`);
    await page.locator("input[name=username]:focus").waitFor();
    await page.keyboard.type("root");
    await page.keyboard.press("Tab");
    await page.keyboard.type(rootPassword);
    await page.keyboard.press("Enter");
    await page.waitForURL("**/panel/dashboard");
    await page.getByRole("heading", { level: 1 }).waitFor();
    // The page listens for keys a moment after its heading is there.
    await settled(page);
    await page.keyboard.press("Control+k");
    // Typed before the palette is loaded.
    await page.keyboard.type("tokens");
    await page.locator("input[role=combobox]:focus").waitFor();
    await page.keyboard.press("Enter");
    await page.waitForURL("**/panel/token");
    await page.locator("h1:focus", { hasText: "Tokens" }).waitFor();
    await tabTo(/^(New token|Create token|Create a token)$/);
    await page.keyboard.press("Enter");
    const dialog = page.getByRole("dialog");
    await dialog.waitFor();
    await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "detached" });
    // Skips the bar and the menu, from the top of the page.
    await page.goto(`${server.url}/panel/token`);
    await page.getByRole("heading", { level: 1 }).waitFor();
    await page.keyboard.press("Tab");
    expect(await page.evaluate("document.activeElement?.textContent")).toBe("Skip to content");
    await page.keyboard.press("Enter");
    expect(await page.evaluate("document.activeElement?.id")).toBe("content");
    await page.goto(`${server.url}/panel/dashboard`);
    await page.getByRole("heading", { level: 1 }).waitFor();
    await tabTo(/^Logs$/);
    await page.keyboard.press("Enter");
    await page.waitForURL("**/panel/log");
    await page.locator("h1:focus", { hasText: "Logs" }).waitFor();
  });

  it("stores exactly the documented keys", async () => {
    await signIn();
    await page.getByRole("heading", { level: 1 }).waitFor();
    const keys = (await page.evaluate("Object.keys(localStorage).sort()")) as string[];
    const named = [
      "user",
      "siteInfo",
      "quota_per_unit",
      "display_in_currency",
      "theme",
      "appLanguage",
      "localLanguage_save",
    ];
    expect(keys).toEqual(expect.arrayContaining(named));
    expect(keys.filter((key) => !named.includes(key))).toEqual(["seenVersion"]);
  });
});

describe.runIf(hasBrowser)("the language", () => {
  let server: TestServer;
  let browser: Browser;
  beforeAll(async () => {
    server = await startServer();
    browser = await launchBrowser();
  });
  afterAll(async () => {
    await browser?.close();
    await server?.stop();
  });

  /** The page's language for a browser with `locale` and the stored value `stored`. */
  async function languageFor(locale: string, stored: Record<string, string> = {}): Promise<string | null> {
    const context = await browser.newContext({ locale });
    await context.addInitScript((values) => {
      for (const [key, value] of Object.entries(values)) localStorage.setItem(key, value);
    }, stored);
    const page = await context.newPage();
    await page.goto(server.url);
    await page.getByRole("navigation").first().waitFor();
    const language = await page.locator("html").getAttribute("lang");
    await context.close();
    return language;
  }

  it("is the browser's by default: Chinese for every Chinese variant, English otherwise", async () => {
    expect(await languageFor("zh-TW")).toBe("zh-CN");
    expect(await languageFor("zh")).toBe("zh-CN");
    expect(await languageFor("fr-FR")).toBe("en-US");
  });

  it("is the stored one while the browser's is unchanged, Japanese included", async () => {
    expect(await languageFor("en-US", { appLanguage: "ja_JP", localLanguage_save: "en-US" })).toBe("ja-JP");
    expect(await languageFor("zh-CN", { appLanguage: "en_US", localLanguage_save: "en-US" })).toBe("zh-CN");
  });
});
