import { billingEstimate, type Channel, type ChannelForm } from "@tollgate/contract/channels";
import type { ProviderDescriptor } from "@tollgate/contract/descriptor";
import { defaultGroup } from "@tollgate/contract/groups";
import { isValidModelPattern } from "@tollgate/contract/model-pattern";

/** Everything the channel editor holds; `id` 0 while the channel does not exist yet. */
export type ChannelValues = ChannelForm & { id: number };

/** A channel before anything is typed. `type` 0: no provider chosen yet. */
export const newChannelValues: ChannelValues = {
  id: 0,
  name: "",
  type: 0,
  key: "",
  base_url: "",
  group: [defaultGroup],
  models: [],
  tag: "",
  priority: 0,
  weight: 1,
  model_mapping: "",
  model_headers: "",
  custom_parameter: "",
  proxy: "",
  test_model: "",
  other: "",
  only_chat: false,
  pre_cost: billingEstimate.normal,
  disabled_stream: [],
  plugin: {},
  connect_timeout: 0,
  first_byte_timeout: 0,
  idle_timeout: 0,
  total_timeout: 0,
};

/** A stored channel as the editor's values; the key starts empty, which keeps the stored one. */
export function valuesOfChannel(channel: Channel): ChannelValues {
  const values: Record<string, unknown> = { id: channel.id, key: "" };
  for (const name of Object.keys(newChannelValues)) {
    if (name in channel) values[name] = channel[name as keyof Channel];
  }
  return { ...newChannelValues, ...values };
}

/** A copy to create from: everything but identity and the key, which no one can read back. */
export function valuesOfCopy(channel: Channel, name: string): ChannelValues {
  return { ...valuesOfChannel(channel), id: 0, name };
}

/** The provider's default address; a sandbox has none, since it runs inside the server. */
export function suggestedAddress(descriptor: ProviderDescriptor | undefined): string {
  return descriptor?.sandbox ? "" : (descriptor?.defaultBaseUrl ?? "");
}

/** The provider's name, numbered where other channels have it: `OpenAI 2`. */
function suggestedName({ label }: ProviderDescriptor, names: readonly string[]): string {
  let name = label;
  for (let number = 2; names.includes(name); number += 1) name = `${label} ${number}`;
  return name;
}

/**
 * The values after a provider was chosen. What the operator typed wins; a field that is empty, or still the previous provider's
 * own suggestion, becomes the new provider's suggestion.
 */
export function valuesForProvider(
  values: ChannelValues,
  next: ProviderDescriptor,
  { former, names = [] }: { former?: ProviderDescriptor | undefined; names?: readonly string[] } = {},
): ChannelValues {
  const untouched = (value: string, suggestion: string | undefined) => value === "" || value === suggestion;
  const formerModels = former?.defaultModels ?? [];
  const modelsUntouched = values.models.length === 0 || values.models.join() === formerModels.join();
  return {
    ...values,
    name: untouched(values.name, former && suggestedName(former, names))
      ? suggestedName(next, names)
      : values.name,
    type: next.type,
    base_url: untouched(values.base_url, suggestedAddress(former)) ? suggestedAddress(next) : values.base_url,
    models: modelsUntouched ? next.defaultModels : values.models,
    test_model: untouched(values.test_model, former?.defaultTestModel)
      ? (next.defaultTestModel ?? "")
      : values.test_model,
    plugin: former && former.type !== next.type ? {} : values.plugin,
  };
}

/** True for a server of the operator's own, which has none of the provider's default models. */
export function hasOwnModels(address: string, descriptor: ProviderDescriptor | undefined): boolean {
  const typed = address.trim().replace(/\/+$/, "");
  return descriptor?.ownModels === true && typed !== "" && typed !== suggestedAddress(descriptor);
}

