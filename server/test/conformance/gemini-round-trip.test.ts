import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { ChatCall, ChatResult } from "../../src/relay/canonical/chat.ts";
import type { ChatStreamPart } from "../../src/relay/canonical/chat-stream.ts";
import type { RenderContext } from "../../src/relay/formats/format.ts";
import { format } from "../../src/relay/formats/gemini-generate/index.ts";
import { provider } from "../../src/relay/providers/gemini/index.ts";
import { collectParts, collectResult } from "./collect-parts.ts";
import { readPieces } from "./feed-stream.ts";
import { aChannelView, aChatCall } from "./provider-conformance.ts";
import { createRandom, cutRandomly } from "./random-cuts.ts";

/**
 * Format and provider are independent; together they must preserve meaning. Requests: wire → canonical → wire →
 * canonical. Responses: wire → canonical → wire → canonical, whole and streamed.
 */
const chat = provider.chat!;
const path = { model: "gemini-3.8-flash", query: "" };
const context: RenderContext = {
  requestedModel: path.model,
  requestId: "req-1",
  now: 1,
  wantsStreamUsage: true,
  request: {},
};

const words = fc.string({ unit: "binary", minLength: 1, maxLength: 12 });
const name = fc.constantFrom("get_weather", "get_time", "list.files");
const args = fc.dictionary(fc.constantFrom("a", "b", "__proto__", "é"), fc.jsonValue({ maxDepth: 2 }));
const base64 = fc.base64String({ minLength: 4, maxLength: 16 });
const signature = fc.option(base64, { nil: undefined });

const defined = (fields: object): object =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));

const mediaPart = fc.oneof(
  fc.record({
    inlineData: fc.record({
      mimeType: fc.constantFrom("image/png", "application/pdf", "audio/wav"),
      data: base64,
    }),
  }),
  fc.record({ fileData: fc.constant({ mimeType: "image/jpeg", fileUri: "gs://bucket/cat.jpg" }) }),
);
const userPart: fc.Arbitrary<object> = fc.oneof(fc.record({ text: words }), mediaPart);
const modelPart = fc.oneof(
  fc.record({ text: words, thoughtSignature: signature }).map(defined),
  fc.record({ text: words, thought: fc.constant(true), thoughtSignature: signature }).map(defined),
  fc.constant({ executableCode: { language: "PYTHON", code: "print(1)" } }),
);
const callPart = fc.record({
  functionCall: fc.record({ id: fc.uuid(), name, args }),
  thoughtSignature: base64,
});
const resultPart = fc.record({
  functionResponse: fc.record({
    name,
    response: fc.oneof(
      fc.record({ output: words }),
      fc.record({ error: words }),
      fc.record({ rows: fc.array(fc.nat()), note: words }),
    ),
  }),
});

/** A conversation that Google accepts: turns alternate, calls are followed directly by their results. */
const round = fc
  .tuple(
    fc.array(userPart, { minLength: 1, maxLength: 3 }),
    fc.array(modelPart, { maxLength: 3 }),
    fc.array(callPart, { maxLength: 2 }),
    fc.array(resultPart, { minLength: 2, maxLength: 2 }),
  )
  .map(([user, model, calls, results]) => {
    const answers = calls.map((call, index) => {
      const { id, name } = call.functionCall;
      return { functionResponse: { ...results[index]?.functionResponse, id, name } };
    });
    const turns = [{ role: "user", parts: user }];
    if (model.length + calls.length > 0) turns.push({ role: "model", parts: [...model, ...calls] });
    if (answers.length > 0) turns.push({ role: "user", parts: answers });
    return turns;
  });

