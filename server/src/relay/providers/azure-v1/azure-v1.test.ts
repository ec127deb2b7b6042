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
});

describe("azure-v1", () => {
  const request = (call: ChatCall, view: Parameters<typeof aChannelView>[0] = {}) =>
    provider.chat?.buildRequest(call, aChannelView(view));
  const bodyOf = (call: ChatCall): Record<string, unknown> =>
    JSON.parse(String(request(call)?.body)) as Record<string, unknown>;

  it("calls OpenAI's paths, with a version only if the channel sets one", () => {
    expect(request(aChatCall())).toMatchObject({
      url: "https://upstream.test/openai/v1/chat/completions",
      headers: { "api-key": "test-key", authorization: "Bearer test-key" },
    });
    expect(request(aChatCall(), { other: "preview" })?.url).toBe(
      "https://upstream.test/openai/v1/chat/completions?api-version=preview",
    );
    expect(provider.account?.buildModelList(aChannelView({ other: "preview" })).url).toBe(
      "https://upstream.test/openai/v1/models?api-version=preview",
    );
  });

  it("sends models that Chat Completions does not serve to Responses", () => {
    const call = aChatCall({ model: "gpt-5.1-codex" });
    expect(request(call)?.url).toBe("https://upstream.test/openai/v1/responses");
    expect(bodyOf(call)).toHaveProperty("input");
    expect(provider.native?.supports("openai-chat", "gpt-5.1-codex", aChannelView())).toBe(false);
    expect(provider.native?.supports("openai-responses", "gpt-5.1-codex", aChannelView())).toBe(true);
  });
});
