import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { findViolations } from "./support/axe.ts";
import { hasBrowser, launchBrowser, openContext } from "./support/browser.ts";
import { startServer, type TestServer } from "./support/server.ts";
import { enterAs } from "./support/sign-in.ts";
import { settled, visit } from "./support/visit.ts";

/** True if there are several plots, and each is as wide as its room. */
const plotsFit = `(() => {
  const plots = [...document.querySelectorAll("main :has(> svg[class*=MuiCharts])")];
  const fits = (plot) => Math.abs(plot.clientWidth - plot.closest("[aria-hidden]").clientWidth) < 2;
  return plots.length > 2 && plots.every(fits);
})()`;

/** Dashboard and analytics in a real browser: bars, hovers, links to the log. Their content is tested beside the screens. */
describe.runIf(hasBrowser)("charts of the demo", () => {
  let server: TestServer;
  let browser: Browser;
  let page: Page;
  beforeAll(async () => {
    [server, browser] = await Promise.all([startServer({ demo: true }), launchBrowser()]);
    const password = /Password: +(\S+)/.exec(server.output())?.[1] ?? "";
    const context = await openContext(browser, { size: "desk", mode: "light", language: "en_US" });
    await enterAs(context, server.url, { username: "demo", password });
    page = await context.newPage();
    page.setDefaultTimeout(60_000);
    await page.goto(`${server.url}/panel/dashboard`);
  });
  afterAll(async () => {
    await browser?.close();
    await server?.stop();
  });

  /** The card of a chart, by its title. */
  const card = (title: string) =>
    page.locator("section").filter({ has: page.getByRole("heading", { name: title, exact: true }) });

  it("show the gateway's last hour, and link from an error to the failed calls", async () => {
    const gateway = page.getByRole("region", { name: "Gateway" });
    await gateway
      .getByRole("status")
      .getByText(/Operational|Degraded|Failing/)
      .waitFor();
    // A minute whose calls failed in several ways links to all of its calls; one of the others is needed.
    for (let index = 0; !page.url().includes("outcome=failed"); index += 1) {
      if (page.url().includes("/panel/log")) await page.goBack();
      await gateway.getByRole("button", { name: /^Errors \d/ }).click();
      const bar = gateway.locator("rect.MuiBarChart-element").nth(index);
      await bar.hover();
      await page.locator("[role=tooltip]").getByText("Errors").waitFor();
      await bar.click();
      await page.waitForURL("**/panel/log?**");
    }
    await page.getByRole("button", { name: "Outcome: Failed" }).waitFor();
    const { searchParams } = new URL(page.url());
    expect(Number(searchParams.get("end")) - Number(searchParams.get("start"))).toBe(59);
  });

  it("show a week by model in the same colors, with sums in hovers, and link to one model's day", async () => {
    await visit(page, `${server.url}/panel/analytics?by=model`);
    await settled(page);
    const fillOf = (title: string): Promise<string | null> =>
      card(title).locator("rect.MuiBarChart-element").first().getAttribute("fill");
    expect(await fillOf("Spend")).toBe(await fillOf("Requests"));
    // The last bars are "other", which has no link.
    const bar = card("Spend").locator("rect.MuiBarChart-element").first();
    await bar.hover();
    const hover = page.locator("[role=tooltip]");
    await hover
      .getByText(/^\$\d+\.\d\d$/)
      .first()
      .waitFor();
    expect(await findViolations(page)).toEqual([]);
    await bar.click();
    await page.waitForURL("**/panel/log?**model_name=**");
    await page.goBack();
    await page.getByRole("button", { name: "90 days" }).click();
    await page.waitForURL("**range=90d**");
    await settled(page);
    const downloading = page.waitForEvent("download");
    await page.getByRole("link", { name: "Export CSV" }).click();
    expect((await downloading).suggestedFilename()).toMatch(/\.csv$/);
  });

  it("are as wide as their cards, also after the window was resized", async () => {
    for (const width of [1440, 1000, 390, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      await expect.poll(() => page.evaluate(plotsFit)).toBe(true);
      expect(await page.evaluate("document.documentElement.scrollWidth <= innerWidth")).toBe(true);
    }
  });
});
