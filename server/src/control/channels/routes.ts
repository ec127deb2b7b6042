import {
  createChannel,
  deleteChannel,
  editChannels,
  fetchChannelModels,
  getChannel,
  getChannelTestRun,
  listChannelEvents,
  listChannels,
  listProviderTypes,
  patchChannel,
  startChannelTestRun,
  testChannel,
  updateChannelBalance,
  updateChannel,
} from "@tollgate/contract/channels";
import { parseOrder } from "@tollgate/contract/list-query";
import type { RegisterEndpoint } from "../../http/register-endpoint.ts";
import type { ChannelService } from "./service.ts";

export function registerChannelRoutes(register: RegisterEndpoint, channels: ChannelService): void {
  register(listChannels, ({ query }) => channels.list({ ...query, order: parseOrder(query.order) }));
  register(listProviderTypes, () => channels.providerTypes());
  register(getChannel, ({ params }) => channels.get(params.id));
  register(createChannel, ({ actor, body }) => channels.create(actor, body));
  register(updateChannel, ({ actor, body }) => channels.update(actor, body));
  register(patchChannel, ({ actor, params, body }) => channels.patch(actor, params.id, body));
  register(deleteChannel, async ({ actor, params }) => {
    await channels.delete(actor, params.id);
    return null;
  });
  register(editChannels, async ({ actor, body }) => ({
    changed: await channels.editMany(actor, body.ids, body),
  }));
  register(testChannel, ({ actor, params, query }) => channels.test(actor, params.id, query.model));
  register(getChannelTestRun, () => channels.readTestRun());
  register(startChannelTestRun, ({ actor }) => channels.startTestRun(actor));
  register(updateChannelBalance, ({ params }) => channels.updateBalance(params.id));
  register(listChannelEvents, ({ params, query }) => channels.events(params.id, { ...query, order: [] }));
  register(fetchChannelModels, ({ actor, body }) => channels.fetchModels(actor, body));
}
