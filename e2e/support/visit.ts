import type { BrowserContext, Page, Request } from "playwright-core";

/** Requests of each page that have not ended, but for event streams. */
const openRequests = new WeakMap<Page, Set<Request>>();

/** Counts the requests of all pages of a window, for `settled`. */
export function countRequests(context: BrowserContext): void {
  context.on("page", (page) => {
    const open = new Set<Request>();
    openRequests.set(page, open);
    page.on("request", (request) => {
      // The event stream is open as long as the page.
      if (!request.url().includes("/api/events")) open.add(request);
    });
    page.on("requestfinished", (request) => open.delete(request));
    page.on("requestfailed", (request) => open.delete(request));
  });
}

/** A page that still loads after so long never ends. */
const patienceMilliseconds = 120_000;

/** Idle time after which a page counts as loaded. */
const quietMilliseconds = 150;

/**
 * Resolves in the page when it has drawn what it has, and is idle. With other pages beside it, Chromium sometimes forgets an idle callback until
 * the page's next task, so it gets five seconds.
 */
const drawn = `new Promise((resolve) =>
  requestIdleCallback(() => requestAnimationFrame(() => setTimeout(resolve)), { timeout: 5000 }))`;

/** Waits until the page has no pending requests and no skeleton. Playwright's "networkidle" waits half a second after the same. */
export async function settled(page: Page): Promise<void> {
  const open = openRequests.get(page);
  if (!open) throw new Error("settled() works for pages of openContext() only");
  const skeleton = page.locator("[aria-busy=true]");
  const latest = Date.now() + patienceMilliseconds;
  do {
    await skeleton.first().waitFor({ state: "detached" });
    for (let quiet = 0; quiet < quietMilliseconds; ) {
      await new Promise((resolve) => setTimeout(resolve, 20));
      quiet = open.size === 0 ? quiet + 20 : 0;
      if (Date.now() > latest)
        throw new Error(`the page still waits for ${[...open].map((request) => request.url()).join(" ")}`);
    }
    // On a busy machine the browser may only now draw what it received, and request more.
    await page.evaluate(drawn);
  } while (open.size > 0 || (await skeleton.count()) > 0);
}

/**
 * Goes to another page of the console as a link does, without loading the console again, and waits for its heading. It is loaded again where no
 * link could lead there: from another site, to an address of the same page, and while something lies over the page.
 */
export async function visit(page: Page, url: string): Promise<void> {
  const [here, there] = [new URL(page.url()), new URL(url)];
  const isCovered =
    (await page.locator("[role=dialog], [role=alertdialog], [role=presentation]").count()) > 0;
  if (isCovered || here.origin !== there.origin || here.pathname === there.pathname) {
    await page.goto(url);
    await page.getByRole("heading", { level: 1 }).waitFor();
    return;
  }
  await page.evaluate(`(() => {
    for (const heading of document.querySelectorAll("h1")) heading.setAttribute("data-left", "");
    window.history.pushState({}, "", ${JSON.stringify(url)});
    window.dispatchEvent(new PopStateEvent("popstate"));
  })()`);
  await page.locator("h1:not([data-left])").first().waitFor();
}
