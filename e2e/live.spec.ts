import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import type { Browser, BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { freePort } from "../server/test/support/free-port.ts";
import { hasBrowser, launchBrowser, openContext } from "./support/browser.ts";
import { rootPassword, startServer, type TestServer } from "./support/server.ts";
import { enterAs } from "./support/sign-in.ts";
import { settled } from "./support/visit.ts";

describe.runIf(hasBrowser)("events", () => {
  const folder = mkdtempSync(path.join(tmpdir(), "tollgate-live-"));
  let env: Record<string, string>;
  let server: TestServer;
  let browser: Browser;
  let context: BrowserContext;
  /** Pages that opened a stream, in order. */
  const opened: Page[] = [];

  beforeAll(async () => {
    // The server has the same port after its restart.
    env = { DATA_DIR: folder, PORT: String(await freePort()) };
    [server, browser] = await Promise.all([startServer({ env }), launchBrowser()]);
    context = await openContext(browser, { size: "desk", mode: "light", language: "en_US" });
    context.on("request", (request) => {
      if (request.url().includes("/api/events")) opened.push(request.frame().page());
    });
    await enterAs(context, server.url, { username: "root", password: rootPassword });
  });
  afterAll(async () => {
    await browser?.close();
    await server?.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  async function openTab(): Promise<Page> {
    const page = await context.newPage();
    page.setDefaultTimeout(45_000);
    await page.goto(`${server.url}/panel/404`);
    await page.getByRole("button", { name: "Announcements" }).waitFor();
    // An announcement during page load opens immediately, without a dot at the bell.
    await settled(page);
    return page;
  }

  const announce = (page: Page, text: string): Promise<void> =>
    page.evaluate(async (value) => {
      await fetch("/api/option/", {
        method: "PUT",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ key: "Notice", value }),
      });
    }, text);
  const unread = (page: Page) => page.getByRole("button", { name: "Announcements (unread)" });

  it("reach every tab over one tab's stream, also after a server restart", async () => {
    const first = await openTab();
    const second = await openTab();
    await expect.poll(() => opened.length).toBe(1);
    await announce(first, "Closed on Monday");
    await Promise.all([unread(first).waitFor(), unread(second).waitFor()]);
    expect(opened).toHaveLength(1);

    await server.stop();
    server = await startServer({ env });
    await unread(second).click();
    await second.getByRole("dialog").getByText("Closed on Monday").waitFor();
    // A message about the restart may have such a button, too.
    await second.getByRole("dialog").getByRole("button", { name: "Close" }).click();
    await announce(first, "Open again");
    await unread(second).waitFor();
    expect(opened.length).toBeGreaterThan(1);
    expect(new Set(opened).size).toBe(1);

    await opened[0]?.close();
    const left = opened[0] === first ? second : first;
    await expect.poll(() => opened.at(-1) === left).toBe(true);
  });
});
