import { existsSync, readdirSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { aChannelView, aChatCall } from "../../../test/conformance/provider-conformance.ts";
import { lookAlikes } from "./look-alikes.ts";
import { CannotServe } from "./provider.ts";
import { findProvider, providers } from "./registry.ts";
import { retiredProviders } from "./retired.ts";
import { taskProxies } from "./task-proxies.ts";

const capabilities = [
  "chat",
  "embeddings",
  "images",
  "speech",
  "transcription",
  "rerank",
  "moderations",
  "videos",
] as const;

const folders = readdirSync(import.meta.dirname).filter((name) =>
  existsSync(path.join(import.meta.dirname, name, "descriptor.ts")),
);

describe("the list of providers", () => {
  it("contains every folder and every row once, and nothing else", () => {
    const rows = [...Object.keys(lookAlikes), ...Object.keys(taskProxies), ...Object.keys(retiredProviders)];
    expect(providers.map(({ descriptor }) => descriptor.id).toSorted()).toEqual(
      [...folders, ...rows].toSorted(),
    );
  });

  it("keeps the provider of every type number, which stored channels use", () => {
    expect(Object.fromEntries(providers.map(({ descriptor }) => [descriptor.type, descriptor.id]))).toEqual({
      1: "openai",
      3: "azure",
      8: "custom",
      11: "palm",
      14: "anthropic",
      15: "baidu",
      16: "zhipu",
      17: "ali",
      18: "xunfei",
      19: "qihoo",
      20: "openrouter",
      23: "tencent",
      24: "azure-speech",
      25: "gemini",
      26: "baichuan",
      27: "minimax",
      28: "deepseek",
      29: "moonshot",
      30: "mistral",
      31: "groq",
      32: "bedrock",
      33: "lingyi",
      34: "midjourney",
      35: "cloudflare",
      36: "cohere",
      37: "stability",
      38: "coze",
      39: "ollama",
      40: "hunyuan",
      41: "suno",
      42: "vertex",
      45: "siliconflow",
      47: "jina",
      49: "github",
      51: "recraft",
      52: "replicate",
      53: "kling",
      54: "databricks",
      55: "azure-v1",
      56: "xai",
      1000: "sandbox",
    });
  });

  it("contains every channel type of the family once", () => {
    const types = providers.map(({ descriptor }) => descriptor.type);
    expect(new Set(types).size).toBe(types.length);
    const family = [
      1, 3, 8, 11, 14, 15, 16, 17, 18, 19, 20, 23, 24, 25, 26, 27, 28, 29, 30, 31, 32, 33, 34, 35, 36, 37, 38,
      39, 40, 41, 42, 45, 47, 49, 51, 52, 53, 54, 55, 56,
    ];
    expect(family.filter((type) => !types.includes(type))).toEqual([]);
  });

  it.each(providers.map((provider) => [provider.descriptor.id, provider] as const))(
    "lists the capabilities of %s",
    (_id, provider) => {
      expect(provider.descriptor.capabilities).toEqual(capabilities.filter((name) => provider[name]));
      expect(provider.descriptor.canListModels).toBe(provider.account !== undefined);
    },
  );

  it("names the format of translated chats wherever a vendor supports native chat", () => {
    const formats = ["openai-chat", "openai-responses", "anthropic-messages", "gemini-generate"] as const;
    const unnamed = providers.filter(
      ({ native, chat }) =>
        chat && !chat.sentAs && formats.some((id) => native?.supports(id, "claude-gemini", aChannelView())),
    );
    expect(unnamed.map(({ descriptor }) => descriptor.id)).toEqual([]);
  });
});

describe("a retired provider", () => {
  it.each(Object.entries(retiredProviders))(
    "rejects every call and names the current one: %s",
    (_id, provider) => {
      expect(findProvider(provider.descriptor.type)).toBe(provider);
      expect(provider.descriptor).toMatchObject({ standing: "retired", defaultModels: [] });
      for (const stream of [false, true])
        expect(() => provider.chat?.buildRequest(aChatCall({ stream }), aChannelView())).toThrow(CannotServe);
    },
  );

  it("names Gemini for PaLM", () => {
    expect(() => retiredProviders.palm.chat?.buildRequest(aChatCall(), aChannelView())).toThrow(
      "Google shut down the PaLM API. Use a Google Gemini channel instead.",
    );
  });
});
