import { describe, expect, it } from "vitest";
import { openAiStops, stoppedInOpenAiDialect } from "../../../test/conformance/openai-stopped.ts";
import {
  aChannelView,
  aChatCall,
  describeConformance,
} from "../../../test/conformance/provider-conformance.ts";
import { lookAlikes } from "./look-alikes.ts";

const fixtures = new URL("./openai-compatible/__fixtures__/", import.meta.url);

describe.each(Object.entries(lookAlikes))("%s", (id, provider) => {
  describeConformance({
    provider,
    fixtures,
    framing: "data-done",
    stops: openAiStops,
    stopped: stoppedInOpenAiDialect,
    ...(!provider.descriptor.canListModels && { skip: { "model list": "the vendor has none" } }),
  });

  it("has the id of its row", () => {
    expect(provider.descriptor.id).toBe(id);
  });

  it("is called at OpenAI's paths", () => {
    const request = provider.chat?.buildRequest(aChatCall({ temperature: 0.5 }), aChannelView());
    expect(request?.url).toBe("https://upstream.test/v1/chat/completions");
    expect(request?.headers.authorization).toBe("Bearer test-key");
    expect(JSON.parse(String(request?.body))).toMatchObject({ temperature: 0.5 });
    expect(provider.native?.supports("openai-chat", "any", aChannelView())).toBe(true);
    expect(provider.native?.supports("openai-completions", "any", aChannelView())).toBe(false);
  });
});
