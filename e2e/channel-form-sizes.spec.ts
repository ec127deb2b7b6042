import type { Browser, Locator, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { hasBrowser, launchBrowser, openContext } from "./support/browser.ts";
import { rootPassword, startServer, type TestServer } from "./support/server.ts";
import { enterAs } from "./support/sign-in.ts";

/** The form's messages for a missing field and for models without a price. */
const languages = {
  en_US: {
    add: "Add channel",
    create: "Add channel",
    missing: "Fill in API key, 2 more problems",
    key: "API key",
    url: "Base URL",
    models: "Models",
    unpriced: "1 model has no price",
    input: "Input price of own-model",
    half: "Fill in both prices of own-model, or clear them.",
  },
  zh_CN: {
    add: "新建渠道",
    create: "新建渠道",
    missing: "未填写：API 密钥，另有 2 处问题",
    key: "API 密钥",
    url: "接口地址",
    models: "模型",
    unpriced: "1 个模型尚未定价",
    input: "own-model 的输入价格",
    half: "请补全 own-model 的两项价格，或全部清空。",
  },
} as const;
const widths = [1440, 1024, 768, 390];

describe.runIf(hasBrowser)("the channel form at every width", () => {
  let server: TestServer;
  let browser: Browser;

  beforeAll(async () => {
    [server, browser] = await Promise.all([startServer(), launchBrowser()]);
  });
  afterAll(async () => {
    await browser?.close();
    await server?.stop();
  });

  it.each(Object.keys(languages) as (keyof typeof languages)[])(
    "shows what is missing and prices models in place, in %s",
    async (language) => {
      const words = languages[language];
      const context = await openContext(browser, { size: "desk", mode: "light", language });
      const page = await context.newPage();
      await enterAs(context, server.url, { username: "root", password: rootPassword });
      await page.goto(`${server.url}/panel/channel`);
      await page.getByRole("button", { name: words.add, exact: true }).first().click();
      const dialog = page.getByRole("dialog");
      await dialog.getByRole("button", { name: "OpenAI-compatible", exact: true }).click();
      await dialog.getByRole("button", { name: words.create, exact: true }).click();

      const problems = dialog.getByRole("button", { name: words.missing });
      expect(await sidewaysAt(page, language, "missing", [problems])).toEqual([]);
      const field = (label: string) => dialog.getByRole("textbox", { name: new RegExp(`^${label}( \\*)?$`) });
      await field(words.key).fill("key-0001");
      await field(words.url).fill("https://models.example.com");
      const models = dialog.getByRole("combobox", { name: words.models, exact: true });
      await models.fill("own-model");
      await models.press("Enter");
      await models.press("Tab");

      await field(words.input).fill("1.5");
      await dialog.getByRole("button", { name: words.create, exact: true }).click();
      const half = dialog.getByRole("button", { name: words.half });
      const shown = [dialog.getByText(words.unpriced), field(words.input), half];
      expect(await sidewaysAt(page, language, "unpriced", shown)).toEqual([]);
      await context.close();
    },
  );
});

/** Expects each of these to lie inside the window at every width. Returns the widths at which the page scrolls sideways. */
async function sidewaysAt(
  page: Page,
  language: string,
  state: string,
  wanted: readonly Locator[],
): Promise<number[]> {
  const sideways: number[] = [];
  for (const width of widths) {
    await page.setViewportSize({ width, height: width < 600 ? 844 : 900 });
    for (const one of wanted) {
      await one.scrollIntoViewIfNeeded();
      const box = await one.boundingBox();
      const place = `${state} at ${width} in ${language}`;
      expect(box?.x, place).toBeGreaterThanOrEqual(0);
      expect((box?.x ?? 0) + (box?.width ?? Infinity), place).toBeLessThanOrEqual(width);
    }
    // A resized window renders some frames later.
    await expect
      .poll(() => page.evaluate("document.documentElement.scrollWidth - window.innerWidth"))
      .toBeLessThanOrEqual(0)
      .catch(() => sideways.push(width));
    const folder = process.env["TOLLGATE_PICTURES"];
    if (folder) await page.screenshot({ path: `${folder}/channel-form-${state}-${width}-${language}.png` });
  }
  return sideways;
}
