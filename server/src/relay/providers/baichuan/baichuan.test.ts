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

describe("baichuan", () => {
  const request = (call: ChatCall, view: Parameters<typeof aChannelView>[0] = {}) =>
    provider.chat?.buildRequest(call, aChannelView(view));
  const bodyOf = (call: ChatCall): Record<string, unknown> =>
    JSON.parse(String(request(call)?.body)) as Record<string, unknown>;

  it("sends system messages as the assistant's to the older models", () => {
    const messages: ChatCall["messages"] = [
      { role: "system", content: [{ type: "text", text: "Be brief." }] },
    ];
    expect(bodyOf(aChatCall({ model: "Baichuan3-Turbo", messages })).messages).toEqual([
      { role: "assistant", content: "Be brief." },
    ]);
    expect(bodyOf(aChatCall({ model: "Baichuan4", messages })).messages).toMatchObject([{ role: "system" }]);
    expect(provider.native?.supports("openai-chat", "Baichuan3-Turbo", aChannelView())).toBe(false);
    expect(provider.native?.supports("openai-chat", "Baichuan4", aChannelView())).toBe(true);
  });

  it("supports top_k and returns one choice", () => {
    const call = aChatCall({ topK: 5, choices: 2 });
    expect(bodyOf(call)).toMatchObject({ top_k: 5 });
    expect(request(call)?.dropped).toEqual(["n"]);
  });
});
