import path from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { checkRooms } from "./check-rooms.ts";
import { repositoryRoot } from "./finding.ts";
import { isTestFile, listFiles } from "./list-files.ts";
import { checkPlantedImports, type PlantedImport } from "./plant-imports.ts";
import { plantTree } from "./plant-tree.ts";
import { foldersByDepth, grantsOf, type NamedRoom, roomList, roomOf } from "./rooms.ts";
import { withRooms } from "./rooms-table.ts";

const sources = ["contract/src", "server/src", "console/src"]
  .flatMap((folder) => listFiles(repositoryRoot, folder))
  .filter((file) => /\.tsx?$/.test(file) && !isTestFile(file));

/** The folder of the repository that makes a file's room one of several: `…/formats/openai-chat` for the room `…/formats/*`. */
function folderOf(file: string, room: NamedRoom): string {
  const depth = room.folder?.split("/").length ?? 0;
  return file.split("/").slice(0, depth).join("/");
}

const inFolder = (room: NamedRoom, file: string, inside = "**") =>
  room.folder !== undefined && path.matchesGlob(file, `${room.folder}/${inside}`);

/** The table's rule, without the check. */
function mayImport(from: string, to: string): boolean {
  const own = roomOf(from);
  const other = roomOf(to);
  if (!own || !other) return false;
  if (own === other) {
    const isGranted = grantsOf(own).some(
      ({ room, file }) => room.name === own.name && file !== undefined && inFolder(own, to, file),
    );
    return isGranted || own.folder === undefined || folderOf(from, own) === folderOf(to, own);
  }
  const folderRoom = foldersByDepth.find((room) => inFolder(room, to));
  if (own.folder !== undefined && own === folderRoom && inFolder(own, from)) return true;
  if (other.heldBy === own.name) return folderOf(from, own) === folderOf(to, own);
  return grantsOf(own).some(
    ({ room, file }) => room === other || (room.name === folderRoom?.name && inFolder(room, to, file)),
  );
}

/** Two files of a room where there are, from different folders of a room with a wildcard. */
function examplesOf(room: NamedRoom): string[] {
  const files = sources.filter((file) => roomOf(file)?.name === room.name);
  const first = files[0] ?? "";
  const second = files.findLast((file) => folderOf(file, room) !== folderOf(first, room)) ?? files.at(-1);
  return [...new Set([first, second ?? first])];
}

/** Every file that some line of the table grants by its name. */
const namedFiles = sources.filter((file) =>
  roomList
    .flatMap(grantsOf)
    .some((grant) => grant.file !== undefined && inFolder(grant.room, file, grant.file)),
);
const targets = [
  ...new Set([...roomList.flatMap(examplesOf), ...namedFiles.filter((file) => !/control/.test(file))]),
];

const specifierTo = (from: string, to: string) => {
  const relative = path.posix.relative(path.posix.dirname(from), to);
  return relative.startsWith(".") ? relative : `./${relative}`;
};

const packages = ["@tollgate/contract/limits", "zod", "kysely", "node:crypto", "node:zlib", "node:fs"];

function mayImportPackage(room: NamedRoom, name: string): boolean {
  if (name.startsWith("@tollgate/")) return !room.noContract;
  return room.packages === undefined || room.packages.includes(name);
}

describe("every room", () => {
  const cases = roomList.map((room) => {
    const [from = ""] = examplesOf(room);
    const files = targets
      .filter((to) => to !== from)
      .map((to) => [from, specifierTo(from, to), mayImport(from, to)] as const);
    const modules = packages.map((name) => [from, name, mayImportPackage(room, name)] as const);
    return { name: room.name, planted: [...files, ...modules] };
  });
  let complaintsAbout: (planted: PlantedImport) => string[];
  beforeAll(() => {
    complaintsAbout = checkPlantedImports(
      cases.flatMap(({ planted }) => planted.map(([from, to]) => [from, to] as const)),
    );
  });

  it.each(cases)("$name may import only what its line lists", ({ planted }) => {
    const verdicts = planted.map(([from, to]) => `${to} ${complaintsAbout([from, to]).length === 0}`);
    expect(verdicts).toEqual(planted.map(([, to, allowed]) => `${to} ${allowed}`));
  });

  it("has every source file in it", () => {
    expect(sources.filter((file) => roomOf(file) === undefined)).toEqual([]);
  });
});

describe("the table of rooms", () => {
  const [relay] = roomList.filter(({ name }) => name === "relay");
  const problems = (room: Partial<NamedRoom>) =>
    checkRooms(repositoryRoot, [{ ...(relay as NamedRoom), ...room }]).map(({ problem }) => problem);

  it("matches the tree, and ARCHITECTURE.md shows it", () => {
    expect(checkRooms(repositoryRoot)).toEqual([]);
  });

  it("rejects a room whose folder was renamed", () => {
    expect(problems({ name: "relay/doorway", folder: "server/src/relay/doorway" })).toEqual([
      '"relay/doorway" has no file',
    ]);
  });

  it("rejects a grant of a file that is gone, and of a room that never was", () => {
    expect(problems({ imports: ["snapshot/old-snapshot.ts"] })).toEqual([
      '"relay" may import "snapshot/old-snapshot.ts", which does not exist',
    ]);
    expect(() => problems({ imports: ["utils"] })).toThrow('"utils" is neither a room nor a file of one');
  });

  it("rejects a document whose table was edited by hand or is missing", () => {
    const marks =
      "<!-- rooms: written by `npm run rooms` from scripts/rooms.ts -->\n\nold\n\n<!-- end of rooms -->\n";
    using stale = plantTree({ "ARCHITECTURE.md": marks });
    const found = checkRooms(stale.root, []).map(({ problem }) => problem);
    expect(found).toEqual(["differs from the table: run `npm run rooms`"]);
    using written = plantTree({ "ARCHITECTURE.md": withRooms(marks) });
    expect(checkRooms(written.root, [])).toEqual([]);
    using none = plantTree({ "ARCHITECTURE.md": "# Architecture\n" });
    expect(checkRooms(none.root, [])).toMatchObject([
      { problem: expect.stringContaining("has lost its marks") },
    ]);
  });
});
