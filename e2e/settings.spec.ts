import type { Browser, Locator, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { collectComplaints, type Face, hasBrowser, launchBrowser, openContext } from "./support/browser.ts";
import { rootPassword, startServer, type TestServer } from "./support/server.ts";
import { enterAs } from "./support/sign-in.ts";
import { settled } from "./support/visit.ts";

const english: Face = { size: "desk", mode: "light", language: "en_US" };
const chinese: Face = { size: "phone", mode: "dark", language: "zh_CN" };
const patient = { timeout: 60_000 };
const administrator = { username: "grace", password: "a long password" };

/** Settings apply immediately for visitors, without a restart; root's settings stay root's. */
describe.runIf(hasBrowser)("settings", () => {
  let server: TestServer;
  let browser: Browser;
  let root: Page;
  const complaints: string[] = [];

  beforeAll(async () => {
    server = await startServer();
    browser = await launchBrowser();
    root = await signIn(english, { username: "root", password: rootPassword });
  });
  afterAll(async () => {
    await browser?.close();
    await server?.stop();
  });

  async function openPage(face: Face): Promise<Page> {
    const page = await (await openContext(browser, face)).newPage();
    page.setDefaultTimeout(60_000);
    complaints.push(...collectComplaints(page));
    return page;
  }

  async function signIn(face: Face, account: { username: string; password: string }): Promise<Page> {
    const page = await openPage(face);
    await enterAs(page.context(), server.url, account);
    return page;
  }

  const card = (page: Page, name: string): Locator => page.getByRole("region", { name, exact: true });

  async function save(page: Page, section: Locator, done: string, word = "Save"): Promise<void> {
    // The text alone may be from the previous save.
    const saved = page.waitForResponse((answer) => answer.url().includes("/api/option/section/"));
    await section.getByRole("button", { name: word, exact: true }).click();
    expect((await saved).ok()).toBe(true);
    await page.getByText(done).first().waitFor();
  }

  it("reach a visitor, in another language, without a reload of the server", async () => {
    await root.goto(`${server.url}/panel/setting?tab=site`);
    const brand = card(root, "Name and logo");
    await brand.getByRole("textbox", { name: "System name" }).fill("Acme AI");
    await save(root, brand, "Name and logo saved.");
    // The shell updates immediately.
    await expect.poll(() => root.title(), patient).toContain("Acme AI");
    const footer = card(root, "Footer");
    await footer
      .getByRole("textbox", { name: "Content" })
      .fill("Acme Ltd · <b>Registered</b><img src=x onerror=alert(1)>");
    await save(root, footer, "Footer saved.");
    const announcement = card(root, "Announcement");
    await announcement.getByRole("textbox", { name: "Announcement" }).fill("# Maintenance\n\non Sunday");
    await announcement.getByRole("heading", { name: "Maintenance" }).waitFor();
    await save(root, announcement, "Announcement saved.");

    const visitor = await openPage(chinese);
    await visitor.goto(`${server.url}/`);
    await expect.poll(() => visitor.title(), patient).toContain("Acme AI");
    await visitor.getByText("Maintenance").first().waitFor();
    await visitor.getByText("Registered").waitFor({ state: "attached" });
    expect(await visitor.content()).not.toContain("onerror");
    await visitor.context().close();

    // It is offered to the one who wrote it, too.
    await root.getByText("New announcement").waitFor();
    await announcement.getByRole("textbox", { name: "Announcement" }).fill("");
    await save(root, announcement, "Announcement saved.");
  });

  it("close and open registration for the next visitor, in Chinese, too", async () => {
    const page = await signIn(
      { ...english, language: "zh_CN" },
      { username: "root", password: rootPassword },
    );
    await page.goto(`${server.url}/panel/setting?tab=system`);
    const login = card(page, "登录与注册");
    await login.getByRole("switch", { name: "允许注册", exact: true }).click();
    await save(page, login, "“登录与注册”已保存。", "保存");
    const visitor = await openPage(english);
    await visitor.goto(`${server.url}/login`);
    await visitor.locator("input[name=username]").waitFor();
    await settled(visitor);
    expect(await visitor.locator('a[href^="/register"]').count()).toBe(0);
    await login.getByRole("switch", { name: "允许注册", exact: true }).click();
    await save(page, login, "“登录与注册”已保存。", "保存");
    await visitor.reload();
    await visitor.locator('a[href^="/register"]').first().waitFor();
    await visitor.context().close();
    await page.context().close();
  });

  it("name every field that is missing, and save nothing of the form", async () => {
    await root.goto(`${server.url}/panel/setting?tab=system`);
    const github = card(root, "GitHub OAuth");
    await github.getByText(`${server.url}/oauth/github`).waitFor();
    await github.getByRole("switch", { name: "GitHub sign-in" }).click();
    await github.getByRole("textbox", { name: "GitHub URL" }).fill("https://github.example/");
    complaints.length = 0;
    await github.getByRole("button", { name: "Save", exact: true }).click();
    await github.getByText("Required while this is enabled.").nth(1).waitFor();
    await github.getByRole("button", { name: "Discard" }).click();
    await root.reload();
    expect(await card(root, "GitHub OAuth").getByRole("textbox", { name: "GitHub URL" }).inputValue()).toBe(
      "https://github.com",
    );
  });

  it("are found by a word, and not lost by leaving the page", async () => {
    await root.goto(`${server.url}/panel/setting`);
    await root.getByRole("combobox", { name: "Find a setting" }).fill("starttls");
    await root.getByRole("option", { name: /Port/ }).click();
    const port = card(root, "SMTP").getByRole("spinbutton", { name: "Port" });
    await expect.poll(() => root.locator("input:focus").getAttribute("role"), patient).toBe("spinbutton");
    await port.fill("465");
    await root.getByRole("link", { name: "Tokens" }).first().click();
    await root.getByRole("alertdialog").getByRole("button", { name: "Keep editing" }).click();
    expect(new URL(root.url()).pathname).toBe("/panel/setting");
    await save(root, card(root, "SMTP"), "SMTP saved.");
  });

  it("are read-only to an administrator where they are the super administrator's", async () => {
    const made = await root.evaluate(
      `fetch("/api/user/", { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify({
        username: "${administrator.username}", password: "${administrator.password}", display_name: "Grace", group: "default" }) })
        .then((answer) => answer.json())
        .then(({ data }) => fetch("/api/user/manage", { method: "POST", headers: { "content-type": "application/json" },
          body: JSON.stringify({ id: data.id, action: "promote" }) })).then((answer) => answer.json())`,
    );
    expect(made).toMatchObject({ success: true });
    const page = await signIn(english, administrator);
    await page.goto(`${server.url}/panel/setting?tab=system`);
    const smtp = card(page, "SMTP");
    await smtp.getByText(/only a super administrator/).waitFor();
    expect(await smtp.getByRole("spinbutton", { name: "Port" }).isDisabled()).toBe(true);
    const rejected = await page.evaluate(
      `fetch("/api/option/section/smtp", { method: "PUT", headers: { "content-type": "application/json" },
        body: JSON.stringify({ values: { SMTPPort: 25 } }) }).then((answer) => answer.json())`,
    );
    expect(rejected).toMatchObject({ success: false, code: "setting.root_only" });
    await page.goto(`${server.url}/panel/setting`);
    const cache = card(page, "Response cache");
    await cache.getByRole("spinbutton", { name: "Time to live" }).fill("15");
    await save(page, cache, "Response cache saved.");
  });
});
