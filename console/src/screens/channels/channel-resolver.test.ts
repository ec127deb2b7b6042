import type { ProviderDescriptor } from "@tollgate/contract/descriptor";
import type { ResolverOptions } from "react-hook-form";
import { describe, expect, it } from "vitest";
import { channelResolver } from "./channel-resolver.ts";
import { type ChannelValues, newChannelValues } from "./channel-values.ts";

const label = { en_US: "API key", zh_CN: "API key", ja_JP: "API key" };
const custom: ProviderDescriptor = {
  type: 8,
  id: "custom",
  label: "OpenAI-compatible",
  icon: { text: "C", color: "#555555" },
  keyLabel: label,
  fields: [],
  defaultModels: [],
  capabilities: ["chat"],
  canListModels: true,
};
const openai: ProviderDescriptor = { ...custom, type: 1, defaultBaseUrl: "https://api.openai.com" };
const resolve = channelResolver(new Map([custom, openai].map((one) => [one.type, one])));
const complete: ChannelValues = {
  ...newChannelValues,
  name: "Main",
  type: 1,
  key: "sk-1",
  models: ["gpt-5", "gpt-3.5*"],
};
const options: ResolverOptions<ChannelValues> = { fields: {}, shouldUseNativeValidation: false };
/** Names of the rejected fields. */
async function rejected(values: Partial<ChannelValues>): Promise<string[]> {
  const { errors } = await resolve({ ...complete, ...values }, undefined, options);
  return Object.keys(errors).sort();
}

describe("the channel form, in the browser", () => {
  it.each<[string, Partial<ChannelValues>, string[]]>([
    ["a complete channel", {}, []],
    ["no name", { name: " " }, ["name"]],
    ["no key", { key: "" }, ["key"]],
    ["no model", { models: [] }, ["models"]],
    ["no user group", { group: [] }, ["group"]],
    ["no address where the provider has none", { type: 8 }, ["base_url"]],
    ["a stored channel, whose key is not shown", { id: 5, key: "" }, []],
    ["a priority below 0", { priority: -1 }, ["priority"]],
    ["a priority that is empty", { priority: Number.NaN }, ["priority"]],
    ["a weight below 1", { weight: 0 }, ["weight"]],
    ["a mapping that is no JSON", { model_mapping: "{gpt-4: gpt-4o}" }, ["model_mapping"]],
    ["a mapping of numbers", { model_mapping: '{"gpt-4": 4}' }, ["model_mapping"]],
    ["headers that are no JSON object", { model_headers: "[]" }, ["model_headers"]],
    ["parameters that are no JSON object", { custom_parameter: "1" }, ["custom_parameter"]],
    ["a wildcard that is not last", { models: ["*gpt-3.5"] }, ["models"]],
    ["a wildcard without a prefix", { models: ["*"] }, ["models"]],
    ["an address that is no URL", { base_url: "ftp://x" }, ["base_url"]],
    [
      "several at the same time",
      { name: "", key: "", models: [], weight: 0 },
      ["key", "models", "name", "weight"],
    ],
  ])("%s", async (_what, values, fields) => {
    expect(await rejected(values)).toEqual(fields);
  });
});
