import * as z from "zod";
import { modelOfChannel } from "./channel-fields.ts";
import { defineEndpoint } from "./endpoint.ts";

const ids = z.array(z.number().int().positive()).min(1).max(100);
const changed = z.number().int();

/** The family's calls for several channels at once. Ids of channels that do not exist are skipped; each answers how many changed. */
export const setChannelsOther = defineEndpoint({
  method: "PUT",
  path: "/api/channel/batch/azure_api",
  access: "admin",
  summary: "Set the field other, Azure's API version, of several channels",
  body: z.object({ ids, value: z.string().trim().min(1).max(500) }),
  data: changed,
});

export const addChannelsModel = defineEndpoint({
  method: "PUT",
  path: "/api/channel/batch/add_model",
  access: "admin",
  summary: "Add a model to several channels",
  body: z.object({ ids, value: modelOfChannel }),
  data: changed,
});

export const removeChannelsModel = defineEndpoint({
  method: "PUT",
  path: "/api/channel/batch/del_model",
  access: "admin",
  summary: "Remove a model from several channels; refused for a channel's only model",
  body: z.object({ ids, value: modelOfChannel }),
  data: changed,
});

/** The family sends a `value` that means nothing. */
export const deleteChannels = defineEndpoint({
  method: "DELETE",
  path: "/api/channel/batch",
  access: "admin",
  summary: "Delete several channels",
  body: z.object({ ids }),
  data: changed,
});
