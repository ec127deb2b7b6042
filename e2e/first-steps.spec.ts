import OpenAI from "openai";
import type { Browser, BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { hasBrowser, launchBrowser, openContext } from "./support/browser.ts";
import { rootPassword, startServer, type TestServer } from "./support/server.ts";

/** First contact: sign-in, the announcement, an account without balance, the first call. */
const languages = {
  en_US: {
    signIn: "Sign in",
    wrong: "Incorrect username or password.",
    forgot: "Forgot your password?",
    contact: "Contact help@example.org",
    unavailable: "Password reset is not available",
    announcement: "Announcement",
    close: "Close",
    empty: "Your balance is empty",
    createToken: "Create token",
    name: "Name",
    progress: (done: number, steps = 3) => `${done} of ${steps} done`,
    showExample: "Show example",
    showLogs: "Show logs",
    addUser: "Add user",
    generate: "Generate password",
    copy: "Copy password",
  },
  zh_CN: {
    signIn: "登录",
    wrong: "用户名或密码不正确。",
    forgot: "忘记密码？",
    contact: "联系 help@example.org",
    unavailable: "无法自助重置密码",
    announcement: "公告",
    close: "关闭",
    empty: "余额为空",
    createToken: "新建令牌",
    name: "名称",
    progress: (done: number, steps = 3) => `已完成 ${done}/${steps}`,
    showExample: "查看示例",
    showLogs: "查看日志",
    addUser: "新建用户",
    generate: "生成密码",
    copy: "复制密码",
  },
} as const;
const widths = [390, 768, 1024, 1440];
/** Each language is walked through at one width; every page on the way is measured at all of them. */
const walks = [
  ["en_US", 390],
  ["zh_CN", 1440],
] as const;

describe.runIf(hasBrowser)("the first steps", () => {
  let server: TestServer;
  let browser: Browser;
  let root: string;

  beforeAll(async () => {
    [server, browser] = await Promise.all([
      startServer({ env: { API_RATE_LIMIT: "100000", TRUST_PROXY: "127.0.0.1" } }),
      launchBrowser(),
    ]);
    root = await signIn("root", rootPassword);
    await call("PUT", "/api/option/section/announcement", {
      values: { Notice: "Closed on **Monday**" },
      seen: { Notice: "" },
    });
    await call("PUT", "/api/option/section/general", {
      values: { SupportContact: "help@example.org" },
      seen: { SupportContact: "" },
    });
    await call("POST", "/api/channel/", {
      type: 1000,
      name: "Sandbox",
      models: ["sandbox-small"],
      groups: ["default"],
      test_model: "sandbox-small",
    });
  });
  afterAll(async () => {
    await browser?.close();
    await server?.stop();
  });

  async function signIn(username: string, password: string): Promise<string> {
    const answer = await fetch(`${server.url}/api/user/login`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ username, password }),
    });
    return /session=([^;]+)/.exec(answer.headers.get("set-cookie") ?? "")?.[1] ?? "";
  }

  async function call<Data>(method: string, path: string, body: unknown): Promise<Data> {
    const answer = await fetch(server.url + path, {
      method,
      headers: { "content-type": "application/json", cookie: `session=${root}` },
      body: JSON.stringify(body),
    });
    const envelope = (await answer.json()) as { success: boolean; data: Data };
    if (!envelope.success) throw new Error(`${method} ${path}: ${JSON.stringify(envelope)}`);
    return envelope.data;
  }

  /** Each case signs in from its own address, to avoid the rate limit of sign-ins. */
  async function open(language: keyof typeof languages, width: number): Promise<[BrowserContext, Page]> {
    const context = await openContext(browser, { size: "desk", mode: "light", language });
    await context.setExtraHTTPHeaders({
      "x-forwarded-for": `192.0.2.${widths.indexOf(width) + (language === "en_US" ? 10 : 20)}`,
    });
    const page = await context.newPage();
    await page.setViewportSize({ width, height: width === 390 ? 844 : 900 });
    page.setDefaultTimeout(60_000);
    return [context, page];
  }

  /** Widths at which the page scrolls sideways. Restores the window's width afterwards. */
  async function tooNarrow(page: Page): Promise<number[]> {
    const own = page.viewportSize() ?? { width: 0, height: 0 };
    const wrong: number[] = [];
    for (const width of widths) {
      await page.setViewportSize({ width, height: own.height });
      // A resized window renders some frames later.
      await expect
        .poll(() => page.evaluate("document.documentElement.scrollWidth - window.innerWidth"))
        .toBeLessThanOrEqual(0)
        .catch(() => wrong.push(width));
    }
    await page.setViewportSize(own);
    return wrong;
  }

  it.each(walks)("guide a new user to a first call in %s at %i px", async (language, width) => {
    const words = languages[language];
    const user = `u${language.slice(0, 2)}${width}`;
    const [context, page] = await open(language, width);
    const { id } = await call<{ id: number }>("POST", "/api/user/", {
      username: user,
      password: "a long password",
      quota: 0,
    });

    // The error of a wrong password stays until a change and is gone after sign-in.
    await page.goto(`${server.url}/login`);
    await page.locator("input[name=username]").fill(user);
    await page.locator("input[name=password]").fill("wrong password");
    await page.getByRole("button", { name: words.signIn, exact: true }).last().click();
    await page.getByRole("alert").getByText(words.wrong).waitFor();
    expect(await page.getByText(words.wrong).count()).toBe(1);
    expect(await page.getByRole("link", { name: words.forgot }).count()).toBe(0);
    expect(await page.getByRole("link", { name: words.contact }).getAttribute("href")).toBe(
      "mailto:help@example.org",
    );
    expect(await tooNarrow(page)).toEqual([]);
    await page.locator("input[name=password]").fill("a long password");
    expect(await page.getByText(words.wrong).count()).toBe(0);
    await page.getByRole("button", { name: words.signIn, exact: true }).last().click();

    // The announcement opens automatically once, and again by its button and the keyboard.
    await page.waitForURL("**/panel/dashboard");
    await page.getByRole("dialog", { name: words.announcement }).getByText("Monday").waitFor();
    await page.getByRole("dialog").getByRole("button", { name: words.close }).click();
    await page.getByRole("dialog").waitFor({ state: "hidden" });
    await page.reload();
    await page.getByRole("region", { name: words.empty }).waitFor();
    expect(await page.getByRole("dialog").count()).toBe(0);
    await page.getByRole("banner").getByRole("button", { name: words.announcement }).focus();
    await page.keyboard.press("Enter");
    await page.getByRole("dialog", { name: words.announcement }).getByText("Monday").waitFor();
    await page.keyboard.press("Escape");
    await page.getByRole("dialog").waitFor({ state: "hidden" });

    // Without balance: the operator's contact, here and where a token is created.
    await page
      .getByRole("region", { name: words.empty })
      .getByRole("link", { name: words.contact })
      .waitFor();
    expect(await tooNarrow(page)).toEqual([]);
    // Topping up is a step of its own while the balance is empty.
    await page.getByText(words.progress(0, 4)).waitFor();
    await page.getByRole("link", { name: words.createToken }).click();
    await page.waitForURL("**/panel/token");
    const editor = page.getByRole("dialog");
    await editor.getByRole("region", { name: words.empty }).waitFor();
    await editor.getByRole("textbox", { name: words.name }).first().fill("app");
    await editor.locator("button[type=submit]").click();
    await page
      .getByRole("dialog")
      .getByText(/sk-[0-9A-Za-z]{48}/)
      .first()
      .waitFor();

    // The example uses the only model, and runs unchanged.
    await call("POST", `/api/user/quota/${id}`, { quota: 1_000_000, request_id: `first-${user}` });
    await page.goto(`${server.url}/panel/dashboard`);
    await page.getByText(words.progress(1)).waitFor();
    expect(await page.getByRole("region", { name: words.empty }).count()).toBe(0);
    await page.getByRole("button", { name: words.showExample }).click();
    const code = (await page.locator("pre").first().innerText()) ?? "";
    expect(code).toContain(`${server.url}/v1/chat/completions`);
    expect(code).toContain('"model": "sandbox-small"');
    expect(await tooNarrow(page)).toEqual([]);
    const client = new OpenAI({
      baseURL: `${server.url}/v1`,
      apiKey: /sk-[0-9A-Za-z]{48}/.exec(code)?.[0] ?? "",
      maxRetries: 0,
    });
    await client.chat.completions.create({
      model: /"model": "([^"]+)"/.exec(code)?.[1] ?? "",
      messages: [{ role: "user", content: "Hello!" }],
    });
    await page.getByText(words.progress(2)).waitFor();
    await page.getByRole("link", { name: words.showLogs }).click();
    await page.waitForURL("**/panel/log");
    await page.getByText("sandbox-small").first().waitFor();
    await page.goto(`${server.url}/panel/dashboard`);
    await page.getByText("sandbox-small").first().waitFor();
    expect(await page.getByText(words.progress(2)).count()).toBe(0);
    await context.close();
  });

  it.each(walks)("generate a password for a new user in %s at %i px", async (language, width) => {
    const words = languages[language];
    const name = `g${language.slice(0, 2)}${width}`;
    const [context, page] = await open(language, width);
    await context.grantPermissions(["clipboard-read", "clipboard-write"]);
    await context.addCookies([{ name: "session", value: root, url: server.url }]);
    const { data } = (await (
      await fetch(`${server.url}/api/user/self`, { headers: { cookie: `session=${root}` } })
    ).json()) as { data: unknown };
    const { notice_hash } = (
      (await (await fetch(`${server.url}/api/status`)).json()) as { data: { notice_hash: string } }
    ).data;
    await context.addInitScript(
      ([user, seen]) => {
        localStorage.setItem("user", user ?? "");
        localStorage.setItem("seenNotice", seen ?? "");
      },
      [JSON.stringify(data), notice_hash],
    );
    await page.goto(`${server.url}/panel/user`);
    await page.getByRole("button", { name: words.addUser }).first().click();
    const editor = page.getByRole("dialog");
    await editor.locator("input[name=username]").fill(name);
    await editor.getByRole("button", { name: words.generate }).click();
    const password = await editor.locator("input[name=password]").inputValue();
    expect(await editor.locator("input[name=password]").getAttribute("type")).toBe("text");
    await editor.getByRole("button", { name: words.copy }).click();
    expect(await page.evaluate("navigator.clipboard.readText()")).toBe(password);
    expect(await tooNarrow(page)).toEqual([]);
    await editor.locator("button[type=submit]").click();
    await editor.waitFor({ state: "hidden" });
    expect(await signIn(name, password)).not.toBe("");
    await context.close();
  });
});
