import * as z from "zod";
import {
  channelChangeForm,
  channelFields,
  channelForm,
  groupNames,
  httpUrl,
  jsonMap,
  proxyUrl,
  settableStatus,
} from "./channel-fields.ts";
import { commaList } from "./comma-list.ts";
import type { ProviderDescriptor } from "./descriptor.ts";
import { defineEndpoint } from "./endpoint.ts";
import { limits } from "./limits.ts";
import { idParams, listQuery, pageOf } from "./list-query.ts";
import { familyBody, fixedFields } from "./sent-fields.ts";

export {
  billingEstimate,
  type ChannelChangeForm,
  type ChannelForm,
  channelForm,
  channelStatus,
  channelUpdateForm,
} from "./channel-fields.ts";

/** A channel as lists and editors see it: never its key, only how many keys and the last four characters. */
export const channel = z.object({
  id: z.number().int(),
  name: z.string(),
  type: z.number().int(),
  status: z.number().int(),
  status_reason: z.string(),
  key_count: z.number().int(),
  key_hint: z.string(),
  base_url: z.string(),
  group: commaList,
  models: commaList,
  tag: z.string(),
  priority: z.number().int(),
  weight: z.number().int(),
  model_mapping: z.string(),
  model_headers: z.string(),
  custom_parameter: z.string(),
  proxy: z.string(),
  test_model: z.string(),
  other: z.string(),
  only_chat: z.boolean(),
  pre_cost: z.number().int(),
  disabled_stream: z.array(z.string()),
  plugin: z.record(z.string(), z.record(z.string(), z.unknown())),
  connect_timeout: z.number(),
  first_byte_timeout: z.number(),
  idle_timeout: z.number(),
  total_timeout: z.number(),
  created_time: z.number().int(),
  test_time: z.number().int(),
  /** Wire formats whose endpoint the upstream was seen not to have: calls are translated. Emptied by an edit. */
  unsupported_endpoints: z.array(z.string()),
  /** Milliseconds of the last passed test; 0: never tested. */
  response_time: z.number().int(),
  /** What the upstream said when the last test failed, cleaned; lists leave it out where that test passed. */
  test_problem: z.string().optional(),
  used_quota: z.number().int(),
  /** US dollars, as the upstream said last. */
  balance: z.number(),
  balance_updated_time: z.number().int(),
});
export type Channel = z.infer<typeof channel>;
/** A channel on the wire. */
export type ChannelAnswer = z.input<typeof channel>;

/** The family's switches that are not in a channel here: off is accepted. */
export const unknownSwitches = [
  "compatible_response",
  "allow_extra_body",
  "pass_through_body",
  "header_override",
  "cost_ratio",
];
export const movingChannelFields = [
  "used_quota",
  "response_time",
  "test_time",
  "balance",
  "balance_updated_time",
  "status_reason",
  "unsupported_endpoints",
  "test_problem",
];
const fixed = fixedFields(channel, channelChangeForm, {
  moving: movingChannelFields,
  others: unknownSwitches,
});

export const channelOrder = [
  "id",
  "name",
  "type",
  "status",
  "response_time",
  "balance",
  "priority",
  "weight",
  "used_quota",
  "created_time",
] as const;

export const channelListQuery = listQuery(channelOrder, {
  type: z.coerce.number().int().min(0).default(0),
  status: z.coerce.number().int().min(0).max(3).default(0),
  group: z.string().default(""),
  model: z.string().default(""),
  tag: z.string().default(""),
  /** The family's names for `keyword` and `model`. */
  name: z.string().max(limits.keywordMax).default(""),
  models: z.string().default(""),
  /** Beginnings of the fields. */
  other: z.string().default(""),
  test_model: z.string().default(""),
  /** A key, or the last four characters of a channel's first one: they are what is compared. */
  key: z.string().default(""),
  /** 1: channels without a tag. 2: one channel for each tag. Another value that is sent: both. */
  filter_tag: z.enum(["", "0", "1", "2", "3", "true", "false"]).optional(),
});

export const listChannels = defineEndpoint({
  method: "GET",
  path: "/api/channel/",
  access: "admin",
  summary: "Channels; keyword searches name and tag",
  query: channelListQuery,
  data: pageOf(channel),
});

