import { expect, it } from "vitest";
import { redact } from "./redact.ts";

it.each([
  ['{"api_key":"hunter2"}', '{"api_key":"[redacted]"}'],
  ['{"Authorization": "Basic dXNlcg"}', '{"Authorization": "[redacted]"}'],
  ['{"client_secret":"a\\"b","x":1}', '{"client_secret":"[redacted]","x":1}'],
  ['{"password":"cut off he', '{"password":"[redacted]'],
  ["Bearer abcdefghijklmnop1234", "Bearer [key]"],
  ["call it with sk-proj-abcdefghijkl", "call it with [key]"],
  ["https://me:pw@example.org/x?api_key=abc", "https://example.org/x?api_key=[key]"],
  ["my own: qwertz-key-1", "my own: [key]"],
])("takes the secret out of %j", (text, clean) => {
  expect(redact(text, ["qwertz-key-1"])).toBe(clean);
});

it("leaves the words of a conversation, and tokens that are no secrets", () => {
  const text = '{"token":" Hello","max_tokens":5,"content":"the secret of a good password is length"}';
  expect(redact(text, [])).toBe(text);
});

it("takes no time for a long text", () => {
  const text = `{"content":"${"ey-ab_/".repeat(40_000)}"}`;
  const startedAt = performance.now();
  redact(text, ["a-key-of-a-channel"]);
  expect(performance.now() - startedAt).toBeLessThan(1000);
});
