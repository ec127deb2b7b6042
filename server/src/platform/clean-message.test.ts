import { describe, expect, it } from "vitest";
import {
  cleanLogText,
  cleanMessage,
  cleanReason,
  cleanWord,
  maskKeys,
  quotableSecrets,
} from "./clean-message.ts";

describe("cleanMessage", () => {
  it.each([
    ["Incorrect API key provided: sk-abcd***wxyz. Get one.", "Incorrect API key provided: [key]. Get one."],
    ["key sk-proj-Abc123_def-456GHI789 is wrong", "key [key] is wrong"],
    ["key sk-ant-api03-AbCdEf012345 is wrong", "key [key] is wrong"],
    ["gsk_0123456789abcdef and xai-0123456789ab", "[key] and [key]"],
    ["Authorization: Bearer abc.def-123456", "Authorization: Bearer [key]"],
    ["AKIAIOSFODNN7EXAMPLE is not allowed", "[key] is not allowed"],
    ["API key AIzaSyA0123456789abcdefghijklmnopqrs not valid", "API key [key] not valid"],
    ["token eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.abc-DEF expired", "token [key] expired"],
    [
      "Rate limit reached for gpt-4.1 in organization org-AbC123xyz789 on tokens",
      "Rate limit reached for gpt-4.1 in organization [account] on tokens",
    ],
    ["project proj_0123456789 has no access", "project [account] has no access"],
    ["see projects/my-secret-project/locations", "see projects/[account]/locations"],
    ["POST https://my-relay.internal:8443/v1/chat failed", "POST [address] failed"],
    ["connect ECONNREFUSED 10.1.2.3:8080", "connect ECONNREFUSED [address]"],
    ["connect to [2001:db8::1]:443 failed", "connect to [address]:443 failed"],
    ["getaddrinfo ENOTFOUND llm.corp.example.com", "getaddrinfo ENOTFOUND [address]"],
    ["localhost:11434 refused", "[address] refused"],
    ["write to ops@example.com", "write to [address]"],
    ["request 0123456789abcdef0123456789abcdef failed", "request [key] failed"],
  ])("masks %j", (message, expected) => {
    expect(cleanMessage(message)).toBe(expected);
  });

  it.each([
    "This model's maximum context length is 128000 tokens. However, your messages resulted in 130001 tokens.",
    "The model `gpt-4.1-nano-2025-04-14` does not exist.",
    "Invalid value for 'messages[2].content[0].type': expected text.",
    "claude-3.5-sonnet: max_tokens: 9000 > 8192, which is the maximum",
    "Rate limit reached: Limit 3, Used 3, Requested 1. Please try again in 20.5s. (12:30:45)",
    "Unsupported parameter: 'max_tokens'. Use 'max_completion_tokens' instead.",
    "deepseek-r1:14b and qwen2.5-vl:7b are not available for your account",
    "Basic authentication is not supported",
    "task-based models skip risk-assessment and ask-me-anything",
    "Your organization must be verified to use the model `o3`.",
  ])("leaves %j alone", (message) => {
    expect(cleanMessage(message)).toBe(message);
  });

  it("cuts endless messages", () => {
    expect(cleanMessage("a.b-".repeat(100_000)).length).toBeLessThanOrEqual(2001);
    expect(cleanMessage("1:".repeat(100_000)).length).toBeLessThanOrEqual(2001);
  });
});

describe("cleanReason", () => {
  it("keeps the address and removes the channel's keys, credentials and line breaks", () => {
    const text = cleanReason(
      "at https://u:p@host/x?key=abc123 with Bearer abc.def12\r\nsk-proj-abc123XYZ my-own-key",
      ["my-own-key"],
    );
    expect(text).toBe("at https://host/x?key=[key] with Bearer [key] [key] [key]");
    expect(cleanReason("x".repeat(1000), [])).toHaveLength(300);
  });
});

describe("maskKeys", () => {
  it("masks keys of any shape, longer ones first, and the parts of a composite key", () => {
    const uuid = "3f2504e0-4f89-11d3-9a0c-0305e82c3301";
    expect(maskKeys(`key ${uuid} or ${uuid}!`, [uuid])).toBe("key [key] or [key]!");
    expect(maskKeys("a abcd-efgh b", ["abcd", "abcd-efgh"])).toBe("a [key] b");
    expect(maskKeys("app-0001 and s$crets$&x", ["app-0001|s$crets$&x"])).toBe("[key] and [key]");
    expect(maskKeys("a model", ["a"])).toBe("a model");
  });
  it("leaves no half of a key at the cut", () => {
    const key = "k".repeat(40);
    expect(cleanMessage(maskKeys("x ".repeat(990) + key, [key]))).not.toContain("kkkk");
  });
});

describe("cleanWord", () => {
  it("passes names of errors and nothing else", () => {
    for (const word of ["model_not_found", "1210", "InvalidParameter", "a.b:c"])
      expect(cleanWord(word)).toBe(word);
    for (const word of [undefined, "", "[key]", "two words", "sk-abcdefgh12", "x".repeat(81)])
      expect(cleanWord(word)).toBeUndefined();
  });
});

describe("cleanLogText", () => {
  it("contains nothing that a database rejects", () => {
    expect(cleanLogText("a\u0000b\r\nc\u0085d")).toBe("a b c d");
    expect(cleanLogText("a\ud800b").isWellFormed()).toBe(true);
    const text = cleanLogText(`${"x".repeat(499)}😀 and more`);
    expect(text).toBe("x".repeat(499));
  });
});

describe("quotableSecrets", () => {
  it("are keys and the values of headers, with and without the scheme, except headers that describe the request", () => {
    const headers = {
      "x-gate": "a gate's credential",
      "content-type": "application/json",
      "anthropic-beta": "some-beta-2025",
      "x-short": "on",
    };
    const plugin = {
      headers: { authorization: "Bearer of-the-plugin" },
      voice: { alloy: "a voice of one's own" },
    };
    const found = quotableSecrets({ keys: ["key"], headers, plugin });
    expect(found.sort()).toEqual(
      ["key", "a gate's credential", "Bearer of-the-plugin", "of-the-plugin"].sort(),
    );
  });
});
