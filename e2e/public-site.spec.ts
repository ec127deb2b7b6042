import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import type { Browser, BrowserContext, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { collectComplaints, type Face, hasBrowser, launchBrowser, openContext } from "./support/browser.ts";
import { rootPassword, startServer, type TestServer } from "./support/server.ts";
import { settled } from "./support/visit.ts";

const face: Face = { size: "desk", mode: "light", language: "en_US" };

/** Hostile page content. Each piece tries to run a script or to call another server. */
const attacks = (evil: string): string => `
# Home of the attack
<script>window.pwned = "script"</script>
<img src=x onerror="window.pwned = 'image'">
<svg onload="window.pwned = 'svg'"><script>window.pwned = 'svg script'</script><use href="${evil}/use.svg#x"/></svg>
<svg><animate onbegin="window.pwned = 'animate'" attributeName="x" dur="1s"></animate></svg>
<iframe src="${evil}/frame"></iframe><iframe srcdoc="<script>parent.pwned = 'srcdoc'</script>"></iframe>
<object data="${evil}/object"></object><embed src="${evil}/embed">
<link rel="stylesheet" href="${evil}/style.css"><style>@import url("${evil}/import.css"); body { display: none }</style>
<div style="background: url(${evil}/background.png); position: fixed; inset: 0; z-index: 9999">over everything</div>
<form action="${evil}/form"><input name="password" autofocus onfocus="window.pwned = 'focus'"><button>Go on</button></form>
<meta http-equiv="refresh" content="0;url=${evil}/refresh"><base href="${evil}/">
<video src="${evil}/video" poster="${evil}/poster.png" autoplay onerror="window.pwned = 'video'"></video>
<details open ontoggle="window.pwned = 'toggle'"><summary>more</summary></details>
<math><mtext><table><mglyph><style><img src=x onerror="window.pwned = 'mxss'"></style></mglyph></table></mtext></math>
<a id="js" href="javascript:window.pwned='link'">harmless link</a> [another](javascript:window.pwned='markdown')
<a href="/price">inner link</a>
`;

describe.runIf(hasBrowser)("the public site", () => {
  let server: TestServer;
  let browser: Browser;
  let elsewhere: Server;
  let evil: string;
  let hits: string[];
  let context: BrowserContext;
  let page: Page;
  let complaints: string[];
  let cookie: string;

  beforeAll(async () => {
    hits = [];
    elsewhere = createServer((request, response) => {
      hits.push(request.url ?? "");
      response.setHeader("content-type", "text/html");
      response.end("<title>elsewhere</title><h1>Page from elsewhere</h1>");
    });
    await new Promise<void>((resolve) => elsewhere.listen(0, "127.0.0.1", resolve));
    evil = `http://127.0.0.1:${(elsewhere.address() as AddressInfo).port}`;
    server = await startServer();
    browser = await launchBrowser();
    const login = await fetch(`${server.url}/api/user/login`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ username: "root", password: rootPassword }),
    });
    cookie = (login.headers.get("set-cookie") ?? "").split(";")[0] ?? "";
  });
  afterAll(async () => {
    await browser?.close();
    await server?.stop();
    elsewhere?.close();
  });
  beforeEach(async () => {
    hits.length = 0;
    context = await openContext(browser, face);
    page = await context.newPage();
    page.setDefaultTimeout(60_000);
    complaints = collectComplaints(page);
  });
  afterEach(async () => {
    await context.close();
    await set({ HomePageContent: "", About: "", Footer: "", Notice: "", SystemName: "Tollgate" });
  });

  async function set(values: Record<string, unknown>): Promise<void> {
    for (const [key, value] of Object.entries(values)) {
      const answer = await fetch(`${server.url}/api/option/`, {
        method: "PUT",
        headers: { "content-type": "application/json", cookie },
        body: JSON.stringify({ key, value }),
      });
      expect([key, answer.status]).toEqual([key, 200]);
    }
  }

  it("shows the built-in home page where none is set: first call, formats, sign-in", async () => {
    await page.goto(server.url);
    await page.getByRole("heading", { level: 1, name: "Every model, one API" }).waitFor();
    expect(await page.title()).toBe("Tollgate");
    await page.getByRole("button", { name: "Go", exact: true }).click();
    await page.getByText("http.NewRequest").waitFor();
    await page.getByRole("heading", { name: "No models are offered yet" }).waitFor();
    await page.getByText("Operational · up since").waitFor();
    await page.getByRole("banner").getByRole("link", { name: "Sign in" }).click();
    await page.waitForURL("**/login");
    expect(complaints).toEqual([]);
  });

  it("renders its heading before any module has loaded", async () => {
    const released = Promise.withResolvers<void>();
    await page.route("**/assets/*.js", async (route) => {
      if (route.request().url().includes("/start-")) return route.continue();
      await released.promise;
      return route.continue();
    });
    await page.goto(server.url, { waitUntil: "commit" });
    await page.locator("#first-paint h1").getByText("Every model, one API").waitFor();
    expect(await page.locator("#root > *").count()).toBe(0);
    released.resolve();
    await page.getByRole("navigation", { name: "Site" }).waitFor();
    expect(await page.locator("#first-paint").count()).toBe(0);
    expect(await page.locator("h1").count()).toBe(1);
  });

  it("shows the operator's home page without running its scripts", async () => {
    await set({ HomePageContent: attacks(evil), Footer: attacks(evil), About: attacks(evil) });
    for (const path of ["/", "/about"]) {
      await page.goto(`${server.url}${path}`);
      await page.getByRole("heading", { name: "Home of the attack" }).first().waitFor();
      await settled(page);
      for (const link of await page.getByText("harmless link").all()) await link.click();
      await page.waitForTimeout(200);
      expect(await page.evaluate("window.pwned")).toBeUndefined();
      expect(new URL(page.url()).pathname).toBe(path);
      expect(await page.locator("iframe, form, object, embed, style[data-evil], video").count()).toBe(0);
      expect(await page.getByRole("banner").isVisible()).toBe(true);
    }
    expect(hits).toEqual([]);
  });

  it("frames an external page, which cannot navigate the console", async () => {
    await set({ HomePageContent: `${evil}/start`, About: `${evil}/about` });
    await page.goto(server.url);
    await page.frameLocator("iframe").getByRole("heading", { name: "Page from elsewhere" }).waitFor();
    const frame = page.frames().find((one) => one.url().startsWith(evil));
    await frame?.evaluate("try { top.location.href = 'about:blank' } catch {}").catch(() => undefined);
    await page.waitForTimeout(200);
    expect(page.url()).toBe(`${server.url}/`);
    await page.getByRole("navigation", { name: "Site" }).getByRole("link", { name: "About" }).click();
    await page.locator(`iframe[src="${evil}/about"]`).waitFor();
    await page.frameLocator("iframe").getByRole("heading", { name: "Page from elsewhere" }).waitFor();
    expect(hits.filter((path) => path !== "/favicon.ico")).toEqual(["/start", "/about"]);
  });

  it("shows an announcement once per change", async () => {
    await set({ Notice: "# Closed on Monday\n<script>window.pwned = 1</script>" });
    await page.goto(server.url);
    const dialog = page.getByRole("dialog", { name: "Announcement" });
    await dialog.getByRole("heading", { name: "Closed on Monday" }).waitFor();
    await dialog.getByRole("button", { name: "Close" }).click();
    await dialog.waitFor({ state: "detached" });
    await page.reload();
    await page.getByRole("button", { name: "Announcement" }).waitFor();
    expect(await dialog.count()).toBe(0);
    await set({ Notice: "# Open again" });
    await page.reload();
    await dialog.getByRole("heading", { name: "Open again" }).waitFor();
    expect(await page.evaluate("window.pwned")).toBeUndefined();
  });

  it("lists prices for everyone and collapses its links on phones", async () => {
    await page.goto(`${server.url}/price`);
    await page.getByRole("heading", { level: 1, name: "Models and prices" }).waitFor();
    await page.getByText("No models are offered yet").waitFor();
    await page.setViewportSize({ width: 390, height: 844 });
    await page.getByRole("button", { name: "Site" }).click();
    await page.getByRole("menuitem", { name: "About" }).click();
    await page.getByRole("heading", { level: 1, name: "About Tollgate" }).waitFor();
    expect(await page.evaluate("document.documentElement.scrollWidth")).toBe(390);
  });

  it("redirects only to known apps", async () => {
    await page.goto(`${server.url}/jump?url=${encodeURIComponent("javascript:window.pwned=1")}`);
    await page.getByRole("heading", { level: 1, name: "Invalid link" }).waitFor();
    expect(await page.evaluate("window.pwned")).toBeUndefined();
    await page.goto(`${server.url}/jump?url=${encodeURIComponent("opencat://team/join?token=sk-x")}`);
    await page.getByRole("heading", { level: 1, name: "Opening OpenCat" }).waitFor();
    expect(await page.getByRole("link", { name: "Open OpenCat" }).getAttribute("href")).toBe(
      "opencat://team/join?token=sk-x",
    );
  });

  it("shows the site's name as text everywhere", async () => {
    await set({ SystemName: "<img src=x onerror=alert(1)>" });
    await page.goto(`${server.url}/about`);
    await page.getByRole("heading", { level: 1, name: "About <img src=x onerror=alert(1)>" }).waitFor();
    expect(await page.title()).toBe("About · <img src=x onerror=alert(1)>");
    expect(await page.locator("img[src=x]").count()).toBe(0);
  });
});
