import { execFile } from "node:child_process";
import { promisify } from "node:util";
import * as z from "zod";
import { findChromium } from "./support/browser.ts";
import { startServer } from "./support/server.ts";

/**
 * `npm run lighthouse`: Lighthouse scores of the first pages of a visitor, on phone and desktop, on the demo.
 * Prints a line each and fails below the required score. Not a test of the suite: the score depends
 * on how busy the machine is.
 */
const pages = ["/login", "/"];
const settings = ["desktop", "mobile"] as const;
const leastScore = 0.98;

const report = z.object({
  categories: z.record(z.string(), z.object({ id: z.string(), score: z.number().nullable() })),
});

async function score(url: string, setting: (typeof settings)[number]): Promise<Map<string, number>> {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [
      "node_modules/lighthouse/cli/index.js",
      url,
      "--quiet",
      "--output=json",
      "--only-categories=performance,accessibility,best-practices",
      "--chrome-flags=--headless=new --no-sandbox --disable-gpu",
      ...(setting === "desktop" ? ["--preset=desktop"] : []),
    ],
    { env: { ...process.env, CHROME_PATH: findChromium() }, maxBuffer: 64 * 1024 * 1024 },
  );
  const { categories } = report.parse(JSON.parse(stdout));
  return new Map(Object.values(categories).map(({ id, score: value }) => [id, value ?? 0]));
}

const server = await startServer({ demo: true });
try {
  for (const page of pages) {
    for (const setting of settings) {
      const scores = await score(`${server.url}${page}`, setting);
      const words = [...scores].map(([id, value]) => `${id} ${Math.round(value * 100)}`);
      console.log(`${page} ${setting}: ${words.join(", ")}`);
      if ([...scores.values()].some((value) => value < leastScore)) process.exitCode = 1;
    }
  }
} finally {
  await server.stop();
}
