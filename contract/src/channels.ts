import * as z from "zod";
import {
  channelBatchForm,
  channelChangeForm,
  channelForm,
  channelModelsForm,
  channelPatchForm,
  channelPlugin,
  groupNames,
} from "./channel-fields.ts";
import { capabilityReport, channelProblem, modelCheck } from "./channel-tests.ts";
import { commaList } from "./comma-list.ts";
import { providerDescriptor } from "./descriptor.ts";
import { defineEndpoint } from "./endpoint.ts";
import { limits } from "./limits.ts";
import { changedCount, idParams, listQuery, pageOf } from "./list-query.ts";
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
export const channel = z
  .object({
    id: z.int(),
    name: z.string(),
    type: z.int().describe("Number of the provider; see `listProviderTypes`."),
    status: z.int().describe("1: enabled, 2: disabled, 3: disabled automatically."),
    status_reason: z.string().describe("Why the channel was disabled automatically; otherwise empty."),
    status_problem: channelProblem.describe("The kind of that reason; empty: unknown."),
    key_count: z.int(),
    key_hint: z.string().describe("Last four characters of the first key."),
    base_url: z.string().describe("Empty: the provider's default."),
    group: commaList.describe("Symbols of user groups, comma-separated."),
    models: commaList.describe("Model names, comma-separated."),
    tag: z.string(),
    priority: z.int().describe("Channels of the highest priority are tried first."),
    weight: z.int().describe("Share of calls among channels of equal priority."),
    model_mapping: z
      .string()
      .describe("JSON object, as text: requested model to the model that is sent upstream."),
    model_headers: z.string().describe("JSON object, as text: request headers that are added."),
    custom_parameter: z.string().describe("JSON object, as text: fields that are added to the request."),
    proxy: z.string().describe("Address of an HTTP or SOCKS5 proxy; empty: none."),
    test_model: z.string(),
    other: z.string(),
    only_chat: z.boolean(),
    pre_cost: z
      .int()
      .describe("How a prompt is estimated before the call. 1: in full, 2: without images, 3: not at all."),
    disabled_stream: z.array(z.string()).describe("Models that are called without streaming."),
    plugin: channelPlugin,
    connect_timeout: z.number().describe("Seconds; 0: the site's setting."),
    first_byte_timeout: z.number().describe("Seconds; 0: the site's setting."),
    idle_timeout: z.number().describe("Seconds; 0: the site's setting."),
    total_timeout: z.number().describe("Seconds; 0: the site's setting."),
    created_time: z.int().describe("Epoch seconds."),
    test_time: z.int().describe("Epoch seconds of the last test; 0: never."),
    unsupported_endpoints: z
      .array(z.string())
      .describe(
        "Wire formats that the upstream has no endpoint for; calls are translated. An edit empties the list.",
      ),
    response_time: z.int().describe("Milliseconds of the last passed test; 0: never tested."),
    test_problem: z
      .string()
      .optional()
      .describe("Error of the upstream in the last failed test. Lists leave it out when the test passed."),
    test_problem_kind: channelProblem.optional().describe("The kind of `test_problem`."),
    capabilities: capabilityReport.nullable().describe("The last capability test; null: none."),
    model_check: modelCheck,
    used_quota: z.int().describe("Quota used so far."),
    balance: z.number().describe("US dollars, as last reported by the upstream."),
    balance_updated_time: z.int().describe("Epoch seconds; 0: never."),
  })
  .meta({
    id: "Channel",
    description: "A channel without its key: `key_count` and `key_hint` describe the key.",
  });
export type Channel = z.infer<typeof channel>;
/** A channel on the wire. */
export type ChannelAnswer = z.input<typeof channel>;

/** Switches of the One API family that our channels do not have: only `false` is accepted. */
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
  "status_problem",
  "test_problem_kind",
  "capabilities",
  "model_check",
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
  name: z.string().max(limits.keywordMax).default("").describe("The same as `keyword`."),
  models: z.string().default("").describe("The same as `model`."),
  other: z.string().default("").describe("Beginning of the field."),
  test_model: z.string().default(""),
  key: z
    .string()
    .default("")
    .describe("A key, or its last four characters. They are compared with the first key of each channel."),
  filter_tag: z
    .enum(["", "0", "1", "2", "3", "true", "false"])
    .optional()
    .describe("1: channels without a tag. 2: one channel for each tag. Other values: both."),
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

export const patchChannel = defineEndpoint({
  method: "PUT",
  path: "/api/channel/:id",
  access: "admin",
  summary: "Change status, priority or weight only",
  params: idParams,
  body: channelPatchForm,
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
  data: z.int(),
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
  body: channelBatchForm,
  data: changedCount,
});

