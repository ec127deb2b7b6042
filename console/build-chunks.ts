import fs from "node:fs";
import path from "node:path";

interface ModuleGraph {
  getModuleInfo(id: string): { importers: readonly string[] } | null;
}

/** True if a chain of static imports leads from a page to the module. */
type Reaches = (id: string, graph: ModuleGraph) => boolean;

/** True if `id` is needed as soon as `entry` is. Memoised, since every module is requested. */
function reachableFrom(entry: string): Reaches {
  const known = new Map<string, boolean>();
  return function reachable(id, graph) {
    if (path.normalize(id) === entry) return true;
    const before = known.get(id);
    if (before !== undefined) return before;
    known.set(id, false);
    const found = (graph.getModuleInfo(id)?.importers ?? []).some((importer) => reachable(importer, graph));
    known.set(id, found);
    return found;
  };
}

const source = path.join(import.meta.dirname, "src");
const screens = path.join(source, "screens");

/** Pages without the console's menu: those with a form, and all of them. */
const accountScreens = ["oauth-callback", "register", "reset", "reset-password"];
const publicScreens = ["about", "home", "jump", ...accountScreens];

/** A test for each page of the screens. */
function pagesOf(names: readonly string[]): Reaches[] {
  return names.flatMap((name) =>
    fs
      .readdirSync(path.join(screens, name))
      .filter((file) => file.endsWith("-page.tsx"))
      .map((file) => reachableFrom(path.join(screens, name, file))),
  );
}

const inFirstPage = reachableFrom(path.join(source, "main.tsx"));
const inShell = reachableFrom(path.join(source, "app/layouts/console-layout/console-layout.tsx"));
const inSignIn = reachableFrom(path.join(screens, "login/login-page.tsx"));
const inLoginCalls = reachableFrom(path.join(screens, "login/login-calls.ts"));
const inHome = reachableFrom(path.join(screens, "home/home-page.tsx"));
const inAccountPages = pagesOf(accountScreens);
const inPublicPages = pagesOf(publicScreens);
const inConsolePages = pagesOf(
  fs.readdirSync(screens).filter((name) => name !== "login" && !publicScreens.includes(name)),
);

/** Parts that pages with and without the console's menu fetch on demand. */
const onDemand = [
  "app/language-menu-list.tsx",
  "app/layouts/console-layout/user-menu.tsx",
  "app/layouts/public-layout/link-list.tsx",
  "app/layouts/public-layout/public-account.tsx",
  "app/layouts/public-layout/site-footer.tsx",
  "app/notice/notice-dialog.tsx",
  "app/notice/notice-reader.tsx",
  "widgets/captures/capture-banner.tsx",
  "widgets/site-content/rendered-content.tsx",
].map((file) => reachableFrom(path.join(source, file)));
const outsideConsole = [...inPublicPages, ...onDemand];

/** What only lists use of TanStack Query. The sign-in page's imports lead there by the library's index. */
const listQueries = /[\\/]@tanstack[\\/].*(?:queries|infinite)/i;

/** True if several of the pages need the module. A screen's own files stay with the screen. */
function isShared(id: string, graph: ModuleGraph, pages: readonly Reaches[], atLeast: number): boolean {
  if (path.normalize(id).startsWith(screens)) return false;
  return pages.filter((reaches) => reaches(id, graph)).length >= atLeast;
}

/**
 * Chunks of the console: React, what every first page needs, what the sign-in page adds, what signing in calls, what the home page
 * needs, what registration and similar pages share, the shell, what the screens share, and the rest by the bundler's rules. By default
 * the bundler splits shared code into a hundred files of a few hundred bytes, which cost more requests and more bytes.
 */
export const chunkGroups = [
  { name: "react", test: /node_modules[\\/](react|react-dom|scheduler|react-router)[\\/]/, priority: 30 },
  { name: "rendered-content", test: /node_modules[\\/](marked|dompurify)[\\/]/, priority: 25 },
  {
    debugName: "base",
    name: (id: string, graph: ModuleGraph) => (inFirstPage(id, graph) ? "base" : null),
    // Without what only other pages use: the index of a library leads to all of its modules.
    tags: ["$initial" as const],
    priority: 20,
  },
  {
    debugName: "sign-in",
    name: (id: string, graph: ModuleGraph) =>
      inSignIn(id, graph) && !listQueries.test(id) && !id.includes("/screens/login/") ? "sign-in" : null,
    priority: 18,
  },
  {
    // Zod, and of the contract what signing in calls.
    debugName: "schemas",
    name: (id: string, graph: ModuleGraph) =>
      inLoginCalls(id, graph) && !id.includes("/screens/login/") ? "schemas" : null,
    priority: 18,
  },
  {
    // What the home page shares with other pages, so that its visitors evaluate no form library.
    debugName: "visitor",
    name: (id: string, graph: ModuleGraph) =>
      inHome(id, graph) && !path.normalize(id).startsWith(screens) ? "visitor" : null,
    priority: 17,
  },
  {
    debugName: "account",
    name: (id: string, graph: ModuleGraph) => (isShared(id, graph, inAccountPages, 2) ? "account" : null),
    priority: 16,
  },
  {
    // Modules shared with pages without the menu are separate, so visitors do not fetch the console's shell and screens.
    debugName: "common",
    name: (id: string, graph: ModuleGraph) =>
      (inShell(id, graph) || isShared(id, graph, inConsolePages, 2)) && isShared(id, graph, outsideConsole, 1)
        ? "common"
        : null,
    priority: 15,
  },
  {
    debugName: "shell",
    name: (id: string, graph: ModuleGraph) => (inShell(id, graph) ? "shell" : null),
    priority: 12,
  },
  {
    debugName: "screens",
    name: (id: string, graph: ModuleGraph) => (isShared(id, graph, inConsolePages, 2) ? "screens" : null),
    priority: 10,
  },
];
