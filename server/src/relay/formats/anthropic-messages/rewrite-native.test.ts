import { describe, expect, it } from "vitest";
import { RelayError } from "../../relay-error.ts";
import { format } from "./index.ts";

function rewrite(text: string, model: string, custom: Record<string, unknown> = {}): string {
  const raw = Buffer.from(text);
  const body: unknown = JSON.parse(text);
  return format.rewriteNative({ raw, body, head: format.readHead(body), model, custom }).toString("utf8");
}

const rest = '"max_tokens":1,"messages":[{"role":"user","content":"say \\"model\\": \\"x\\""}]';

describe("native Messages requests", () => {
  it("are the same buffer if nothing changes", () => {
    const raw = Buffer.from(`{"model":"m",${rest}}`);
    const body: unknown = JSON.parse(raw.toString());
    expect(format.rewriteNative({ raw, body, head: format.readHead(body), model: "m", custom: {} })).toBe(
      raw,
    );
  });

  it("keep every byte but the model's name", () => {
    expect(rewrite(`{ "n" : 1.0e2, "model" :\n"m" , ${rest}, "big": 12345678901234567890 }`, "né")).toBe(
      `{ "n" : 1.0e2, "model" :\n"né" , ${rest}, "big": 12345678901234567890 }`,
    );
    const nested = `"tools":[{"name":"f","input_schema":{"properties":{"model":{"type":"string"}}}}]`;
    expect(rewrite(`{${nested},"model":"m",${rest}}`, "n")).toBe(`{${nested},"model":"n",${rest}}`);
    expect(rewrite(`{"\\u006dodel":"m",${rest}}`, "n")).toBe(`{"\\u006dodel":"n",${rest}}`);
  });

  it("get the channel's parameters if the caller set nothing, or always", () => {
    expect(rewrite(`{"model":"m",${rest}}`, "m", { top_k: 5, max_tokens: 9, stream: true })).toBe(
      `{"top_k":5,"model":"m",${rest}}`,
    );
    const forced = rewrite(`{"model":"m",${rest}}`, "n", { max_tokens: 9, overwrite: true });
    expect(JSON.parse(forced)).toMatchObject({ model: "n", max_tokens: 9 });
    const without = rewrite(`{"model":"m","metadata":{"user_id":"u"},${rest}}`, "n", {
      remove_params: ["metadata.user_id"],
    });
    expect(JSON.parse(without)).toMatchObject({ model: "n", metadata: {} });
  });

  it("are rejected if a metered field is duplicated", () => {
    for (const twice of ['"model":"a","model":"b"', '"model":"a","\\u006dodel":"b"'])
      expect(() => rewrite(`{${twice},${rest}}`, "n")).toThrow(RelayError);
    expect(() => rewrite(`{"model":"a","max_tokens":9,${rest}}`, "n")).toThrow("'max_tokens'");
  });
});
