import OpenAI from "openai";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  chatAnswer,
  chatFrames,
  type FakeUpstream,
  jsonAnswer,
  startFakeUpstream,
  streamAnswer,
} from "../server/test/fake-upstream/fake-upstream.ts";
import { collectComplaints, hasBrowser, launchBrowser, openContext } from "./support/browser.ts";
import { rootPassword, startServer, type TestServer } from "./support/server.ts";

/** The main workflow of a new user: channel, price, token, call, bill. */
describe.runIf(hasBrowser)("from an empty installation to the first bill", () => {
  let server: TestServer;
  let upstream: FakeUpstream;
  let browser: Browser;
  let page: Page;
  let complaints: string[];
  let key: string;

  beforeAll(async () => {
    upstream = await startFakeUpstream();
    server = await startServer();
    browser = await launchBrowser();
    const context = await openContext(browser, { size: "desk", mode: "light", language: "en_US" });
    await context.grantPermissions(["clipboard-read", "clipboard-write"]);
    page = await context.newPage();
    page.setDefaultTimeout(60_000);
    complaints = collectComplaints(page);
  });
  afterAll(async () => {
    await browser?.close();
    await server?.stop();
    await upstream?.stop();
  });

  const button = (name: string | RegExp) => page.getByRole("button", { name, exact: true });

  it("sends a visitor to the sign-in page and rejects a wrong password on the page", async () => {
    await page.goto(`${server.url}/panel/channel`);
    await page.waitForURL("**/login**");
    await page.locator("input[name=username]").fill("root");
    await page.locator("input[name=password]").fill("not the password");
    await button("Sign in").click();
    await page.getByText("Incorrect username or password.").first().waitFor();
    complaints.length = 0;
    await page.locator("input[name=password]").fill(rootPassword);
    await button("Sign in").click();
    await page.waitForURL("**/panel/**");
    expect(new URL(page.url()).pathname).toBe("/panel/channel");
  });

  it("shows the open steps of a new installation", async () => {
    await page.goto(`${server.url}/panel/dashboard`);
    const step = page.getByRole("listitem").filter({ hasText: "Add a channel" });
    await step.waitFor();
    expect(await step.getByRole("link").getAttribute("href")).toBe("/panel/channel");
  });

  it("adds a channel from the provider's descriptor", async () => {
    await page.goto(`${server.url}/panel/channel`);
    await button("Add channel").first().click();
    // The type list comes from the providers' descriptors; DeepSeek is one folder and one line in the server.
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("button", { name: "DeepSeek" }).click();
    expect(await dialog.getByRole("textbox", { name: "Base URL" }).inputValue()).toBe(
      "https://api.deepseek.com",
    );
    await dialog.getByRole("button", { name: "Change" }).click();
    await dialog.getByRole("button", { name: "OpenAI", exact: true }).click();
    await dialog.getByRole("textbox", { name: "Name" }).fill("First channel");
    await dialog.getByRole("textbox", { name: "API key" }).fill("sk-upstream-secret-key-0001");
    await dialog.getByRole("textbox", { name: "Base URL" }).fill(upstream.url);
    await dialog.getByRole("button", { name: "Clear", exact: true }).click();
    const models = dialog.getByRole("combobox", { name: "Models" });
    await models.fill("first-model");
    await models.press("Enter");
    await models.press("Tab");
    await dialog.getByRole("button", { name: "Add channel" }).click();
    await page.getByText("Channel First channel added.").waitFor();
    await page
      .getByRole("dialog", { name: "Set up First channel" })
      .getByRole("button", { name: "Done" })
      .click();
    await page.getByRole("row", { name: /First channel/ }).waitFor();
    expect(await page.content()).not.toContain("sk-upstream-secret");
  });

  it("tests the channel with one unbilled call", async () => {
    upstream.answer(jsonAnswer(chatAnswer()));
    await page.getByRole("button", { name: "Test First channel" }).click();
    const result = page.getByText(/First channel responded in/).first();
    await result.waitFor();
    expect(await result.innerText()).toMatch(/ in \d/);
  });

  it("marks the model without a price, and prices it", async () => {
    await page.goto(`${server.url}/panel/pricing`);
    await page.getByRole("alert").getByText("first-model").click();
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("textbox", { name: "Input, Multiplier" }).fill("2");
    await dialog.getByRole("textbox", { name: "Output, Multiplier" }).fill("3");
    await dialog.getByRole("button", { name: "Add price" }).click();
    await dialog.waitFor({ state: "hidden" });
    // The seeds fill more than one page.
    await page.getByPlaceholder("Search model").fill("first-model");
    const row = page.getByRole("row", { name: /first-model/ });
    await row.waitFor();
    expect(await row.innerText()).toContain("$4.00");
  });

  it("creates a token and shows its key once", async () => {
    await page.goto(`${server.url}/panel/token`);
    await page.getByRole("button", { name: "Create token" }).first().click();
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("button", { name: "Create token" }).click();
    await dialog
      .getByText(/cannot be empty|required/i)
      .first()
      .waitFor();
    await dialog.getByRole("textbox", { name: "Name" }).fill("My program");
    await dialog.getByRole("button", { name: "Create token" }).click();
    await page.getByText("Token My program is ready").waitFor();
    key = /sk-[0-9A-Za-z]{48}/.exec(await page.getByRole("dialog").innerText())?.[0] ?? "";
    expect(key).not.toBe("");
  });

  it("serves the official SDK with that token and bills the call to the unit", async () => {
    upstream.answer(streamAnswer(chatFrames(["Hel", "lo"]), { pace: 5 }));
    const client = new OpenAI({ baseURL: `${server.url}/v1`, apiKey: key, maxRetries: 0 });
    const stream = client.chat.completions.stream({
      model: "first-model",
      messages: [{ role: "user", content: "Say hello" }],
    });
    expect(await stream.finalContent()).toBe("Hello");

    // 12 prompt tokens at 2 and 5 completion tokens at 3: 39 quota, $0.000078.
    await page.goto(`${server.url}/panel/log`);
    const row = page.getByRole("row", { name: /first-model/ });
    await row.waitFor();
    expect(await row.innerText()).toContain("$0.000078");
    await row.getByRole("button", { name: "Show details" }).click();
    const panel = page.getByRole("dialog");
    await panel.getByText("39 quota", { exact: true }).waitFor();
    await panel
      .getByText(/First channel/)
      .first()
      .waitFor();

    await page.goto(`${server.url}/panel/token`);
    await page.getByRole("row", { name: /My program/ }).waitFor();
    const self = await page.evaluate("fetch('/api/user/self').then((answer) => answer.json())");
    expect(self).toMatchObject({ data: { quota: 100_000_000 - 39, used_quota: 39, request_count: 1 } });
  });

  it("ticks the first steps on the dashboard and shows the spending", async () => {
    await page.goto(`${server.url}/panel/dashboard`);
    await page.getByText("first-model").first().waitFor();
    expect(complaints).toEqual([]);
  });

  it("switches language and theme, keeps both, and signs out to the start", async () => {
    await page.getByRole("button", { name: "Language" }).click();
    await page.getByRole("menuitemradio", { name: /中文/ }).click();
    await page.getByRole("heading", { level: 1, name: "仪表盘" }).waitFor();
    await page.reload();
    await page.getByRole("heading", { level: 1, name: "仪表盘" }).waitFor();
    expect(await page.evaluate("localStorage.getItem('appLanguage')")).toBe("zh_CN");
    await page.getByRole("button", { name: /深色/ }).click();
    expect(await page.evaluate("localStorage.getItem('theme')")).toBe("dark");
    await page.getByRole("banner").getByRole("button", { name: "账号" }).click();
    await page.getByRole("menuitem", { name: "退出登录" }).click();
    await page.waitForURL(/\/(login)?$/);
    expect(await page.evaluate("localStorage.getItem('user')")).toBeNull();
  });
});
