import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { type Finding, type Rule, reportFindings, repositoryRoot } from "./finding.ts";
import { isTestFile, listFiles } from "./list-files.ts";
import { grantsOf, type NamedRoom, roomList, roomOf } from "./rooms.ts";
import { roomsDocument, withRooms } from "./rooms-table.ts";

const table = "scripts/rooms.ts";

const real: Rule = {
  name: "rooms and their grants exist",
  reason: "a rule for a renamed folder has no effect, and no other check reports it",
  document: "ARCHITECTURE.md, 'Import rules'",
};

const written: Rule = {
  name: "ARCHITECTURE.md shows the rooms as they are",
  reason: "readers rely on the table; `npm run rooms` writes it",
  document: "CONTRIBUTING.md, 'Import rules'",
};

/** Every room has a file, every granted file exists, and the document shows the table as it is. */
export function checkRooms(root: string, rooms: readonly NamedRoom[] = roomList): Finding[] {
  const files = ["contract/src", "server", "console/src"]
    .flatMap((folder) => listFiles(root, folder))
    .filter((file) => !isTestFile(file));
  return [
    ...rooms
      .flatMap((room) => findUnreal(room, files))
      .map((problem) => ({ rule: real, path: table, problem })),
    ...checkDocument(root),
  ];
}

function findUnreal(room: NamedRoom, files: string[]): string[] {
  const empty = files.some((file) => roomOf(file)?.name === room.name) ? [] : [`"${room.name}" has no file`];
  const missing = grantsOf(room)
    .filter(({ room: { folder }, file }) => {
      const pattern = `${folder}/${file ?? "**"}`;
      return folder !== undefined && !files.some((one) => path.matchesGlob(one, pattern));
    })
    .map((grant) => `"${room.name}" may import "${grant.room.name}/${grant.file}", which does not exist`);
  return [...empty, ...missing];
}

function checkDocument(root: string): Finding[] {
  const file = path.join(root, roomsDocument);
  const document = existsSync(file) ? readFileSync(file, "utf8") : "";
  try {
    if (withRooms(document) === document) return [];
    return [{ rule: written, path: roomsDocument, problem: "differs from the table: run `npm run rooms`" }];
  } catch (error) {
    return [{ rule: written, path: roomsDocument, problem: String(error) }];
  }
}

if (import.meta.main) reportFindings(checkRooms(repositoryRoot));
