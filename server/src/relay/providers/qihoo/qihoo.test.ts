import { describe, expect, it } from "vitest";
import { openAiStops, stoppedInOpenAiDialect } from "../../../../test/conformance/openai-stopped.ts";
import {
  aChannelView,
  aChatCall,
  describeConformance,
} from "../../../../test/conformance/provider-conformance.ts";
import type { ChatCall } from "../../canonical/chat.ts";
import { provider } from "./index.ts";

describeConformance({
  provider,
  fixtures: new URL("./__fixtures__/", import.meta.url),
  framing: "data-done",
  stops: openAiStops,
  stopped: stoppedInOpenAiDialect,
  skip: { "model list": "the vendor has none" },
});

describe("qihoo", () => {
  const request = (call: ChatCall, view: Parameters<typeof aChannelView>[0] = {}) =>
    provider.chat?.buildRequest(call, aChannelView(view));
  const bodyOf = (call: ChatCall): Record<string, unknown> =>
    JSON.parse(String(request(call)?.body)) as Record<string, unknown>;

  it("is asked as OpenAI is", () => {
    expect(request(aChatCall())?.url).toBe("https://upstream.test/v1/chat/completions");
    expect(bodyOf(aChatCall({ temperature: 0.5 }))).toMatchObject({ temperature: 0.5 });
    expect(provider.native?.speaks("openai-chat", "any", aChannelView())).toBe(true);
    expect(provider.native?.speaks("openai-completions", "any", aChannelView())).toBe(false);
  });
});
