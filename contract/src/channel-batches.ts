import * as z from "zod";
import { channelFields, modelOfChannel } from "./channel-fields.ts";
import { channelTestRun } from "./channels.ts";
import { defineEndpoint } from "./endpoint.ts";
import { partialFields } from "./sent-fields.ts";

const ids = z.array(z.int().positive()).min(1).max(100);
const changed = z.int();

export const channelsOtherForm = z
  .object({ ids, value: z.string().trim().min(1).max(500) })
  .meta({ id: "ChannelsOtherForm" });
export const channelsModelForm = z.object({ ids, value: modelOfChannel }).meta({ id: "ChannelsModelForm" });
export const channelsDeletionForm = z.object({ ids }).meta({
  id: "ChannelsDeletionForm",
  description: "One API clients also send a `value`, which is ignored.",
});

const { group, priority, weight } = channelFields.shape;
export const channelsFieldsForm = z
  .object({ ids, ...partialFields({ group, priority, weight }).shape })
  .refine((form) => [form.group, form.priority, form.weight].some((value) => value !== undefined), {
    message: "Name at least one field.",
  })
  .meta({ id: "ChannelsFieldsForm", description: "At least one field in addition to `ids`." });

/** All or nothing: if one channel rejects the change, none changes. Ids of channels that do not exist are skipped. */
export const setChannelsFields = defineEndpoint({
  method: "PUT",
  path: "/api/channel/batch/fields",
  access: "admin",
  summary: "Set user groups, priority or weight of several channels; answers how many changed",
  body: channelsFieldsForm,
  data: changed,
});

/** Returns the running test instead, if there is one. */
export const testChannels = defineEndpoint({
  method: "POST",
  path: "/api/channel/batch/test",
  access: "admin",
  summary: "Begin to test several channels; `GET /api/channel/test_all` has the progress",
  body: channelsDeletionForm.pick({ ids: true }).meta({ id: "ChannelsTestForm" }),
  data: channelTestRun,
});

/** One API's bulk calls. Ids of channels that do not exist are skipped; each returns how many changed. */
export const setChannelsOther = defineEndpoint({
  method: "PUT",
  path: "/api/channel/batch/azure_api",
  access: "admin",
  summary: "Set the field other, Azure's API version, of several channels",
  body: channelsOtherForm,
  data: changed,
});

export const addChannelsModel = defineEndpoint({
  method: "PUT",
  path: "/api/channel/batch/add_model",
  access: "admin",
  summary: "Add a model to several channels",
  body: channelsModelForm,
  data: changed,
});

export const removeChannelsModel = defineEndpoint({
  method: "PUT",
  path: "/api/channel/batch/del_model",
  access: "admin",
  summary: "Remove a model from several channels; rejected for a channel's only model",
  body: channelsModelForm,
  data: changed,
});

export const deleteChannels = defineEndpoint({
  method: "DELETE",
  path: "/api/channel/batch",
  access: "admin",
  summary: "Delete several channels",
  body: channelsDeletionForm,
  data: changed,
});
