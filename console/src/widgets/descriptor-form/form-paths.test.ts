import type { FormField } from "@tollgate/contract/form-field";
import { describe, expect, it } from "vitest";
import { descriptorProblems, isFieldShown, readPath } from "./form-paths.ts";

const label = { en_US: "x", zh_CN: "x", ja_JP: "x" };
const fields: FormField[] = [
  { kind: "text", name: "other", label, required: true, pattern: "[a-z]+" },
  { kind: "switch", name: "plugin.search.enable", label, required: true },
  {
    kind: "number",
    name: "plugin.search.count",
    label,
    min: 1,
    required: true,
    showWhen: { field: "plugin.search.enable", in: [true] },
  },
  { kind: "secret", name: "plugin.search.secret", label, required: true },
  { kind: "json", name: "plugin.search.extra", label },
];

describe("descriptor fields", () => {
  it("reads nested paths and stops at gaps", () => {
    expect(readPath({ plugin: { search: { enable: true } } }, "plugin.search.enable")).toBe(true);
    expect(readPath({}, "plugin.search.enable")).toBeUndefined();
  });

  it("shows a dependent field only while its condition holds", () => {
    const [, , count] = fields;
    expect(count && isFieldShown(count, { plugin: { search: { enable: true } } })).toBe(true);
    expect(count && isFieldShown(count, {})).toBe(false);
  });

  it("rejects empty, out-of-range and malformed fields, but no hidden ones", () => {
    expect(descriptorProblems(fields, { other: "" }, true)).toMatchObject([
      { path: "other", code: "too_small" },
    ]);
    const values = { other: "A1", plugin: { search: { enable: true, count: 0, secret: "s", extra: "{" } } };
    expect(descriptorProblems(fields, values).map((problem) => problem.code)).toEqual([
      "invalid_format",
      "too_small",
      "channel.parameter_not_json",
    ]);
  });

  it("accepts an empty field for a stored secret", () => {
    const values = { other: "abc" };
    expect(descriptorProblems(fields, values)).toHaveLength(1);
    expect(descriptorProblems(fields, values, true)).toHaveLength(0);
  });
});
