import { describe, expect, it } from "vitest";
import { isSameModel } from "./same-model.ts";

describe("the model name in a response", () => {
  it.each([
    ["gpt-4o", "gpt-4o-2024-08-06"],
    ["gpt-4", "gpt-4-0613"],
    ["gpt-4o-2024-08-06", "gpt-4o"],
    ["claude-sonnet-4-5", "claude-sonnet-4-5-20250929"],
    ["claude-3-5-sonnet-latest", "claude-3-5-sonnet-20241022"],
    ["us.anthropic.claude-sonnet-4-20250514-v1:0", "claude-sonnet-4-20250514"],
    ["claude-sonnet-4@20250514", "claude-sonnet-4"],
    ["gemini-2.5-pro", "models/gemini-2.5-pro"],
    ["gemini-2.5-flash", "gemini-2.5-flash-preview-05-20"],
    ["llama-3.3-70b", "meta-llama/Llama-3.3-70B"],
  ])("matches for %s and %s", (requested, answered) => {
    expect(isSameModel(requested, answered)).toBe(true);
  });

  it.each([
    ["gpt-4", "gpt-4-32k"],
    ["gpt-4", "gpt-4.1"],
    ["gpt-4o-mini", "gpt-4o"],
    ["gpt-5", "gpt-5-pro"],
    ["claude-opus-4", "claude-opus-4-1"],
    ["cheap", "expensive"],
  ])("differs for %s and %s", (requested, answered) => {
    expect(isSameModel(requested, answered)).toBe(false);
  });
});
