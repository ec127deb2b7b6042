import type { Browser, Locator, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { findViolations } from "./support/axe.ts";
import { collectComplaints, hasBrowser, launchBrowser, openContext } from "./support/browser.ts";
import { rootPassword, startServer, type TestServer } from "./support/server.ts";

/** Imported prices: for a new channel, and for all changes. */
describe.runIf(hasBrowser)("prices from the price book and from lists", () => {
  let server: TestServer;
  let browser: Browser;
  let page: Page;
  let dialog: Locator;
  let complaints: string[];

  beforeAll(async () => {
    server = await startServer();
    browser = await launchBrowser();
    const context = await openContext(browser, { size: "desk", mode: "light", language: "en_US" });
    page = await context.newPage();
    page.setDefaultTimeout(60_000);
    complaints = collectComplaints(page);
    dialog = page.getByRole("dialog");
    await page.goto(`${server.url}/login`);
    await page.locator("input[name=username]").fill("root");
    await page.locator("input[name=password]").fill(rootPassword);
    await page.getByRole("button", { name: "Sign in", exact: true }).click();
    await page.waitForURL("**/panel/**");
  });
  afterAll(async () => {
    await browser?.close();
    await server?.stop();
  });

  const button = (name: string | RegExp, within: Page | Locator = page) =>
    within.getByRole("button", { name, exact: true });
  const read = async <T>(path: string): Promise<T> => {
    const answer = await page.request.get(`${server.url}${path}`);
    return ((await answer.json()) as { data: T }).data;
  };
  interface StoredPrice {
    model: string;
    input: number;
    rules: object[];
  }
  const priceOf = async (model: string) =>
    (await read<StoredPrice[]>("/api/prices")).find((price) => price.model === model);

  it("price a model without one in the channel form, in one step", async () => {
    await page.goto(`${server.url}/panel/channel`);
    await button("Add channel").first().click();
    await button("OpenAI", dialog).click();
    await dialog.getByRole("textbox", { name: "API key" }).fill("sk-upstream-secret-key-0001");
    const models = dialog.getByRole("combobox", { name: "Models" });
    await models.fill("reseller/gpt-5.5");
    await models.press("Enter");
    await models.press("Escape");
    await button("Use the price book for 1 model", dialog).click();
    await dialog.getByText("Price book, gpt-5.5").waitFor();
    await button("Add channel", dialog).click();
    await button("Done", dialog).click();
    await dialog.waitFor({ state: "detached" });
    expect(await priceOf("reseller/gpt-5.5")).toMatchObject({ input: 2.5, rules: [{ input: 5 }] });
  });

  it("compare a file with the prices, show what changes, and apply what is chosen", async () => {
    await page.goto(`${server.url}/panel/pricing`);
    await button("Check for updates").click();
    await button("File", dialog).click();
    const list = [
      { model: "gpt-4o", type: "tokens", channel_type: 1, input: 1, output: 4 },
      { model: "our-model", type: "tokens", channel_type: 1, input: 3, output: 9 },
      { model: "__proto__", type: "tokens", channel_type: 1, input: 1, output: 1 },
    ];
    const buffer = Buffer.from(JSON.stringify(list));
    const file = { name: "prices.json", mimeType: "application/json", buffer };
    await dialog.locator("input[type=file]").setInputFiles(file);
    await dialog.getByText("has no valid model name").waitFor();
    const row = dialog.getByRole("listitem").filter({ hasText: "gpt-4o" });
    await row.getByText("$2.00").first().waitFor();
    expect(await findViolations(page)).toEqual([]);
    await dialog.getByRole("switch").click();
    await button(/^New 1$/, dialog).click();
    await dialog.getByRole("checkbox", { name: "Select our-model" }).check();
    await dialog.getByText("Prices: 1 added, 1 changed, 0 deleted. Locked prices do not change.").waitFor();
    await button("Apply 2 changes", dialog).click();
    await page.getByText("Prices updated: 1 added, 1 changed, 0 deleted.").waitFor();
    expect(await priceOf("gpt-4o")).toMatchObject({ input: 1 });
    expect(await priceOf("our-model")).toMatchObject({ input: 3 });
  });

  it("restore the price book's price, and show it among the available models", async () => {
    await button("Check for updates").click();
    await button("Compare", dialog).click();
    await dialog.getByText("Prices: 0 added, 1 changed, 0 deleted. Locked prices do not change.").waitFor();
    await button("Apply 1 change", dialog).click();
    await dialog.waitFor({ state: "detached" });
    await page.getByRole("link", { name: "Available models" }).first().click();
    await page.waitForURL("**/panel/model_price");
    await page.getByRole("heading", { level: 1, name: "Available models" }).waitFor();
    await page.getByRole("searchbox").fill("gpt-4o");
    // The rows move when the search takes effect.
    await page.waitForURL("**keyword=gpt-4o");
    const row = page.getByRole("row").filter({ hasText: /^gpt-4o(?!-)/ });
    await row.getByText("$2.50").waitFor();
    await button("gpt-4o", row).click();
    await dialog.getByText("128,000 tokens").waitFor();
    expect(await findViolations(page)).toEqual([]);
    expect(complaints).toEqual([]);
  });
});
