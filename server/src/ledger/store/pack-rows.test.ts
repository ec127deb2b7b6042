import { expect, it } from "vitest";
import { groupRows, unpackRows } from "./pack-rows.ts";
import type { ChargedRow } from "./usage-store.ts";

const row: ChargedRow = {
  request_id: "r1",
  created_at: 1,
  user_id: 2,
  username: "u",
  token_id: 3,
  token_name: "t",
  model_name: "m",
  prompt_tokens: 4,
  completion_tokens: 5,
  channel_id: 6,
  request_time: 7,
  is_stream: 1,
  source_ip: "::1",
  content: "c",
  outcome: 2,
  metadata: "{}",
  quota: 8,
  uncollected: 9,
  token_limited: true,
  calls: 3,
  group_name: "vip",
  first_token_time: 13,
  timed: 0,
  unreserved: 10,
  user_term_period: 1,
  user_term_start: 11,
  token_term_period: 2,
  token_term_start: 12,
};

it("returns rows as they were, every column of them", () => {
  const rows = [
    row,
    { ...row, request_id: "", username: "名前 🦊\u0000", metadata: '{"a":"é"}', token_limited: false },
  ];
  expect(unpackRows(structuredClone(groupRows(rows).packed()))).toEqual(rows);
  expect(unpackRows(groupRows([]).packed())).toEqual([]);
});

it("replaces lone surrogates, also where two texts would join them", () => {
  const [cut] = unpackRows(groupRows([{ ...row, username: "a\ud83e", token_name: "\udd8ab" }]).packed());
  expect([cut?.username, cut?.token_name, cut?.model_name]).toEqual(["a\ufffd", "\ufffdb", "m"]);
});

it("a group takes more rows than it had room for, and others once it is cleared", () => {
  const many = Array.from({ length: 100 }, (_, i) => ({
    ...row,
    request_id: `r${i}`,
    content: "文".repeat(i * 50),
    created_at: i,
  }));
  const group = groupRows(many);
  const packed = group.packed();
  group.clear();
  expect(group.count).toBe(0);
  group.add({ ...row, username: "later" });
  expect(unpackRows(packed)).toEqual(many);
  expect(unpackRows(group.packed())).toEqual([{ ...row, username: "later" }]);
});

it("what is sent to another thread is a copy: it can be sent again after a failure", () => {
  const group = groupRows([row]);
  const { numbers, text } = group.packed();
  structuredClone(numbers, { transfer: [numbers.buffer, text.buffer] });
  expect(unpackRows(group.packed())).toEqual([row]);
});
