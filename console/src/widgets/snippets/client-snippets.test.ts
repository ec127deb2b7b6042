import { describe, expect, it } from "vitest";
import { clientSnippet, smallModel, snippetClients, snippetModel } from "./client-snippets.ts";

const input = {
  server: "https://gate.example.com/",
  key: "sk-abc",
  model: "gpt-5",
  smallModel: "claude-haiku-4-5",
};

describe("clientSnippet", () => {
  it("contains address, key and model for every client, with no doubled slash", () => {
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

  it("gives each client the address that it completes itself", () => {
    expect(clientSnippet({ client: "anthropic", ...input })).toContain(
      'base_url="https://gate.example.com",',
    );
    expect(clientSnippet({ client: "gemini", ...input })).toContain(
      '{"base_url": "https://gate.example.com"}',
    );
    expect(clientSnippet({ client: "gemini_cli", ...input })).toContain(
      'GOOGLE_GEMINI_BASE_URL="https://gate.example.com"',
    );
    expect(clientSnippet({ client: "claude_code", ...input })).toContain('HAIKU_MODEL="claude-haiku-4-5"');
    const codex = clientSnippet({ client: "codex", ...input });
    expect(codex).toContain('base_url = "https://gate.example.com/v1"');
    expect(codex).toContain('wire_api = "responses"');
  });
});

describe("snippetModel", () => {
  const claudes = ["claude-opus-4-5", "claude-haiku-4-5", "claude-sonnet-4-5"];
  const models = ["text-embedding-3-small", "deepseek-chat", "gemini-2.5-pro", ...claudes, "gpt-5"];

  it("prefers a model of the client's own vendor", () => {
    expect(snippetModel("codex", models)).toBe("gpt-5");
    expect(snippetModel("claude_code", models)).toBe("claude-sonnet-4-5");
    expect(snippetModel("gemini_cli", models)).toBe("gemini-2.5-pro");
    expect(smallModel(models)).toBe("claude-haiku-4-5");
  });

  it("uses any chat model where the vendor has none here", () => {
    expect(snippetModel("gemini", ["text-embedding-3-small", "deepseek-chat"])).toBe("deepseek-chat");
    expect(snippetModel("curl", ["whisper-1"])).toBe("whisper-1");
    expect(snippetModel("curl", [])).toBeUndefined();
  });
});
