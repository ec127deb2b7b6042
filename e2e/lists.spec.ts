import { mkdirSync, readFileSync } from "node:fs";
import path from "node:path";
import type { Browser, BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { hasBrowser, launchBrowser, openContext } from "./support/browser.ts";
import { rootPassword, startServer, type TestServer } from "./support/server.ts";
import { enterAs } from "./support/sign-in.ts";
import { settled, visit } from "./support/visit.ts";

/** Every list, with the columns that must be visible at every width: keys of its texts. */
const lists = [
  {
    path: "panel/dashboard",
    screen: "dashboard",
    keeps: ["models.model", "models.requests", "models.spend"],
  },
  {
    path: "panel/channel",
    screen: "channels",
    keeps: ["columns.name", "columns.status", "columns.used_quota"],
  },
  {
    path: "panel/token",
    screen: "tokens",
    keeps: ["columns.name", "columns.status", "columns.used_quota", "columns.remain_quota"],
  },
  {
    path: "panel/log?range=any",
    screen: "logs",
    keeps: ["columns.created_at", "columns.model", "columns.outcome", "columns.quota"],
  },
  { path: "panel/pricing", screen: "pricing", keeps: ["columns.model", "columns.input", "columns.output"] },
  {
    path: "panel/user",
    screen: "users",
    keeps: ["columns.username", "columns.quota", "columns.used_quota", "columns.status"],
  },
  {
    path: "panel/user_group",
    screen: "user-groups",
    keeps: ["columns.name", "columns.ratio", "columns.enable"],
  },
  {
    path: "panel/audit",
    screen: "audit",
    keeps: ["columns.created_at", "columns.actor", "columns.action", "columns.target"],
  },
  { path: "price", screen: "price-list", keeps: ["columns.model", "columns.input", "columns.output"] },
];

/** Text of a screen by its key. */
function textOf(screen: string, language: string, key: string): string {
  const file = path.join(import.meta.dirname, `../console/src/screens/${screen}/locales/${language}.json`);
  const [section = "", name = ""] = key.split(".");
  return (
    (JSON.parse(readFileSync(file, "utf8")) as Record<string, Record<string, string>>)[section]?.[name] ?? key
  );
}

/** English texts are longer; Chinese is checked on a phone, a tablet and a desktop. */
const widths = { en_US: [390, 600, 700, 768, 900, 1024, 1440], zh_CN: [390, 768, 1440] } as const;
/** Folder for screenshots of every list; without it, no screenshots are saved. */
const pictures = process.env["TOLLGATE_PICTURES"];

describe.runIf(hasBrowser)("lists", () => {
  let server: TestServer;
  let browser: Browser;
  let password: string;
  beforeAll(async () => {
    server = await startServer({ demo: true, env: { TRUST_PROXY: "127.0.0.1", API_RATE_LIMIT: "100000" } });
    password = /Password: +(\S+)/.exec(server.output())?.[1] ?? "";
    await addLongNames(server.url);
    browser = await launchBrowser();
  });
  afterAll(async () => {
    await browser?.close();
    await server?.stop();
  });

  async function signIn(
    language: "en_US" | "zh_CN",
    mode: "light" | "dark",
    username = "demo",
  ): Promise<BrowserContext> {
    const context = await openContext(browser, { size: "desk", mode, language });
    const account = { username, password: username === "root" ? rootPassword : password };
    await enterAs(context, server.url, account);
    return context;
  }

  it.each(["en_US", "zh_CN"] as const)(
    "keep cost and outcome visible and truncate nothing without an ellipsis, at every width, in %s",
    async (language) => {
      const mode = language === "en_US" ? "light" : "dark";
      const context = await signIn(language, mode);
      const rootContext = await signIn(language, mode, "root");
      const [ofAdmin, ofRoot] = await Promise.all([context.newPage(), rootContext.newPage()]);
      for (const list of lists) {
        // The audit log is root's alone.
        const page = list.screen === "audit" ? ofRoot : ofAdmin;
        await page.setViewportSize({ width: 1440, height: 900 });
        await visit(page, `${server.url}/${list.path}`);
        await page.locator("table[aria-busy=false]").first().waitFor();
        const kept = list.keeps.map((key) => textOf(list.screen, language, key));
        for (const width of widths[language]) {
          await page.setViewportSize({ width, height: 900 });
          const place = `${list.path} at ${width}`;
          expect(
            await settle(
              () => faultsOf(page),
              (faults) => faults.length === 0,
            ),
            place,
          ).toEqual([]);
          if (width > 600) {
            const shown = await settle(
              () => headersInView(page),
              (headers) => kept.every((name) => headers.includes(name)),
            );
            expect(shown, place).toEqual(expect.arrayContaining(kept));
          }
          await takePicture(page, `${list.path.replace(/\W/g, "-")}-${width}-${language}`);
        }
      }
      await context.close();
      await rootContext.close();
    },
    180_000,
  );

  it("show columns again when there is room, and mark hidden ones in the menu", async () => {
    const context = await signIn("en_US", "light");
    const page = await context.newPage();
    await page.setViewportSize({ width: 700, height: 900 });
    await page.goto(`${server.url}/panel/channel`);
    await page.getByRole("table").waitFor();
    await settled(page);
    expect(await headersInView(page)).not.toContain("Weight");
    await page.getByRole("button", { name: "Columns" }).click();
    await page.getByRole("menuitemcheckbox", { name: /Weight.*Hidden at this width/ }).waitFor();
    await page.keyboard.press("Escape");
    await page.setViewportSize({ width: 1440, height: 900 });
    await expect.poll(() => headersInView(page)).toContain("Weight");
    await context.close();
  });

  it("accept a typed time as YYYY-MM-DD HH:mm, and on phones apply all filters with one button", async () => {
    const context = await signIn("zh_CN", "light");
    const page = await context.newPage();
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto(`${server.url}/panel/log`);
    await page.getByRole("button", { name: /^筛选/ }).click();
    const sheet = page.getByRole("presentation");
    await sheet.getByRole("textbox", { name: "开始" }).waitFor();
    expect(await sheet.getByRole("button", { name: "确定", exact: true }).count()).toBe(1);
    const from = sheet.getByRole("textbox", { name: "开始" });
    await from.fill("2026-13-01 09:07");
    expect(await sheet.getByRole("button", { name: "确定", exact: true }).isDisabled()).toBe(true);
    await from.fill("2026-01-05 09:07");
    await sheet.getByRole("combobox", { name: "模型" }).fill("gpt-4o");
    await sheet.getByRole("combobox", { name: "令牌" }).fill("Staging");
    expect(page.url()).not.toContain("gpt-4o");
    await takePicture(page, "filters-390-zh_CN");
    await sheet.getByRole("button", { name: "确定", exact: true }).click();
    await page.waitForURL(/model_name=gpt-4o/);
    const query = new URL(page.url()).searchParams;
    expect(query.get("token_name")).toBe("Staging");
    expect(query.get("range")).toBe("custom");
    expect(Number(query.get("start"))).toBe(
      await page.evaluate("new Date(2026, 0, 5, 9, 7).getTime() / 1000"),
    );
    await page.getByRole("button", { name: /2026-01-05 09:07/ }).waitFor();
    await page.goBack();
    expect(new URL(page.url()).searchParams.get("token_name")).toBe(null);
    await context.close();
  });

  async function takePicture(page: Page, name: string): Promise<void> {
    if (!pictures) return;
    mkdirSync(pictures, { recursive: true });
    await page.screenshot({ path: path.join(pictures, `${name}.png`) });
  }
});

/** A channel whose name and provider are longer than those of the demo. */
async function addLongNames(url: string): Promise<void> {
  const headers = { "content-type": "application/json" };
  const login = JSON.stringify({ username: "root", password: rootPassword });
  const signedIn = await fetch(`${url}/api/user/login`, { method: "POST", headers, body: login });
  const cookie = signedIn.headers.getSetCookie().find((line) => line.startsWith("session=")) ?? "";
  const channel = {
    type: 8,
    name: "Inference cluster of the research department, second region",
    key: "sk-long-name-0001",
    base_url: "https://models.example.com",
    models: ["gpt-4o"],
    groups: ["default"],
    priority: 100,
  };
  const body = JSON.stringify(channel);
  const added = await fetch(`${url}/api/channel/`, { method: "POST", headers: { ...headers, cookie }, body });
  if (!added.ok) throw new Error(await added.text());
}

/** Result of `look` once it is as expected, or after fifteen seconds: a resized window renders some frames later. */
async function settle<T>(look: () => Promise<T>, isGood: (seen: T) => boolean): Promise<T> {
  for (let round = 0; ; round++) {
    const seen = await look();
    if (isGood(seen) || round === 150) return seen;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

/** Texts of the headers that are whole inside the table's box, in front of everything. */
function headersInView(page: Page): Promise<string[]> {
  return page.evaluate(`(() => {
    const isInside = (cell) => {
      const { left, right } = cell.getBoundingClientRect();
      const box = cell.closest("table").parentElement.getBoundingClientRect();
      return left >= box.left - 1 && right <= box.right + 1;
    };
    return [...document.querySelectorAll("th")].filter(isInside).map((cell) => cell.innerText.trim());
  })()`);
}

/** Layout faults: a page that scrolls sideways, text truncated without an ellipsis, overlapping headers. */
function faultsOf(page: Page): Promise<string[]> {
  return page.evaluate(`(() => {
    const faults = [];
    const { scrollWidth, clientWidth } = document.documentElement;
    if (scrollWidth > clientWidth) faults.push("the page is " + scrollWidth + " wide");
    const parts = [...document.querySelectorAll(":is(td, th, main li), :is(td, th, main li) *")];
    for (const part of parts) {
      const style = getComputedStyle(part);
      const cut = part.scrollWidth > part.clientWidth + 1 && part.clientWidth > 1;
      if (!cut || style.display === "inline" || style.overflowX === "visible") continue;
      if (part.closest("[aria-hidden=true]") || part.tagName === "INPUT") continue;
      if (style.textOverflow !== "ellipsis") faults.push("cut without an ellipsis: " + part.innerText);
    }
    for (const part of document.querySelectorAll(":is(td, th) *")) {
      const cell = part.closest("td, th").getBoundingClientRect();
      const { right, width } = part.getBoundingClientRect();
      // Text that flows in the cell ends in the cell's own ellipsis; a box in it does not.
      if (width > 1 && right > cell.right + 1 && getComputedStyle(part).display !== "inline")
        faults.push("cut at the edge of its cell: " + part.innerText);
    }
    for (const header of document.querySelectorAll("th")) {
      const next = header.nextElementSibling;
      const right = header.getBoundingClientRect().right;
      if (next && right > next.getBoundingClientRect().left + 1)
        faults.push("header " + header.innerText + " lies over the next one");
    }
    return faults;
  })()`);
}
