import type { Page } from "playwright-core";
import { launchBrowser, openContext } from "./support/browser.ts";
import { rootPassword, startServer } from "./support/server.ts";
import { enterAs } from "./support/sign-in.ts";
import { settled } from "./support/visit.ts";

/**
 * `npm run page-speed`: how fast the console's screens appear on the demo, for a super administrator at 1440 pixels. Opens
 * every list with an empty cache, up to its first usable row, and adds up what shifts. Clicks every entry of the side menu
 * twice, as a person does who reads and points, and waits from the click for the complete screen. Prints a line each and
 * fails where a target is missed, marked with `!`. Not a test of
 * the suite: the times depend on how busy the machine is.
 */
const targets = { opening: 1000, layoutShift: 0.01, change: 100 };
const repetitions = 3;
const brokenAfter = 10_000;
/** Milliseconds that a person reads the first page, and points at an entry before pressing it. */
const readingTime = 3000;
const pointingTime = 80;

const row = "main table[aria-busy] > tbody > tr:not([aria-hidden])";
const chart = "main :has(> svg[class*=MuiCharts])";
/** The title is the heading; of the content the first match must be in view: a list's first row, otherwise some part. */
const screen = (name: string, title: string, content = row) => ({ path: `/panel/${name}`, title, content });
type Screen = ReturnType<typeof screen>;

const dashboard = screen("dashboard", "Dashboard", chart);
/** Every entry of the side menu. */
const menu = [
  dashboard,
  screen("analytics", "Analytics", chart),
  screen("playground", "Playground", "main textarea"),
  screen("user", "Users"),
  screen("channel", "Channels"),
  screen("user_group", "User groups"),
  screen("pricing", "Model pricing"),
  screen("telegram", "Telegram bot"),
  screen("redemption", "Redemption codes"),
  screen("payment", "Payments"),
  screen("invitation", "Invitations"),
  screen("token", "Tokens"),
  screen("profile", "Root User", "main [role=tabpanel] h2"),
  screen("notice", "Notices"),
  screen("setting", "Settings", "main [role=tabpanel] h2"),
  screen("audit", "Audit log"),
  screen("topup", "Top up", "main h3"),
  screen("model_price", "Available models"),
  screen("statement", "Statements", "main article tr"),
  screen("log", "Logs"),
  screen("midjourney", "Midjourney"),
  screen("task", "Async tasks"),
];
const orders = screen("payment?view=orders", "Payments");
const tabs = [screen("token?view=all", "Tokens"), screen("notice?view=history", "Notices"), orders];
const lists = [...menu.filter(({ content }) => content === row), ...tabs];

/**
 * Runs in every page before its own scripts. `speed.watch` looks at every frame and resolves to the time since the last
 * click, or since the start of the navigation, when the screen was drawn. It must stay so for a while, because loading may
 * start again with the next part.
 */
const instruments = `(() => {
  let clicked = 0;
  addEventListener("click", (event) => { clicked = event.timeStamp; }, true);
  const unfinished = "[aria-busy=true]:not(table), [role=progressbar]:not([aria-valuenow]), .MuiSkeleton-root";
  function missing({ path, title, content, complete }) {
    if (location.pathname !== path.split("?")[0]) return "the address";
    const headings = [...document.querySelectorAll("main h1")].filter((h1) => h1.checkVisibility()).map((h1) => h1.textContent);
    if (!headings.includes(title)) return "the heading (" + headings + ")";
    const part = document.querySelector(content);
    if (!part) return content;
    if (complete && document.querySelector(unfinished)) return "the end of loading";
    const { x, y, width, height } = part.getBoundingClientRect();
    const shown = document.elementFromPoint(x + width / 2, y + height / 2);
    return part.contains(shown) ? undefined : content + " in view";
  }
  const watch = (screen) => new Promise((resolve, reject) => {
    const frame = new MessageChannel();
    let drawn;
    frame.port1.onmessage = () => { drawn ??= performance.now(); };
    function look() {
      if (missing(screen)) drawn = undefined;
      else if (drawn === undefined) frame.port2.postMessage("ended");
      else if (performance.now() > drawn + 100) return resolve(drawn - clicked);
      requestAnimationFrame(look);
    }
    requestAnimationFrame(look);
    setTimeout(() => reject(new Error("missing: " + missing(screen))), ${brokenAfter});
  });
  window.speed = { shift: 0, watch };
  new PerformanceObserver((list) => {
    for (const { hadRecentInput, value } of list.getEntries()) if (!hadRecentInput) window.speed.shift += value;
  }).observe({ type: "layout-shift", buffered: true });
})()`;

const browser = await launchBrowser();
const server = await startServer({ demo: true, env: { API_RATE_LIMIT: "100000" } });

