import path from "node:path";

interface ModuleGraph {
  getModuleInfo(id: string): { importers: readonly string[] } | null;
}

/**
 * True if `id` is needed as soon as `entry` is: a chain of static imports leads from there to it. Memoised, since every
 * module is asked for.
 */
function reachableFrom(entry: string): (id: string, graph: ModuleGraph) => boolean {
  const known = new Map<string, boolean>();
  return function reachable(id: string, graph: ModuleGraph): boolean {
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
const inFirstPage = reachableFrom(path.join(source, "main.tsx"));
const inShell = reachableFrom(path.join(source, "app/layouts/console-layout/console-layout.tsx"));

const inSignIn = reachableFrom(path.join(source, "screens/login/login-page.tsx"));

/**
 * How the console is cut: React, what every first page needs, what the console's shell adds, and the rest as it falls.
 * Left alone, the bundler cuts what several pages share into dozens of files of a few hundred bytes.
 */
export const chunkGroups = [
  { name: "react", test: /node_modules[\\/](react|react-dom|scheduler|react-router)[\\/]/, priority: 30 },
  {
    debugName: "base",
    name: (id: string, graph: ModuleGraph) => (inFirstPage(id, graph) ? "base" : null),
    priority: 20,
  },
  {
    // In one piece: a dozen small files are larger than what they hold.
    debugName: "sign-in",
    name: (id: string, graph: ModuleGraph) =>
      inSignIn(id, graph) && !id.includes("/screens/login/") ? "sign-in" : null,
    priority: 18,
  },
  {
    // Dashboard and analytics share them; apart, each small piece would be a file of its own.
    name: "usage-charts",
    test: /src[\\/](widgets[\\/]usage-charts|design-system[\\/](health-strip|charts[\\/](series|chart)-))/,
    // What they import is shared with every list, and must not come with charts.
    includeDependenciesRecursively: false,
    priority: 12,
  },
  {
    debugName: "shell",
    name: (id: string, graph: ModuleGraph) => (inShell(id, graph) ? "shell" : null),
    // What the login page shares with the shell stands apart, so that the one does not wait for the other.
    entriesAware: true,
    entriesAwareMergeThreshold: 8_000,
    priority: 15,
  },
];
