import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { RenderContext } from "../../src/relay/formats/format.ts";
import { format } from "../../src/relay/formats/anthropic-messages/index.ts";
import { provider } from "../../src/relay/providers/anthropic/index.ts";
import { readMessageStreamWithSdk, readMessageWithSdk } from "./read-with-anthropic-sdk.ts";
import { frameLines, readPieces } from "./feed-stream.ts";
import { message, streamOf } from "./messages-answers.ts";
import { meaningOf, requestMeaning } from "./messages-meaning.ts";
import { request } from "./messages-requests.ts";
import { aChannelView, aChatCall } from "./provider-conformance.ts";

/**
 * A call that must be translated although both ends use Messages (it contains another vendor's signatures) loses
 * nothing: every valid request and response returns unchanged. messages-meaning.ts defines equality.
 */

const context: RenderContext = {
  requestedModel: "requested-model",
  requestId: "req-1",
  now: 1_790_000_000,
  wantsStreamUsage: true,
  request: {},
};
const runs = { numRuns: 300, seed: 20_260_101 };

describe("Messages through the canonical call", () => {
  it("requests come out as they went in", () => {
    fc.assert(
      fc.property(request, (body) => {
        const { call, unread } = format.parseRequest(structuredClone(body), body.model as string);
        const built = provider.chat!.buildRequest(call, aChannelView());
        expect(unread).toEqual([]);
        expect(built.dropped ?? []).toEqual([]);
        expect(requestMeaning(JSON.parse(String(built.body)))).toEqual(requestMeaning(body));
      }),
      runs,
    );
  });

  it("whole responses come back unchanged", async () => {
    await fc.assert(
      fc.asyncProperty(message, async (body) => {
        const result = provider.chat!.readResponse(structuredClone(body), aChatCall());
        const relayed = await readMessageWithSdk(format.renderResponse(result, context));
        expect(meaningOf(relayed)).toEqual(meaningOf(body));
      }),
      runs,
    );
  });

  it("streamed responses come back unchanged", async () => {
    await fc.assert(
      fc.asyncProperty(message, fc.infiniteStream(fc.nat(4)), async (body, cuts) => {
        const lines = streamOf(body, () => cuts.next().value ?? 0);
        const renderer = format.streamRenderer(context);
        let text = "";
        let usage: Parameters<typeof renderer.finish>[0];
        for (const part of readPieces(provider, aChatCall({ stream: true }), [
          frameLines(lines, "event-and-data"),
        ])) {
          if (part.type === "usage") usage = part.usage;
          text += renderer.render(part);
        }
        const relayed = await readMessageStreamWithSdk(text + renderer.finish(usage));
        expect(meaningOf(relayed)).toEqual(meaningOf(body));
      }),
      runs,
    );
  });
});