export const channelTestResult = z
  .object({
    success: z.boolean(),
    skipped: z
      .boolean()
      .describe(
        "True: nothing was sent, since the model answers neither chat nor embeddings, or the provider does not support the call. Does not count against the channel.",
      ),
    model: z.string(),
    time: z.int().describe("Milliseconds from dispatch to the whole answer."),
    problem: channelProblem.describe(
      "The kind of failure; empty on success, but `too_slow` if it took longer than the maximum response time.",
    ),
    status: z.int().describe("HTTP status of a failed answer; 0: none."),
    reason: z
      .string()
      .describe(
        "The upstream's message, cleaned, or by how much it was too slow; otherwise empty on success.",
      ),
    asked: z
      .string()
      .describe("Method, address and body of the request, without secrets, at most 4,000 characters."),
    answered: z.string().describe("The body of the answer, without secrets, at most 4,000 characters."),
    answer: z
      .string()
      .describe(
        "The beginning of the model's answer, at most 200 characters; empty when it failed or gave no text.",
      ),
  })
  .meta({ id: "ChannelTestResult" });
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
 * Event types of a timeline. `key_refused`: one of several keys, the channel goes on with the others. `kept_enabled`:
 * a test failed, but disabling the channel would leave too few for a model. `endpoint_unsupported`: the upstream
 * lacks the endpoint of a wire format, which `reason` names. `models_new`, `models_gone`: the upstream's model list
 * changed; `reason` has the names.
 */
export const channelEventKinds = [
  "enabled",
  "disabled",
  "enabled_automatically",
  "disabled_automatically",
  "kept_enabled",
  "key_refused",
  "endpoint_unsupported",
  "models_new",
  "models_gone",
  "test_passed",
  "test_failed",
] as const;
export type ChannelEventKind = (typeof channelEventKinds)[number];

/** Empty texts and zeros where an event has no such thing. */
export const channelEvent = z
  .object({
    id: z.int(),
    created_at: z.int(),
    kind: z.enum(channelEventKinds),
    model: z.string(),
    key_index: z.int().nullable().describe("Place among the channel's keys, from 0; null: no certain key."),
    key_hint: z.string().describe("The last four characters of that key."),
    status: z.int().describe("HTTP status that the upstream answered."),
    time: z.int().describe("Milliseconds that a test took."),
    problem: channelProblem.describe("What `reason` means; empty: unknown."),
    reason: z.string().describe("The upstream's message, cleaned."),
    request_id: z.string().describe("The exchange that it happened in."),
    actor_name: z.string().describe("The administrator; empty for the server itself."),
  })
  .meta({
    id: "ChannelEvent",
    description: "One entry of a channel's timeline. Fields that an event does not have are empty or 0.",
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

/** A test of many channels, started by a person or the schedule: the running one, otherwise the last one. */
export const channelTestRun = z
  .object({
    state: z
      .enum(["never", "running", "done", "stopped"])
      .describe("`stopped`: the process that tested ended before the run did."),
    started_at: z.int(),
    total: z.int().describe("Channels to test."),
    passed: z.int().describe("How each tested one ended; their sum is how far the run is."),
    failed: z.int(),
    skipped: z.int().describe("Not tested: they have no model for chat or embeddings."),
    enabled: z.int().describe("What it changed."),
    disabled: z.int(),
    kept: z.int().describe("Kept enabled in spite of failures, so that enough channels remain."),
  })
  .meta({ id: "ChannelTestRun", description: "A test of many channels: the current run, or the last one." });
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

export const channelBalance = channel
  .pick({ balance: true, balance_updated_time: true })
  .meta({ id: "ChannelBalance" });

/** GET as in the family. */
export const updateChannelBalance = defineEndpoint({
  method: "GET",
  path: "/api/channel/update_balance/:id",
  access: "admin",
  summary: "Fetch the account's balance from the upstream, with the channel's first key",
  params: idParams,
  data: channelBalance,
});

/** GET as in One API. If a provider does not respond, its channel's balance stays unchanged. */
export const updateChannelBalances = defineEndpoint({
  method: "GET",
  path: "/api/channel/update_balance",
  access: "admin",
  summary: "Fetch the balances of all enabled channels from their upstreams",
  data: z.null(),
});

export const pricedModel = z
  .object({
    id: z.string(),
    object: z.literal("model"),
    created: z.int(),
    owned_by: z.string(),
  })
  .meta({ id: "PricedModel", description: "An entry of a model list, as OpenAI's API has it." });

/** The body of the family's model picker: every model that has a price, with the provider that its price names. */
export const listPricedModels = defineEndpoint({
  method: "GET",
  path: "/api/channel/models",
  access: "admin",
  summary: "Models that have a price, in the shape of a model list",
  data: z.array(pricedModel),
  beside: z.object({ object: z.literal("list") }),
});

/** With `id` and no key the stored key is used. */
export const fetchChannelModels = defineEndpoint({
  method: "POST",
  path: "/api/channel/provider_models_list",
  access: "admin",
  summary: "Fetch the upstream's model names",
  body: familyBody(channelModelsForm),
  data: z.array(z.string()),
});

/** Descriptors of every provider: type list, labels, form fields, default models. */
export const listProviderTypes = defineEndpoint({
  method: "GET",
  path: "/api/channel/types",
  access: "admin",
  summary: "Provider descriptors",
  data: z.array(providerDescriptor),
});
