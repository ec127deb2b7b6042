import { describe, expect, it } from "vitest";
import { conversationKey } from "./conversation-key.ts";

const scope = { userId: 1, tokenId: 2, model: "m" };
const keyOf = (body: unknown, headers: Record<string, string> = {}, more: Partial<typeof scope> = {}) =>
  conversationKey(headers, body, { ...scope, ...more });

/** The first and the fifth turn of one conversation, and the first of another, in each dialect. */
const dialects: Record<string, [first: object, later: object, other: object]> = {
  "chat completions": [
    { messages: [message("system", "Be brief."), message("user", "Hello")] },
    {
      messages: [
        message("system", "Be brief."),
        message("user", "Hello"),
        message("assistant", "Hi"),
        message("user", "More"),
      ],
    },
    { messages: [message("system", "Be brief."), message("user", "Hello!")] },
  ],
  messages: [
    {
      system: "Be brief.",
      messages: [message("user", [{ type: "text", text: "Hello", cache_control: { type: "ephemeral" } }])],
    },
    {
      system: "Be brief.",
      messages: [message("user", [{ type: "text", text: "Hello" }]), message("assistant", "Hi")],
    },
    { system: "Be long.", messages: [message("user", [{ type: "text", text: "Hello" }])] },
  ],
  responses: [
    { instructions: "Be brief.", input: "Hello" },
    { instructions: "Be brief.", input: "Hello", previous_response_id: "resp_1" },
    { instructions: "Be brief.", input: [message("user", [{ type: "input_text", text: "Other" }])] },
  ],
  gemini: [
    {
      systemInstruction: { parts: [{ text: "Be brief." }] },
      contents: [{ role: "user", parts: [{ text: "Hello" }] }],
    },
    {
      systemInstruction: { parts: [{ text: "Be brief." }] },
      contents: [
        { role: "user", parts: [{ text: "Hello" }] },
        { role: "model", parts: [{ text: "Hi" }] },
      ],
    },
    { contents: [{ parts: [{ text: "Hello" }] }] },
  ],
};

function message(role: string, content: unknown) {
  return { role, content };
}

describe("conversationKey", () => {
  it.each(Object.entries(dialects))(
    "stays the same through the turns of a conversation: %s",
    (_, [first, later, other]) => {
      expect(keyOf(first)).toBeTypeOf("number");
      expect(keyOf(later)).toBe(keyOf(first));
      expect(keyOf(other)).not.toBe(keyOf(first));
    },
  );

  it("differs by user, token and model", () => {
    const body = { messages: [message("user", "Hello")] };
    const keys = [
      keyOf(body),
      keyOf(body, {}, { userId: 9 }),
      keyOf(body, {}, { tokenId: 9 }),
      keyOf(body, {}, { model: "n" }),
    ];
    expect(new Set(keys).size).toBe(4);
  });

  it.each([
    [{ prompt_cache_key: "s1" }, {}],
    [{ metadata: { user_id: "user_1_session_1" } }, {}],
    [{ conversation: "conv_1" }, {}],
    [{ conversation: { id: "conv_1" } }, {}],
    [{}, { session_id: "s1" }],
    [{}, { "session-id": "s1" }],
    [{}, { "x-session-id": "s1" }],
    [{}, { "x-session-affinity": "s1" }],
    [{}, { "x-claude-code-session-id": "s1" }],
  ])("uses the client's own id, whatever the content: %j %j", (named, headers) => {
    const key = keyOf({ ...named, messages: [message("user", "one")] }, headers);
    expect(key).toBe(keyOf({ ...named, messages: [message("user", "two")] }, headers));
    expect(key).not.toBe(keyOf({ messages: [message("user", "one")] }));
  });

  it("distinguishes conversations with the same long system prompt", () => {
    const system = "x".repeat(50_000);
    expect(keyOf({ system, messages: [message("user", "one")] })).not.toBe(
      keyOf({ system, messages: [message("user", "two")] }),
    );
  });

  it("is undefined for an empty conversation", () => {
    expect(keyOf({ model: "m" })).toBeUndefined();
    expect(keyOf(null)).toBeUndefined();
    expect(keyOf({ messages: [{ role: "user", content: null }], metadata: null })).toBeUndefined();
  });

  it("reads only the beginning of a huge prompt", () => {
    const text = "x".repeat(3000);
    const unread = {
      get text(): string {
        throw new Error("read too far");
      },
    };
    const parts = [...Array.from({ length: 20 }, () => ({ type: "text", text: "short" })), unread];
    expect(keyOf({ messages: [message("user", parts)] })).toBeTypeOf("number");
    expect(keyOf({ messages: [message("user", [{ type: "text", text }, unread]), unread] })).toBeTypeOf(
      "number",
    );
    const nested = JSON.parse(`${'{"content":'.repeat(1000)}1${"}".repeat(1000)}`) as unknown;
    expect(keyOf({ messages: [message("user", ["Hello", nested])] })).toBeTypeOf("number");
  });

  it("hardly ever collides", () => {
    const keys = new Set(
      Array.from({ length: 100_000 }, (_, count) => keyOf({ prompt_cache_key: `session-${count}` })),
    );
    expect(keys.size).toBe(100_000);
  });
});
