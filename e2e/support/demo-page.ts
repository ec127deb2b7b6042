import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll } from "vitest";
import { launchBrowser, openContext } from "./browser.ts";
import { rootPassword, startServer, type TestServer } from "./server.ts";
import { enterAs } from "./sign-in.ts";

/** A demo and a page of it, signed in as root, for all tests of a `describe`. Not to be read before the first of them. */
export function useDemoPage(mode: "light" | "dark"): { readonly page: Page; readonly url: string } {
  let server: TestServer;
  let browser: Browser;
  let page: Page;
  beforeAll(async () => {
    server = await startServer({ demo: true, env: { API_RATE_LIMIT: "100000" } });
    browser = await launchBrowser();
    const context = await openContext(browser, { size: "desk", mode, language: "en_US" });
    await enterAs(context, server.url, { username: "root", password: rootPassword });
    page = await context.newPage();
  });
  afterAll(async () => {
    await browser?.close();
    await server?.stop();
  });
  return {
    get page() {
      return page;
    },
    get url() {
      return server.url;
    },
  };
}
