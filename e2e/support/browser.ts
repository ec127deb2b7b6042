import { existsSync } from "node:fs";
import { type Browser, type BrowserContext, chromium, type Page } from "playwright-core";
import { countRequests } from "./visit.ts";

/**
 * A Chromium of the system: `CHROMIUM_PATH`, or where Debian puts it; undefined if there is none. The headless shell is the same browser
 * without windows and menus, and takes a third less of a processor.
 */
export function findChromium(): string | undefined {
  const candidates = [
    process.env["CHROMIUM_PATH"],
    "/usr/bin/chromium-headless-shell",
    "/usr/bin/chromium",
    "/usr/bin/google-chrome",
  ];
  return candidates.find((file) => file !== undefined && existsSync(file));
}

const executablePath = findChromium();
if (!executablePath) {
  if (process.env["TOLLGATE_REQUIRE_ALL"] === "1") {
    throw new Error(
      "No Chromium found, and TOLLGATE_REQUIRE_ALL=1 allows no skipping. Install it or set CHROMIUM_PATH.",
    );
  }
  console.warn("skipped: no Chromium found (install it, or set CHROMIUM_PATH)");
}

/** For `describe.runIf`: browser suites run where there is a browser and report "skipped" otherwise. */
export const hasBrowser = executablePath !== undefined;

const quiet = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

export function launchBrowser(): Promise<Browser> {
  if (!executablePath) throw new Error("no Chromium");
  return chromium.launch({ executablePath, headless: true, args: quiet });
}

export interface Face {
  size: "desk" | "phone";
  mode: "light" | "dark";
  language: "en_US" | "zh_CN";
}

export const viewports = { desk: { width: 1440, height: 900 }, phone: { width: 390, height: 844 } } as const;

/** A browser context with size, theme and language set before the first page. */
export async function openContext(browser: Browser, face: Face): Promise<BrowserContext> {
  const locale = face.language === "zh_CN" ? "zh-CN" : "en-US";
  const context = await browser.newContext({
    viewport: viewports[face.size],
    locale,
    reducedMotion: "reduce",
  });
  countRequests(context);
  await context.addInitScript(
    ([mode, language, browserLanguage]) => {
      if (localStorage.getItem("appLanguage") !== null) return;
      localStorage.setItem("theme", mode ?? "");
      localStorage.setItem("appLanguage", language ?? "");
      localStorage.setItem("localLanguage_save", browserLanguage ?? "");
    },
    [face.mode, face.language, locale],
  );
  return context;
}

/** Errors of a page: console errors and uncaught exceptions. */
export function collectComplaints(page: Page): string[] {
  const complaints: string[] = [];
  page.on("console", (message) => {
    if (message.type() === "error") complaints.push(message.text());
  });
  page.on("pageerror", (error) => complaints.push(error.message));
  return complaints;
}
