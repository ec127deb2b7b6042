import { writeFileSync } from "node:fs";
import path from "node:path";
import { repositoryRoot } from "./finding.ts";
import { priceBookRows } from "./price-book/price-book-rows.ts";

/** Where the server reads the book. */
export const bookFile = path.join(repositoryRoot, "server/src/control/price-book.json");

/** The book as text: one price a line, so that a change of a price is a change of a line. */
export function priceBookText(): string {
  const lines = priceBookRows().map((row) => `  ${JSON.stringify(row)}`);
  return `{ "prices": [\n${lines.join(",\n")}\n] }\n`;
}

if (import.meta.main) writeFileSync(bookFile, priceBookText());