const config = fc.record(
  {
    maxOutputTokens: fc.integer({ min: 1, max: 9999 }),
    temperature: fc.constantFrom(0, 0.5, 2),
    topP: fc.constantFrom(0.1, 1),
    topK: fc.integer({ min: 1, max: 40 }),
    seed: fc.nat(),
    candidateCount: fc.integer({ min: 1, max: 4 }),
    presencePenalty: fc.constant(0.5),
    frequencyPenalty: fc.constant(-0.5),
    stopSequences: fc.array(words, { minLength: 1, maxLength: 5 }),
    thinkingConfig: fc.constantFrom<object>(
      { thinkingLevel: "LOW", includeThoughts: true },
      { thinkingLevel: "HIGH" },
      { thinkingBudget: -1 },
      { includeThoughts: false },
    ),
    mediaResolution: fc.constant("MEDIA_RESOLUTION_LOW"),
    responseModalities: fc.constantFrom(["TEXT"], ["TEXT", "IMAGE"]),
    speechConfig: fc.constantFrom<object>(
      { voiceConfig: { prebuiltVoiceConfig: { voiceName: "Kore" } } },
      { multiSpeakerVoiceConfig: { speakerVoiceConfigs: [] }, languageCode: "de" },
    ),
    responseMimeType: fc.constant("application/json"),
    responseLogprobs: fc.constant(true),
  },
  { requiredKeys: [] },
);

const schema = {
  type: "OBJECT",
  properties: { city: { type: "STRING", nullable: true } },
  required: ["city"],
};
const request = fc
  .record({
    rounds: fc.array(round, { minLength: 1, maxLength: 3 }),
    system: fc.option(words, { nil: undefined }),
    config,
    own: fc.constantFrom(
      [],
      [{ googleSearch: {} }],
      [{ codeExecution: {} }, { fileSearch: { stores: ["a"] } }],
    ),
    mode: fc.constantFrom("AUTO", "ANY", "NONE", "VALIDATED", undefined),
  })
  .map(({ rounds, system, config, own, mode }) => {
    const functions = [
      { name: "get_weather", description: "Returns the weather.", parameters: schema },
      {
        name: "get_time",
        parametersJsonSchema: { type: "object", properties: { zone: { type: "string" } } },
      },
      { name: "list.files" },
    ];
    return defined({
      systemInstruction: system === undefined ? undefined : { parts: [{ text: system }] },
      contents: [...rounds.flat(), { role: "user", parts: [{ text: "Go on." }] }],
      generationConfig: config,
      tools: [{ functionDeclarations: functions }, ...own],
      toolConfig: { functionCallingConfig: defined({ mode }), retrievalConfig: { languageCode: "de" } },
      safetySettings: [{ category: "HARM_CATEGORY_HARASSMENT", threshold: "BLOCK_LOW_AND_ABOVE" }],
      cachedContent: "cachedContents/1",
      serviceTier: "flex",
    });
  });

/** Google reads consecutive turns of one role as one turn. */
function joined({ messages, ...call }: ChatCall): unknown {
  const turns: { role: string; content: unknown[] }[] = [];
  for (const { role, content } of messages) {
    const last = turns.at(-1);
    if (last?.role === role) last.content.push(...content);
    else turns.push({ role, content: [...content] });
  }
  return { ...call, turns: turns.map((turn) => ({ ...turn, content: resultsFirst(turn.content) })) };
}

function resultsFirst(content: unknown[]): unknown[] {
  const isResult = (block: unknown): boolean => (block as { type: string }).type === "tool-result";
  return [...content.filter(isResult), ...content.filter((block) => !isResult(block))];
}

