import { describe, expect, it } from "vitest";
import { sampleOf } from "./sample-of-schema.ts";

const text = { type: "string" };
const nullable = (schema: object) => ({ anyOf: [schema, { type: "null" }] });

describe("a sample of a schema", () => {
  it("follows references inside the schema, at any depth", () => {
    const step = {
      type: "object",
      properties: { say: text, unit: { $ref: "#/definitions/Unit" } },
      required: ["say"],
    };
    const schema = {
      type: "object",
      properties: {
        first: { $ref: "#/$defs/Step" },
        steps: { type: "array", items: { $ref: "#/$defs/Step" } },
        again: { $ref: "#/properties/first" },
        wrapped: { allOf: [{ $ref: "#/$defs/a~1b%20c" }] },
        chosen: { anyOf: [{ $ref: "#/$defs/Kind" }, { type: "null" }] },
      },
      $defs: { Step: step, Kind: { enum: ["fast", "slow"] }, "a/b c": { type: "integer" } },
      definitions: { Unit: { const: "m" } },
    };
    const sampled = { say: "two words", unit: "m" };
    expect(sampleOf(schema, "two words")).toEqual({
      first: sampled,
      steps: [sampled],
      again: sampled,
      wrapped: 1,
      chosen: "fast",
    });
    expect(sampleOf({ $ref: "#/$defs/Kind", $defs: schema.$defs }, "")).toBe("fast");
  });

  it("ends a recursive schema with a value that it allows", () => {
    const node = {
      type: "object",
      properties: {
        name: text,
        next: nullable({ $ref: "#/$defs/Node" }),
        children: { type: "array", items: { $ref: "#" } },
      },
      required: ["name", "next", "children"],
    };
    const root = { type: "object", properties: { head: { $ref: "#/$defs/Node" } }, $defs: { Node: node } };
    expect(sampleOf(root, "a")).toEqual({ head: { name: "a", next: null, children: [] } });
    const left = { type: "object", properties: { right: nullable({ $ref: "#/$defs/Right" }) } };
    const right = {
      type: "object",
      properties: { left: nullable({ $ref: "#/$defs/Left" }), self: { $ref: "#/$defs/Right" } },
    };
    const pair = { $ref: "#/$defs/Left", $defs: { Left: left, Right: right } };
    expect(sampleOf(pair, "a")).toEqual({ right: { left: null } });
  });

  it("stays small for a schema without an end, and for dangling references", () => {
    const both = { type: "object", properties: { a: { $ref: "#" }, b: { $ref: "#" } }, required: ["a", "b"] };
    expect(JSON.stringify(sampleOf(both, "a")).length).toBeLessThan(100_000);
    const circle = { $ref: "#/$defs/A", $defs: { A: { $ref: "#/$defs/B" }, B: { $ref: "#/$defs/A" } } };
    expect(() => sampleOf(circle, "a")).not.toThrow();
    const wide = Object.fromEntries(
      Array.from({ length: 50_000 }, (_, index) => [`p${index}`, { $ref: "#" }]),
    );
    expect(() =>
      sampleOf({ type: "object", properties: wide, required: Object.keys(wide) }, "a"),
    ).not.toThrow();
    for (const $ref of [
      "#/none",
      "https://schemas.example/x",
      "#/__proto__",
      "#/%",
      `#/${"a/".repeat(10_000)}`,
    ])
      expect(sampleOf({ type: "object", properties: { x: { $ref } } }, "word")).toEqual({ x: "word" });
    const hostile = JSON.parse('{"properties":{"__proto__":{"type":"integer"}}}') as Record<string, unknown>;
    expect(JSON.stringify(sampleOf(hostile, "a"))).toBe('{"__proto__":1}');
  });
});
