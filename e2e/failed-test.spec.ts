import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { hasBrowser, launchBrowser, openContext } from "./support/browser.ts";
import { rootPassword, startServer, type TestServer } from "./support/server.ts";
import { enterAs } from "./support/sign-in.ts";

/** The list's display of a channel whose last test failed. */
const languages = {
  en_US: { failed: "Failed", hint: /^Failed .+: .+/ },
  zh_CN: { failed: "失败", hint: /测试失败：.+/ },
} as const;
const widths = [1440, 1024, 768, 390];

describe.runIf(hasBrowser)("a channel whose test failed", () => {
  let server: TestServer;
  let browser: Browser;

  beforeAll(async () => {
    [server, browser] = await Promise.all([
      startServer({ env: { API_RATE_LIMIT: "10000" } }),
      launchBrowser(),
    ]);
  });
  afterAll(async () => {
    await browser?.close();
    await server?.stop();
  });

  it.each(Object.keys(languages) as (keyof typeof languages)[])(
    "is red with the reason on hover at every width, and the menu leaves the page free, in %s",
    async (language) => {
      const { failed, hint } = languages[language];
      const context = await openContext(browser, { size: "desk", mode: "light", language });
      const page = await context.newPage();
      await enterAs(context, server.url, { username: "root", password: rootPassword });
      await page.goto(`${server.url}/api/status`);
      await page.evaluate(failingChannel);
      await page.goto(`${server.url}/panel/channel`);
      for (const width of widths) {
        await page.setViewportSize({ width, height: 900 });
        const chip = page.getByRole("button", { name: new RegExp(`: ${failed}$`) }).first();
        await chip.waitFor();
        await expect.poll(() => isInFront(page, "h1"), { message: `heading at ${width}` }).toBe(true);
        expect(await redness(page, failed), `chip at ${width}`).toBeGreaterThan(60);
        await chip.hover();
        const tooltip = page.getByRole("tooltip");
        await tooltip.waitFor();
        expect(await tooltip.innerText()).toMatch(hint);
        expect(await page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")).toBe(true);
        await page.mouse.move(0, 0);
        await tooltip.waitFor({ state: "hidden" });
      }
      await context.close();
    },
  );
});

/** Adds a channel with an unreachable address, and tests it. */
const failingChannel = `(async () => {
  const channel = {
    type: 8, name: "Closed port", key: "sk-1", base_url: "http://127.0.0.1:9",
    models: ["gpt-4o"], groups: ["default"], test_model: "gpt-4o",
  };
  const headers = { "content-type": "application/json" };
  const added = await fetch("/api/channel/", { method: "POST", headers, body: JSON.stringify(channel) });
  const { data } = await added.json();
  await (await fetch("/api/channel/test/" + data.id)).text();
})()`;

/** True if the middle of the element is not covered. */
function isInFront(page: Page, selector: string): Promise<boolean> {
  return page.evaluate(`(() => {
    const element = document.querySelector(${JSON.stringify(selector)});
    const { left, top, width, height } = element.getBoundingClientRect();
    return element.contains(document.elementFromPoint(left + Math.min(width, 40) / 2, top + height / 2));
  })()`);
}

/** How much more red than green the chip's text is, of 255. */
function redness(page: Page, label: string): Promise<number> {
  return page.evaluate(`(() => {
    const chip = [...document.querySelectorAll("[aria-label$=': ${label}']")][0];
    const [red, green] = getComputedStyle(chip).color.match(/\\d+/g).map(Number);
    return red - green;
  })()`);
}
