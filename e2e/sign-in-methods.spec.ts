import type { Browser, BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type GitHubStandIn, startGitHubStandIn } from "../server/test/support/github-stand-in.ts";
import { type LarkStandIn, startLarkStandIn } from "../server/test/support/lark-stand-in.ts";
import { type OidcStandIn, startOidcStandIn } from "../server/test/support/oidc-stand-in.ts";
import {
  startWeChatBridgeStandIn,
  type WeChatBridgeStandIn,
} from "../server/test/support/wechat-bridge-stand-in.ts";
import { collectComplaints, hasBrowser, launchBrowser, openContext } from "./support/browser.ts";
import { rootPassword, startServer, type TestServer } from "./support/server.ts";

/** Users sign in with external accounts, link and unlink them, and cannot use another user's link. */
const languages = {
  en_US: {
    github: "Continue with GitHub",
    oidc: "Continue with single sign-on",
    lark: "Continue with Lark",
    wechat: "Continue with WeChat",
    code: "Verification code",
    signIn: "Sign in",
    named: { github: "GitHub", oidc: "single sign-on", lark: "Lark", wechat: "WeChat" },
    link: "Link",
    linkService: (service: string) => `Link ${service}`,
    linked: (service: string) => `Your account is linked to ${service}.`,
    unlink: "Unlink",
    unlinkService: (service: string) => `Unlink ${service}`,
    unlinked: (service: string) => `Your account is no longer linked to ${service}.`,
    used: "This sign-in was already used or did not start here. Start again.",
    otherBrowser: "This sign-in started in another browser. Start again in this one.",
    declined: "You declined access at GitHub.",
    attempt: "No response yet. Attempt 2 of 3.",
    back: "Back to sign-in",
  },
  zh_CN: {
    github: "使用 GitHub 登录",
    oidc: "使用单点登录",
    lark: "使用飞书登录",
    wechat: "使用微信登录",
    code: "验证码",
    signIn: "登录",
    named: { github: " GitHub ", oidc: "单点登录", lark: "飞书", wechat: "微信" },
    link: "绑定",
    linkService: (service: string) => `绑定${service}`.trim(),
    linked: (service: string) => `已绑定${service}账号。`,
    unlink: "解绑",
    unlinkService: (service: string) => `解绑${service}`.trim(),
    unlinked: (service: string) => `已解绑${service}账号。`,
    used: "本次登录已使用过，或不是从本站发起的，请重新登录。",
    otherBrowser: "本次登录是在其他浏览器中发起的，请在当前浏览器重新登录。",
    declined: "您在 GitHub 取消了授权。",
    attempt: "暂无响应，正在进行第 2 次尝试，共 3 次。",
    back: "返回登录",
  },
} as const;
type Language = keyof typeof languages;

