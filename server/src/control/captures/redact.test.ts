import { expect, it } from "vitest";
import { redact } from "./redact.ts";

it.each([
  ['{"api_key":"hunter2"}', '{"api_key":"[redacted]"}'],
  ['{"Authorization": "Basic dXNlcg"}', '{"Authorization": "[redacted]"}'],
  ['{"client_secret":"a\\"b","x":1}', '{"client_secret":"[redacted]","x":1}'],
  ['{"password":"cut off he', '{"password":"[redacted]'],
  [
    String.raw`{"arguments":"{\"password\":\"hunter2\",\"x\":1}"}`,
    String.raw`{"arguments":"{\"password\":\"[redacted]\",\"x\":1}"}`,
  ],
  [String.raw`"{\"password\": \"a\\\"b\"}"`, String.raw`"{\"password\": \"[redacted]\"}"`],
  [String.raw`"{\\\"api_key\\\":\\\"hunter2\\\"}"`, String.raw`"{\\\"api_key\\\":\\\"[redacted]\\\"}"`],
  [String.raw`"{\"password\":\"cut off he`, String.raw`"{\"password\":\"[redacted]`],
  ["Bearer abcdefghijklmnop1234", "Bearer [key]"],
  ["call it with sk-proj-abcdefghijkl", "call it with [key]"],
  ["https://me:pw@example.org/x?api_key=abc", "https://example.org/x?api_key=[key]"],
  ["my own: qwertz-key-1", "my own: [key]"],
])("takes the secret out of %j", (text, clean) => {
  expect(redact(text, ["qwertz-key-1"])).toBe(clean);
});

it("masks the parts of a composite key, and nothing for a channel without a key or with a placeholder", () => {
  expect(redact("id id-12345678 and secret-12345678", ["id-12345678|secret-12345678"])).toBe(
    "id [key] and [key]",
  );
  expect(redact("an answer", [""])).toBe("an answer");
  expect(redact("an answer", ["n"])).toBe("an answer");
});

it("leaves the text of a conversation, and tokens that are no secrets", () => {
  const text = '{"token":" Hello","max_tokens":5,"content":"the secret of a good password is length"}';
  expect(redact(text, [])).toBe(text);
});

it.each(["ey-ab_/", "\\", String.raw`\"password\":`])(
  "ends for a long text of %j, on which a backtracking expression would not",
  (part) => {
    const text = `{"content":"${part.repeat(280_000 / part.length)}"}`;
    expect(redact(text, ["a-key-of-a-channel"]).length).toBeGreaterThan(0);
  },
);
