import { describe, expect, it } from "vitest";
import type { PathParams } from "../format.ts";
import { format } from "./index.ts";

const path: PathParams = { model: "requested", version: "v1beta", action: "generateContent", query: "" };
const hello = [{ role: "user", parts: [{ text: "Hello" }] }];

function parse(body: object) {
  return format.parseRequest(body, "forwarded", path);
}

describe("tools", () => {
  it("from Google are hosted, by kind if other vendors have them too", () => {
    const { call } = parse({
      contents: hello,
      tools: [
        { google_search: {} },
        { googleSearchRetrieval: { x: 1 }, codeExecution: {} },
        { urlContext: {} },
        { fileSearch: {} },
      ],
    });
    const hosted = (definition: object, kind?: string) => ({
      dialect: "gemini-generate",
      definition,
      ...(kind && { kind }),
    });
    expect(call.hostedTools).toEqual([
      hosted({ googleSearch: {} }, "web-search"),
      hosted({ googleSearchRetrieval: { x: 1 } }, "web-search"),
      hosted({ codeExecution: {} }, "code-execution"),
      hosted({ urlContext: {} }, "url-fetch"),
      hosted({ fileSearch: {} }),
    ]);
    expect(call.tools).toBeUndefined();
  });

  it("are chosen as the caller specifies", () => {
    const choose = (functionCallingConfig: object) => {
      const tools = [{ functionDeclarations: [{ name: "f" }, { name: "g" }, { name: "h" }] }];
      const { call } = parse({
        contents: hello,
        tools,
        toolConfig: { functionCallingConfig, retrievalConfig: { a: 1 } },
      });
      return {
        choice: call.toolChoice,
        names: call.tools?.map((tool) => tool.name),
        extras: call.extras?.fields,
      };
    };
    const rest = { "toolConfig.retrievalConfig": { a: 1 } };
    const all = ["f", "g", "h"];
    expect(choose({ mode: "AUTO" })).toEqual({ choice: { type: "auto" }, names: all, extras: rest });
    expect(choose({ mode: "NONE" })).toEqual({ choice: { type: "none" }, names: all, extras: rest });
    expect(choose({ mode: "ANY" })).toEqual({ choice: { type: "required" }, names: all, extras: rest });
    expect(choose({ mode: "ANY", allowedFunctionNames: ["f", "h"] })).toEqual({
      choice: { type: "required" },
      names: ["f", "h"],
      extras: rest,
    });
    expect(choose({ mode: "VALIDATED" })).toEqual({
      choice: undefined,
      names: all,
      extras: { ...rest, "toolConfig.functionCallingConfig.mode": "VALIDATED" },
    });
  });
});

describe("generationConfig", () => {
  const config = (generationConfig: object) => parse({ contents: hello, generationConfig }).call;

  it("is read field by field", () => {
    const given = {
      maxOutputTokens: 9,
      temperature: 0.5,
      topP: 0.9,
      topK: 40,
      candidateCount: 2,
      stopSequences: ["a", "b"],
      seed: 7,
      presencePenalty: 0.1,
      frequencyPenalty: 0.2,
      responseLogprobs: true,
      logprobs: 3,
      responseModalities: ["TEXT", "IMAGE"],
      mediaResolution: "MEDIA_RESOLUTION_LOW",
    };
    expect(config(given)).toMatchObject({
      maxOutputTokens: 9,
      temperature: 0.5,
      topP: 0.9,
      topK: 40,
      choices: 2,
      stop: ["a", "b"],
      seed: 7,
      presencePenalty: 0.1,
      frequencyPenalty: 0.2,
      logProbabilities: { alternatives: 3 },
      modalities: ["text", "image"],
      extras: {
        dialect: "gemini-generate",
        fields: { "generationConfig.mediaResolution": "MEDIA_RESOLUTION_LOW" },
      },
    });
  });

  it("requests JSON, with either kind of schema", () => {
    const format = (more: object) => config({ responseMimeType: "application/json", ...more }).responseFormat;
    const schema = { type: "object", properties: { a: { type: "integer" } } };
    expect(format({})).toEqual({ type: "json" });
    expect(format({ responseJsonSchema: schema })).toEqual({ type: "json-schema", name: "response", schema });
    const subset = { type: "OBJECT", properties: { a: { type: "INTEGER" } } };
    expect(format({ responseSchema: subset })).toEqual({ type: "json-schema", name: "response", schema });
    const word = { responseMimeType: "text/x.enum", responseSchema: { type: "STRING", enum: ["a"] } };
    expect(config(word)).toMatchObject({
      extras: {
        fields: {
          "generationConfig.responseMimeType": "text/x.enum",
          "generationConfig.responseSchema": word.responseSchema,
        },
      },
    });
    expect(config(word).responseFormat).toBeUndefined();
  });

  it.each([
    [{ thinkingBudget: 0 }, { effort: "none" }, false],
    [{ thinkingBudget: 512, includeThoughts: true }, { budgetTokens: 512 }, false],
    [{ thinkingLevel: "HIGH", includeThoughts: true }, { effort: "high" }, false],
    [{ thinkingBudget: -1, includeThoughts: true }, { effort: "medium" }, true],
    [{ thinkingBudget: 512 }, { budgetTokens: 512 }, true],
    [{ includeThoughts: true }, { effort: "medium" }, true],
    [{ includeThoughts: false }, undefined, true],
  ])("sets the reasoning option: %j", (thinkingConfig, reasoning, kept) => {
    const call = config({ thinkingConfig });
    expect(call.reasoning).toEqual(reasoning);
    expect(call.extras?.fields).toEqual(
      kept ? { "generationConfig.thinkingConfig": thinkingConfig } : undefined,
    );
  });

  it("reads a voice, and keeps other speech settings for Gemini", () => {
    const voiceConfig = { prebuiltVoiceConfig: { voiceName: "Kore" } };
    const plain = config({ responseModalities: ["AUDIO"], speechConfig: { voiceConfig } });
    expect(plain).toMatchObject({ modalities: ["audio"], audio: { voice: "Kore", format: "pcm16" } });
    expect(plain.extras).toBeUndefined();
    const speechConfig = { multiSpeakerVoiceConfig: { speakerVoiceConfigs: [] } };
    const several = config({ speechConfig });
    expect(several.audio).toBeUndefined();
    expect(several.extras?.fields).toEqual({ "generationConfig.speechConfig": speechConfig });
  });

  it.each([
    [{ temperature: "hot" }, "generationConfig.temperature"],
    [{ stopSequences: [1] }, "generationConfig.stopSequences[0]"],
    [{ thinkingConfig: { thinkingBudget: -2 } }, "generationConfig.thinkingConfig.thinkingBudget"],
    [{ responseSchema: "x" }, "generationConfig.responseSchema"],
  ])("rejects %j by name", (generationConfig, param) => {
    expect(() => config(generationConfig)).toThrow(expect.objectContaining({ param }));
  });
});

it("keeps settings that only Gemini supports", () => {
  const only = { safetySettings: [{ category: "c" }], cachedContent: "cachedContents/1", labels: { a: "b" } };
  const { call, unread } = parse({ contents: hello, ...only, serviceTier: "standard", model: "ignored" });
  expect(call.extras).toEqual({ dialect: "gemini-generate", fields: only });
  expect(call.serviceTier).toBe("default");
  expect(call.model).toBe("forwarded");
  expect(unread).toEqual([]);
});
