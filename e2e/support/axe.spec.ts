import { expect, it } from "vitest";
import { findViolations } from "./axe.ts";
import { hasBrowser, launchBrowser } from "./browser.ts";

it.runIf(hasBrowser)("finds what axe's rules forbid in a page and in its frames", async () => {
  const browser = await launchBrowser();
  const page = await browser.newPage();
  const frame = "<img src=y><p style='color:#ccc;background:#fff'>pale</p>";
  await page.setContent(`<html lang="en"><title>t</title><main><h1>t</h1>
    <button></button><img src="x"><iframe title="f" srcdoc="${frame}"></iframe></main>`);
  expect(await findViolations(page)).toEqual([
    "button-name: button",
    "color-contrast: iframe p",
    "image-alt: img, iframe img",
  ]);
  await browser.close();
});
