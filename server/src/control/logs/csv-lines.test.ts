import { expect, it } from "vitest";
import type { LogRow } from "@tollgate/contract/logs";
import { csvHeader, createCsvLines } from "./csv-lines.ts";

const row: LogRow = {
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
};

it("writes a row under its header", () => {
  const line = createCsvLines(500_000)(row);
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

it("writes equal and different cells of consecutive rows", () => {
  const write = createCsvLines(500_000);
  const rows = [row, row, { ...row, created_at: row.created_at + 1, username: "ada" }, row];
  expect(rows.map(write)).toEqual(rows.map((one) => createCsvLines(500_000)(one)));
});
