import { describe, expect, it } from "vitest";
import { aChannelView } from "../../../test/conformance/provider-conformance.ts";
import { providers } from "./registry.ts";

const capabilities = [
  "chat",
  "embeddings",
  "images",
  "speech",
  "transcription",
  "rerank",
  "moderations",
] as const;

describe("the list of providers", () => {
  it("has every channel type of the family once, but those of tasks", () => {
    const types = providers.map(({ descriptor }) => descriptor.type);
    expect(new Set(types).size).toBe(types.length);
    const family = [
      1, 3, 8, 11, 14, 15, 16, 17, 18, 19, 20, 23, 24, 25, 26, 27, 28, 29, 30, 31, 32, 33, 35, 36, 37, 38, 39,
      40, 42, 45, 47, 49, 51, 52, 54, 55, 56,
    ];
    expect(family.filter((type) => !types.includes(type))).toEqual([]);
  });

  it.each(providers.map((provider) => [provider.descriptor.id, provider] as const))(
    "tells of %s what it offers",
    (_id, provider) => {
      expect(provider.descriptor.capabilities).toEqual(capabilities.filter((name) => provider[name]));
      expect(provider.descriptor.canListModels).toBe(provider.account !== undefined);
    },
  );

  it("names the format of translated chats wherever a vendor takes chats as they come", () => {
    const formats = ["openai-chat", "openai-responses", "anthropic-messages", "gemini-generate"] as const;
    const unnamed = providers.filter(
      ({ native, chat }) =>
        chat && !chat.sentAs && formats.some((id) => native?.speaks(id, "claude-gemini", aChannelView())),
    );
    expect(unnamed.map(({ descriptor }) => descriptor.id)).toEqual([]);
  });
});
