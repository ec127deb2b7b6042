import type { Browser, BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { findViolations } from "./support/axe.ts";
import {
  collectComplaints,
  type Face,
  hasBrowser,
  launchBrowser,
  openContext,
  viewports,
} from "./support/browser.ts";
import { overlays } from "./support/overlays.ts";
import { rootPassword, startServer, type TestServer } from "./support/server.ts";
import { type Account, enterAs } from "./support/sign-in.ts";
import { switchOnSignInMethods } from "./support/sign-in-settings.ts";
import { settled, visit } from "./support/visit.ts";

const screens = [
  "dashboard",
  "dashboard?view=mine",
  "analytics",
  "invitation",
  "channel",
  "channel/2",
  "token",
  "log",
  "statement",
  "model_price",
  "pricing",
  "profile?tab=security",
  "setting",
  "setting?tab=system",
  "setting?tab=site",
  "setting?tab=chat",
  "user",
  "user_group",
  "notice",
  "payment",
  "payment?view=orders",
  "redemption",
  "telegram",
  "topup",
];
/** What only a super administrator sees, beside settings that others cannot change. */
const rootScreens = ["audit", "setting", "setting?tab=system"];
/** What a visitor sees. */
const publicScreens = [
  "",
  "price",
  "about",
  "jump",
  "no-such-page",
  "register",
  "reset",
  "user/reset?email=ada%40example.org&token=used",
  "oauth/github?error=access_denied",
];

const faces: Face[] = [
  { size: "desk", mode: "light", language: "en_US" },
  { size: "desk", mode: "dark", language: "zh_CN" },
  { size: "phone", mode: "light", language: "zh_CN" },
  { size: "phone", mode: "dark", language: "en_US" },
];
/** For the title of a test. */
const named = faces.map((face) => [`${face.size}, ${face.mode}, ${face.language}`, face] as const);

/**
 * Every screen and its overlays in each theme, size and language: no error in the browser's console, no axe violation, nothing wider than
 * the window. One server and one browser serve all faces at the same time, since starting the demo takes eight seconds of a processor.
 */
describe.runIf(hasBrowser)("every screen of the demo", () => {
  let server: TestServer;
  let browser: Browser;
  let password: string;

  beforeAll(async () => {
    server = await startServer({ demo: true, env: { TRUST_PROXY: "127.0.0.1", API_RATE_LIMIT: "100000" } });
    password = /Password: +(\S+)/.exec(server.output())?.[1] ?? "";
    await switchOnSignInMethods(server.url);
    browser = await launchBrowser();
  });
  afterAll(async () => {
    await browser?.close();
    await server?.stop();
  });

  /** Faults of the page: wider than the window, a violation of axe's rules, an error in the browser's console. */
  async function faultsOf(page: Page, face: Face, complaints: string[]): Promise<string[]> {
    await settled(page);
    const width = Number(await page.evaluate("document.documentElement.scrollWidth"));
    return [
      ...(width > viewports[face.size].width ? [`${width} pixels wide`] : []),
      ...(await findViolations(page)),
      ...complaints,
    ];
  }

  async function open(face: Face): Promise<{ context: BrowserContext; page: Page; complaints: string[] }> {
    const context = await openContext(browser, face);
    const page = await context.newPage();
    return { context, page, complaints: collectComplaints(page) };
  }

  it.concurrent.each(named)(
    "is readable and complete for visitors, without errors: %s",
    async (_name, face) => {
      const { context, page, complaints } = await open(face);
      for (const screen of publicScreens) {
        await visit(page, `${server.url}/${screen}`);
        expect(await faultsOf(page, face, complaints), `/${screen}`).toEqual([]);
      }
      await page.goto(`${server.url}/login`);
      await page.getByRole("button", { name: /^(Sign in|登录)$/ }).waitFor();
      expect(await faultsOf(page, face, complaints), "login").toEqual([]);
      await page.getByRole("button", { name: /WeChat|微信/ }).click();
      await page.getByRole("dialog").getByRole("img").waitFor();
      expect(await faultsOf(page, face, complaints), "sign-in with WeChat").toEqual([]);
      await context.close();
    },
  );

  /** Looks at screens of the console, each of which must be there for this account. */
  async function lookAt(names: readonly string[], account: Account, face: Face) {
    const { context, page, complaints } = await open(face);
    await enterAs(context, server.url, account);
    for (const screen of names) {
      await visit(page, `${server.url}/panel/${screen}`);
      expect(await faultsOf(page, face, complaints), screen).toEqual([]);
      expect(new URL(page.url()).pathname, screen).toBe(`/panel/${screen.split("?")[0]}`);
      expect(await page.locator("html").getAttribute("lang")).toBe(
        face.language === "zh_CN" ? "zh-CN" : "en-US",
      );
    }
    return { context, page, complaints };
  }

  it.concurrent.each(named)(
    "is readable and complete for a super administrator, without errors: %s",
    async (_name, face) => {
      const root = { username: "root", password: rootPassword };
      const { context, complaints } = await lookAt(rootScreens, root, face);
      await context.close();
      expect(complaints).toEqual([]);
    },
  );

  it.concurrent.each(named)(
    "is readable and complete for an administrator, with its overlays, without errors: %s",
    async (_name, face) => {
      const { context, page, complaints } = await lookAt(screens, { username: "demo", password }, face);
      for (const overlay of overlays) {
        await overlay.open(page, server.url);
        expect(await faultsOf(page, face, complaints), overlay.name).toEqual([]);
      }
      await context.close();
    },
    // Five minutes on a busy machine.
    900_000,
  );
});
