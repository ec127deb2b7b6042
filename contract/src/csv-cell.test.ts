import { expect, it } from "vitest";
import { csvCell, csvLine } from "./csv-cell.ts";

it.each([
  ["=HYPERLINK(1)", "'=HYPERLINK(1)"],
  ["+1", "'+1"],
  ["-1", "'-1"],
  ["@SUM(A1)", "'@SUM(A1)"],
  ["\t=1", "\"'\t'=1\""],
  ["  =1", "'  =1"],
  ["\u00a0@SUM(A1)", "'\u00a0@SUM(A1)"],
  ["a;=1+1", '"a;\'=1+1"'],
  ["a; \t -1", '"a; \t\' -1"'],
  ['a;"=1+1"', '"a;\'""=1+1"""'],
  ["a\n+1", '"a\n\'+1"'],
  ["one; two", '"one; two"'],
  ["a\tb", '"a\tb"'],
  ["\r=1", "\"'\r'=1\""],
  ["\n=1", "\"'\n'=1\""],
  ["＝1", "'＝1"],
  ['a "b", c', '"a ""b"", c"'],
  ["plain = text", "plain = text"],
])("writes the text %j so that no spreadsheet runs it: %j", (text, cell) => {
  expect(csvCell(text)).toBe(cell);
});

it("holds no formula wherever a spreadsheet splits: at commas, semicolons, tabs or lines", () => {
  const starts = ["=1+1", " =1+1", '"=1+1', "+1", "-1", "@a"];
  for (const start of starts)
    for (const separator of [";", "\t", "\n", "\r\n", "; ", ";;"]) {
      const cell = csvCell(`text${separator}${start}`);
      for (const part of cell.split(/[;\t\r\n]/)) expect(part).not.toMatch(/^[\s"]*[=+\-@]/);
    }
});

it("is fast for a text built to slow the search down", () => {
  const began = performance.now();
  csvCell(`${'; \t"'.repeat(50_000)}=`);
  expect(performance.now() - began).toBeLessThan(2000);
});

it("leaves numbers numbers, below zero too", () => {
  expect(csvCell(-2.5)).toBe("-2.5");
});

it("joins cells to a line with its end", () => {
  expect(csvLine(["a,b", 'say "hi"', 3])).toBe('"a,b","say ""hi""",3\r\n');
});
