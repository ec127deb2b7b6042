import { type PackedText, packText } from "./packed-text.ts";

/** Facts of this site on the start page before any script runs. */
export interface PageFacts {
  title: string;
  /** The administrator's own home page is set. */
  ownHome: boolean;
  /** Sample data and sandbox upstream. */
  demo: boolean;
}

/**
 * `index.html` of the build with the site's name in its title and its facts on `<html>`, where the first script reads
 * them. Rendered and compressed once per change of the facts.
 */
export function createStartPage(template: string): (facts: PageFacts) => PackedText {
  let last: { html: string; page: PackedText } | undefined;
  return (facts) => {
    const html = fill(template, facts);
    if (last?.html !== html) last = { html, page: packText(html) };
    return last.page;
  };
}

function fill(template: string, facts: PageFacts): string {
  const title = escapeHtml(facts.title);
  const marks = `data-home="${facts.ownHome ? "own" : "built-in"}"${facts.demo ? " data-demo" : ""}`;
  // Functions, since a name may contain patterns of replacement strings (`$&`).
  return template
    .replace(/<title>[^<]*<\/title>/, () => `<title>${title}</title>`)
    .replace(/<html(?=[\s>])/, () => `<html ${marks}`);
}

/** Escapes text for HTML and quoted attributes. */
export function escapeHtml(text: string): string {
  const names: Record<string, string> = { "&": "amp", "<": "lt", ">": "gt", '"': "quot", "'": "#39" };
  return text.replace(/[&<>"']/g, (character) => `&${names[character] ?? ""};`);
}
