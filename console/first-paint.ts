/** Texts and files of the first page, by path and language; written into the build's first script. */
export interface FirstPaintFacts {
  /** The first module, and what it imports. */
  entry: string;
  imports: string[];
  /** Further modules to fetch immediately, by path prefix: `all` for everyone, the others by language. */
  files: Record<string, Record<string, string[]>>;
  /** Heading and lead of the pages that render before any module has loaded. */
  texts: Record<string, Record<string, { title: string; lead: string; demo?: string; code?: string }>>;
}

/**
 * Runs before the first paint, as a separate file because the page's security policy allows no inline script: applies
 * the theme, renders the heading, and prefetches what the page needs. The modules are requested after the heading is
 * rendered, so they do not delay it. The build embeds this function as text, so it must be self-contained.
 */
export function paintFirst(facts: FirstPaintFacts | null): void {
  const root = document.documentElement;
  function stored(key: string): string | null {
    try {
      return localStorage.getItem(key);
    } catch {
      // Storage may be forbidden.
      return null;
    }
  }
  const theme = stored("theme");
  const dark = theme ? theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
  root.dataset["theme"] = dark ? "dark" : "light";
  // The styling library must not compile code from text, which the policy forbids.
  Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });
  if (!facts) return;

  // The same rule as lib/i18n/languages.ts.
  const kept = stored("localLanguage_save") === navigator.language ? stored("appLanguage") : null;
  const browser = /^zh([-_]|$)/i.test(navigator.language) ? "zh_CN" : "en_US";
  const language = kept !== null && /^(zh_CN|en_US|ja_JP)$/.test(kept) ? kept : browser;
  root.lang = language.replace("_", "-");
  const path = location.pathname;
  const files = [...facts.imports];
  for (const beginning of Object.keys(facts.files)) {
    const lists = facts.files[beginning];
    if (path !== beginning && !path.startsWith(`${beginning}/`)) continue;
    files.push(...(lists?.["all"] ?? []), ...(lists?.[language] ?? []));
  }
  let begun = false;
  function preload(link: Partial<HTMLLinkElement>): void {
    document.head.append(Object.assign(document.createElement("link"), link));
  }
  function begin(): void {
    if (begun) return;
    begun = true;
    for (const file of files) {
      if (file.endsWith(".js")) preload({ rel: "modulepreload", href: file });
      else preload({ rel: "preload", href: file, as: "font", crossOrigin: "anonymous" });
    }
    // What the site offers: every page waits for it. Otherwise than the console's client requests it, it would be fetched twice.
    preload({ rel: "preload", href: "/api/status", as: "fetch", crossOrigin: "anonymous" });
    const script = document.createElement("script");
    script.type = "module";
    script.src = facts?.entry ?? "";
    document.head.append(script);
  }

  const texts = facts.texts[path]?.[language];
  const ownHome = path === "/" && root.dataset["home"] !== "built-in";
  if (!texts || ownHome || stored("user") !== null) return begin();
  const page = document.createElement("div");
  page.id = "first-paint";
  page.className = path === "/" ? "home" : "form";
  function add(parent: Element, tag: string, text: string): Element {
    const element = document.createElement(tag);
    element.textContent = text;
    parent.append(element);
    return element;
  }
  add(page, "header", "");
  const main = add(page, "main", "");
  const column = add(main, "div", "");
  add(column, "h1", texts.title);
  add(column, "p", texts.lead);
  if (texts.demo && "demo" in root.dataset) add(column, "p", texts.demo).className = "demo";
  if (texts.code) add(main, "pre", texts.code.replace("{origin}", location.origin));
  // This script is in the head, to be fetched first; the body starts a moment later.
  const observer = new MutationObserver(() => {
    if (!document.body) return;
    observer.disconnect();
    document.body.prepend(page);
    requestAnimationFrame(() => setTimeout(begin));
  });
  observer.observe(root, { childList: true });
  // A window in the background draws no frames.
  setTimeout(begin, 300);
}
