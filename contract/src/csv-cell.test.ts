import { expect, it } from "vitest";
import { csvCell, csvLine } from "./csv-cell.ts";

it.each([
  ["=HYPERLINK(1)", "'=HYPERLINK(1)"],
  ["+1", "'+1"],
  ["-1", "'-1"],
  ["@SUM(A1)", "'@SUM(A1)"],
  ["\t=1", "'\t=1"],
  ["\r=1", '"\'\r=1"'],
  ["\n=1", '"\'\n=1"'],
  ["＝1", "'＝1"],
  ['a "b", c', '"a ""b"", c"'],
  ["plain = text", "plain = text"],
])("writes the text %j so that no spreadsheet runs it: %j", (text, cell) => {
  expect(csvCell(text)).toBe(cell);
});

it("leaves numbers numbers, below zero too", () => {
  expect(csvCell(-2.5)).toBe("-2.5");
});

it("joins cells to a line with its end", () => {
  expect(csvLine(["a,b", 'say "hi"', 3])).toBe('"a,b","say ""hi""",3\r\n');
});