export const getChannel = defineEndpoint({
  method: "GET",
  path: "/api/channel/:id",
  access: "admin",
  summary: "One channel, without its key",
  params: idParams,
  data: channel,
});

export const createChannel = defineEndpoint({
  method: "POST",
  path: "/api/channel/",
  access: "admin",
  summary: "Create a channel",
  body: familyBody(channelForm, groupNames),
  fixed: fixedFields(channel, channelForm, { others: unknownSwitches }),
  data: channel,
});

export const updateChannel = defineEndpoint({
  method: "PUT",
  path: "/api/channel/",
  access: "admin",
  summary: "Change the fields of a channel that are sent; an empty key keeps the stored one",
  body: familyBody(channelChangeForm, groupNames),
  fixed,
  data: channel,
});

/** The one-field changes of the list: status switch, inline priority and weight. */
export const patchChannel = defineEndpoint({
  method: "PUT",
  path: "/api/channel/:id",
  access: "admin",
  summary: "Change status, priority or weight only",
  params: idParams,
  body: z
    .object({
      status: settableStatus.optional(),
      priority: channelFields.shape.priority.removeDefault().optional(),
      weight: channelFields.shape.weight.removeDefault().optional(),
    })
    .refine((body) => Object.keys(body).length > 0, { message: "Name at least one field." }),
  data: channel,
});

export const deleteChannel = defineEndpoint({
  method: "DELETE",
  path: "/api/channel/:id",
  access: "admin",
  summary: "Delete a channel",
  params: idParams,
  data: z.null(),
});

export const deleteDisabledChannels = defineEndpoint({
  method: "DELETE",
  path: "/api/channel/disabled",
  access: "admin",
  summary: "Delete every channel that is disabled, by a person or automatically; answers how many",
  data: z.number().int(),
});

export const detachChannelTag = defineEndpoint({
  method: "DELETE",
  path: "/api/channel/:id/tag",
  access: "admin",
  summary: "Take the tag off a channel",
  params: idParams,
  data: z.null(),
});

export const editChannels = defineEndpoint({
  method: "POST",
  path: "/api/channel/batch",
  access: "admin",
  summary: "Enable, disable, delete or tag several channels",
  body: z.object({
    ids: z.array(z.number().int().positive()).min(1).max(100),
    action: z.enum(["enable", "disable", "delete", "tag"]),
    tag: z.string().trim().max(50).default(""),
  }),
  data: z.object({ changed: z.number().int() }),
});

export const channelTestResult = z.object({
  success: z.boolean(),
  model: z.string(),
  /** Milliseconds from dispatch to the whole answer. */
  time: z.number().int(),
  /** What the upstream said, cleaned; empty when all went well. */
  reason: z.string(),
  /** The beginning of the model's answer, at most 200 characters; empty when it failed or gave no text. */
  answer: z.string(),
});
export type ChannelTestResult = z.infer<typeof channelTestResult>;

/** GET as in the family; the answer is in `data`. */
export const testChannel = defineEndpoint({
  method: "GET",
  path: "/api/channel/test/:id",
  access: "admin",
  summary: "Send one unbilled call through the channel",
  params: idParams,
  query: z.object({ model: z.string().max(limits.modelNameMax).default("") }),
  data: channelTestResult,
});

/**
 * What a timeline tells. `key_refused`: one of several keys, the channel goes on with the others. `kept_enabled`: a test gave
 * reason to switch off, but too few channels would have been left for a model. `endpoint_unsupported`: the upstream lacks the endpoint of
 * a wire format, which `reason` names.
 */
export const channelEventKinds = [
  "enabled",
  "disabled",
  "enabled_automatically",
  "disabled_automatically",
  "kept_enabled",
  "key_refused",
  "endpoint_unsupported",
  "test_passed",
  "test_failed",
] as const;
export type ChannelEventKind = (typeof channelEventKinds)[number];

