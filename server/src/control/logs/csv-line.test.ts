import { expect, it } from "vitest";
import { csvCell, csvHeader, csvLine } from "./csv-line.ts";

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

it("takes no time for a text that is made to be searched", () => {
  const began = performance.now();
  csvCell(`${'; \t"'.repeat(50_000)}=`);
  expect(performance.now() - began).toBeLessThan(200);
});

it("leaves numbers numbers, below zero too", () => {
  expect(csvCell(-2.5)).toBe("-2.5");
});

it("writes a row under its header", () => {
  const line = csvLine(
    {
      id: 1,
      created_at: 1_769_904_000,
      type: 2,
      content: "broke off,\nthen nothing",
      user_id: 7,
      username: "=cmd",
      token_id: 3,
      token_name: "ci",
      model_name: "gpt-4o",
      quota: 1250,
      prompt_tokens: 12,
      completion_tokens: 3,
      channel_id: 4,
      channel: { id: 4, name: "OpenAI" },
      request_time: 900,
      is_stream: true,
      source_ip: "::1",
      request_id: "r",
      outcome: "cut",
      metadata: { group_name: "vip", first_response: 80, usage: { input: 2, cached_read: 10 } },
    },
    500_000,
  );
  const cells = line.trimEnd().split(/,(?!\n)/);
  const names = csvHeader.trimEnd().split(",");
  expect(Object.fromEntries(names.map((name, at) => [name, cells[at]]))).toEqual({
    time: "2026-02-01T00:00:00Z",
    type: "consumption",
    outcome: "cut",
    user: "'=cmd",
    token: "ci",
    model: "gpt-4o",
    channel_id: "4",
    channel: "OpenAI",
    group: "vip",
    cost_usd: "0.0025",
    quota: "1250",
    input_tokens: "12",
    cached_tokens: "10",
    output_tokens: "3",
    duration_ms: "900",
    first_byte_ms: "80",
    stream: "yes",
    calls: "1",
    source_ip: "::1",
    request_id: "r",
    message: '"broke off,\nthen nothing"',
  });
});
