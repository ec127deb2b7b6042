import { describe, expect, it } from "vitest";
import { aChannelView, aChatCall } from "../../../../test/conformance/provider-conformance.ts";
import type { ChatCall } from "../../canonical/chat.ts";
import type { GeminiOptions } from "./options.ts";
import { chatToWire } from "./to-wire.ts";

const options: GeminiOptions = {
  url: () => "https://upstream.test/",
  headers: () => ({}),
  reportsServerTools: true,
  unsupportedFields: ["labels"],
};

function build(more: Partial<ChatCall>, model = "gemini-3.8-flash", given = options) {
  const { body, dropped } = chatToWire(aChatCall({ model, ...more }), aChannelView(), given);
  return { body, config: body.generationConfig as Record<string, unknown> | undefined, dropped };
}

describe("generationConfig", () => {
  it("is absent if the caller sets nothing", () => {
    expect(build({}).config).toBeUndefined();
  });

  it("contains the limits", () => {
    const { config, dropped } = build({
      maxOutputTokens: 9,
      temperature: 2,
      topP: 0.9,
      topK: 40,
      frequencyPenalty: 0.1,
      presencePenalty: 0.2,
      seed: 7,
      choices: 2,
      stop: ["a", "", "b", "c", "d", "e", "f"],
      logProbabilities: { alternatives: 3 },
    });
    expect(config).toEqual({
      maxOutputTokens: 9,
      temperature: 2,
      topP: 0.9,
      topK: 40,
      frequencyPenalty: 0.1,
      presencePenalty: 0.2,
      seed: 7,
      candidateCount: 2,
      stopSequences: ["a", "b", "c", "d", "e"],
      responseLogprobs: true,
      logprobs: 3,
    });
    expect(dropped).toEqual(["stop"]);
  });

  it("omits values that Google rejects", () => {
    const { config, dropped } = build({ frequencyPenalty: 0, presencePenalty: 0, seed: 2 ** 40 });
    expect(config).toBeUndefined();
    expect(dropped).toEqual(["seed"]);
  });

  it.each([
    ["gemini-2.5-flash", { effort: "none" }, { thinkingBudget: 0 }, []],
    ["gemini-2.5-pro", { effort: "none" }, { thinkingBudget: 128 }, ["reasoning_effort"]],
    ["gemini-2.5-flash", { effort: "low" }, { thinkingBudget: 1024, includeThoughts: true }, []],
    ["gemini-2.5-flash", { effort: "medium" }, { thinkingBudget: 8192, includeThoughts: true }, []],
    ["gemini-2.5-pro", { effort: "xhigh" }, { thinkingBudget: 32_768, includeThoughts: true }, []],
    ["gemini-2.5-flash-lite", { budgetTokens: 100 }, { thinkingBudget: 512, includeThoughts: true }, []],
    ["gemini-2.5-flash", { budgetTokens: 99_999 }, { thinkingBudget: 24_576, includeThoughts: true }, []],
    ["gemini-2.0-flash", { effort: "high" }, undefined, ["reasoning_effort"]],
    ["gemini-2.0-flash", { effort: "none" }, undefined, []],
    ["gemini-2.5-flash-preview-tts", { budgetTokens: 5 }, undefined, ["reasoning.max_tokens"]],
    ["gemini-3.5-flash", { effort: "none" }, { thinkingLevel: "MINIMAL" }, ["reasoning_effort"]],
    ["gemini-3.8-flash", { effort: "minimal" }, { thinkingLevel: "LOW", includeThoughts: true }, []],
    ["gemini-3-pro-preview", { effort: "medium" }, { thinkingLevel: "HIGH", includeThoughts: true }, []],
    ["gemini-4-argon", { effort: "xhigh" }, { thinkingLevel: "HIGH", includeThoughts: true }, []],
    [
      "gemini-3.1-pro-preview",
      { effort: "tomorrow" },
      { thinkingLevel: "MEDIUM", includeThoughts: true },
      [],
    ],
    [
      "gemini-flash-latest",
      { budgetTokens: 4000 },
      { thinkingLevel: "MEDIUM", includeThoughts: true },
      ["reasoning.max_tokens"],
    ],
  ])("renders thinking for the model: %s %j", (model, reasoning, thinkingConfig, dropped) => {
    const built = build({ reasoning }, model);
    const modalities = model.includes("tts") ? { responseModalities: ["AUDIO"] } : {};
    const expected = thinkingConfig ? { thinkingConfig } : modalities;
    expect(built.config ?? {}).toEqual(expected);
    expect(built.dropped).toEqual(dropped);
  });

  it("requests JSON, but not together with functions of an older model", () => {
    const schema = { type: "object", properties: { a: { type: "string", pattern: "x" } } };
    const json: Partial<ChatCall> = {
      responseFormat: { type: "json-schema", name: "n", description: "D.", schema, strict: true },
    };
    expect(build(json).config).toEqual({
      responseMimeType: "application/json",
      responseJsonSchema: {
        type: "object",
        properties: { a: { type: "string", description: '{pattern: "x"}' } },
        description: "D.",
      },
    });
    expect(build(json, "m", { ...options, supportsJsonSchema: () => false }).config).toMatchObject({
      responseSchema: { type: "OBJECT", properties: { a: { type: "STRING" } } },
    });
    expect(build({ responseFormat: { type: "json" } }).config).toEqual({
      responseMimeType: "application/json",
    });
    expect(build({ responseFormat: { type: "text" } }).config).toBeUndefined();
    const beside = { ...json, tools: [{ name: "f" }] };
    expect(build(beside).config).toHaveProperty("responseJsonSchema");
    expect(build(beside, "gemini-2.5-flash")).toMatchObject({
      config: undefined,
      dropped: ["response_format"],
    });
  });

  it("lets models generate images and speech", () => {
    expect(build({}, "gemini-2.5-flash-image").config).toEqual({ responseModalities: ["TEXT", "IMAGE"] });
    expect(build({ modalities: ["image"] }, "gemini-2.5-flash-image").config).toEqual({
      responseModalities: ["IMAGE"],
    });
    const speech = build({ audio: { voice: "Kore", format: "wav" } }, "gemini-2.5-pro-preview-tts");
    expect(speech).toMatchObject({
      config: {
        responseModalities: ["AUDIO"],
        speechConfig: { voiceConfig: { prebuiltVoiceConfig: { voiceName: "Kore" } } },
      },
      dropped: [],
    });
    const other = build({ audio: { voice: "alloy", format: "mp3" } }, "gemini-2.5-pro-preview-tts");
    expect(other).toMatchObject({
      config: { responseModalities: ["AUDIO"] },
      dropped: ["audio.voice", "audio.format"],
    });
    expect(other.config).not.toHaveProperty("speechConfig");
  });
});

