import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { type Finding, type Rule, reportFindings, repositoryRoot } from "./finding.ts";
import { listFiles } from "./list-files.ts";
import { readHeadings, readInlineCode, readLinks } from "./read-markdown.ts";
import { lineAt } from "./read-source.ts";

const index = "docs/README.md";

const link: Rule = {
  name: "every link leads to a file and a heading that exist",
  reason:
    "a reader who follows a dead link stops there; write the path relative to the page, and the heading's anchor",
  document: "docs/develop/documents.md, 'Links'",
};

const mention: Rule = {
  name: "every docs/ path in code exists",
  reason: "comments and messages send readers to pages; write the path as it is in the repository",
  document: "docs/develop/documents.md, 'Links'",
};

const source: Rule = {
  name: "every path of the repository in a page exists",
  reason: "readers open the file that a page names; write its path as it is in the repository",
  document: "docs/develop/documents.md, 'Links'",
};

const reachable: Rule = {
  name: `every page of docs/ is reachable from ${index}`,
  reason: `a page without a link to it has no readers; link it from ${index} or from a page listed there`,
  document: "docs/develop/documents.md, 'Add a page'",
};

/** Links of Markdown files, paths of pages in code, and the index agree with the files of the tree. */
export function checkLinks(root: string): Finding[] {
  const files = listFiles(root, ".");
  const pages = files.filter((file) => file.endsWith(".md"));
  const anchors = new Map(pages.map((page) => [page, readHeadings(readText(root, page)).anchors]));
  return [
    ...pages.flatMap((page) => [...checkPage(root, page, anchors), ...checkSources(root, page)]),
    ...files.filter(isCode).flatMap((file) => checkMentions(root, file)),
    ...checkReach(root, pages),
  ];
}

const readText = (root: string, file: string): string => readFileSync(path.join(root, file), "utf8");

/** Target of a relative link of a page, from the root; the page itself for a bare anchor. */
function resolveLink(page: string, target: string): string {
  const [file = ""] = target.split("#");
  return file === "" ? page : path.posix.join(path.posix.dirname(page), decodeURI(file));
}

function checkPage(root: string, page: string, anchors: Map<string, Set<string>>): Finding[] {
  return readLinks(readText(root, page)).flatMap(({ target, line }) => {
    const file = resolveLink(page, target);
    const anchor = target.split("#")[1];
    if (target.startsWith("/") || !existsSync(path.join(root, file)))
      return [{ rule: link, path: page, line, problem: `${target} leads to no file` }];
    const known = anchors.get(file);
    if (anchor === undefined || known === undefined || known.has(anchor)) return [];
    const close = [...known].find((one) => one.includes(anchor) || anchor.includes(one));
    const instead = close === undefined ? "" : `; write #${close}`;
    return [{ rule: link, path: page, line, problem: `${file} has no heading #${anchor}${instead}` }];
  });
}

const pathInPage = /^(?:contract|server|console|e2e|scripts|benchmarks|docs)\/[\w./-]*\w\/?$/;
/** What a build writes is not there in a new checkout. */
const built = /^(?:server|console)\/dist(?:\/|$)/;
/** Example names in the how-to pages. */
const madeUp = /acme|sales-report|gift-card/;

/** Paths from the root in backticks. Results of benchmarks name files of their own time. */
function checkSources(root: string, page: string): Finding[] {
  if (page.startsWith("benchmarks/results/")) return [];
  return readInlineCode(readText(root, page))
    .filter(({ code }) => pathInPage.test(code) && !madeUp.test(code) && !built.test(code))
    .filter(({ code }) => !existsSync(path.join(root, code)))
    .map(({ code, line }) => ({ rule: source, path: page, line, problem: `${code} does not exist` }));
}

/** Tests of `scripts` plant trees with pages of their own. */
const isCode = (file: string): boolean =>
  /\.(tsx?|mjs|json|txt|ya?ml)$/.test(file) && !/^scripts\/.*\.test\.ts$/.test(file);

const pathInCode =
  /(?<![\w./:@-])(?:\.\.\/)*(?<named>docs\/[\w./-]*|[A-Z]+\.md(?=, '))(?<rest>[$<*{])?(?:, '(?<heading>[^'\n]+)')?/g;

/** Pages of the root count where a heading is named. A path whose end is filled in (`${kind}`, `<name>`) is left out. */
function checkMentions(root: string, file: string): Finding[] {
  const text = readText(root, file);
  return [...text.matchAll(pathInCode)].flatMap(({ index: at, groups = {} }) => {
    const { named = "", rest, heading } = groups;
    if (rest !== undefined) return [];
    const page = named.replace(/\.$/, "");
    const line = lineAt(text, at);
    if (!existsSync(path.join(root, page)))
      return [{ rule: mention, path: file, line, problem: `${page} does not exist` }];
    if (heading === undefined || readHeadings(readText(root, page)).titles.has(heading)) return [];
    return [{ rule: mention, path: file, line, problem: `${page} has no heading "${heading}"` }];
  });
}

function checkReach(root: string, pages: string[]): Finding[] {
  const documents = pages.filter((page) => page.startsWith("docs/"));
  if (documents.length === 0) return [];
  const reached = new Set([index]);
  for (const page of reached) {
    if (!pages.includes(page)) continue;
    for (const { target } of readLinks(readText(root, page))) reached.add(resolveLink(page, target));
  }
  return documents
    .filter((page) => !reached.has(page))
    .map((page) => ({
      rule: reachable,
      path: page,
      problem: "no page on the way from the index links to it",
    }));
}

if (import.meta.main) reportFindings(checkLinks(repositoryRoot));
