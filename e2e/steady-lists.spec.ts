import { describe, expect, it } from "vitest";
import { hasBrowser } from "./support/browser.ts";
import { useDemoPage } from "./support/demo-page.ts";
import { settled } from "./support/visit.ts";

/** Each with the requests of its rows. */
const lists = [
  { name: "user", requests: "**/api/user/?*" },
  { name: "log", requests: "**/api/log/?*" },
  { name: "model_price", requests: "**/api/available_model*" },
];

const headers = `[...document.querySelectorAll("main th")].map((th) => Math.round(th.getBoundingClientRect().x))`;

describe.runIf(hasBrowser)("a list", () => {
  const demo = useDemoPage("light");

  /** Opens the list while its rows are held back; positions of the headers over the skeleton, and over the rows. */
  async function open({ name, requests }: (typeof lists)[number]): Promise<number[][]> {
    let release = () => {};
    const released = new Promise<void>((resolve) => (release = resolve));
    await demo.page.route(requests, async (route) => {
      await released;
      await route.continue();
    });
    await demo.page.goto(`${demo.url}/panel/${name}`);
    await demo.page.locator("main tbody tr[aria-hidden]").first().waitFor();
    await demo.page.evaluate("document.fonts.ready");
    const before = (await demo.page.evaluate(headers)) as number[];
    release();
    await demo.page.locator("main tbody tr:not([aria-hidden])").first().waitFor();
    await settled(demo.page);
    await demo.page.unroute(requests);
    return [before, (await demo.page.evaluate(headers)) as number[]];
  }

  it.each(lists)("keeps its headers where they are when the rows of $name come", async (list) => {
    const key = `Object.keys(localStorage).filter((key) => key.startsWith("widths.")).length`;
    const known = Number(await demo.page.evaluate(key).catch(() => 0));
    const [first = [], rows = []] = await open(list);
    // Before any visit the widths are those of usual rows.
    expect(first).toHaveLength(rows.length);
    expect(Math.max(...first.map((x, column) => Math.abs(x - (rows[column] ?? 0))))).toBeLessThan(45);
    await expect.poll(() => demo.page.evaluate(key)).toBeGreaterThan(known);
    const [again = [], same = []] = await open(list);
    expect(Math.max(...again.map((x, column) => Math.abs(x - (same[column] ?? 0))))).toBeLessThan(3);
  });

  it("shows the names and addresses of users in full", async () => {
    await demo.page.goto(`${demo.url}/panel/user`);
    await settled(demo.page);
    const cut = `[...document.querySelectorAll('main td[data-column="username"] *')]
      .filter((part) => part.scrollWidth > part.clientWidth && getComputedStyle(part).textOverflow === "ellipsis")
      .map((part) => part.textContent)`;
    expect(await demo.page.evaluate(cut)).toEqual([]);
  });

  it("has its entry of the menu in view, also in a low window", async () => {
    await demo.page.setViewportSize({ width: 1440, height: 600 });
    for (const name of ["task", "redemption"]) {
      await demo.page.goto(`${demo.url}/panel/${name}`);
      await settled(demo.page);
      const entry = demo.page.locator("aside nav [aria-current=page]");
      const menu = await demo.page.locator("aside nav").boundingBox();
      const bottom = (menu?.y ?? 0) + (menu?.height ?? 0);
      await expect
        .poll(async () => {
          const box = await entry.boundingBox();
          return box !== null && box.y >= (menu?.y ?? 0) && box.y + box.height <= bottom + 1;
        })
        .toBe(true);
    }
  });
});
