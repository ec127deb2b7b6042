import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { hasBrowser, launchBrowser, openContext } from "./support/browser.ts";
import { rootPassword, startServer, type TestServer } from "./support/server.ts";
import { enterAs } from "./support/sign-in.ts";
import { settled, visit } from "./support/visit.ts";

/** Pages of every kind: charts, lists with tabs, forms. */
const pages = ["analytics", "dashboard", "user", "log", "payment", "model_price", "setting"];

/** Controls in the page, and whatever is in view outside of it. */
const leftovers = `[...document.querySelectorAll("#root *, body > *:not(#root)")].filter((element) => {
  if (!element.checkVisibility() || element.querySelector("main")) return false;
  const inPage = element.closest("main") !== null;
  if (!inPage) return element.getBoundingClientRect().height > 0;
  return element.matches(".MuiButton-root, .MuiIconButton-root, .MuiToggleButton-root, .light-icon-button, [role=toolbar]");
}).map((element) => element.outerHTML.slice(0, 120))`;

describe.runIf(hasBrowser)("on paper", () => {
  let server: TestServer;
  let browser: Browser;
  let page: Page;
  beforeAll(async () => {
    server = await startServer({ demo: true, env: { API_RATE_LIMIT: "100000" } });
    browser = await launchBrowser();
    const context = await openContext(browser, { size: "desk", mode: "dark", language: "en_US" });
    await enterAs(context, server.url, { username: "root", password: rootPassword });
    page = await context.newPage();
    await page.goto(`${server.url}/panel/about`);
  });
  afterAll(async () => {
    await browser?.close();
    await server?.stop();
  });

  it.each(pages)("%s is its content alone, without the menu and controls", async (name) => {
    await visit(page, `${server.url}/panel/${name}`);
    await settled(page);
    await page.emulateMedia({ media: "print" });
    expect(await page.evaluate(leftovers)).toEqual([]);
    expect(await page.locator("main h1").isVisible()).toBe(true);
    const main = await page.locator("main").boundingBox();
    expect(main?.x).toBe(0);
    await page.emulateMedia({ media: "screen" });
  });

  it("names the period of analytics, whose controls are not there", async () => {
    await visit(page, `${server.url}/panel/analytics`);
    await settled(page);
    const period = page.getByText("7 days · Model owner", { exact: true });
    expect(await period.isVisible()).toBe(false);
    await page.emulateMedia({ media: "print" });
    expect(await period.isVisible()).toBe(true);
    await page.emulateMedia({ media: "screen" });
  });

  it("is light, also where the screen is dark", async () => {
    const color = () => page.evaluate("getComputedStyle(document.body).color");
    const onScreen = await color();
    await page.evaluate("dispatchEvent(new Event('beforeprint'))");
    expect(await color()).not.toBe(onScreen);
    await page.evaluate("dispatchEvent(new Event('afterprint'))");
    await expect.poll(color).toBe(onScreen);
  });
});
