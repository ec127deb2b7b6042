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

describe("azure", () => {
  const request = (call: ChatCall, view: Parameters<typeof aChannelView>[0] = {}) =>
    provider.chat?.buildRequest(call, aChannelView(view));
  const bodyOf = (call: ChatCall): Record<string, unknown> =>
    JSON.parse(String(request(call)?.body)) as Record<string, unknown>;

  it("puts the deployment and the version into the path, and the key into both headers", () => {
    const call = aChatCall({ model: "my model" });
    expect(request(call)).toMatchObject({
      url: "https://upstream.test/openai/deployments/my%20model/chat/completions?api-version=2024-05-01-preview",
      headers: { "api-key": "test-key", authorization: "Bearer test-key" },
    });
    expect(request(call, { other: "2025-01-01" })?.url).toContain("api-version=2025-01-01");
    const gateway = "https://gateway.ai.cloudflare.com/v1/a/g/azure-openai/resource";
    expect(request(aChatCall({ model: "m" }), { baseUrl: gateway })?.url).toBe(
      `${gateway}/m/chat/completions?api-version=2024-05-01-preview`,
    );
    expect(provider.account?.buildModelList(aChannelView()).url).toBe(
      "https://upstream.test/openai/deployments?api-version=2023-03-15-preview",
    );
  });

  it("forwards completions of completion models, and Responses", () => {
    const view = aChannelView({ other: "v" });
    const native = { model: "gpt-35-turbo-instruct", stream: false, body: Buffer.from("{}"), headers: {} };
    expect(provider.native?.supports("openai-completions", "gpt-4o", view)).toBe(false);
    expect(provider.native?.supports("openai-completions", native.model, view)).toBe(true);
    expect(provider.native?.buildRequest({ ...native, format: "openai-completions" }, view).url).toBe(
      "https://upstream.test/openai/deployments/gpt-35-turbo-instruct/completions?api-version=v",
    );
    expect(provider.native?.buildRequest({ ...native, format: "openai-responses" }, view)).toMatchObject({
      url: "https://upstream.test/openai/responses?api-version=v",
      headers: { "api-key": "test-key" },
    });
  });

  it("counts the text of forwarded Responses", () => {
    const item = { type: "message", role: "assistant", content: [{ type: "output_text", text: "Hi" }] };
    const body = { id: "resp_1", object: "response", status: "completed", output: [item] };
    const result = provider.chat?.readResponse(body, aChatCall({ model: "gpt-5.4" }));
    expect(result?.choices[0]?.content).toMatchObject([{ type: "text", text: "Hi" }]);
    const reader = provider.chat?.streamReader(aChatCall({ model: "gpt-5.4", stream: true }));
    const events = [
      { type: "response.created", response: { id: "resp_1", status: "in_progress", output: [] } },
      {
        type: "response.output_item.added",
        output_index: 0,
        item: { type: "message", id: "m", role: "assistant", content: [] },
      },
      { type: "response.output_text.delta", item_id: "m", output_index: 0, content_index: 0, delta: "Hi" },
    ];
    const parts = events.flatMap((event) => reader?.read({ event: "", data: JSON.stringify(event) }) ?? []);
    expect(parts).toContainEqual({ type: "text", choice: 0, text: "Hi" });
    expect(provider.chat?.streamReader(aChatCall()).end()).toEqual([]);
  });

  it("limits reasoning models by max_completion_tokens", () => {
    expect(bodyOf(aChatCall({ model: "gpt-5.4", maxOutputTokens: 5 }))).toMatchObject({
      max_completion_tokens: 5,
    });
  });
});
