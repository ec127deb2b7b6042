import { createHash } from "node:crypto";
import { brotliCompressSync, gzipSync } from "node:zlib";

/** What the start page says of this site before any script runs. */
export interface PageFacts {
  title: string;
  /** The operator's own home page is set. */
  ownHome: boolean;
  /** Sample data and sandbox upstream. */
  demo: boolean;
}

/** The start page in one state of the site, ready to be sent. */
export interface StartPage {
  etag: string;
  /** By content encoding. */
  bodies: { identity: Buffer; gzip: Buffer; br: Buffer };
}

/**
 * `index.html` of the build with the site's name in its title and its facts on `<html>`, where the first script reads them.
 * Made and compressed once per change of the facts.
 */
export function createStartPage(template: string): (facts: PageFacts) => StartPage {
  let last: { html: string; page: StartPage } | undefined;
  return (facts) => {
    const html = fill(template, facts);
    if (last?.html !== html) last = { html, page: pack(html) };
    return last.page;
  };
}

function fill(template: string, facts: PageFacts): string {
  const title = escapeHtml(facts.title);
  const marks = `data-home="${facts.ownHome ? "own" : "built-in"}"${facts.demo ? " data-demo" : ""}`;
  // Functions, since a name may hold what a replacement text gives a meaning to (`$&`).
  return template
    .replace(/<title>[^<]*<\/title>/, () => `<title>${title}</title>`)
    .replace(/<html(?=[\s>])/, () => `<html ${marks}`);
}

/** Safe as text and inside a quoted attribute. */
export function escapeHtml(text: string): string {
  const names: Record<string, string> = { "&": "amp", "<": "lt", ">": "gt", '"': "quot", "'": "#39" };
  return text.replace(/[&<>"']/g, (character) => `&${names[character] ?? ""};`);
}

function pack(html: string): StartPage {
  const identity = Buffer.from(html);
  return {
    etag: `"${createHash("sha256").update(identity).digest("base64url").slice(0, 22)}"`,
    bodies: { identity, gzip: gzipSync(identity, { level: 9 }), br: brotliCompressSync(identity) },
  };
}

/** The best encoding of the three that the client takes; a quality of zero means it does not. */
export function pickEncoding(acceptEncoding: string | undefined): "br" | "gzip" | "identity" {
  const taken = new Set(
    (acceptEncoding ?? "")
      .split(",")
      .map((part) => part.trim().toLowerCase())
      .filter((part) => !/;\s*q=0(?:\.0*)?$/.test(part))
      .map((part) => part.replace(/;.*$/, "")),
  );
  if (taken.has("br")) return "br";
  return taken.has("gzip") ? "gzip" : "identity";
}
