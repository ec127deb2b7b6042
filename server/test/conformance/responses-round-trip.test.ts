import fc from "fast-check";
import type { Tool } from "openai/resources/responses/responses";
import { describe, expect, it } from "vitest";
import { format } from "../../src/relay/formats/openai-responses/index.ts";
import type { RenderContext } from "../../src/relay/formats/format.ts";
import { compatibleResponsesChat } from "../../src/relay/providers/openai-responses-compatible/chat.ts";
import { readResponseWithSdk, streamResponseWithSdk } from "./read-with-responses-sdk.ts";
import { aChannelView, aChatCall } from "./provider-conformance.ts";
import { type Answer, answer, eventsOf } from "./responses-answers.ts";
import { meaningOf } from "./responses-meaning.ts";
import { request, requestMeaning } from "./responses-requests.ts";

/**
 * A call that must be translated although both ends use Responses (it contains another vendor's signatures) loses
 * nothing: every valid request and response returns unchanged. responses-meaning.ts defines equality.
 */

const chat = compatibleResponsesChat();
const runs = { numRuns: 200, seed: 20_260_101 };

const contextFor = ({ tools }: Answer): RenderContext => ({
  requestedModel: "requested-model",
  requestId: "req-1",
  now: 1_790_000_000,
  wantsStreamUsage: true,
  request: { tools },
});

function relayStream(given: Answer, cut: () => number): string {
  const renderer = format.streamRenderer(contextFor(given));
  const reader = chat.streamReader(aChatCall({ stream: true }));
  let usage: Parameters<typeof renderer.finish>[0];
  let text = "";
  for (const data of eventsOf(given, cut))
    for (const part of reader.read({ event: "", data })) {
      if (part.type === "usage") usage = part.usage;
      text += renderer.render(part);
    }
  return text + renderer.finish(usage);
}

describe("Responses through the canonical call", () => {
  it("requests come out as they went in", () => {
    fc.assert(
      fc.property(request, (body) => {
        const { call, unread } = format.parseRequest(structuredClone(body), body.model as string);
        const built = chat.buildRequest(call, aChannelView());
        expect(unread).toEqual([]);
        expect(built.dropped ?? []).toEqual([]);
        expect(requestMeaning(JSON.parse(String(built.body)) as Record<string, unknown>)).toEqual(
          requestMeaning(body),
        );
      }),
      { ...runs, numRuns: 1000 },
    );
  });

  it("whole responses come back unchanged", async () => {
    await fc.assert(
      fc.asyncProperty(answer, async (given) => {
        const result = chat.readResponse(structuredClone(given), aChatCall());
        const { response } = await readResponseWithSdk(format.renderResponse(result, contextFor(given)));
        expect(meaningOf(response)).toEqual(meaningOf(given));
      }),
      runs,
    );
  });

  it("streamed responses come back unchanged, however they are cut", async () => {
    await fc.assert(
      fc.asyncProperty(answer, fc.infiniteStream(fc.nat(5)), async (given, cuts) => {
        const text = relayStream(given, () => cuts.next().value ?? 0);
        const { response } = await streamResponseWithSdk(text, given.tools as unknown as Tool[]);
        expect(meaningOf(response)).toEqual(meaningOf(given));
      }),
      runs,
    );
  });

  it("responses that arrive whole at the end of a stream, or item by item, lose nothing", () => {
    const only = (given: Answer, types: RegExp): string[] =>
      eventsOf(given, () => 0).filter((line) => types.test((JSON.parse(line) as { type: string }).type));
    fc.assert(
      fc.property(
        answer,
        fc.constantFrom(/created|completed|incomplete/, /created|done|completed|incomplete/),
        (given, types) => {
          const renderer = format.streamRenderer(contextFor(given));
          const reader = chat.streamReader(aChatCall({ stream: true }));
          const parts = only(given, types).flatMap((data) => reader.read({ event: "", data }));
          const text = parts.map((part) => renderer.render(part)).join("") + renderer.finish(undefined);
          const last = JSON.parse(text.slice(text.lastIndexOf("data: ") + 6)) as { response: unknown };
          expect({ ...meaningOf(last.response), usage: undefined }).toEqual({
            ...meaningOf(given),
            usage: undefined,
          });
        },
      ),
      runs,
    );
  });
});
