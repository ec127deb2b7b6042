import { AxeBuilder } from "@axe-core/playwright";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  collectComplaints,
  type Face,
  hasBrowser,
  launchBrowser,
  openContext,
  viewports,
} from "./support/browser.ts";
import { startServer, type TestServer } from "./support/server.ts";

/** Every screen that there is, as every reader sees it: no complaint of the browser, none of axe, nothing wider than the window. */
const screens = ["dashboard", "channel", "token", "log", "pricing"];
const faces: Face[] = [
  { size: "desk", mode: "light", language: "en_US" },
  { size: "desk", mode: "dark", language: "zh_CN" },
  { size: "phone", mode: "light", language: "zh_CN" },
  { size: "phone", mode: "dark", language: "en_US" },
];

describe.runIf(hasBrowser)("every screen of the demo", () => {
  let server: TestServer;
  let browser: Browser;
  let password: string;

  beforeAll(async () => {
    server = await startServer({ demo: true });
    password = /Password: +(\S+)/.exec(server.output())?.[1] ?? "";
    browser = await launchBrowser();
  });
  afterAll(async () => {
    await browser?.close();
    await server?.stop();
  });

  async function expectFine(page: Page, face: Face, complaints: string[]): Promise<void> {
    await page.waitForLoadState("networkidle");
    const width = await page.evaluate("document.documentElement.scrollWidth");
    expect(width).toBeLessThanOrEqual(viewports[face.size].width);
    const { violations } = await new AxeBuilder({ page }).analyze();
    expect(
      violations.map((v) => `${v.id}: ${v.nodes.map((node) => node.target.join(" ")).join(", ")}`),
    ).toEqual([]);
    expect(complaints).toEqual([]);
  }

  for (const face of faces) {
    it(`is readable, complete and quiet: ${face.size}, ${face.mode}, ${face.language}`, async () => {
      const context = await openContext(browser, face);
      const page = await context.newPage();
      const complaints = collectComplaints(page);
      await page.goto(`${server.url}/login`);
      await page.getByRole("button", { name: /^(Sign in|登录)$/ }).waitFor();
      await expectFine(page, face, complaints);
      await page.locator("input[name=username]").fill("demo");
      await page.locator("input[name=password]").fill(password);
      await page.getByRole("button", { name: /^(Sign in|登录)$/ }).click();
      await page.waitForURL("**/panel/dashboard");
      for (const screen of screens) {
        await page.goto(`${server.url}/panel/${screen}`);
        await page.getByRole("heading", { level: 1 }).waitFor();
        await expectFine(page, face, complaints);
        expect(await page.locator("html").getAttribute("lang")).toBe(
          face.language === "zh_CN" ? "zh-CN" : "en-US",
        );
      }
      await context.close();
    });
  }
});
