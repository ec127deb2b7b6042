import type { Loss } from "./check-request.ts";

/** A pair without translation, or the losses between the two. */
export type Cell = "native" | { losses: readonly Loss[]; isNothing: boolean };

/** A Markdown section: a table, and notes for its numbers. */
export function writeTable(
  title: string,
  about: readonly string[],
  columns: readonly string[],
  rows: readonly { label: string; cells: readonly Cell[] }[],
): string {
  const notes: string[] = [];
  const lines = rows.map(
    ({ label, cells }) => `| ${[label, ...cells.map((cell) => writeCell(cell, notes))].join(" | ")} |`,
  );
  const heading = [`## ${title}`, ...about.map(capitalize)];
  const table = [`| | ${columns.join(" | ")} |`, `|---|${columns.map(() => "---|").join("")}`, ...lines];
  const list = notes.map((note, at) => `${at + 1}. ${note}`);
  return `\n${[heading.join("\n\n"), table.join("\n"), ...(list.length > 0 ? [list.join("\n")] : [])].join("\n\n")}\n`;
}

function writeCell(cell: Cell, notes: string[]): string {
  if (cell === "native") return "native";
  const numbers = cell.losses.map(({ feature, because }) => numberOf(`${feature}: ${because}`, notes));
  const sorted = numbers.sort((one, other) => one - other).join(" ");
  return `${cell.isNothing ? "–" : "✓"}${sorted === "" ? "" : ` <sup>${sorted}</sup>`}`;
}

function numberOf(note: string, notes: string[]): number {
  const at = notes.indexOf(note);
  return at === -1 ? notes.push(note) : at + 1;
}

const capitalize = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
