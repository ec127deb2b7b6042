import * as z from "zod";
import { commaListInput, withoutComma } from "./comma-list.ts";
import { isJsonObject, isJsonText, isTextMap } from "./json-text.ts";
import { limits } from "./limits.ts";
import { modelName, modelPattern } from "./model-pattern.ts";
import { partialFields } from "./sent-fields.ts";

/** 3: switched off by a speed test or by evidence of a dead account; a passed test may switch it on again. */
export const channelStatus = { enabled: 1, disabled: 2, autoDisabled: 3 } as const;

/** How prompts are estimated before a call: normal, images not counted, nothing counted (specification §3). */
export const billingEstimate = { normal: 1, skipImages: 2, none: 3 } as const;

export const httpUrl = z
  .url({ protocol: /^https?$/ })
  .max(500)
  .transform((text) => text.replace(/\/+$/, ""));

export const proxyUrl = z.url({ protocol: /^(https?|socks5)$/ }).max(500);

/** Text that must be a JSON object of strings: model mapping, custom headers (specification §5). */
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

/** A model that a channel offers: a name or `prefix*`, without a comma, which separates names on the wire. */
export const modelOfChannel = withoutComma(modelPattern);

/** The fields that create and update share. `group` and `models` are text with commas or arrays. */
export const channelFields = z.object({
  name: z.string().trim().min(1).max(limits.channelNameMax),
  type: z.number().int().positive(),
  base_url: httpUrl.or(z.literal("")).default(""),
  group: commaListInput(z.array(symbol).min(1).max(50)),
  models: commaListInput(z.array(modelOfChannel).min(1).max(2000)),
  tag: z.string().trim().max(50).default(""),
  priority: z.number().int().min(0).max(1_000_000).default(0),
  weight: z.number().int().min(1).max(1_000_000).default(1),
  model_mapping: jsonMap("channel.mapping_not_json"),
  model_headers: jsonMap("channel.headers_not_json"),
  custom_parameter: z
    .string()
    .max(20_000)
    .refine((text) => text.trim() === "" || isJsonText(text, isJsonObject), {
      params: { code: "channel.parameter_not_json" },
      message: "Must be a JSON object.",
    })
    .default(""),
  proxy: proxyUrl.or(z.literal("")).default(""),
  test_model: modelName.or(z.literal("")).default(""),
  /** Region, version, plug-in parameter …: what it means is in the provider's descriptor. */
  other: z.string().trim().max(500).default(""),
  only_chat: z.boolean().default(false),
  pre_cost: z.number().int().min(1).max(3).default(billingEstimate.normal),
  disabled_stream: z.array(modelName).max(500).default([]),
  plugin: z.record(z.string(), z.record(z.string(), z.unknown())).default({}),
  connect_timeout: seconds,
  first_byte_timeout: seconds,
  idle_timeout: seconds,
  total_timeout: seconds,
});

/** `key`: one per line; several keys of one channel are used in turn. Empty where the provider's descriptor says `keyOptional`. */
export const channelForm = channelFields.extend({
  key: z.string().trim().max(50_000).default(""),
  status: settableStatus.optional(),
});
export type ChannelForm = z.infer<typeof channelForm>;

/** An empty key keeps the stored one (secrets are write-only, D8). */
export const writtenKey = z.string().trim().max(50_000);

/** Every field of a channel with its id, for the editor, which saves a channel as a whole. */
export const channelUpdateForm = channelFields.extend({
  id: z.number().int().positive(),
  key: writtenKey.default(""),
});

/** Fields that are left out stay as they are. */
export const channelChangeForm = partialFields(channelFields.shape).extend({
  id: z.number().int().positive(),
  key: writtenKey.default(""),
  // 3 is what the server sets; a body that repeats it leaves the status alone.
  status: z.union([...settableStatus.options, z.literal(channelStatus.autoDisabled)]).optional(),
});
export type ChannelChangeForm = z.infer<typeof channelChangeForm>;

/**
 * `groups` is accepted for `group`; the family's form sends both. An empty text where names belong changes nothing: the family's way to
 * say that only other fields are meant.
 */
export function groupNames(body: Record<string, unknown>): Record<string, unknown> {
  const { groups, ...sent } = body;
  if (groups !== undefined && (sent["group"] === undefined || sent["group"] === "")) sent["group"] = groups;
  for (const name of ["group", "models"]) if (sent[name] === "") delete sent[name];
  return sent;
}
