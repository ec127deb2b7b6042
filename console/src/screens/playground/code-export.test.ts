import { describe, expect, it } from "vitest";
import { codeLanguages, exportCode, shortenCode } from "./code-export";

const body = {
  model: "gpt-4o",
  messages: [{ role: "user", content: 'it\'s "$HOME" `id`\nJSON\n\u2028 ${1} é 😀' }],
  stream: true,
  seed: null,
  tools: [{ type: "function", function: { name: "f", parameters: { "x-y": {}, __proto__x: [] } } }],
};

describe("exported code", () => {
  it("quotes shell metacharacters", () => {
    const code = exportCode("curl", "https://gate.example.com/it's", body);
    expect(code).toContain("'https://gate.example.com/it'\\''s/v1/chat/completions'");
    const sent = /<<'JSON'\n([\s\S]*)\nJSON\n$/.exec(code)?.[1] ?? "";
    expect(JSON.parse(sent)).toEqual(body);
    expect(sent.split("\n")).not.toContain("JSON");
  });

  it("uses Python's literals instead of JSON's", () => {
    const code = exportCode("python", "https://gate.example.com", { ...body, extra: false });
    expect(code).toContain("    stream=True,");
    expect(code).toContain("    seed=None,");
    expect(code).toContain('    extra_body={\n        "extra": False,\n    },');
    expect(code).toContain('api_key=os.environ["GATEWAY_API_KEY"]');
  });

  it("prints the pieces of a tool call without anything between them", () => {
    const code = exportCode("python", "https://gate.example.com", body);
    expect(code).toContain('print((call.function.name or "") + (call.function.arguments or ""), end=""');
  });

  it("is a JavaScript value that equals the request", async () => {
    const code = exportCode("javascript", "https://gate.example.com", body);
    const value = /create\(([\s\S]*)\);\nfor await/.exec(code)?.[1] ?? "";
    const module = `data:text/javascript,${encodeURIComponent(`export default ${value}`)}`;
    expect(((await import(/* @vite-ignore */ module)) as { default: unknown }).default).toEqual(body);
  });

  it("contains only text that has a UTF-8 encoding", () => {
    for (const language of codeLanguages) {
      const code = exportCode(language, "https://gate.example.com", { model: "m\ud800", messages: [] });
      expect(code.isWellFormed()).toBe(true);
    }
  });

  it("is shown without the bytes of files, and copied with them", () => {
    const url = `data:image/png;base64,${"A".repeat(5000)}`;
    const code = exportCode("curl", "https://gate.example.com", { model: "m", messages: [{ url }] });
    expect(code).toContain(url);
    const { text, shortened } = shortenCode(code);
    expect(shortened).toBe(true);
    expect(text.length).toBeLessThan(600);
    expect(shortenCode("short")).toEqual({ text: "short", shortened: false });
  });
});
