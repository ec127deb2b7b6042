import fs from "node:fs";
import path from "node:path";
import type { Plugin, Rolldown } from "vite";
import { type FirstPaintFacts, paintFirst } from "./first-paint.ts";
import { clientSnippet } from "./src/widgets/snippets/client-snippets.ts";

const languages = ["zh_CN", "en_US", "ja_JP"];
/** The modules of shared texts are named as people name the languages. */
const textModules: Record<string, string> = { zh_CN: "chinese", en_US: "english", ja_JP: "japanese" };
const source = path.join(import.meta.dirname, "src");

/** Pages whose heading the start script renders, with their initial requests. */
const firstPages = [
  { path: "/", screen: "home", title: "title", lead: "lead" },
  { path: "/login", screen: "login", title: "title", lead: "subtitle" },
] as const;

/**
 * Builds `/start.js`, the first script of the page (first-paint.ts). In a build it contains the names of the files
 * that a page needs, so that they are fetched in parallel, and its name has a hash like the others.
 */
export function startScript(): Plugin {
  return {
    name: "start-script",
    enforce: "post",
    configureServer(server) {
      server.middlewares.use("/start.js", (_request, response) => {
        response.setHeader("content-type", "text/javascript");
        response.end(`(${paintFirst.toString()})(null);`);
      });
    },
    generateBundle(_options, bundle) {
      const page = bundle["index.html"];
      if (page?.type !== "asset") throw new Error("the build has no index.html");
      const facts = collectFacts(bundle);
      const code = `(${paintFirst.toString()})(${JSON.stringify(facts)});`;
      const file = this.getFileName(this.emitFile({ type: "asset", name: "start.js", source: code }));
      page.source = leaveToScript(String(page.source), bundle).replace("/start.js", `/${file}`);
    },
  };
}

/**
 * The page without its module tags, because the first script requests the modules. The short style sheet becomes part
 * of the page, which saves a round trip.
 */
function leaveToScript(page: string, bundle: Rolldown.OutputBundle): string {
  return page
    .replace(/\s*<script type="module"[^>]*><\/script>|\s*<link rel="modulepreload"[^>]*>/g, "")
    .replace(/<link rel="stylesheet"[^>]* href="\/([^"]+)">/g, (link, name: string) => {
      const sheet = bundle[name];
      return sheet?.type === "asset" ? `<style>${String(sheet.source).trim()}</style>` : link;
    });
}

function collectFacts(bundle: Rolldown.OutputBundle): FirstPaintFacts {
  const chunks = Object.values(bundle).filter((output) => output.type === "chunk");
  const entry = chunks.find(({ isEntry }) => isEntry);
  if (!entry) throw new Error("the build has no first module");
  const imports = [...withImports(chunks, entry.imports, new Set())].map((name) => `/${name}`);
  const facts: FirstPaintFacts = { entry: `/${entry.fileName}`, imports, files: {}, texts: {} };
  const shell = path.join(source, "app/layouts/console-layout/console-layout.tsx");
  // What nearly every page of the console needs beside its own file: it would be found only when that has come.
  const table = path.join(source, "design-system/data-table/data-table.tsx");
  const panel = filesOf(bundle, [shell, table], (language) => [sharedTexts(language), widgetTexts(language)]);
  facts.files["/panel"] = { ...panel, all: [...(panel["all"] ?? []), ...fontsOf(bundle)] };
  for (const { path: address, screen, title, lead } of firstPages) {
    const folder = path.join(source, "screens", screen);
    facts.files[address] = filesOf(bundle, [path.join(folder, `${screen}-page.tsx`)], (language) => [
      path.join(folder, `locales/${language}.json`),
      sharedTexts(language),
      screen === "login" ? signInTexts(language) : widgetTexts(language),
    ]);
    facts.texts[address] = perLanguage((language) => {
      const texts = readTexts(path.join(folder, `locales/${language}.json`));
      return {
        title: texts[title] ?? "",
        lead: texts[lead] ?? "",
        ...(texts["demoHint"] && { demo: texts["demoHint"] }),
        ...(screen === "home" && { code: firstCode }),
      };
    });
  }
  return facts;
}

/** The fonts of most texts; without them, lines move when the fonts come. */
function fontsOf(bundle: Rolldown.OutputBundle): string[] {
  return Object.keys(bundle)
    .filter((name) => /roboto-latin-(400|500)-normal-.*\.woff2$/.test(name))
    .map((name) => `/${name}`);
}

/** The code that the home page shows first, before the models are known. */
const firstCode = clientSnippet({
  client: "curl",
  server: "{origin}",
  key: "sk-your-key",
  model: "your-model",
  smallModel: "your-model",
});

function perLanguage<T>(make: (language: string) => T): Record<string, T> {
  return Object.fromEntries(languages.map((language) => [language, make(language)]));
}

function sharedTexts(language: string): string {
  return path.join(source, `lib/i18n/shared-texts/${textModules[language]}.ts`);
}

function widgetTexts(language: string): string {
  return path.join(source, `app/widget-texts/${textModules[language]}.ts`);
}

function signInTexts(language: string): string {
  return path.join(source, `widgets/sign-in-methods/locales/${language}.json`);
}

function readTexts(file: string): Record<string, string> {
  return JSON.parse(fs.readFileSync(file, "utf8")) as Record<string, string>;
}

/**
 * Paths of the chunks with the modules and their static imports: first those of every language, then by language.
 * Chunks that the page itself names are left out.
 */
function filesOf(
  bundle: Rolldown.OutputBundle,
  modules: string[],
  texts: (language: string) => string[],
): FirstPaintFacts["files"][string] {
  const chunks = Object.values(bundle).filter((output) => output.type === "chunk");
  const entries = chunks.filter(({ isEntry }) => isEntry).map(({ fileName }) => fileName);
  const known = withImports(chunks, entries, new Set());
  const names = (wanted: string[], excluded: Set<string>): string[] => {
    const holders = wanted.flatMap((module) => holderOf(chunks, module)?.fileName ?? []);
    return [...withImports(chunks, holders, new Set(excluded))].filter((name) => !excluded.has(name));
  };
  const all = names(modules, known);
  const excluded = new Set([...known, ...all]);
  const addresses = (list: string[]): string[] => list.map((name) => `/${name}`);
  return { all: addresses(all), ...perLanguage((language) => addresses(names(texts(language), excluded))) };
}

/** The chunk built for a module, otherwise the chunk that contains it. */
function holderOf(chunks: Rolldown.OutputChunk[], module: string): Rolldown.OutputChunk | undefined {
  return (
    chunks.find(({ facadeModuleId }) => facadeModuleId === module) ??
    chunks.find(({ moduleIds }) => moduleIds.includes(module))
  );
}

/** Adds chunks to `found`, and what they import statically. */
function withImports(chunks: Rolldown.OutputChunk[], names: string[], found: Set<string>): Set<string> {
  for (const name of names) {
    if (found.has(name)) continue;
    found.add(name);
    withImports(chunks, chunks.find(({ fileName }) => fileName === name)?.imports ?? [], found);
  }
  return found;
}