describe.runIf(hasBrowser)("signing in by another service", () => {
  let server: TestServer;
  let github: GitHubStandIn;
  let lark: LarkStandIn;
  let wechat: WeChatBridgeStandIn;
  let oidc: OidcStandIn;
  let browser: Browser;

  beforeAll(async () => {
    // Each language comes from an address of its own: the limit is per address.
    [server, github, lark, wechat, browser] = await Promise.all([
      startServer({ env: { TRUST_PROXY: "127.0.0.1" } }),
      startGitHubStandIn(),
      startLarkStandIn(),
      startWeChatBridgeStandIn(),
      launchBrowser(),
    ]);
    oidc = await startOidcStandIn([`${server.url}/oauth/oidc`]);
    github.callback = `${server.url}/oauth/github`;
    await saveSettings(server.url, [
      { ServerAddress: server.url },
      { GitHubAddress: github.url, GitHubApiAddress: github.url, GitHubClientId: github.clientId },
      { GitHubClientSecret: github.clientSecret, GitHubOAuthEnabled: true },
      {
        LarkAddress: lark.url,
        LarkClientId: lark.appId,
        LarkClientSecret: lark.appSecret,
        LarkAuthEnabled: true,
      },
      { WeChatServerAddress: wechat.url, WeChatServerToken: wechat.token },
      { WeChatAccountQRCodeImageURL: `${wechat.url}/picture.svg`, WeChatAuthEnabled: true },
      { OIDCIssuer: oidc.issuer, OIDCClientId: oidc.clientId, OIDCClientSecret: oidc.clientSecret },
      { OIDCAuthEnabled: true },
    ]);
  });
  afterAll(async () => {
    await browser?.close();
    await Promise.all([server, github, lark, wechat, oidc].map((one) => one?.stop()));
  });

  describe.each(Object.entries(languages))("in %s", (name, words) => {
    const language = name as Language;
    const index = Object.keys(languages).indexOf(language);
    let context: BrowserContext;
    let page: Page;
    let complaints: string[];
    const button = (named: string) => page.getByRole("button", { name: named, exact: true });

    beforeAll(async () => {
      ({ context, page } = await openPage(index * 2));
      complaints = collectComplaints(page);
    });

    async function openPage(address: number): Promise<{ context: BrowserContext; page: Page }> {
      const opened = await openContext(browser, { size: "desk", mode: "light", language });
      await opened.setExtraHTTPHeaders({ "x-forwarded-for": `198.51.100.${10 + address}` });
      const first = await opened.newPage();
      first.setDefaultTimeout(60_000);
      return { context: opened, page: first };
    }

    async function beginAtLogin(): Promise<void> {
      // From a page without scripts: the console logs errors when its session is removed.
      await page.goto(`${server.url}/api/status`);
      await context.clearCookies();
      await page.evaluate(() => localStorage.removeItem("user"));
      await page.goto(`${server.url}/login`);
    }

    /** The user of the session. */
    async function whoAmI(): Promise<Record<string, unknown>> {
      await page.waitForURL("**/panel/**");
      return page.evaluate(async () => {
        const answer = (await (await fetch("/api/user/self")).json()) as { data: Record<string, unknown> };
        return answer.data;
      });
    }

    it("signs in with GitHub", async () => {
      github.person = { id: 100 + index, login: `octo-${index}`, name: "Mona" };
      await beginAtLogin();
      await button(words.github).click();
      expect(await whoAmI()).toMatchObject({ username: `octo-${index}`, display_name: "Mona" });
    });

    it("signs in with an OIDC provider", async () => {
      oidc.person = { sub: `sub-${index}`, preferred_username: `oidc-${index}` };
      await beginAtLogin();
      await button(words.oidc).click();
      expect(await whoAmI()).toMatchObject({ username: `oidc-${index}` });
    });

    it("signs in with Lark", async () => {
      lark.person = { open_id: `ou-${index}`, name: `飞书用户${index}` };
      await beginAtLogin();
      await button(words.lark).click();
      expect(await whoAmI()).toMatchObject({ username: `飞书用户${index}` });
    });

    it("signs in with a code of the WeChat account", async () => {
      wechat.codes.set(`12345${index}`, `wx-${index}`);
      await beginAtLogin();
      await button(words.wechat).click();
      const dialog = page.getByRole("dialog");
      await dialog.getByRole("img").waitFor();
      await dialog.getByLabel(words.code, { exact: true }).fill(`12345${index}`);
      await dialog.getByRole("button", { name: words.signIn, exact: true }).click();
      expect(await whoAmI()).toMatchObject({ bindings: { wechat: `wx-${index}` } });
      expect(complaints).toEqual([]);
    });

    it.each(["github", "oidc", "lark"] as const)("links %s to it and unlinks it again", async (kind) => {
      // Another address: the limit is per address, and signing in has used up much of it.
      await context.setExtraHTTPHeaders({ "x-forwarded-for": `198.51.100.${50 + index}` });
      github.person = { id: 200 + index, login: `linked-${index}` };
      oidc.person = { sub: `linked-${index}`, preferred_username: `linked-${index}` };
      lark.person = { open_id: `linked-${index}`, name: `linked-${index}` };
      const service = words.named[kind];
      await page.goto(`${server.url}/panel/profile?tab=bindings`);
      await button(words.linkService(service)).click();
      await confirm(words.link);
      await page.getByText(words.linked(service)).waitFor();
      const { bindings } = await whoAmI();
      expect(bindings).toMatchObject({ [kind]: expect.stringMatching(/./), wechat: `wx-${index}` });
      await unlink(kind);
      expect((await whoAmI())["bindings"]).toMatchObject({ [kind]: "", wechat: `wx-${index}` });
    });

    it("links WeChat to another account and unlinks it again", async () => {
      github.person = { id: 100 + index, login: `octo-${index}` };
      await beginAtLogin();
      await button(words.github).click();
      await page.waitForURL("**/panel/**");
      await page.goto(`${server.url}/panel/profile?tab=bindings`);
      const service = words.named.wechat;
      wechat.codes.set(`54321${index}`, `other-wx-${index}`);
      await button(words.linkService(service)).click();
      await page.getByRole("dialog").getByLabel(words.code, { exact: true }).fill(`54321${index}`);
      await confirm(words.link);
      await page.getByText(words.linked(service)).waitFor();
      expect((await whoAmI())["bindings"]).toMatchObject({ wechat: `other-wx-${index}` });
      await unlink("wechat");
      expect((await whoAmI())["bindings"]).toMatchObject({ wechat: "", github: `octo-${index}` });
      expect(complaints).toEqual([]);
      await context.setExtraHTTPHeaders({ "x-forwarded-for": `198.51.100.${10 + index * 2}` });
    });

    async function confirm(word: string): Promise<void> {
      await page.getByRole("dialog").getByRole("button", { name: word, exact: true }).click();
    }

    /** Unlinks on the profile and waits until linking is offered again. */
    async function unlink(kind: keyof typeof words.named): Promise<void> {
      const service = words.named[kind];
      await page.goto(`${server.url}/panel/profile?tab=bindings`);
      await button(words.unlinkService(service)).click();
      await confirm(words.unlink);
      await page.getByText(words.unlinked(service)).waitFor();
      await button(words.linkService(service)).waitFor();
    }

    it("shows GitHub's rejection and a used code, and redirects to /login", async () => {
      github.person = undefined;
      await beginAtLogin();
      await button(words.github).click();
      await page.getByText(words.declined).waitFor();
      await page.getByRole("link", { name: words.back }).click();
      await page.waitForURL("**/login");

      github.person = { id: 100 + index, login: `octo-${index}` };
      const callback = page.waitForRequest((request) => request.url().startsWith(github.callback));
      await button(words.github).click();
      const address = (await callback).url();
      await page.waitForURL("**/panel/**");
      await context.clearCookies({ name: "session" });
      await page.evaluate(() => localStorage.removeItem("user"));
      await page.goto(address);
      await page.getByText(words.used).waitFor();
      await page.waitForURL("**/login", { timeout: 60_000 });
      expect((await context.cookies()).map((cookie) => cookie.name)).not.toContain("session");
    });

    it("retries when GitHub is briefly unavailable, and shows it", async () => {
      github.faults.set("/login/oauth/access_token", ["cut"]);
      await beginAtLogin();
      await button(words.github).click();
      await page.getByText(words.attempt).waitFor();
      expect(await whoAmI()).toMatchObject({ username: `octo-${index}` });
    });

    it("rejects a callback link from another browser", async () => {
      await beginAtLogin();
      // The attacker intercepts an unused code and sends its address to a victim.
      await page.route("**/api/oauth/github**", (route) => route.abort());
      await button(words.github).click();
      await page.waitForURL(`${github.callback}**`);
      const address = page.url();
      const victim = await openPage(index * 2 + 1);
      await victim.page.goto(address);
      await victim.page.getByText(words.otherBrowser).waitFor();
      expect((await victim.context.cookies()).map((cookie) => cookie.name)).not.toContain("session");
      await victim.context.close();
    });
  });
});

/** Sets several settings, group by group, each in display order: switches come last. */
async function saveSettings(
  url: string,
  groups: readonly Record<string, string | number | boolean>[],
): Promise<void> {
  const headers = { "content-type": "application/json" };
  const login = await fetch(`${url}/api/user/login`, {
    method: "POST",
    headers,
    body: JSON.stringify({ username: "root", password: rootPassword }),
  });
  const cookie =
    login.headers
      .getSetCookie()
      .find((line) => line.startsWith("session="))
      ?.split(";")[0] ?? "";
  for (const [key, value] of groups.flatMap((group) => Object.entries(group))) {
    const answer = await fetch(`${url}/api/option/`, {
      method: "PUT",
      headers: { ...headers, cookie },
      body: JSON.stringify({ key, value }),
    });
    expect([key, await answer.json()]).toMatchObject([key, { success: true }]);
  }
}