describe("Gemini to Gemini through the canonical call", () => {
  it("keeps the meaning of every request", () => {
    fc.assert(
      fc.property(request, (body) => {
        const first = format.parseRequest(body, path.model, path);
        const built = chat.buildRequest(first.call, aChannelView());
        expect([first.unread, built.dropped ?? []]).toEqual([[], []]);
        const sent = JSON.parse(String(built.body)) as {
          toolConfig: { includeServerSideToolInvocations?: boolean };
        };
        // Tollgate adds this so that hosted tools may be used with functions.
        delete sent.toolConfig.includeServerSideToolInvocations;
        const second = format.parseRequest(sent, path.model, path);
        expect(joined(second.call)).toEqual(joined(first.call));
      }),
      { numRuns: 300 },
    );
  });

  const answerPart = fc.oneof(
    modelPart,
    fc
      .record({ functionCall: fc.record({ id: fc.uuid(), name, args }), thoughtSignature: signature })
      .map(defined),
    fc.record({ inlineData: fc.record({ mimeType: fc.constant("image/png"), data: base64 }) }),
  );
  const answer = fc.record({
    candidates: fc
      .array(
        fc.record({
          content: fc.record({ role: fc.constant("model"), parts: fc.array(answerPart, { maxLength: 5 }) }),
          finishReason: fc.constantFrom(
            "STOP",
            "MAX_TOKENS",
            "SAFETY",
            "RECITATION",
            "MALFORMED_FUNCTION_CALL",
          ),
        }),
        { minLength: 1, maxLength: 2 },
      )
      .map((candidates) => candidates.map((candidate, index) => ({ ...candidate, index }))),
    usageMetadata: fc
      .record({
        prompt: fc.nat(9999),
        share: fc.double({ min: 0, max: 1, noNaN: true }),
        out: fc.nat(9999),
        reasoning: fc.nat(99),
      })
      .map(({ prompt, share, out, reasoning }) => ({
        promptTokenCount: prompt,
        cachedContentTokenCount: Math.floor(prompt * share),
        candidatesTokenCount: out,
        thoughtsTokenCount: reasoning,
      })),
    modelVersion: fc.constant(path.model),
    responseId: fc.uuid(),
  });

  it("keeps every whole response", () => {
    fc.assert(
      fc.property(answer, (body) => {
        const read = (value: unknown): ChatResult => chat.readResponse(value, aChatCall());
        const first = read(body);
        const second = read(JSON.parse(format.renderResponse(first, context)));
        // A candidate without content is written as an empty text, which has no meaning.
        expect(second).toEqual(first);
      }),
      { numRuns: 300 },
    );
  });

  it("keeps every streamed response, however its bytes are cut", () => {
    fc.assert(
      fc.property(answer, fc.integer(), (body, seed) => {
        const random = createRandom(seed);
        const first = readPieces(provider, aChatCall(), cutRandomly(frame(split(body)), 60, random));
        const renderer = format.streamRenderer(context);
        let text = "";
        let usage;
        for (const part of first) {
          if (part.type === "usage") usage = part.usage;
          text += renderer.render(part);
        }
        const bytes = Buffer.from(text + renderer.finish(usage));
        const second = readPieces(provider, aChatCall(), cutRandomly(bytes, 60, random));
        for (const { index } of body.candidates) {
          expect(collectParts(second, index)).toEqual(collectParts(first, index));
          expect(opaqueOf(second, index)).toEqual(opaqueOf(first, index));
          const whole = collectResult(chat.readResponse(body, aChatCall()), index);
          const { signatures: _all, ...rest } = whole;
          expect(collectParts(first, index)).toMatchObject(rest);
        }
      }),
      { numRuns: 200 },
    );
  });
});

/** One part per event, the candidates in turn; finish reasons and usage in the last. */
function split(body: { candidates: { content: { parts: object[] }; index: number }[] }): object[] {
  const { candidates, ...rest } = body as typeof body & { usageMetadata?: object };
  const { usageMetadata: _last, ...frameOf } = rest;
  const events = candidates.flatMap(({ content, index }) =>
    content.parts.map((part) => ({
      candidates: [{ content: { role: "model", parts: [part] }, index }],
      ...frameOf,
    })),
  );
  const last = candidates.map((candidate) => ({
    ...candidate,
    content: { role: "model", parts: [{ text: "" }] },
  }));
  return [...events, { candidates: last, ...rest }];
}

function frame(events: object[]): Buffer {
  return Buffer.from(events.map((event) => `data: ${JSON.stringify(event)}\r\n\r\n`).join(""));
}

function opaqueOf(parts: readonly ChatStreamPart[], choice: number): unknown[] {
  return parts.flatMap((part) => (part.type === "opaque" && part.choice === choice ? [part.block] : []));
}
