import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { findViolations } from "./support/axe.ts";
import { collectComplaints, hasBrowser, launchBrowser, openContext } from "./support/browser.ts";
import { rootPassword, startServer, type TestServer } from "./support/server.ts";

/** A token with a budget: created, spent, explained, and its key rotated. */
describe.runIf(hasBrowser)("a token with a budget", () => {
  let server: TestServer;
  let browser: Browser;
  let page: Page;
  let complaints: string[];
  let firstKey: string;

  beforeAll(async () => {
    [server, browser] = await Promise.all([startServer(), launchBrowser()]);
    const headers = { "content-type": "application/json" };
    const login = JSON.stringify({ username: "root", password: rootPassword });
    const signedIn = await fetch(`${server.url}/api/user/login`, { method: "POST", headers, body: login });
    const cookie = signedIn.headers.getSetCookie().find((line) => line.startsWith("session=")) ?? "";
    const channel = { type: 1000, name: "Sandbox", models: ["sandbox-small"], groups: ["default"] };
    const added = await fetch(`${server.url}/api/channel/`, {
      method: "POST",
      headers: { ...headers, cookie },
      body: JSON.stringify({ ...channel, test_model: "sandbox-small" }),
    });
    if (!added.ok) throw new Error(await added.text());
    const context = await openContext(browser, { size: "desk", mode: "light", language: "en_US" });
    page = await context.newPage();
    page.setDefaultTimeout(60_000);
    await page.goto(`${server.url}/login`);
    await page.locator("input[name=username]").fill("root");
    await page.locator("input[name=password]").fill(rootPassword);
    await button("Sign in").click();
    await page.waitForURL("**/panel/**");
    complaints = collectComplaints(page);
  });
  afterAll(async () => {
    await browser?.close();
    await server?.stop();
  });

  const button = (name: string | RegExp) => page.getByRole("button", { name, exact: true });
  const dialog = () => page.getByRole("dialog");
  const call = (key: string) =>
    fetch(`${server.url}/v1/chat/completions`, {
      method: "POST",
      headers: { "content-type": "application/json", authorization: `Bearer ${key}` },
      body: JSON.stringify({
        model: "sandbox-small",
        max_tokens: 100,
        messages: [{ role: "user", content: "Hi" }],
      }),
    });
  const shownKey = () =>
    dialog()
      .getByText(/^sk-[0-9A-Za-z]{48}$/)
      .first()
      .innerText();

  it("is created with an amount for each month", async () => {
    await page.goto(`${server.url}/panel/token`);
    await button("Create token").first().click();
    await dialog().getByRole("textbox", { name: /^Name/ }).fill("agent");
    await dialog().getByRole("combobox", { name: "Budget" }).click();
    await page.getByRole("option", { name: "Per month" }).click();
    await button("Create token").last().click();
    await dialog().getByText("Enter the budget for each period.").waitFor();
    // Covers one call: it reserves 0.0008 dollars, for 100 tokens of output at multiplier 3.
    await dialog()
      .getByRole("textbox", { name: /^Budget amount/ })
      .fill("0.001");
    await button("Create token").last().click();
    await page.getByText("Token agent is ready").waitFor();
    firstKey = await shownKey();
    expect(firstKey).toMatch(/^sk-/);
    await button("Done").click();
  });

  it("is rejected once the budget is reached, and the log and the list show it", async () => {
    let rejected: Response | undefined;
    for (let round = 0; round < 30 && rejected === undefined; round++) {
      const answer = await call(firstKey);
      if (answer.status !== 200) rejected = answer;
      else await answer.text();
    }
    expect(rejected?.status).toBe(402);
    expect(await rejected?.text()).toMatch(
      /monthly budget of the API key \(\$0\.001000\).*It resets at .* 00:00 UTC/,
    );
    await page.goto(`${server.url}/panel/token`);
    await page.getByRole("progressbar", { name: /of \$0\.001000 per month spent\. Resets / }).waitFor();
    expect(await findViolations(page)).toEqual([]);
    // Rejected calls are batched for three seconds before they reach the log.
    await expect
      .poll(
        async () => {
          await page.goto(`${server.url}/panel/log`);
          await page.getByText("sandbox-small").first().waitFor();
          return page.getByText("Token budget used up").count();
        },
        { timeout: 30_000 },
      )
      .toBeGreaterThan(0);
  });

  it("gets a new key while the previous one stays valid", async () => {
    await page.goto(`${server.url}/panel/token`);
    await button(/^More actions/).click();
    await page.getByRole("menuitem", { name: "Rotate key" }).click();
    await button("Rotate key").click();
    await page.getByText("New key of agent").waitFor();
    const key = await shownKey();
    expect(key).not.toBe(firstKey);
    // Both belong to the token whose budget is used up; an unknown key would be 401.
    expect([(await call(firstKey)).status, (await call(key)).status]).toEqual([402, 402]);
    expect(complaints).toEqual([]);
  });
});
