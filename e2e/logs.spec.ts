import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { hasBrowser, launchBrowser, openContext } from "./support/browser.ts";
import { rootPassword, startServer, type TestServer } from "./support/server.ts";
import { settled } from "./support/visit.ts";

/** The log as a tool, on the demo's data: filters by click, details by keyboard, download. */
describe.runIf(hasBrowser)("the log", () => {
  let server: TestServer;
  let browser: Browser;
  let page: Page;
  beforeAll(async () => {
    [server, browser] = await Promise.all([startServer({ demo: true }), launchBrowser()]);
    const context = await openContext(browser, { size: "desk", mode: "light", language: "en_US" });
    page = await context.newPage();
    await page.goto(`${server.url}/login`);
    page.setDefaultTimeout(60_000);
    await page.locator("input[name=username]").fill("root");
    await page.locator("input[name=password]").fill(rootPassword);
    await page.getByRole("button", { name: "Sign in", exact: true }).click();
    await page.waitForURL("**/panel/**");
  });
  afterAll(async () => {
    await browser?.close();
    await server?.stop();
  });

  const row = (text: string) => page.getByRole("row").filter({ hasText: text }).first();

  it("filters by a click on a value, opens a row by keyboard and link, and downloads the filtered rows", async () => {
    await page.goto(`${server.url}/panel/log?range=any`);
    await row("Failed").getByTitle("Show only Failed").click();
    await page.waitForURL("**outcome=failed**");
    await page.getByRole("button", { name: "Outcome: Failed" }).waitFor();
    // Until then the list shows the rows from before the filter.
    await settled(page);
    await page.getByRole("row").nth(1).getByRole("button", { name: "Show details" }).click();
    await page.waitForURL("**id=**");
    await page.getByRole("dialog").getByText("Request ID").waitFor();
    const first = new URL(page.url()).searchParams.get("id");
    await page.keyboard.press("j");
    await page.waitForURL((url) => url.searchParams.get("id") !== first);
    const link = page.url();
    await page.goto(link);
    await page.getByRole("dialog").getByText("Request ID").waitFor();
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "Export" }).click();
    const downloading = page.waitForEvent("download");
    await page.getByRole("menuitem", { name: "CSV for spreadsheets" }).click();
    const download = await downloading;
    expect(download.suggestedFilename()).toMatch(/^tollgate-log-[\d-]+\.csv$/);
    const chunks: Buffer[] = [];
    for await (const chunk of await download.createReadStream()) chunks.push(chunk as Buffer);
    const lines = Buffer.concat(chunks).toString("utf8").trim().split("\r\n");
    expect(lines.length).toBeGreaterThan(1);
    expect(lines.slice(1).every((line) => line.includes(",failed,"))).toBe(true);
  });
});
