import { expect, it } from "vitest";
import { csvHeader, csvLine } from "./csv-line.ts";

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
