import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { findViolations } from "./support/axe.ts";
import { collectComplaints, hasBrowser, launchBrowser, openContext } from "./support/browser.ts";
import { rootPassword, startServer, type TestServer } from "./support/server.ts";

describe.runIf(hasBrowser)("a new channel", () => {
  let server: TestServer;
  let browser: Browser;
  let page: Page;
  let complaints: string[];

  beforeAll(async () => {
    [server, browser] = await Promise.all([startServer(), launchBrowser()]);
    const context = await openContext(browser, { size: "desk", mode: "light", language: "en_US" });
    page = await context.newPage();
    page.setDefaultTimeout(30_000);
    complaints = collectComplaints(page);
    await page.goto(`${server.url}/login`);
    await page.locator("input[name=username]").fill("root");
    await page.locator("input[name=password]").fill(rootPassword);
    await page.locator("input[name=password]").press("Enter");
    await page.waitForURL("**/panel/**");
  });
  afterAll(async () => {
    await browser?.close();
    await server?.stop();
  });

  it("is tested, called from the browser and found in the log, all in the panel after saving", async () => {
    await page.goto(`${server.url}/panel/channel`);
    await page.getByRole("button", { name: "Add channel", exact: true }).first().click();
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("button", { name: /^Sandbox/ }).click();
    await dialog.getByRole("button", { name: "Add channel", exact: true }).click();

    const panel = page.getByRole("dialog", { name: "Set up Sandbox" });
    await panel.getByRole("button", { name: "Test all models" }).click();
    await panel.getByText(/^\d passed · 0 failed$/).waitFor();
    await panel.getByRole("button", { name: "Create token" }).click();
    await panel.getByText(/sk-[0-9A-Za-z]{48}/).waitFor();
    await panel.getByRole("button", { name: "Send request" }).click();
    await panel.getByText(/^Response in /).waitFor();
    await panel.getByText(/^Logged: sandbox-\w+, .* channel Sandbox$/).waitFor();
    expect(await findViolations(page)).toEqual([]);
    await panel.getByRole("link", { name: "Open log entry" }).click();
    await page.waitForURL("**/panel/log?request_id=*");
    await page.getByRole("row", { name: /sandbox-/ }).waitFor();
    expect(complaints).toEqual([]);
  });

  it("has a page, linked from its strip in the list, with the latest call", async () => {
    await page.goto(`${server.url}/panel/channel`);
    // Counts are written every ten seconds.
    await expect
      .poll(
        async () => {
          const answer = (await page.evaluate(
            "fetch('/api/channel/health?ids=1').then((found) => found.json())",
          )) as { data: { channels: { spans: { successes: number }[] }[] } };
          return answer.data.channels[0]?.spans[0]?.successes;
        },
        { timeout: 30_000, interval: 500 },
      )
      .toBe(1);
    await page.getByRole("link", { name: /^Sandbox: .* in the last hour/ }).click();
    await page.waitForURL("**/panel/channel/1");
    await page.getByRole("heading", { level: 1, name: "Sandbox" }).waitFor();
    await page.getByText("100%").waitFor();
    await page.getByRole("button", { name: "Check capabilities" }).click();
    await page.getByText("Streaming: Yes").waitFor();
    expect(await findViolations(page)).toEqual([]);
    expect(complaints).toEqual([]);
  });
});