describe("other fields", () => {
  it("disables filters if the caller does not set them", () => {
    const settings = build({}).body.safetySettings as { threshold: string }[];
    expect(settings).toHaveLength(5);
    expect(settings.every((setting) => setting.threshold === "BLOCK_NONE")).toBe(true);
    const extras = { dialect: "gemini-generate" as const, fields: { safetySettings: [] } };
    expect(build({ extras }).body.safetySettings).toEqual([]);
  });

  it("forwards Google's own fields unchanged", () => {
    const { body, dropped } = build({
      temperature: 1,
      reasoning: { effort: "low" },
      extras: {
        dialect: "gemini-generate",
        fields: {
          cachedContent: "cachedContents/1",
          labels: { a: "b" },
          "generationConfig.thinkingConfig": { thinkingBudget: -1 },
          "generationConfig.imageConfig": { aspectRatio: "1:1" },
          "toolConfig.functionCallingConfig.mode": "VALIDATED",
        },
      },
    });
    expect(body).toMatchObject({
      cachedContent: "cachedContents/1",
      generationConfig: {
        temperature: 1,
        thinkingConfig: { thinkingBudget: -1 },
        imageConfig: { aspectRatio: "1:1" },
      },
      toolConfig: { functionCallingConfig: { mode: "VALIDATED" } },
    });
    expect(body).not.toHaveProperty("labels");
    expect(dropped).toEqual(["labels"]);
  });

  it("reports options that Google does not support", () => {
    const { dropped } = build({
      messages: [{ role: "user", content: [{ type: "text", text: "Hi", cache: {} }], name: "Ann" }],
      endUser: "u",
      metadata: { a: "b" },
      cacheKey: "k",
      verbosity: "low",
      serviceTier: "scale",
      extras: { dialect: "openai-chat", fields: { logit_bias: {} } },
    });
    expect(dropped).toEqual([
      "user",
      "metadata",
      "prompt_cache_key",
      "verbosity",
      "service_tier",
      "messages.name",
      "cache_control",
      "logit_bias",
    ]);
  });

  it.each([
    ["default", "standard"],
    ["flex", "flex"],
    ["priority", "priority"],
    ["auto", undefined],
  ])("requests the service tier %s", (serviceTier, wire) => {
    const { body, dropped } = build({ serviceTier });
    expect(body.serviceTier).toBe(wire);
    expect(dropped).toEqual([]);
  });
});
