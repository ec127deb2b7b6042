import type { ProviderDescriptor } from "@tollgate/contract/descriptor";
import { describe, expect, it } from "vitest";
import {
  changedFields,
  modelsForAddress,
  newChannelValues,
  savedValues,
  valuesForProvider,
  withoutEndpoint,
} from "./channel-values.ts";

const label = { en_US: "API key", zh_CN: "API key", ja_JP: "API key" };
const openai: ProviderDescriptor = {
  type: 1,
  id: "openai",
  label: "OpenAI",
  icon: { text: "O", color: "#10a37f" },
  defaultBaseUrl: "https://api.openai.com",
  keyLabel: label,
  fields: [],
  defaultModels: ["gpt-5"],
  defaultTestModel: "gpt-5",
  capabilities: ["chat"],
  canListModels: true,
};
const azure: ProviderDescriptor = { ...openai, type: 3, id: "azure-openai", defaultModels: ["gpt-4o"] };
delete azure.defaultBaseUrl;

describe("valuesForProvider", () => {
  it("fills what is empty", () => {
    expect(valuesForProvider(newChannelValues, openai)).toMatchObject({
      type: 1,
      base_url: "https://api.openai.com",
      models: ["gpt-5"],
      test_model: "gpt-5",
    });
  });

  it("replaces the former provider's suggestions and keeps what was typed", () => {
    const typed = { ...valuesForProvider(newChannelValues, openai), models: ["mine"] };
    expect(valuesForProvider(typed, azure, { former: openai })).toMatchObject({
      type: 3,
      base_url: "",
      models: ["mine"],
    });
  });
});

describe("modelsForAddress", () => {
  const home: ProviderDescriptor = { ...openai, ownModels: true };
  const started = valuesForProvider(newChannelValues, home);
  const own = { ...started, base_url: "http://10.0.0.5:11434" };

  it("removes the default models at an own server's address and restores them at the default address", () => {
    const none = { models: [], test_model: "" };
    expect(modelsForAddress(own, home)).toEqual(none);
    expect(modelsForAddress({ ...started, ...none }, home)).toMatchObject({ models: ["gpt-5"] });
    expect(modelsForAddress({ ...started, base_url: "https://api.openai.com/" }, home)).toMatchObject({
      models: ["gpt-5"],
      test_model: "gpt-5",
    });
  });

  it("leaves what was typed, and the models of providers that resell them", () => {
    expect(modelsForAddress({ ...own, models: ["mine"] }, home).models).toEqual(["mine"]);
    expect(modelsForAddress(own, openai)).toMatchObject({ models: ["gpt-5"], test_model: "gpt-5" });
  });
});

describe("changedFields", () => {
  it("names only what differs from a new channel", () => {
    expect(changedFields("requests", { ...newChannelValues, model_mapping: "{ }" })).toEqual([]);
    const values = { ...newChannelValues, weight: 5, tag: "eu", model_mapping: '{"a":"b"}' };
    expect(changedFields("routing", values)).toEqual(["tag", "weight"]);
    expect(changedFields("requests", values)).toEqual(["model_mapping"]);
  });
});

describe("savedValues", () => {
  it("lists mapped names among the models and leaves empty options out", () => {
    const values = {
      ...newChannelValues,
      models: ["gpt-5"],
      model_mapping: '{"gpt-4":"gpt-5","*bad":"x"}',
      plugin: { search: { enable: true, count: Number.NaN, note: "" } },
    };
    expect(savedValues(values)).toMatchObject({
      models: ["gpt-5", "gpt-4"],
      plugin: { search: { enable: true } },
    });
    expect(savedValues(values).plugin).toEqual({ search: { enable: true } });
  });
});

describe("withoutEndpoint", () => {
  it.each([
    ["https://llm.example.com/v1/chat/completions", "https://llm.example.com/v1"],
    [" https://llm.example.com/v1/messages/ ", "https://llm.example.com/v1"],
    ["https://llm.example.com/v1", undefined],
    ["https://messages.example.com", undefined],
    ["", undefined],
  ])("%s → %s", (address, base) => {
    expect(withoutEndpoint(address)).toBe(base);
  });

  it("is the provider's own base at its host, whatever stands in front of the endpoint", () => {
    const own = "https://api.example.com";
    expect(withoutEndpoint("https://api.example.com/v1beta/openai/chat/completions", own)).toBe(own);
    const other = "https://proxy.example.com/v1/chat/completions";
    expect(withoutEndpoint(other, own)).toBe("https://proxy.example.com/v1");
  });
});