/** The models after an address change: the default ones are removed and restored with the default address, typed ones stay. */
export function modelsForAddress<T extends Pick<ChannelValues, "base_url" | "models" | "test_model">>(
  values: T,
  descriptor: ProviderDescriptor,
): Pick<T, "models" | "test_model"> {
  const { base_url, models, test_model } = values;
  const { defaultModels, defaultTestModel = "" } = descriptor;
  const isOwn = hasOwnModels(base_url, descriptor);
  if (isOwn && models.join() === defaultModels.join())
    return { models: [], test_model: test_model === defaultTestModel ? "" : test_model };
  if (!isOwn && descriptor.ownModels && models.length === 0)
    return { models: defaultModels, test_model: test_model || defaultTestModel };
  return { models, test_model };
}

/** Names on the left of the model mapping: the channel serves them although its provider does not. */
export function mappedModels(mapping: string): string[] {
  try {
    const value: unknown = JSON.parse(mapping);
    return typeof value === "object" && value !== null && !Array.isArray(value) ? Object.keys(value) : [];
  } catch {
    return [];
  }
}

/** The model mapping as a map; empty while its text is none. */
export function readMapping(mapping: string): Record<string, string> {
  const entries = mappedModels(mapping).map((name) => [
    name,
    (JSON.parse(mapping) as Record<string, unknown>)[name],
  ]);
  return Object.fromEntries(entries.filter(([, forwarded]) => typeof forwarded === "string"));
}

/** An empty optional field leaves undefined options, which the contract rejects. */
export function withoutUnsetOptions(values: ChannelValues): ChannelValues {
  const set = Object.entries(values.plugin).filter(([, options]) => options !== undefined);
  return { ...values, plugin: Object.fromEntries(set) };
}

/** The body to save: mapped names are added to the models, empty options are omitted. */
export function savedValues<T extends Pick<ChannelValues, "models" | "model_mapping" | "plugin">>(
  values: T,
): T {
  const mapped = mappedModels(values.model_mapping).filter(
    (name) => name !== "" && isValidModelPattern(name),
  );
  const plugin = Object.entries(values.plugin).map(([name, options]) => [
    name,
    Object.fromEntries(Object.entries(options).filter(([, value]) => value !== "" && !isNothing(value))),
  ]);
  return {
    ...values,
    models: [...new Set([...values.models, ...mapped])],
    plugin: Object.fromEntries(plugin),
  };
}

function isNothing(value: unknown): boolean {
  return value === undefined || value === null || Number.isNaN(value);
}

/** Parts of the editor that start collapsed, and the fields each one holds. */
export const advancedParts = {
  routing: ["tag", "priority", "weight"],
  requests: ["model_mapping", "model_headers", "custom_parameter", "proxy"],
  behavior: ["only_chat", "pre_cost", "disabled_stream"],
  timeouts: ["connect_timeout", "first_byte_timeout", "idle_timeout", "total_timeout"],
} as const satisfies Record<string, (keyof ChannelValues)[]>;
export type AdvancedPart = keyof typeof advancedParts;

/** Fields of a collapsed part that differ from a new channel's: what its summary names. */
export function changedFields(part: AdvancedPart, values: ChannelValues): (keyof ChannelValues)[] {
  return advancedParts[part].filter((name) => !isDefault(name, values[name]));
}

function isDefault(name: keyof ChannelValues, value: unknown): boolean {
  if (name === "model_mapping" || name === "model_headers" || name === "custom_parameter") {
    return /^\s*(\{\s*\})?\s*$/.test(String(value));
  }
  return JSON.stringify(value) === JSON.stringify(newChannelValues[name]);
}

const endpoint = /\/(chat\/completions|completions|responses|messages|embeddings)\/*$/;

/**
 * The base of a URL that was pasted with a call's endpoint; undefined for any other. At the provider's own host, its base is the
 * suggested one, whatever stood in front of the endpoint.
 */
export function withoutEndpoint(address: string, suggested = ""): string | undefined {
  const url = address.trim();
  if (!endpoint.test(url)) return undefined;
  const isOwnHost = suggested !== "" && URL.parse(url)?.host === URL.parse(suggested)?.host;
  return isOwnHost ? suggested : url.replace(endpoint, "");
}
