import { describe, expect, it } from "vitest";
import { clientSnippet, snippetClients } from "./client-snippets.ts";

const input = { server: "https://gate.example.com/", key: "sk-abc", model: "gpt-5" };

describe("clientSnippet", () => {
  it("carries address, key and model for every client, with no doubled slash", () => {
    for (const client of snippetClients) {
      const text = clientSnippet({ client, ...input });
      expect(text).toContain("https://gate.example.com");
      expect(text).not.toContain("example.com//");
      expect(text).toContain("sk-abc");
      expect(text).toContain("gpt-5");
    }
  });

  it("points OpenAI clients at /v1 and Anthropic clients at the root", () => {
    expect(clientSnippet({ client: "python", ...input })).toContain('"https://gate.example.com/v1"');
    expect(clientSnippet({ client: "claude_code", ...input })).toContain(
      'ANTHROPIC_BASE_URL="https://gate.example.com"',
    );
  });
});
