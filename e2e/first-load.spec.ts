import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { hasBrowser, launchBrowser, openContext } from "./support/browser.ts";
import { rootPassword, startServer, type TestServer } from "./support/server.ts";
import { enterAs } from "./support/sign-in.ts";
import { settled } from "./support/visit.ts";

/** Maximum requests of a page, fonts included. */
const fileBudget = 25;
/** What a first visitor may have to fetch, in bytes as gzip sends them. */
const scriptBudget = 200_000;

describe.runIf(hasBrowser)("the first load", () => {
  let server: TestServer;
  let browser: Browser;
  beforeAll(async () => {
    server = await startServer();
    browser = await launchBrowser();
  });
  afterAll(async () => {
    await browser?.close();
    await server?.stop();
  });

  it("fetches less script for the sign-in page than the budget", async () => {
    const context = await openContext(browser, { size: "desk", mode: "light", language: "en_US" });
    const page = await context.newPage();
    const scripts = new Set<string>();
    let requests = 0;
    page.on("response", (response) => {
      requests += 1;
      if (response.url().endsWith(".js")) scripts.add(response.url());
    });
    await page.goto(`${server.url}/login`);
    await page.getByRole("button", { name: "Sign in" }).waitFor();
    await page.waitForLoadState("networkidle");
    expect(scripts.size).toBeGreaterThan(2);
    let bytes = 0;
    for (const url of scripts) {
      const response = await fetch(url, { headers: { "accept-encoding": "gzip" } });
      bytes += Number(response.headers.get("content-length"));
      await response.body?.cancel();
    }
    expect(bytes).toBeGreaterThan(50_000);
    expect(bytes).toBeLessThan(scriptBudget);
    expect(requests).toBeLessThan(fileBudget);
  });

  it("fetches what signing in needs with the first letter, and says so where it cannot", async () => {
    const context = await openContext(browser, { size: "desk", mode: "light", language: "en_US" });
    const page = await context.newPage();
    const calls = /\/login-calls-[^/]*\.js$/;
    const fetched: string[] = [];
    page.on("request", (request) => {
      if (calls.test(request.url())) fetched.push(request.url());
    });
    await page.route(calls, (route) => route.abort());
    await page.goto(`${server.url}/login`);
    await page.getByRole("button", { name: "Sign in" }).waitFor();
    await page.waitForLoadState("networkidle");
    expect(fetched).toEqual([]);
    await page.getByLabel("Username or email").fill("root");
    await expect.poll(() => fetched.length).toBeGreaterThan(0);
    await page.getByRole("textbox", { name: "Password" }).fill(rootPassword);
    await page.getByRole("button", { name: "Sign in" }).click();
    await page.getByRole("alert").filter({ hasText: "Unable to connect to the server." }).waitFor();
    await page.unroute(calls);
    await page.getByRole("button", { name: "Sign in" }).click();
    await page.waitForURL("**/panel/dashboard");
    await context.close();
  });

  it("fetches the site's settings once, with the modules", async () => {
    const context = await openContext(browser, { size: "desk", mode: "light", language: "en_US" });
    const page = await context.newPage();
    await page.goto(`${server.url}/login`);
    await page.getByRole("button", { name: "Sign in" }).waitFor();
    await page.waitForLoadState("networkidle");
    const fetched = await page.evaluate(
      `performance.getEntriesByType("resource").filter(({ name }) => name.endsWith("/api/status")).map(({ initiatorType }) => initiatorType)`,
    );
    expect(fetched).toEqual(["link"]);
    await context.close();
  });

  it.each(["channel", "log"])("requests few files to show a list: %s", async (list) => {
    const context = await openContext(browser, { size: "desk", mode: "light", language: "en_US" });
    await enterAs(context, server.url, { username: "root", password: rootPassword });
    const page = await context.newPage();
    const files: string[] = [];
    page.on("request", (request) => {
      if (!request.url().includes("/api/")) files.push(request.url());
    });
    await page.goto(`${server.url}/panel/${list}`);
    await page.getByRole("heading", { level: 1 }).waitFor();
    await settled(page);
    expect(files.length).toBeGreaterThan(5);
    expect(files.length, files.join("\n")).toBeLessThan(fileBudget);
    await context.close();
  });

  it("fetches no code of forms, schemas or the console for the home page", async () => {
    const context = await openContext(browser, { size: "desk", mode: "light", language: "en_US" });
    const page = await context.newPage();
    const files: string[] = [];
    page.on("request", (request) => void files.push(new URL(request.url()).pathname));
    await page.goto(`${server.url}/`);
    await page.getByRole("heading", { level: 1 }).waitFor();
    await settled(page);
    expect(files.filter((file) => /\/home-page-/.test(file))).toHaveLength(1);
    expect(files.filter((file) => /\/(?:account|common|schemas|shell|screens)-/.test(file))).toEqual([]);
    await context.close();
  });

  it("caches hashed files for a year and revalidates the page itself", async () => {
    const html = await fetch(`${server.url}/login`);
    expect(html.headers.get("cache-control")).toBe("no-cache");
    const asset = /assets\/[\w.-]+\.js/.exec(await html.text())?.[0] ?? "";
    const script = await fetch(`${server.url}/${asset}`);
    expect(script.headers.get("cache-control")).toContain("immutable");
    expect((await fetch(`${server.url}/assets/no-such-file.js`)).status).toBe(404);
    expect((await fetch(`${server.url}/login`, { method: "HEAD" })).status).toBe(200);
  });
});
