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

describe("github", () => {
  const request = (call: ChatCall, view: Parameters<typeof aChannelView>[0] = {}) =>
    provider.chat?.buildRequest(call, aChannelView(view));
  const bodyOf = (call: ChatCall): Record<string, unknown> =>
    JSON.parse(String(request(call)?.body)) as Record<string, unknown>;

  it("supports both addresses of the service", () => {
    const urls = (baseUrl: string) => [
      request(aChatCall(), { baseUrl })?.url,
      provider.account?.buildModelList(aChannelView({ baseUrl })).url,
    ];
    expect(urls("https://models.github.ai")).toEqual([
      "https://models.github.ai/inference/chat/completions",
      "https://models.github.ai/catalog/models",
    ]);
    expect(urls("https://models.inference.ai.azure.com")).toEqual([
      "https://models.inference.ai.azure.com/chat/completions",
      "https://models.inference.ai.azure.com/models",
    ]);
  });

  it("lists the names that calls use", () => {
    const list = [
      { id: "azureml://registries/azure-openai/models/gpt-4o", name: "gpt-4o" },
      { id: "meta/llama", name: "Llama" },
    ];
    expect(provider.account?.readModelList(list)).toEqual(["gpt-4o", "meta/llama"]);
    expect(() => provider.account?.readModelList({})).toThrow();
  });

  it("limits reasoning models by max_completion_tokens", () => {
    expect(bodyOf(aChatCall({ model: "openai/gpt-5-mini", maxOutputTokens: 5 }))).toMatchObject({
      max_completion_tokens: 5,
    });
  });
});
