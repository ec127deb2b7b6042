import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { findViolations } from "./support/axe.ts";
import { collectComplaints, hasBrowser, launchBrowser, openContext } from "./support/browser.ts";
import { startServer, type TestServer } from "./support/server.ts";
import { enterAs } from "./support/sign-in.ts";
import { settled } from "./support/visit.ts";

/** What only a browser can show: files behind signed addresses are drawn and played. */
describe.runIf(hasBrowser)("tasks of the demo", () => {
  let server: TestServer;
  let browser: Browser;
  let page: Page;
  let complaints: string[];

  beforeAll(async () => {
    server = await startServer({ demo: true });
    browser = await launchBrowser();
    const context = await openContext(browser, { size: "desk", mode: "light", language: "en_US" });
    const password = /Password: +(\S+)/.exec(server.output())?.[1] ?? "";
    await enterAs(context, server.url, { username: "demo", password });
    page = await context.newPage();
    complaints = collectComplaints(page);
  });
  afterAll(async () => {
    await browser?.close();
    await server?.stop();
  });

  it("show their pictures in the grid and large, one after the other by keyboard", async () => {
    await page.goto(`${server.url}/panel/midjourney?view=grid`);
    const drawn = (selector: string): Promise<boolean> =>
      page.locator(selector).evaluateAll((pictures) => {
        const all = pictures as { complete: boolean; naturalWidth: number }[];
        return all.length > 0 && all.every(({ complete, naturalWidth }) => complete && naturalWidth > 0);
      });
    await page.getByRole("list", { name: "Midjourney" }).locator("img").first().waitFor();
    await expect.poll(() => drawn("main img")).toBe(true);
    expect(await findViolations(page)).toEqual([]);
    await page.getByRole("button", { name: /A quiet harbor/ }).click();
    const lightbox = page.getByRole("dialog");
    await lightbox.getByText("1 / 4").waitFor();
    await page.keyboard.press("ArrowRight");
    await lightbox.getByText("2 / 4").waitFor();
    await expect.poll(() => drawn("[role=dialog] img")).toBe(true);
    await page.keyboard.press("Escape");
    await lightbox.waitFor({ state: "detached" });
  });

  it("play their songs on demand, and fetch nothing before", async () => {
    const fetched: string[] = [];
    page.on("request", (request) => fetched.push(request.url()));
    await page.goto(`${server.url}/panel/task?id=task_demo10`);
    const song = page.getByRole("dialog").locator("audio").first();
    await song.waitFor();
    await settled(page);
    expect(fetched.filter((url) => url.includes("/audio-"))).toEqual([]);
    await song.evaluate((audio) => (audio as unknown as { play(): Promise<void> }).play());
    await expect
      .poll(() => song.evaluate((audio) => (audio as unknown as { currentTime: number }).currentTime))
      .toBeGreaterThan(0);
    expect(complaints).toEqual([]);
  });
});
