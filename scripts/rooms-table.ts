import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { repositoryRoot } from "./finding.ts";
import { describeImports } from "./import-rules.ts";
import { roomList } from "./rooms.ts";

export const roomsDocument = "ARCHITECTURE.md";
const begin = "<!-- rooms: written by `npm run rooms` from scripts/rooms.ts -->";
const end = "<!-- end of rooms -->";

function renderRooms(): string {
  const rows = roomList.map((room) => {
    const imports = describeImports(room);
    const shown = room.name.startsWith("relay/") ? imports.replaceAll("`relay/", "`") : imports;
    return `| \`${room.name}\` | ${shown} | ${room.because} |`;
  });
  return ["| Room | may import | because |", "|---|---|---|", ...rows].join("\n");
}

/** The document with the current table. @throws Error if the two marks around the table are not there */
export function withRooms(document: string): string {
  const [before, rest] = document.split(`${begin}\n\n`);
  const after = rest?.split(`\n\n${end}`)[1];
  if (before === undefined || after === undefined)
    throw new Error(`${roomsDocument} has lost its marks "${begin}" and "${end}"`);
  return `${before}${begin}\n\n${renderRooms()}\n\n${end}${after}`;
}

if (import.meta.main) {
  const file = path.join(repositoryRoot, roomsDocument);
  writeFileSync(file, withRooms(readFileSync(file, "utf8")));
}