/** Empty texts and zeros where an event has no such thing. */
export const channelEvent = z.object({
  id: z.number().int(),
  created_at: z.number().int(),
  kind: z.enum(channelEventKinds),
  model: z.string(),
  /** Place among the channel's keys, from 0; null: no certain key. */
  key_index: z.number().int().nullable(),
  /** The last four characters of that key. */
  key_hint: z.string(),
  /** HTTP status that the upstream answered. */
  status: z.number().int(),
  /** Milliseconds that a test took. */
  time: z.number().int(),
  /** What the upstream said, cleaned. */
  reason: z.string(),
  /** The exchange that it happened in. */
  request_id: z.string(),
  /** Who did it; empty for the server itself. */
  actor_name: z.string(),
});
export type ChannelEvent = z.infer<typeof channelEvent>;

export const listChannelEvents = defineEndpoint({
  method: "GET",
  path: "/api/channel/:id/events",
  access: "admin",
  summary: "What happened to a channel and why, newest first",
  params: idParams,
  query: listQuery([], {}),
  data: pageOf(channelEvent),
});

/** A test of many channels, by a person or by the schedule: the one under way, else the last one. */
export const channelTestRun = z.object({
  /** `stopped`: the process that tested ended before the run did. */
  state: z.enum(["never", "running", "done", "stopped"]),
  started_at: z.number().int(),
  /** Channels to test. */
  total: z.number().int(),
  /** How each tested one ended; their sum is how far the run is. */
  passed: z.number().int(),
  failed: z.number().int(),
  /** Not tested: they name no model that could be asked for. */
  skipped: z.number().int(),
  /** What it changed. */
  enabled: z.number().int(),
  disabled: z.number().int(),
  /** Left on in spite of evidence, so that enough channels remain. */
  kept: z.number().int(),
});
export type ChannelTestRun = z.infer<typeof channelTestRun>;

export const startChannelTestRun = defineEndpoint({
  method: "POST",
  path: "/api/channel/test_all",
  access: "admin",
  summary: "Begin to test all enabled and automatically disabled channels; a run under way goes on instead",
  data: channelTestRun,
});

export const getChannelTestRun = defineEndpoint({
  method: "GET",
  path: "/api/channel/test_all",
  access: "admin",
  summary: "How far the test of all channels is, or how the last one ended",
  data: channelTestRun,
});

/** GET as in the family. */
export const updateChannelBalance = defineEndpoint({
  method: "GET",
  path: "/api/channel/update_balance/:id",
  access: "admin",
  summary: "Ask the upstream for the account's balance, with the channel's first key",
  params: idParams,
  data: z.object({
    /** US dollars. */
    balance: z.number(),
    balance_updated_time: z.number().int(),
  }),
});

/** The body of the family's model picker: every model that has a price, with the provider that its price names. */
export const listPricedModels = defineEndpoint({
  method: "GET",
  path: "/api/channel/models",
  access: "admin",
  summary: "Models that have a price, in the shape of a model list",
  data: z.array(
    z.object({
      id: z.string(),
      object: z.literal("model"),
      created: z.number().int(),
      owned_by: z.string(),
    }),
  ),
  beside: z.object({ object: z.literal("list") }),
});

/** With `id` and no key the stored key is used. */
export const fetchChannelModels = defineEndpoint({
  method: "POST",
  path: "/api/channel/provider_models_list",
  access: "admin",
  summary: "Ask the upstream for its model names",
  body: familyBody(
    z.object({
      id: z.number().int().positive().optional(),
      type: z.number().int().positive(),
      key: z.string().trim().max(50_000).default(""),
      base_url: httpUrl.or(z.literal("")).default(""),
      proxy: proxyUrl.or(z.literal("")).default(""),
      other: z.string().trim().max(500).default(""),
      model_headers: jsonMap("channel.headers_not_json"),
      plugin: z.record(z.string(), z.record(z.string(), z.unknown())).default({}),
    }),
  ),
  data: z.array(z.string()),
});

/** Descriptors of every provider: type list, labels, form fields, default models. */
export const listProviderTypes = defineEndpoint({
  method: "GET",
  path: "/api/channel/types",
  access: "admin",
  summary: "Provider descriptors",
  data: z.array(z.custom<ProviderDescriptor>((value) => typeof value === "object" && value !== null)),
});
