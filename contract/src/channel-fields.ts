import * as z from "zod";
import { commaListInput, withoutComma } from "./comma-list.ts";
import { isJsonObject, isJsonText, isTextMap } from "./json-text.ts";
import { limits } from "./limits.ts";
import { modelName, modelPattern } from "./model-pattern.ts";
import { partialFields } from "./sent-fields.ts";

/** 3: disabled automatically by a slow test or a dead account; a passed test may enable the channel again. */
export const channelStatus = { enabled: 1, disabled: 2, autoDisabled: 3 } as const;

/** How prompts are estimated before a call: normal, images not counted, nothing counted. */
export const billingEstimate = { normal: 1, skipImages: 2, none: 3 } as const;

/** An address with one of the schemes, or nothing. A union with "" would report no more than "not allowed". */
function addressOrNone(protocol: RegExp, problem: { code: string; message: string }) {
  const address = z.url({ protocol });
  const { code, message } = problem;
  return z
    .string()
    .max(500)
    .refine((text) => text === "" || address.safeParse(text).success, { params: { code }, message });
}

/** Base URL of a provider without slashes at its end; empty: none. */
const baseUrl = addressOrNone(/^https?$/, {
  code: "channel.not_a_web_address",
  message: "Enter a URL that starts with http:// or https://.",
}).transform((text) => text.replace(/\/+$/, ""));

/** Empty: none. */
const proxyUrl = addressOrNone(/^(https?|socks5)$/, {
  code: "channel.not_a_proxy",
  message: "Enter a URL that starts with http://, https:// or socks5://.",
});

/** Text that must be a JSON object of strings: model mapping, custom headers. */
export function jsonMap(code: string) {
  return z
    .string()
    .max(20_000)
    .refine((text) => text.trim() === "" || isJsonText(text, isTextMap), {
      params: { code },
      message: "Must be a JSON object whose values are text.",
    })
    .default("");
}

/** Down to a millisecond; 0: the option's value. */
const seconds = z.number().min(0).max(86_400).multipleOf(0.001).default(0);

export const settableStatus = z.union([z.literal(channelStatus.enabled), z.literal(channelStatus.disabled)]);

const symbol = withoutComma(z.string().min(1).max(limits.groupSymbolMax));

export const channelPlugin = z
  .record(z.string(), z.record(z.string(), z.unknown()))
  .meta({ id: "ChannelPlugin", description: "Settings of the provider; its descriptor names them." });

/** A model that a channel offers: a name or `prefix*`, without a comma, which separates names on the wire. */
export const modelOfChannel = withoutComma(modelPattern);

/** The fields that create and update share. `group` and `models` are text with commas or arrays. */
export const channelFields = z.object({
  name: z.string().trim().min(1).max(limits.channelNameMax),
  type: z.int().positive().describe("Number of the provider; see `listProviderTypes`."),
  base_url: baseUrl.default("").describe("Empty: the provider's default."),
  group: commaListInput(z.array(symbol).min(1).max(50)).describe(
    "Symbols of user groups, as an array or comma-separated.",
  ),
  models: commaListInput(z.array(modelOfChannel).min(1).max(2000)).describe(
    "Model names or prefixes (`gpt-4o*`), as an array or comma-separated.",
  ),
  tag: z.string().trim().max(50).default(""),
  priority: z
    .int()
    .min(0)
    .max(1_000_000)
    .default(0)
    .describe("Channels of the highest priority are tried first."),
  weight: z
    .int()
    .min(1)
    .max(1_000_000)
    .default(1)
    .describe("Share of calls among channels of equal priority."),
  model_mapping: jsonMap("channel.mapping_not_json").describe(
    "JSON object, as text: requested model to the model that is sent upstream.",
  ),
  model_headers: jsonMap("channel.headers_not_json").describe(
    "JSON object, as text: request headers that are added.",
  ),
  custom_parameter: z
    .string()
    .max(20_000)
    .refine((text) => text.trim() === "" || isJsonText(text, isJsonObject), {
      params: { code: "channel.parameter_not_json" },
      message: "Must be a JSON object.",
    })
    .default(""),
  proxy: proxyUrl.default("").describe("Address of an HTTP or SOCKS5 proxy; empty: none."),
  test_model: modelName.or(z.literal("")).default(""),
  other: z
    .string()
    .trim()
    .max(500)
    .default("")
    .describe("Region, version, plug-in parameter …: what it means is in the provider's descriptor."),
  only_chat: z.boolean().default(false),
  pre_cost: z
    .int()
    .min(1)
    .max(3)
    .default(billingEstimate.normal)
    .describe("How a prompt is estimated before the call. 1: in full, 2: without images, 3: not at all."),
  disabled_stream: z
    .array(modelName)
    .max(500)
    .default([])
    .describe("Models that are called without streaming."),
  plugin: channelPlugin.default({}),
  connect_timeout: seconds.describe("Seconds; 0: the site's setting."),
  first_byte_timeout: seconds.describe("Seconds; 0: the site's setting."),
  idle_timeout: seconds.describe("Seconds; 0: the site's setting."),
  total_timeout: seconds.describe("Seconds; 0: the site's setting."),
});

