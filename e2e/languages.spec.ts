import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import type { Browser, BrowserContext } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { hasBrowser, launchBrowser } from "./support/browser.ts";
import { startServer, type TestServer } from "./support/server.ts";
import { enterAs } from "./support/sign-in.ts";
import { countRequests, settled, visit } from "./support/visit.ts";

type Language = "en_US" | "zh_CN" | "ja_JP";

/** Names and units in code, which no language translates. */
const names = new Set(
  [
    "Tollgate OpenAI OpenCat AMA Anthropic Google Gemini Messages Chat Completions Responses Embeddings Images",
    "Speech transcription Rerank Realtime English Ctrl Esc ms min GMT UTC USD CNY https http",
  ]
    .join(" ")
    .toLowerCase()
    .split(" "),
);

const sources = path.resolve(import.meta.dirname, "../console/src");

/** Every screen by its passport, so that a new one is included automatically. */
const screens = readdirSync(path.join(sources, "screens")).flatMap((folder) => {
  const passport = readFileSync(path.join(sources, "screens", folder, "screen.ts"), "utf8");
  const found = passport.matchAll(/path: "([^"]+)"[\s\S]*?access: "(\w+)"/g);
  return [...found].map(([, address = "", access = ""]) => ({ path: address.replace(":id", "1"), access }));
});

/** Latin words of all texts of a language, which are untranslated on purpose. */
function latinWordsOf(language: Language): Set<string> {
  const files = readdirSync(sources, { recursive: true, encoding: "utf8" }).filter(
    (file) => /(?:^|[\\/])locales[\\/]/.test(file) && file.includes(language) && file.endsWith(".json"),
  );
  return new Set(
    files.flatMap((file) =>
      latinWords(readFileSync(path.join(sources, file), "utf8").replace(/"[^"]*":/g, "")),
    ),
  );
}

function latinWords(text: string): string[] {
  return (text.match(/[A-Za-z]{2,}/g) ?? []).map((word) => word.toLowerCase());
}

/** All readable text of the page, including tooltips and accessible names; code is the same in every language. */
const readTexts = `(() => {
  const skipped = "script, style, noscript, pre, code, kbd, time, textarea, [lang]:not(html)";
  const found = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const text = node.textContent.trim();
    if (text && !node.parentElement.closest(skipped)) found.push(text);
  }
  for (const element of document.querySelectorAll("[aria-label], [placeholder], [title], [alt]")) {
    if (element.closest(skipped)) continue;
    for (const name of ["aria-label", "placeholder", "title", "alt"]) if (element.getAttribute(name)) found.push(element.getAttribute(name));
  }
  return [...found, document.title];
})()`;

/** Text seen in one language. */
interface Seen {
  /** By screen. */
  texts: Map<string, string[]>;
  /** Strings sent by the server, longest first: user-chosen names, models, providers. */
  data: string[];
}

/** Strings within an answer, but its field names and texts for readers of English; a text that is JSON itself is opened. */
function stringsOf(value: unknown): string[] {
  if (typeof value === "string") {
    // A wildcard is recognized by its prefix.
    if (!/^[[{]/.test(value)) return [value, value.replace(/\*$/, "")];
    return stringsOf(parseJson(value) ?? []);
  }
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => (key === "en_US" ? [] : stringsOf(inner)));
}

/** The line without what the server sent; letters count, so that "Status" is not taken for a field's "status". */
function withoutData(line: string, data: readonly string[]): string {
  return data.reduce((rest, text) => {
    if (!rest.includes(text)) return rest;
    // Whole words only: a name of two letters occurs inside many others.
    const pattern = text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
    return rest.replace(new RegExp(`(?<![A-Za-z])${pattern}(?![A-Za-z])`, "g"), " ");
  }, line);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

describe.runIf(hasBrowser)("every screen is in the user's language", () => {
  let server: TestServer;
  let browser: Browser;
  let password: string;
  const seen = new Map<Language, Seen>();
  const seenIn = (language: Language): Seen => seen.get(language) ?? { texts: new Map(), data: [] };
  beforeAll(async () => {
    server = await startServer({ demo: true, env: { API_RATE_LIMIT: "100000" } });
    password = /Password: +(\S+)/.exec(server.output())?.[1] ?? "";
    browser = await launchBrowser();
    const languages = ["zh_CN", "ja_JP", "en_US"] as const;
    const collected = await Promise.all(languages.map(collect));
    for (const [index, language] of languages.entries()) seen.set(language, collected[index] as Seen);
    // Three readers visit every screen: on two busy cores that takes as long as three tests.
  }, 240_000);
  afterAll(async () => {
    await browser?.close();
    await server?.stop();
  });

  async function openAs(language: Language): Promise<BrowserContext> {
    const context = await browser.newContext({ locale: "en-US", reducedMotion: "reduce" });
    countRequests(context);
    await context.addInitScript((stored) => {
      localStorage.setItem("appLanguage", stored);
      localStorage.setItem("localLanguage_save", "en-US");
    }, language);
    return context;
  }

  async function collect(language: Language): Promise<Seen> {
    const context = await openAs(language);
    const page = await context.newPage();
    const answers: Promise<string>[] = [];
    page.on("response", (response) => {
      const { pathname } = new URL(response.url());
      // The event stream never ends.
      if (pathname.startsWith("/api/") && pathname !== "/api/events")
        answers.push(response.text().catch(() => ""));
    });
    const texts = new Map<string, string[]>();
    const read = async (address: string): Promise<void> => {
      await visit(page, `${server.url}${address}`);
      await settled(page);
      texts.set(address, (await page.evaluate(readTexts)) as string[]);
      // A body is gone with its page.
      await Promise.all(answers);
    };
    const shown = screens.filter(({ access }) => access !== "root");
    for (const screen of shown.filter(({ access }) => access === "public")) await read(screen.path);
    await enterAs(context, server.url, { username: "demo", password });
    await page.goto(`${server.url}/panel/dashboard`);
    for (const screen of shown.filter(({ access }) => access !== "public")) await read(screen.path);
    const strings = (await Promise.all(answers)).flatMap((answer) => stringsOf(parseJson(answer)));
    const data = [...new Set(strings)].filter((text) => /[A-Za-z]{2}/.test(text) || !/^[ -~]*$/.test(text));
    data.sort((a, b) => b.length - a.length);
    await context.close();
    return { texts, data };
  }

  it.each(["zh_CN", "ja_JP"] as const)(
    "%s: no English word except names, units and user content",
    (language) => {
      const { texts, data } = seenIn(language);
      expect(texts.size).toBeGreaterThan(10);
      const allowed = new Set([...names, ...latinWordsOf(language)]);
      const foreign = [...texts].flatMap(([address, lines]) =>
        lines.flatMap((line) => {
          const words = latinWords(withoutData(line, data)).filter((word) => !allowed.has(word));
          return words.length > 0 ? [`${address}: ${words.join(" ")} in "${line.slice(0, 80)}"`] : [];
        }),
      );
      expect([...new Set(foreign)]).toEqual([]);
    },
  );

  it("en_US: no Chinese or Japanese except user content", () => {
    const { texts, data } = seenIn("en_US");
    const foreign = [...texts].flatMap(([address, lines]) =>
      lines
        .filter((line) => /[\u3040-\u30ff\u3400-\u9fff]/.test(withoutData(line, data)))
        .map((line) => `${address}: ${line}`),
    );
    expect(foreign).toEqual([]);
  });
});
