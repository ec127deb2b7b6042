import path from "node:path";
import { packageOf } from "./check-imports.ts";
import { isTestFile, isToolFile } from "./list-files.ts";
import { foldersByDepth, grantsOf, type NamedRoom, roomList, roomOf } from "./rooms.ts";

const see = "See ARCHITECTURE.md, 'Import rules'.";

/** What a room may import, as Markdown for messages and documents, without the contract. */
export function describeImports(room: NamedRoom): string {
  const names = room.imports.filter((name) => name !== room.name).map((name) => `\`${name}\``);
  const packages = (room.packages ?? []).map((name) => `\`${name}\``);
  const held = roomList.filter(({ heldBy }) => heldBy === room.name).map(({ name }) => `its own \`${name}\``);
  const words = room.inWords === undefined ? [...names, ...held] : [room.inWords];
  return [...words, ...packages].join(", ") || "nothing";
}

function explain(room: NamedRoom): string {
  const imports = describeImports(room).replaceAll("`", "");
  const contract = room.noContract ? "" : " and the contract";
  return `${room.name} may import ${imports}${contract}: ${room.because}. ${see}`;
}

/** A file's place in the table. */
interface Place {
  /** The room whose rule the file has. */
  room: NamedRoom;
  /** The room of its folder, which differs for single files that have a rule of their own. */
  folderRoom: NamedRoom | undefined;
  /** The folder itself, e.g. `server/src/relay/formats/openai-chat`. */
  folder: string | undefined;
}

const places = new Map<string, Place | undefined>();

function placeOf(file: string): Place | undefined {
  if (!places.has(file)) places.set(file, findPlace(file));
  return places.get(file);
}

function findPlace(file: string): Place | undefined {
  const room = roomOf(file);
  if (!room) return undefined;
  const folderRoom =
    room.folder === undefined
      ? foldersByDepth.find(({ folder }) => path.matchesGlob(file, `${folder}/**`))
      : room;
  const depth = folderRoom?.folder?.split("/").length;
  const folder = depth === undefined ? undefined : file.split("/").slice(0, depth).join("/");
  return { room, folderRoom, folder };
}

/** True for a file that must be in a room and is in none. */
export function isOutsideRooms(file: string): boolean {
  return !isTestFile(file) && !isToolFile(file) && placeOf(file) === undefined;
}

/**
 * Why a file may not import what an import of it names; undefined if it may. Tests and tools may import everything.
 * @param file relative to the root, like the path that `resolve` gets and returns
 * @param specifier as written in the file
 * @param resolve the file that a path without a query names; undefined if there is none
 */
export function findRejection(
  file: string,
  specifier: string,
  resolve: (target: string) => string | undefined,
): string | undefined {
  if (isTestFile(file) || isToolFile(file)) return undefined;
  const from = placeOf(file);
  // `isOutsideRooms` rejects the file itself.
  if (!from) return undefined;
  if (!/^[./]/.test(specifier))
    return mayImportPackage(from.room, specifier) ? undefined : explain(from.room);
  const target = specifier.startsWith("/")
    ? undefined
    : resolve(path.posix.join(path.posix.dirname(file), specifier.replace(/\?.*$/, "")));
  if (target !== undefined && isTestFile(target))
    return `Outside tests nothing imports a test, a fixture or a test's support. ${see}`;
  const to = target === undefined ? undefined : placeOf(target);
  if (!target || !to) return `This file does not exist, or it is outside every room. ${see}`;
  return mayImportFile(from, to, target) ? undefined : explain(from.room);
}

function mayImportPackage(room: NamedRoom, specifier: string): boolean {
  const name = packageOf(specifier);
  if (name === "@tollgate/contract") return !room.noContract;
  if (name.startsWith("@tollgate/")) return false;
  return room.packages === undefined || room.packages.includes(name);
}

function mayImportFile(from: Place, to: Place, target: string): boolean {
  if (from.room.folder === undefined) {
    // A pattern of several files is one room.
    if (from.room === to.room) return true;
  } else if (from.folder === to.folder) return true;
  const heldHere = (to.room.heldBy === from.room.name && to.folder?.startsWith(`${from.folder}/`)) ?? false;
  return heldHere || isGranted(from.room, to, target);
}

function isGranted(room: NamedRoom, to: Place, target: string): boolean {
  return grantsOf(room).some((grant) => {
    if (grant.file === undefined)
      return grant.room.name === to.room.name || grant.room.name === to.folderRoom?.name;
    if (grant.room.name !== to.folderRoom?.name || to.folder === undefined) return false;
    return path.matchesGlob(target.slice(to.folder.length + 1), grant.file);
  });
}
