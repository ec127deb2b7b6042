import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  chatFrames,
  type FakeUpstream,
  startFakeUpstream,
  streamAnswer,
} from "../server/test/fake-upstream/fake-upstream.ts";
import { hasBrowser, launchBrowser, openContext } from "./support/browser.ts";
import { rootPassword, startServer, type TestServer } from "./support/server.ts";
import { enterAs } from "./support/sign-in.ts";

/** Administrators' changes take effect immediately in users' open browsers. */
describe.runIf(hasBrowser)("administering users", () => {
  let server: TestServer;
  let upstream: FakeUpstream;
  let browser: Browser;
  let root: Page;

  beforeAll(async () => {
    upstream = await startFakeUpstream();
    server = await startServer();
    browser = await launchBrowser();
    root = await signIn("root", rootPassword, "en_US");
  });
  afterAll(async () => {
    await browser?.close();
    await server?.stop();
    await upstream?.stop();
  });

  async function signIn(username: string, password: string, language: "en_US" | "zh_CN"): Promise<Page> {
    const context = await openContext(browser, { size: "desk", mode: "light", language });
    const page = await context.newPage();
    page.setDefaultTimeout(60_000);
    await enterAs(context, server.url, { username, password });
    await page.goto(`${server.url}/panel/token`);
    return page;
  }

  const api = <T>(page: Page, method: string, path: string, body?: object): Promise<T> =>
    page.evaluate(
      async ([verb, address, text]) => {
        const headers: Record<string, string> = text ? { "content-type": "application/json" } : {};
        const response = await fetch(address ?? "", { method: verb ?? "", headers, body: text ?? null });
        return ((await response.json()) as { data: never }).data;
      },
      [method, path, body && JSON.stringify(body)] as const,
    );

  it("creates a user, who signs in with another language", async () => {
    await root.goto(`${server.url}/panel/user`);
    await root.getByRole("button", { name: "Add user" }).first().click();
    const dialog = root.getByRole("dialog");
    await dialog.getByRole("textbox", { name: /Username/ }).fill("zhangsan");
    await dialog.getByLabel(/Password/).fill("a long password");
    await dialog.getByRole("button", { name: "Add user" }).click();
    await root.getByText("User zhangsan added.").waitFor();
    const user = await signIn("zhangsan", "a long password", "zh_CN");
    expect(await user.getByRole("link", { name: "渠道" }).count()).toBe(0);
    await user.context().close();
  });

  it("grants and revokes the administrator role in the user's open browser", async () => {
    const user = await signIn("zhangsan", "a long password", "zh_CN");
    expect(await statusOf(user)).toBe(403);
    await changeRole("Make administrator");
    // Nothing but the next call of that browser: no sign-in, no reload of the session.
    expect(await statusOf(user)).toBe(200);
    await user.goto(`${server.url}/panel/user`);
    await user.getByRole("heading", { level: 1, name: "用户" }).waitFor();
    await changeRole("Remove administrator");
    expect(await statusOf(user)).toBe(403);
    await user.context().close();
  });

  const statusOf = (page: Page): Promise<number> =>
    page.evaluate(() => fetch("/api/user/").then((answer) => answer.status));

  async function changeRole(action: string): Promise<void> {
    await root.goto(`${server.url}/panel/user?keyword=zhangsan`);
    const row = root.getByRole("row", { name: /zhangsan/ });
    await row.getByRole("button", { name: /More actions/ }).click();
    await root.getByRole("menuitem", { name: action }).click();
    await root.getByRole("alertdialog").getByRole("button", { name: action }).click();
    await root
      .getByText(/administrator\./)
      .first()
      .waitFor();
  }

  it("aborts the stream of a disabled user, and blocks sign-in", async () => {
    const { data } = await api<{ data: { id: number }[] }>(root, "GET", "/api/user/?keyword=zhangsan");
    const channel = { name: "Slow", type: 1, key: "k", base_url: upstream.url, groups: ["default"] };
    await api(root, "POST", "/api/channel/", { ...channel, models: ["slow-model"] });
    const price = { model: "slow-model", type: "tokens", channel_type: 1, input: 1, output: 1 };
    await api(root, "POST", "/api/prices/single", price);
    await api(root, "POST", `/api/user/quota/${data[0]?.id}`, { quota: 5_000_000 });
    // It sends some text and then idles.
    upstream.answer(streamAnswer(chatFrames(["one ", "two "], null).slice(0, 3), { pace: 5, hang: true }));
    const user = await signIn("zhangsan", "a long password", "zh_CN");
    const token = await api<{ key: string }>(user, "POST", "/api/token/", {
      name: "t",
      unlimited_quota: true,
    });

    const response = await fetch(`${server.url}/v1/chat/completions`, {
      method: "POST",
      headers: { "content-type": "application/json", authorization: `Bearer ${token.key}` },
      body: JSON.stringify({
        model: "slow-model",
        stream: true,
        messages: [{ role: "user", content: "Hi" }],
      }),
    });
    expect(response.status).toBe(200);
    const reader = response.body?.getReader();
    await reader?.read();
    const cut = (async () => {
      while (!(await reader?.read())?.done);
      return "ended";
    })().catch(() => "cut");

    await root.goto(`${server.url}/panel/user?keyword=zhangsan`);
    await root.getByRole("switch", { name: /zhangsan/ }).click();
    expect(await cut).toBe("cut");
    expect(await statusOf(user)).toBe(401);
    await user.context().close();
  });
});
