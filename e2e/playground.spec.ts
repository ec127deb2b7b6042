import { execFile } from "node:child_process";
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { DatabaseSync } from "node:sqlite";
import { promisify } from "node:util";
import type { Browser, BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { hasRecordings, recordingsIn } from "../server/test/conformance/recordings.ts";
import {
  chatFrames,
  type FakeUpstream,
  jsonAnswer,
  startFakeUpstream,
  streamAnswer,
} from "../server/test/fake-upstream/fake-upstream.ts";
import { findViolations } from "./support/axe.ts";
import { collectComplaints, hasBrowser, launchBrowser, openContext } from "./support/browser.ts";
import { rootPassword, startServer, type TestServer } from "./support/server.ts";
import { enterAs } from "./support/sign-in.ts";

const run = promisify(execFile);

const hasPythonClient = await run("python3", ["-c", "import openai"]).then(
  () => true,
  () => false,
);
if (!hasRecordings) console.warn("skipped: recorded answers, because their folder is not there");

const exportedLanguages = hasPythonClient ? "curl, JavaScript and Python" : "curl and JavaScript";
if (!hasPythonClient) console.warn("skipped: the exported Python, because python3 has no package openai");

/** Guarantees of the playground: figures equal to the log, runnable code, private conversations. */
describe.runIf(hasBrowser)("the playground", () => {
  let server: TestServer;
  let upstream: FakeUpstream;
  let browser: Browser;
  let context: BrowserContext;
  let page: Page;
  let complaints: string[];
  let folder: string;
  let key: string;

  beforeAll(async () => {
    [upstream, server, browser] = await Promise.all([startFakeUpstream(), startServer(), launchBrowser()]);
    folder = mkdtempSync(path.join(tmpdir(), "tollgate-code-"));
    symlinkSync(path.resolve(import.meta.dirname, "../node_modules"), path.join(folder, "node_modules"));
    context = await openContext(browser, { size: "desk", mode: "light", language: "en_US" });
    await enterAs(context, server.url, { username: "root", password: rootPassword });
    page = await context.newPage();
    page.setDefaultTimeout(60_000);
    complaints = collectComplaints(page);
    await page.goto(`${server.url}/about`);
    await call("POST", "/api/channel/", {
      name: "Fake",
      type: 1,
      key: "sk-upstream",
      base_url: upstream.url,
      models: "gpt-4o,gpt-4.1-mini",
      group: "default",
    });
    ({ key } = (await call("POST", "/api/token/", { name: "Code", unlimited_quota: true })) as {
      key: string;
    });
  });
  afterAll(async () => {
    await browser?.close();
    await server?.stop();
    await upstream?.stop();
    if (folder) rmSync(folder, { recursive: true, force: true });
  });

  /** A call of the console's API as the signed-in browser makes it. */
  const call = (method: string, address: string, body: unknown): Promise<unknown> =>
    page.evaluate(
      `fetch(${JSON.stringify(address)}, { method: ${JSON.stringify(method)}, headers: { "content-type": "application/json" }, body: ${JSON.stringify(JSON.stringify(body))} }).then((answer) => answer.json()).then(({ data }) => data)`,
    );
  const button = (name: string) => page.getByRole("button", { name, exact: true });
  const answers = () => page.getByRole("article");
  const send = async (text: string): Promise<void> => {
    await page.getByRole("textbox", { name: "Message" }).fill(text);
    await page.keyboard.press("Enter");
  };

  it("shows the cost that the log has, for each model", async () => {
    const usage = {
      prompt_tokens: 1204,
      completion_tokens: 156,
      total_tokens: 1360,
      prompt_tokens_details: { cached_tokens: 1024 },
    };
    upstream.answer(streamAnswer(chatFrames(["Hello **", "there**."], usage), { pace: 5 }));
    await page.goto(`${server.url}/playground`);
    await button("Compare").click();
    await send("Say hello");
    await page.getByRole("link", { name: "Show log" }).nth(1).waitFor();
    const rows = new DatabaseSync(path.join(server.dataDir, "tollgate.db"), { readOnly: true })
      .prepare(
        "select id, quota, model_name, prompt_tokens, completion_tokens from logs where type = 2 order by id",
      )
      .all() as { id: number; quota: number; model_name: string }[];
    expect(rows).toHaveLength(2);
    for (const row of rows) {
      const figures = page
        .getByRole("article", { name: `Response from ${row.model_name}` })
        .getByLabel("Usage");
      expect(row.quota).toBeGreaterThan(0);
      expect(await figures.innerText()).toContain(`$${(row.quota / 500_000).toFixed(6)}`);
      expect(await figures.innerText()).toMatch(/1,204 \(1,024 cached\)[\s\S]*156/);
      expect(await figures.getByRole("link").getAttribute("href")).toBe(`/panel/log?id=${row.id}`);
    }
    expect(await answers().first().locator("strong").innerText()).toBe("there");
    expect(await findViolations(page)).toEqual([]);
  });

  it(`exports ${exportedLanguages} that sends the same request and prints the answer as it is`, async () => {
    const text = 'It\'s "$HOME" `id` $(id) \\ é 😀\nJSON\n%s';
    await page.getByRole("textbox", { name: "Message" }).fill(text);
    await button("Code").click();
    const dialog = page.getByRole("dialog", { name: "Get code" });
    const exported: Record<string, string> = {};
    for (const language of ["curl", "Python", "JavaScript"]) {
      await dialog.getByRole("tab", { name: language }).click();
      exported[language] = await dialog.getByRole("region", { name: language }).innerText();
      expect(exported[language]).not.toContain("sk-");
    }
    await page.keyboard.press("Escape");
    writeFileSync(path.join(folder, "code.mjs"), exported["JavaScript"] ?? "");
    const env = { ...process.env, GATEWAY_API_KEY: key };
    upstream.answer(streamAnswer(chatFrames(["From ", "code"])));
    const printed = await Promise.all([
      run("sh", ["-c", exported["curl"] ?? ""], { env }),
      run(process.execPath, ["code.mjs"], { env, cwd: folder }),
      ...(hasPythonClient ? [run("python3", ["-c", exported["Python"] ?? ""], { env })] : []),
    ]);
    expect(printed[0]?.stdout).toContain('"content":"From "');
    expect(printed.slice(1).map(({ stdout }) => stdout)).toEqual(printed.slice(1).map(() => "From code\n"));
    // A local curl configuration may print more; the test checks the request.
    expect(upstream.seen).toHaveLength(printed.length);
    for (const { json } of upstream.seen) {
      expect(json).toEqual(upstream.seen[0]?.json);
      expect((json["messages"] as unknown[]).at(-1)).toEqual({ role: "user", content: text });
    }
    upstream.answer(streamAnswer(chatFrames(["Sent"])));
    await page.keyboard.press("Tab");
    await send(text);
    await answers().nth(3).getByText("Sent").waitFor();
    const sent = upstream.seen.filter(({ json }) => json["model"] === "gpt-4.1-mini");
    expect(sent.map(({ json }) => (json["messages"] as unknown[]).at(-1))).toEqual([
      { role: "user", content: text },
    ]);
  });

  it("shows an upstream's rejection in its own words, and stops a running answer", async () => {
    await button("Remove model 2").click();
    upstream.answer(
      jsonAnswer(
        { error: { message: "This prompt was flagged.", type: "invalid_request_error", code: "flagged" } },
        400,
      ),
    );
    await send("Refuse me");
    await page.getByRole("alert").getByText("This prompt was flagged.").waitFor();
    complaints.length = 0;
    // A stream without an end: Stop is there however late the page shows the words.
    const words = Array.from({ length: 100 }, (_, at) => `word${at} `);
    upstream.answer(streamAnswer(chatFrames(words, null).slice(0, 50), { pace: 10, hang: true }));
    await button("Retry gpt-4.1-mini").click();
    await answers().last().getByText(/word3/).waitFor();
    await button("Stop").click();
    const stopped = answers()
      .last()
      .getByText(/^Stopped\./);
    await stopped.waitFor();
    expect(await answers().last().getAttribute("aria-busy")).toBe("false");
  });

  it.runIf(hasRecordings)(
    "shows recorded reasoning and tool calls with the usage that they report",
    async () => {
      const play = (from: string, name: string): void => {
        const found = recordingsIn(from).find((one) => one.name.endsWith(name));
        if (!found || !("lines" in found)) throw new Error(`no recording ${name}`);
        upstream.answer(streamAnswer([...found.lines, "[DONE]"].map((line) => `data: ${line}\n\n`)));
      };
      const ofLast = () => answers().last();
      play("deepseek/chat", "deepseek-reasoning.chunks.txt");
      await send("Recorded reasoning");
      await ofLast().getByText("219", { exact: true }).waitFor();
      await ofLast().getByRole("button", { name: "Reasoning" }).click();
      expect(await ofLast().getByRole("region", { name: "Reasoning" }).innerText()).toMatch(/^We need/);
      play("alibaba/chat", "alibaba-tool-call.chunks.txt");
      await send("Recorded tool call");
      await ofLast().getByText("295", { exact: true }).waitFor();
      expect(await ofLast().getByRole("region", { name: "Arguments" }).innerText()).toContain(
        '"location": "San Francisco"',
      );
      await ofLast().getByRole("textbox", { name: "Result" }).fill("21 degrees");
      upstream.answer(streamAnswer(chatFrames(["It is 21 degrees."])));
      await button("Send results").click();
      await ofLast().getByText("It is 21 degrees.").waitFor();
      expect((upstream.seen[0]?.json["messages"] as unknown[] | undefined)?.at(-1)).toMatchObject({
        role: "tool",
        content: "21 degrees",
      });
    },
  );

  it("protects the page from a hostile and endless answer", async () => {
    const attack = '<img src=x onerror="document.title=1"><script>document.title=1</script>\n\n';
    const long = Array.from({ length: 80 }, () => `${"A line of words that goes on. ".repeat(2200)}\n\n`);
    upstream.answer(streamAnswer(chatFrames([attack, ...long])));
    await send("Attack");
    const last = answers().last();
    await last.getByText(/^The first 100,000 of 5,/).waitFor();
    expect(await last.locator("img, script").count()).toBe(0);
    expect(await last.innerText()).toContain("<img src=x onerror=");
    await page.getByRole("textbox", { name: "Message" }).fill("still alive");
    expect(await page.title()).not.toBe("1");
  });

  it("restores the conversation, and deletes it on sign-out", async () => {
    await page.reload();
    await answers().first().getByText("Hello").waitFor();
    await page.getByRole("link", { name: "Show log" }).nth(1).waitFor();
    const stored = (): Promise<unknown> => page.evaluate("indexedDB.databases().then((all) => all.length)");
    expect(await stored()).toBe(1);
    expect(complaints).toEqual([]);
    await page.getByRole("banner").getByRole("button", { name: "Account" }).click();
    await page.getByRole("menuitem", { name: "Sign out" }).click();
    await page.waitForURL(/\/(login)?$/);
    await expect.poll(stored).toBe(0);
  });
});
