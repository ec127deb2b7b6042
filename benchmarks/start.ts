import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { hasBrowser, launchBrowser, openContext } from "../e2e/support/browser.ts";
import { otherCheckout } from "./contenders.ts";
import { type GatewayManner, launchGateway, startGateway } from "./gateway.ts";
import { stopProcess } from "./processes.ts";
import { median } from "./statistics.ts";

export interface StartResult {
  contender: string;
  /** From the command to the first 200 of `/ready`, with a database that exists. */
  readyMilliseconds: number[];
  /** Scripts that a first visitor of `/login` fetches, as gzip sends them; undefined without a browser. */
  login: { scripts: number; bytes: number } | undefined;
}

const port = 4871;
const starts = 5;

/**
 * Start-up time, and the sign-in page's download size, of this server, and of another checkout's if one is measured beside it. Both
 * start in turns.
 */
export async function runStart(): Promise<StartResult[]> {
  spawnSync(process.execPath, [path.join(import.meta.dirname, "../scripts/ensure-built.ts")], {
    stdio: "inherit",
  });
  const servers = [
    aServer("tollgate"),
    ...(otherCheckout === undefined ? [] : [aServer("tollgate, before", otherCheckout)]),
  ];
  try {
    // The first start makes the database, and what Node keeps of compiled code.
    for (const { manner } of servers) await stopProcess((await startGateway(0, manner)).child);
    for (let run = 0; run < starts; run++) {
      for (const { manner, result } of servers) {
        const startedAt = performance.now();
        const launched = launchGateway("all", manner);
        await untilReady();
        result.readyMilliseconds.push(Math.round(performance.now() - startedAt));
        await stopProcess(await launched);
      }
    }
    for (const { manner, result } of servers) {
      if (!hasBrowser) break;
      const gateway = await launchGateway("all", manner);
      try {
        result.login = await weighLogin();
      } finally {
        await stopProcess(gateway);
      }
    }
    return servers.map(({ result }) => result);
  } finally {
    for (const { manner } of servers) rmSync(manner.dataDir, { recursive: true, force: true });
  }
}

function aServer(contender: string, checkout?: string): { manner: GatewayManner; result: StartResult } {
  const dataDir = mkdtempSync(path.join(tmpdir(), "tollgate-bench-"));
  return {
    manner: { port, upstreamPort: 0, dataDir, ...(checkout !== undefined && { checkout }) },
    result: { contender, readyMilliseconds: [], login: undefined },
  };
}

async function untilReady(): Promise<void> {
  for (;;) {
    const answer = await fetch(`http://127.0.0.1:${port}/ready`).catch(() => undefined);
    if (answer?.status === 200) return;
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

async function weighLogin(): Promise<{ scripts: number; bytes: number }> {
  const browser = await launchBrowser();
  try {
    const context = await openContext(browser, { size: "desk", mode: "light", language: "en_US" });
    const page = await context.newPage();
    const scripts = new Set<string>();
    page.on("response", (response) => {
      if (new URL(response.url()).pathname.endsWith(".js")) scripts.add(response.url());
    });
    await page.goto(`http://127.0.0.1:${port}/login`);
    await page.getByRole("button", { name: "Sign in" }).waitFor();
    await page.waitForLoadState("networkidle");
    let bytes = 0;
    for (const url of scripts) {
      const response = await fetch(url, { headers: { "accept-encoding": "gzip" } });
      bytes += Number(response.headers.get("content-length"));
      await response.body?.cancel();
    }
    return { scripts: scripts.size, bytes };
  } finally {
    await browser.close();
  }
}

export function describeStart(results: StartResult[]): string[] {
  return results.flatMap(({ contender, readyMilliseconds, login }) => [
    "",
    `## start and first load, ${contender}`,
    "",
    `From the command to the first 200 of /ready: ${median(readyMilliseconds)} ms, median of ${readyMilliseconds.join(", ")}.`,
    login
      ? `/login fetches ${login.scripts} scripts, ${login.bytes} bytes of gzip.`
      : "No browser: what /login fetches is not known.",
  ]);
}