/** A window with an empty cache, signed in. */
async function openWindow(): Promise<Page> {
  const context = await openContext(browser, { size: "desk", mode: "light", language: "en_US" });
  await enterAs(context, server.url, { username: "root", password: rootPassword });
  await context.addInitScript(instruments);
  const page = await context.newPage();
  page.setDefaultTimeout(brokenAfter);
  return page;
}

async function arrive(page: Page, { path, title }: Screen): Promise<void> {
  await page.goto(`${server.url}${path}`);
  await page.getByRole("heading", { level: 1, name: title }).waitFor();
  await settled(page);
}

async function drawnAt(page: Page, { path }: Screen): Promise<number> {
  const failed = (cause: unknown) => Promise.reject(new Error(`${path} was not drawn`, { cause }));
  return Number(await page.evaluate("speed.drawn").catch(failed));
}

async function timeOpening(list: Screen): Promise<{ time: number; shift: number }> {
  const page = await openWindow();
  await page.addInitScript(`speed.drawn = speed.watch(${JSON.stringify(list)})`);
  await page.goto(`${server.url}${list.path}`);
  const time = await drawnAt(page, list);
  await settled(page);
  const shift = Number(await page.evaluate("speed.shift"));
  await page.context().close();
  return { time, shift };
}

async function timeChange(page: Page, to: Screen): Promise<number> {
  const entry = page.locator(`aside nav a[href="${to.path}"]`);
  for (const section of await page.locator("aside nav [aria-expanded]").all())
    if ((await entry.count()) === 0) await section.click();
  await entry.hover();
  await page.waitForTimeout(pointingTime);
  await page.evaluate(`void (speed.drawn = speed.watch(${JSON.stringify({ ...to, complete: true })}))`);
  await entry.click();
  const time = await drawnAt(page, to);
  await settled(page);
  return time;
}

/** A new entry of the menu must be measured too. */
async function checkMenu(page: Page): Promise<void> {
  await arrive(page, dashboard);
  const unknown = page.locator(`aside nav a${menu.map(({ path }) => `:not([href="${path}"])`).join("")}`);
  for (const section of [undefined, ...(await page.locator("aside nav [aria-expanded]").all())]) {
    await section?.click();
    const names = await unknown.allTextContents();
    if (names.length > 0) throw new Error(`the menu's entries ${names.join()} are not measured`);
  }
  await page.context().close();
}

const visits = menu.map((entry) => ({ entry, first: new Array<number>(), second: new Array<number>() }));

/** Clicks every entry twice, from the dashboard on, which is the first page after a sign-in. */
async function timeChanges(): Promise<void> {
  const page = await openWindow();
  await arrive(page, dashboard);
  await page.waitForTimeout(readingTime);
  for (const { entry, first } of visits) if (entry !== dashboard) first.push(await timeChange(page, entry));
  for (const { entry, second } of visits) second.push(await timeChange(page, entry));
  await page.context().close();
  const other = await openWindow();
  await arrive(other, screen("user", "Users"));
  await other.waitForTimeout(readingTime);
  visits[0]?.first.push(await timeChange(other, dashboard));
  await other.context().close();
}

const median = (values: number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1] ?? NaN;

/** Prints the values in a line, and a mark after one that is not below its limit. */
function report(path: string, values: number[], limits: number[]): void {
  const columns = values.map((value, index) => {
    const missed = !(value < (limits[index] ?? Infinity));
    if (missed) process.exitCode = 1;
    return `${value.toFixed(value < 1 ? 4 : 0).padStart(8)}${missed ? "!" : " "}`;
  });
  console.log(path.padEnd(26) + columns.join(""));
}

try {
  const page = await openWindow();
  // The demo's tokens belong to others.
  await page.request.post(`${server.url}/api/token/`, { data: { name: "Own" }, failOnStatusCode: true });
  await checkMenu(page);
  console.log("opening, ms                 median    shift    worst");
  for (const list of lists) {
    const openings = [];
    for (let run = 0; run < repetitions; run += 1) openings.push(await timeOpening(list));
    const times = openings.map(({ time }) => time);
    const shift = Math.max(...openings.map((opening) => opening.shift));
    report(list.path, [median(times), shift, Math.max(...times)], [targets.opening, targets.layoutShift]);
  }
  for (let run = 0; run < repetitions; run += 1) await timeChanges();
  console.log("change, ms                   first   second    worst");
  for (const { entry, first, second } of visits) {
    const worst = Math.max(...first, ...second);
    report(entry.path, [median(first), median(second), worst], [targets.change, targets.change]);
  }
} finally {
  await browser.close();
  await server.stop();
}
