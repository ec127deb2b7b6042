import { describe, expect, it } from "vitest";
import { countSet, emptySettings, readSettings, type Settings } from "./settings";

const read = (part: Partial<Settings>) => readSettings({ ...emptySettings, ...part });

describe("settings of a request", () => {
  it("send nothing that is not set", () => {
    expect(read({})).toEqual({ fields: {}, problems: {} });
    expect(countSet(emptySettings)).toBe(0);
  });

  it("are sent as the API takes them", () => {
    const { fields, problems } = read({
      temperature: "0",
      topP: "0.95",
      maxTokens: "256",
      stop: "END\n\nSTOP",
      seed: "-7",
      effort: "low",
      format: "json_schema",
      schema: '{"type":"object"}',
      tools: '[{"type":"function","function":{"name":"f"}}]',
      toolChoice: "required",
    });
    expect(problems).toEqual({});
    expect(fields).toEqual({
      temperature: 0,
      top_p: 0.95,
      max_completion_tokens: 256,
      stop: ["END", "STOP"],
      seed: -7,
      reasoning_effort: "low",
      response_format: { type: "json_schema", json_schema: { name: "answer", schema: { type: "object" } } },
      tools: [{ type: "function", function: { name: "f" } }],
      tool_choice: "required",
    });
  });

  it.each<[Partial<Settings>, string]>([
    [{ temperature: "2.1" }, "number"],
    [{ temperature: "0x1" }, "number"],
    [{ topP: "-0.1" }, "number"],
    [{ maxTokens: "1.5" }, "integer"],
    [{ maxTokens: "0" }, "integer"],
    [{ seed: "1e400" }, "integer"],
    [{ stop: "1\n2\n3\n4\n5" }, "stops"],
    [{ format: "json_schema" }, "empty"],
    [{ format: "json_schema", schema: "{" }, "json"],
    [{ format: "json_schema", schema: "[]" }, "schema"],
    [{ tools: "{}" }, "tool"],
    [{ tools: '[{"type":"function","function":{"name":"no spaces"}}]' }, "tool"],
    [{ tools: "[" }, "json"],
  ])("%j cannot be sent: %s", (part, key) => {
    const { problems, fields } = read(part);
    expect(Object.values(problems).map((problem) => problem.key)).toEqual([key]);
    expect(fields).toEqual({});
  });
});
