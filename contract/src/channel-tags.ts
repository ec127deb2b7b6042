import * as z from "zod";
import { channelFields, groupNames, writtenKey } from "./channel-fields.ts";
import { channel, movingChannelFields, unknownSwitches } from "./channels.ts";
import { defineEndpoint } from "./endpoint.ts";
import { familyBody, fixedFields, partialFields } from "./sent-fields.ts";

const tagName = z.string().trim().min(1).max(50);
const tagParams = z.object({ tag: tagName });

export const channelTag = z.object({ id: z.literal(0), tag: z.string() }).meta({ id: "ChannelTag" });

export const listChannelTags = defineEndpoint({
  method: "GET",
  path: "/api/channel_tag/_all",
  access: "admin",
  summary: "The tags of channels, by name",
  data: z.array(channelTag),
});

export const tagSummary = z
  .object({
    tag: z.string(),
    ids: z.array(z.int()).describe("The channels of the tag, oldest first."),
    enabled: z.int(),
    disabled: z.int(),
    auto_disabled: z.int(),
    used_quota: z.int().describe("Of all its channels."),
    priority_min: z.int(),
    priority_max: z.int(),
  })
  .meta({ id: "TagSummary", description: "Sums over the channels of a tag." });
export type TagSummary = z.infer<typeof tagSummary>;

export const listTagSummaries = defineEndpoint({
  method: "GET",
  path: "/api/channel_tag/_summary",
  access: "admin",
  summary: "The tags of channels with the sums of their channels",
  data: z.array(tagSummary),
});

export const listTaggedChannels = defineEndpoint({
  method: "GET",
  path: "/api/channel_tag/:tag/list",
  access: "admin",
  summary: "The channels of a tag, without their keys",
  params: tagParams,
  data: z.array(channel),
});

/** The family puts the keys of all members in `key` and `KeyMap`; both are empty here. */
export const taggedChannel = channel
  .extend({
    key: z.literal(""),
    KeyMap: z.record(z.string(), z.int()),
  })
  .meta({
    id: "TaggedChannel",
    description: "The first channel of a tag. `key` and `KeyMap` are always empty.",
  });

export const getChannelTag = defineEndpoint({
  method: "GET",
  path: "/api/channel_tag/:tag",
  access: "admin",
  summary: "The first channel of a tag, as what its channels share",
  params: tagParams,
  data: taggedChannel,
});

const { name: _name, type: _type, priority: _priority, weight: _weight, ...shared } = channelFields.shape;

/**
 * What the channels of a tag share. As in the family, a field that is left out, empty, false or 0 leaves each channel as it is. `key`: one per
 * line; when there is one, channels are added for new keys and those whose keys are missing are deleted.
 */
export const channelTagForm = partialFields(shared)
  .extend({ key: writtenKey.default("") })
  .meta({
    id: "ChannelTagForm",
    description:
      "What the channels of a tag share. A field that is left out, empty, false or 0 leaves each channel as it is.",
  });
export type ChannelTagForm = z.infer<typeof channelTagForm>;

export const updateChannelTag = defineEndpoint({
  method: "PUT",
  path: "/api/channel_tag/:tag",
  access: "admin",
  summary: "Change what the channels of a tag share, and with keys, which channels it has",
  params: tagParams,
  body: familyBody(channelTagForm, groupNames),
  fixed: fixedFields(taggedChannel, channelTagForm, {
    moving: movingChannelFields,
    others: unknownSwitches,
  }),
  data: z.null(),
});

export const deleteChannelTag = defineEndpoint({
  method: "DELETE",
  path: "/api/channel_tag/:tag",
  access: "admin",
  summary: "Delete the channels of a tag; answers how many",
  params: tagParams,
  data: z.int(),
});

export const deleteDisabledOfTag = defineEndpoint({
  method: "DELETE",
  path: "/api/channel_tag/:tag/disabled",
  access: "admin",
  summary: "Delete the disabled channels of a tag; answers how many",
  params: tagParams,
  data: z.int(),
});

export const tagPriorityForm = z
  .object({ type: z.literal("priority"), value: channelFields.shape.priority.unwrap() })
  .meta({ id: "TagPriorityForm" });

export const setTagPriority = defineEndpoint({
  method: "PUT",
  path: "/api/channel_tag/:tag/priority",
  access: "admin",
  summary: "Set the priority of the channels of a tag; answers how many",
  params: tagParams,
  body: tagPriorityForm,
  data: z.int(),
});

export const setTagStatus = defineEndpoint({
  method: "PUT",
  path: "/api/channel_tag/:tag/status/:status",
  access: "admin",
  summary: "Enable or disable the channels of a tag; answers how many",
  params: tagParams.extend({ status: z.enum(["enable", "disable"]) }),
  data: z.int(),
});
