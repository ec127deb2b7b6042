import { describe, expect, it } from "vitest";
import { aChatCall } from "../../../../test/conformance/provider-conformance.ts";
import type { ChatCall } from "../../canonical/chat.ts";
import { noteUnsupported, type ChatOption } from "./note-unsupported.ts";

function unsupportedOf(call: Partial<ChatCall>, ...supported: ChatOption[]): string[] {
  const dropped = new Set<string>();
  noteUnsupported(aChatCall(call), new Set(supported), dropped);
  return [...dropped];
}

describe("noteUnsupported", () => {
  it("reports each option that the vendor does not support", () => {
    const call: Partial<ChatCall> = {
      choices: 2,
      seed: 0,
      topK: 3,
      stop: ["a"],
      toolChoice: { type: "none" },
      responseFormat: { type: "json" },
      reasoning: { effort: "low" },
      modalities: ["text", "audio"],
    };
    expect(unsupportedOf(call)).toEqual([
      "n",
      "seed",
      "top_k",
      "stop",
      "tool_choice",
      "response_format",
      "reasoning_effort",
      "modalities",
    ]);
    expect(unsupportedOf(call, "seed", "stop", "top_k", "response_format", "modalities")).toEqual([
      "n",
      "tool_choice",
      "reasoning_effort",
    ]);
  });

  it("does not report defaults that every vendor has", () => {
    expect(
      unsupportedOf({
        choices: 1,
        frequencyPenalty: 0,
        stop: [],
        toolChoice: { type: "auto" },
        parallelToolCalls: true,
        responseFormat: { type: "text" },
        reasoning: {},
        metadata: {},
        serviceTier: "auto",
        modalities: ["text"],
      }),
    ).toEqual([]);
  });

  it("reports tools that another vendor runs, and fields of another dialect", () => {
    expect(
      unsupportedOf({
        hostedTools: [
          { kind: "web-search", dialect: "openai-responses", definition: { type: "web_search" } },
          { dialect: "openai-responses", definition: { type: "file_search" } },
        ],
        extras: { dialect: "gemini-generate", fields: { safetySettings: [] } },
      }),
    ).toEqual(["tools.web-search", "tools.file_search", "safetySettings"]);
  });
});
