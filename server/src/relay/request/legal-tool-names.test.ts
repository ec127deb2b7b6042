import { Hash } from "node:crypto";
import { describe, expect, it, vi } from "vitest";
import type { ChatCall } from "../canonical/chat.ts";
import { usualToolNames } from "../canonical/tool-name-rule.ts";
import { makeToolNamesLegal } from "./legal-tool-names.ts";

const callWith = (...names: string[]): ChatCall => ({
  model: "m",
  stream: false,
  messages: [],
  tools: names.map((name) => ({ name })),
});
const renamed = (call: ChatCall) => {
  makeToolNamesLegal(call, usualToolNames);
  return call.tools?.map(({ name }) => name) ?? [];
};

describe("tool names", () => {
  it("stay unchanged if all of them are allowed", () => {
    const call = callWith("a", "b-c_D9");
    expect(makeToolNamesLegal(call, usualToolNames)).toBeUndefined();
    expect(call).toEqual(callWith("a", "b-c_D9"));
  });

  it("never collide with another tool's name", () => {
    const [first = ""] = renamed(callWith("a.b"));
    expect(first).toMatch(/^a_b_[0-9a-f]{8}$/);
    const [other, taken] = renamed(callWith("a.b", first));
    expect(taken).toBe(first);
    expect(other).not.toBe(first);
  });

  it("are read once, even if the replacement names are taken", () => {
    const long = `é${"a".repeat(100_000)}`;
    const offered: string[] = [];
    while (offered.length < 20) offered.push(renamed(callWith(...offered, long)).at(-1) ?? "");
    expect(new Set(offered).size).toBe(20);
    const update = vi.spyOn(Hash.prototype, "update");
    renamed(callWith(...offered, long));
    const hashed = update.mock.calls.reduce((sum, [data]) => sum + data.toString().length, 0);
    update.mockRestore();
    expect(hashed).toBeGreaterThan(long.length - 1);
    expect(hashed).toBeLessThan(2 * long.length);
  });

  it("are valid for any input", () => {
    for (const name of ["工具", "💥".repeat(40), " ", "a\nb", "x".repeat(1000)])
      expect(renamed(callWith(name))[0]).toMatch(/^[a-zA-Z0-9_-]{1,64}$/);
  });
});
