import {
  addChannelsModel,
  deleteChannels,
  removeChannelsModel,
  setChannelsFields,
  setChannelsOther,
  testChannels,
} from "@tollgate/contract/channel-batches";
import { checkModels, probeCapabilities } from "@tollgate/contract/channel-tests";
import { getChannelHealth, listChannelHealth } from "@tollgate/contract/channel-health";
import {
  deleteChannelTag,
  deleteDisabledOfTag,
  getChannelTag,
  listChannelTags,
  listTagSummaries,
  listTaggedChannels,
  setTagPriority,
  setTagStatus,
  updateChannelTag,
} from "@tollgate/contract/channel-tags";
import {
  createChannel,
  deleteChannel,
  deleteDisabledChannels,
  detachChannelTag,
  editChannels,
  fetchChannelModels,
  getChannel,
  getChannelTestRun,
  listChannelEvents,
  listChannels,
  listProviderTypes,
  type channelListQuery,
  patchChannel,
  startChannelTestRun,
  testChannel,
  updateChannelBalance,
  updateChannelBalances,
  updateChannel,
} from "@tollgate/contract/channels";
import type * as z from "zod";
import { parseOrder } from "@tollgate/contract/list-query";
import type { RegisterEndpoint } from "../../http/register-endpoint.ts";
import type { ChannelTags } from "./channel-tags.ts";
import type { ChannelService } from "./service.ts";

export function registerChannelRoutes(register: RegisterEndpoint, channels: ChannelService): void {
  register(listChannels, ({ query }) =>
    channels.list({ ...query, ...familyFilters(query), order: parseOrder(query.order) }),
  );
  register(listProviderTypes, () => channels.providerTypes());
  register(getChannel, ({ params }) => channels.get(params.id));
  register(createChannel, ({ actor, body, fixed }) => channels.create(actor, body, fixed));
  register(updateChannel, ({ actor, body, fixed }) => channels.update(actor, body, fixed));
  register(patchChannel, ({ actor, params, body }) => channels.patch(actor, params.id, body));
  register(deleteChannel, async ({ actor, params }) => {
    await channels.delete(actor, params.id);
    return null;
  });
  register(deleteDisabledChannels, ({ actor }) => channels.deleteDisabled(actor));
  register(detachChannelTag, async ({ actor, params }) => {
    await channels.update(actor, { id: params.id, tag: "", key: "" });
    return null;
  });
  register(editChannels, async ({ actor, body }) => ({
    changed: await channels.editMany(actor, body.ids, body),
  }));
  register(setChannelsFields, ({ actor, body: { ids, ...fields } }) =>
    channels.batches.setFields(actor, ids, fields),
  );
  register(testChannels, ({ actor, body }) => channels.startTestRun(actor, body.ids));
  register(setChannelsOther, ({ actor, body }) => channels.batches.setOther(actor, body.ids, body.value));
  register(addChannelsModel, ({ actor, body }) => channels.batches.addModel(actor, body.ids, body.value));
  register(removeChannelsModel, ({ actor, body }) =>
    channels.batches.removeModel(actor, body.ids, body.value),
  );
  register(deleteChannels, ({ actor, body }) =>
    channels.editMany(actor, body.ids, { action: "delete", tag: "" }),
  );
  register(testChannel, ({ actor, params, query }) => channels.test(actor, params.id, query.model));
  register(getChannelTestRun, () => channels.readTestRun());
  register(startChannelTestRun, ({ actor }) => channels.startTestRun(actor));
  register(updateChannelBalances, async () => {
    await channels.updateBalances();
    return null;
  });
  register(updateChannelBalance, ({ params }) => channels.updateBalance(params.id));
  register(listChannelEvents, ({ params, query }) => channels.events(params.id, { ...query, order: [] }));
  register(checkModels, ({ params }) => channels.modelChecks.check(params.id));
  register(probeCapabilities, ({ params, body }) => channels.tryCapabilities(params.id, body.model));
  register(listChannelHealth, ({ query }) => channels.health.lastHour(query.ids.split(",").map(Number)));
  register(getChannelHealth, ({ params, query }) => channels.health.of(params.id, query.range));
  register(fetchChannelModels, ({ actor, body }) => channels.fetchModels(actor, body));
}

export function registerChannelTagRoutes(register: RegisterEndpoint, tags: ChannelTags): void {
  register(listChannelTags, () => tags.all());
  register(listTagSummaries, () => tags.summaries());
  register(listTaggedChannels, ({ params }) => tags.list(params.tag));
  register(getChannelTag, ({ params }) => tags.get(params.tag));
  register(updateChannelTag, async ({ actor, params, body, fixed }) => {
    await tags.update(actor, params.tag, body, fixed);
    return null;
  });
  register(deleteChannelTag, ({ actor, params }) => tags.delete(actor, params.tag, "all"));
  register(deleteDisabledOfTag, ({ actor, params }) => tags.delete(actor, params.tag, "disabled"));
  register(setTagPriority, ({ actor, params, body }) => tags.setPriority(actor, params.tag, body.value));
  register(setTagStatus, ({ actor, params }) => tags.setStatus(actor, params.tag, params.status));
}

/** The list's filters that have other names in the family. */
function familyFilters(query: z.infer<typeof channelListQuery>) {
  const tagged = { "1": "untagged", "2": "tags" } as const;
  const { filter_tag, key } = query;
  return {
    keyword: query.keyword || query.name,
    model: query.model || query.models,
    keyHint: key.trim().slice(-4),
    byTag: filter_tag === undefined ? undefined : (tagged[filter_tag as keyof typeof tagged] ?? "both"),
  } as const;
}