/** A new channel. The server rejects an empty key unless the provider's descriptor sets `keyOptional`. */
export const channelForm = channelFields
  .extend({
    key: z
      .string()
      .trim()
      .max(50_000)
      .default("")
      .describe(
        "One key per line; several keys are used in turn. Empty where `keyOptional` of the provider is true.",
      ),
    status: settableStatus.optional(),
  })
  .meta({
    id: "ChannelForm",
    description: "A new channel. `group` and `models` need at least one name each.",
  });
export type ChannelForm = z.infer<typeof channelForm>;

/** An empty key keeps the stored one; secrets are write-only. */
export const writtenKey = z.string().trim().max(50_000);

/** Every field of a channel with its id, for the editor, which saves a channel as a whole. */
export const channelUpdateForm = channelFields.extend({
  id: z.int().positive(),
  key: writtenKey.default(""),
});

/** Fields that are left out stay as they are. */
export const channelChangeForm = partialFields(channelFields.shape)
  .extend({
    id: z.int().positive(),
    key: writtenKey.default("").describe("One key per line; empty keeps the stored keys."),
    // 3 is what the server sets; a body that repeats it leaves the status alone.
    status: z.union([...settableStatus.options, z.literal(channelStatus.autoDisabled)]).optional(),
  })
  .meta({ id: "ChannelChangeForm", description: "Fields that are left out stay as they are." });
export type ChannelChangeForm = z.infer<typeof channelChangeForm>;

/** The one-field changes of the list: status switch, inline priority and weight. */
export const channelPatchForm = z
  .object({
    status: settableStatus.optional(),
    priority: channelFields.shape.priority.removeDefault().optional(),
    weight: channelFields.shape.weight.removeDefault().optional(),
  })
  .refine((body) => Object.keys(body).length > 0, { message: "Name at least one field." })
  .meta({ id: "ChannelPatchForm", description: "At least one of the fields." });

export const channelBatchForm = z
  .object({
    ids: z.array(z.int().positive()).min(1).max(100),
    action: z.enum(["enable", "disable", "delete", "tag"]),
    tag: z.string().trim().max(50).default(""),
  })
  .meta({ id: "ChannelBatchForm" });

/** With `id` and no key the stored key is used. */
export const channelModelsForm = z
  .object({
    id: z.int().positive().optional(),
    type: z.int().positive(),
    key: z.string().trim().max(50_000).default(""),
    base_url: baseUrl.default(""),
    proxy: proxyUrl.default(""),
    other: z.string().trim().max(500).default(""),
    model_headers: jsonMap("channel.headers_not_json"),
    plugin: channelPlugin.default({}),
  })
  .meta({
    id: "ChannelModelsForm",
    description: "The upstream to query. With `id` and no key the stored key is used.",
  });

/**
 * `groups` is accepted for `group`; the family's form sends both. An empty text where names are expected changes nothing: One API clients
 * send it when only other fields change.
 */
export function groupNames(body: Record<string, unknown>): Record<string, unknown> {
  const { groups, ...sent } = body;
  if (groups !== undefined && (sent["group"] === undefined || sent["group"] === "")) sent["group"] = groups;
  for (const name of ["group", "models"]) if (sent[name] === "") delete sent[name];
  return sent;
}
