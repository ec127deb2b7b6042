import { readFileSync } from "node:fs";
import path from "node:path";
import { repositoryRoot } from "./finding.ts";
import { isTestFile, listFiles } from "./list-files.ts";
import { readImports } from "./read-source.ts";

/** Files and what each imports of the others, type-only imports included. */
export type ImportGraph = ReadonlyMap<string, readonly string[]>;

/** Measures of the graph. */
export interface GraphFigures {
  files: number;
  /** Files directly in the folder, tests left out. */
  top: number;
  /** Longest chain of imports; a cycle counts as one layer. */
  floors: number;
  arrows: number;
  /** Files that import each other, directly or through others; sorted. */
  circles: string[][];
}

/** Reads which source files below `folder` import which others below it. Tests and fixtures are left out. */
export function readGraph(root: string, folder: string): ImportGraph {
  const files = listFiles(root, folder).filter((file) => /\.tsx?$/.test(file) && !isTestFile(file));
  const known = new Set(files);
  return new Map(
    files.map((file) => {
      const sites = readImports(readFileSync(path.join(root, file), "utf8"));
      const targets = sites
        .filter(({ specifier }) => specifier.startsWith("."))
        .map(({ specifier }) => path.posix.join(path.posix.dirname(file), specifier))
        .flatMap((target) => ["", ".ts", ".tsx"].map((extension) => target + extension));
      return [file, [...new Set(targets)].filter((target) => known.has(target) && target !== file)];
    }),
  );
}

/** Groups of files that reach each other, each group after all that it imports (Tarjan, 1972). */
export function findGroups(graph: ImportGraph): string[][] {
  const groups: string[][] = [];
  const order = new Map<string, number>();
  const lowest = new Map<string, number>();
  const open: string[] = [];
  const visit = (file: string): number => {
    const index = order.size;
    order.set(file, index);
    open.push(file);
    let low = index;
    for (const target of graph.get(file) ?? []) {
      if (!order.has(target)) low = Math.min(low, visit(target));
      else if (open.includes(target)) low = Math.min(low, lowest.get(target) ?? order.get(target) ?? low);
    }
    lowest.set(file, low);
    if (low === index) groups.push(open.splice(open.indexOf(file)).toSorted());
    return low;
  };
  for (const file of graph.keys()) if (!order.has(file)) visit(file);
  return groups;
}

/** Counts a graph. `folder` is the one whose direct files are the top. */
export function measureGraph(graph: ImportGraph, folder: string): GraphFigures {
  const groups = findGroups(graph);
  const floorOf = new Map<string, number>();
  for (const group of groups) {
    const below = group.flatMap((file) => graph.get(file) ?? []).filter((target) => !group.includes(target));
    const floor = 1 + Math.max(0, ...below.map((target) => floorOf.get(target) ?? 0));
    for (const file of group) floorOf.set(file, floor);
  }
  return {
    files: graph.size,
    top: [...graph.keys()].filter((file) => path.posix.dirname(file) === folder).length,
    floors: Math.max(0, ...floorOf.values()),
    arrows: [...graph.values()].reduce((sum, targets) => sum + targets.length, 0),
    circles: groups.filter((group) => group.length > 1),
  };
}

/** Arrows between the folders directly below `folder`; its own files are one group, named ".". */
export function measureFolders(graph: ImportGraph, folder: string): ImportGraph {
  const groupOf = (file: string) => {
    const [first = "", ...rest] = path.posix.relative(folder, file).split("/");
    return rest.length === 0 ? "." : first;
  };
  const arrows = new Map<string, Set<string>>();
  for (const [file, targets] of graph) {
    const from = groupOf(file);
    const own = arrows.get(from) ?? new Set();
    arrows.set(from, own);
    for (const target of targets) if (groupOf(target) !== from) own.add(groupOf(target));
  }
  return new Map([...arrows].map(([from, targets]) => [from, [...targets].toSorted()]));
}

if (import.meta.main) {
  const folders = process.argv.slice(2);
  for (const folder of folders.length > 0
    ? folders
    : ["contract/src", "server/src", "server/src/relay", "console/src"]) {
    const graph = readGraph(repositoryRoot, folder);
    const { files, top, floors, arrows, circles } = measureGraph(graph, folder);
    console.log(
      `${folder}: ${files} files, ${top} at the top, ${floors} floors, ${arrows} arrows, ${circles.length} circles`,
    );
    for (const circle of circles) console.log(`  circle of ${circle.length}: ${circle.join(" ")}`);
    const between = measureFolders(graph, folder);
    for (const circle of findGroups(between).filter((group) => group.length > 1))
      console.log(`  folders in a circle: ${circle.join(" ")}`);
  }
}
