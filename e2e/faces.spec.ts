import { AxeBuilder } from "@axe-core/playwright";
import type { Browser, Locator, Page } from "playwright-core";
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

/** Every screen that there is and what opens over it, as every reader sees it: no complaint of the browser, none of axe, nothing wider than the window. */
const screens = [
  "dashboard",
  "channel",
  "token",
  "log",
  "pricing",
  "profile?tab=security",
  "setting",
  "setting?tab=system",
  "setting?tab=site",
  "setting?tab=chat",
  "user",
  "user_group",
  "audit",
];
/** What a visitor sees. */
const publicScreens = ["", "price", "about", "jump", "no-such-page"];
/** Panels, dialogs and menus, each opened from its screen as a person does. */
const overlays: { name: string; open: (page: Page, url: string) => Promise<void> }[] = [
  {
    name: "choice of a provider",
    open: async (page, url) => {
      await page.goto(`${url}/panel/channel`);
      await page.getByRole("button", { name: /^(Add channel|新建渠道)$/ }).click();
      await page.getByRole("dialog").getByRole("button", { name: "OpenAI", exact: true }).waitFor();
    },
  },
  {
    name: "channel editor, every section open",
    open: async (page) => {
      const dialog = page.getByRole("dialog");
      await dialog.getByRole("button", { name: "OpenAI", exact: true }).click();
      await unfold(dialog);
    },
  },
  {
    name: "history of a channel",
    open: async (page, url) => {
      await page.goto(`${url}/panel/channel`);
      await page
        .getByRole("button", { name: /^(Test|测试) Sandbox/ })
        .first()
        .click();
      await page
        .getByRole("button", { name: /^(More actions|更多操作)$/ })
        .first()
        .click();
      await page.getByRole("menuitem", { name: /^(Show history|查看历史)$/ }).click();
      await page.getByRole("dialog").getByRole("listitem").first().waitFor();
    },
  },
  {
    name: "token editor, every section open",
    open: async (page, url) => {
      await page.goto(`${url}/panel/token`);
      await page.getByRole("button", { name: "Staging", exact: true }).click();
      await unfold(page.getByRole("dialog"));
    },
  },
  {
    name: "editor of a user",
    open: async (page, url) => {
      await page.goto(`${url}/panel/user`);
      await page.getByRole("button", { name: "alice", exact: true }).click();
      await page.getByRole("dialog").getByRole("tab").first().waitFor();
    },
  },
  {
    name: "activity of a user",
    open: async (page) => {
      await page.getByRole("dialog").getByRole("tab").last().click();
      await page.getByRole("dialog").locator("ol li").first().waitFor();
    },
  },
  {
    name: "editor of a group",
    open: async (page, url) => {
      await page.goto(`${url}/panel/user_group`);
      await page.getByRole("button", { name: "VIP", exact: true }).click();
      await page.getByRole("dialog").waitFor();
    },
  },
  {
    name: "price editor",
    open: async (page, url) => {
      await page.goto(`${url}/panel/pricing`);
      await page.getByRole("button", { name: "claude-3-haiku*", exact: true }).click();
      await page.getByRole("dialog").waitFor();
    },
  },
  {
    name: "details of a call",
    open: async (page, url) => {
      await page.goto(`${url}/panel/log`);
      await page
        .getByRole("button", { name: /^(Show the details of this entry|查看详情)$/ })
        .first()
        .click();
      await page.getByRole("dialog").waitFor();
    },
  },
  {
    name: "question before a deletion",
    open: async (page, url) => {
      await page.goto(`${url}/panel/channel`);
      await page
        .getByRole("button", { name: /^(More actions|更多操作)$/ })
        .first()
        .click();
      await page.getByRole("menuitem", { name: /^(Delete|删除)$/ }).click();
      await page.getByRole("alertdialog").waitFor();
    },
  },
  {
    name: "command palette",
    open: async (page, url) => {
      await page.goto(`${url}/panel/dashboard`);
      await page.getByRole("heading", { level: 1 }).waitFor();
      await page.keyboard.press("Control+k");
      await page.getByRole("dialog").waitFor();
    },
  },
];

/** Opens what is folded in a panel. */
async function unfold(dialog: Locator): Promise<void> {
  await dialog.getByRole("button", { expanded: false }).first().waitFor();
  const folds = dialog.locator("h3 > [aria-expanded=false]");
  while ((await folds.count()) > 0) await folds.first().click();
}

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

  async function expectFine(page: Page, face: Face, complaints: string[], what: string): Promise<void> {
    await page.waitForLoadState("networkidle");
    const width = await page.evaluate("document.documentElement.scrollWidth");
    expect(width).toBeLessThanOrEqual(viewports[face.size].width);
    const { violations } = await new AxeBuilder({ page }).analyze();
    expect(
      violations.map((v) => `${v.id}: ${v.nodes.map((node) => node.target.join(" ")).join(", ")}`),
      what,
    ).toEqual([]);
    expect(complaints, what).toEqual([]);
  }

  for (const face of faces) {
    it(`is readable, complete and quiet: ${face.size}, ${face.mode}, ${face.language}`, async () => {
      const context = await openContext(browser, face);
      const page = await context.newPage();
      const complaints = collectComplaints(page);
      for (const screen of publicScreens) {
        await page.goto(`${server.url}/${screen}`);
        await page.getByRole("heading", { level: 1 }).waitFor();
        await expectFine(page, face, complaints, `/${screen}`);
      }
      await page.goto(`${server.url}/login`);
      await page.getByRole("button", { name: /^(Sign in|登录)$/ }).waitFor();
      await expectFine(page, face, complaints, "login");
      await page.locator("input[name=username]").fill("demo");
      await page.locator("input[name=password]").fill(password);
      await page.getByRole("button", { name: /^(Sign in|登录)$/ }).click();
      await page.waitForURL("**/panel/dashboard");
      for (const screen of screens) {
        await page.goto(`${server.url}/panel/${screen}`);
        await page.getByRole("heading", { level: 1 }).waitFor();
        await expectFine(page, face, complaints, screen);
        expect(await page.locator("html").getAttribute("lang")).toBe(
          face.language === "zh_CN" ? "zh-CN" : "en-US",
        );
      }
      for (const { name, open } of overlays) {
        await open(page, server.url);
        await expectFine(page, face, complaints, name);
      }
      await context.close();
    });
  }
});
