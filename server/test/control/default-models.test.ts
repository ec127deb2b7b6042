import { indexModels } from "@tollgate/contract/model-pattern";
import { unpricedModels } from "@tollgate/contract/unpriced-models";
import { describe, expect, it } from "vitest";
import { defaultPrices } from "../../src/control/seed-prices.ts";
import { providers } from "../../src/relay/providers/registry.ts";

const prices = indexModels(defaultPrices().map((row) => [row.model, row]));
const unpricedOf = (models: readonly string[]) => unpricedModels(models, (model) => model, prices);

/**
 * Providers whose form fills in models without a default price, and why. The channel form names those models and takes their prices
 * in place.
 */
const pricedByTheOperator: Record<string, string> = {
  mistral: "Mistral Large: the alias moved to a model with another price",
  groq: "Compound bills the models and tools behind it; the Qwen model is a preview without a listed price",
  moonshot: "the oldest models are listed in yuan alone",
  zhipu: "Flash, embedding and picture models are listed in yuan alone",
  minimax: "speech is listed by character, M2.5 highspeed not at all",
  cohere: "Command A is priced for existing customers alone, rerank by search",
  openrouter: "prices depend on the upstream that answers",
  siliconflow: "listed in yuan",
  github: "billed in units of its own",
  qihoo: "listed in yuan",
  baichuan: "listed in yuan",
  lingyi: "listed in yuan",
  databricks: "billed in units of its own",
  jina: "one price for tokens of every model, by package",
  baidu: "listed in yuan",
  ali: "prices depend on region and length",
  xunfei: "sold in packages",
  cloudflare: "billed in units of its own",
  hunyuan: "listed in yuan",
  bedrock: "prices depend on region",
  ollama: "a plan per month, or a server of one's own",
  replicate: "most models are billed by second of machine time",
};

describe("the models that a provider's form fills in", () => {
  it.each(providers.map(({ descriptor }) => [descriptor.id, descriptor] as const))(
    "have a default price, or the provider is one whose prices an operator sets: %s",
    (id, { defaultModels, defaultTestModel }) => {
      const filled = [...defaultModels, ...(defaultTestModel ? [defaultTestModel] : [])];
      expect(unpricedOf(filled).length > 0).toBe(id in pricedByTheOperator);
    },
  );

  it("are few where they wait for a price at a provider that has some", () => {
    const unpriced = (id: string) =>
      unpricedOf(providers.find(({ descriptor }) => descriptor.id === id)?.descriptor.defaultModels ?? []);
    expect(unpriced("mistral")).toEqual(["mistral-large-latest"]);
    expect(unpriced("groq")).toEqual(["groq/compound", "groq/compound-mini", "qwen/qwen3.6-27b"]);
    expect(unpriced("moonshot")).toEqual(["moonshot-v1-128k", "moonshot-v1-32k", "moonshot-v1-8k"]);
  });
});
