import { beforeAll, describe, expect, it } from "vitest";
import { hasBrowser } from "./support/browser.ts";
import { useDemoPage } from "./support/demo-page.ts";
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
  const demo = useDemoPage("dark");
  beforeAll(async () => void (await demo.page.goto(`${demo.url}/panel/about`)));

  it.each(pages)("%s is its content alone, without the menu and controls", async (name) => {
    await visit(demo.page, `${demo.url}/panel/${name}`);
    await settled(demo.page);
    await demo.page.emulateMedia({ media: "print" });
    expect(await demo.page.evaluate(leftovers)).toEqual([]);
    expect(await demo.page.locator("main h1").isVisible()).toBe(true);
    const main = await demo.page.locator("main").boundingBox();
    expect(main?.x).toBe(0);
    await demo.page.emulateMedia({ media: "screen" });
  });

  it("names the period of analytics, whose controls are not there", async () => {
    await visit(demo.page, `${demo.url}/panel/analytics`);
    await settled(demo.page);
    const period = demo.page.getByText("7 days · Model owner", { exact: true });
    expect(await period.isVisible()).toBe(false);
    await demo.page.emulateMedia({ media: "print" });
    expect(await period.isVisible()).toBe(true);
    await demo.page.emulateMedia({ media: "screen" });
  });

  it("has whole charts, though no script makes them as narrow as the paper", async () => {
    await visit(demo.page, `${demo.url}/panel/analytics`);
    await settled(demo.page);
    const devTools = await demo.page.context().newCDPSession(demo.page);
    await devTools.send("Emulation.setScriptExecutionDisabled", { value: true });
    await demo.page.emulateMedia({ media: "print" });
    await demo.page.setViewportSize({ width: 720, height: 1000 });
    const charts = await demo.page.locator("main svg[class*=MuiCharts]").all();
    expect(charts.length).toBeGreaterThan(2);
    for (const chart of charts) {
      const box = await chart.boundingBox();
      expect((box?.x ?? 0) + (box?.width ?? Infinity)).toBeLessThanOrEqual(720);
    }
    await devTools.send("Emulation.setScriptExecutionDisabled", { value: false });
    await demo.page.setViewportSize({ width: 1440, height: 900 });
    await demo.page.emulateMedia({ media: "screen" });
  });

  it("is light, also where the screen is dark", async () => {
    const color = () => demo.page.evaluate("getComputedStyle(document.body).color");
    const onScreen = await color();
    await demo.page.evaluate("dispatchEvent(new Event('beforeprint'))");
    expect(await color()).not.toBe(onScreen);
    await demo.page.evaluate("dispatchEvent(new Event('afterprint'))");
    await expect.poll(color).toBe(onScreen);
  });
});
