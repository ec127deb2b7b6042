import {
  infiniteQueryOptions,
  keepPreviousData,
  queryOptions,
  useMutation,
  useQueryClient,
} from "@tanstack/react-query";
import {
  addChannelsModel,
  removeChannelsModel,
  setChannelsFields,
  setChannelsOther,
  testChannels,
} from "@tollgate/contract/channel-batches";
import {
  getChannelHealth,
  type ChannelHealthRange,
  listChannelHealth,
} from "@tollgate/contract/channel-health";
import {
  deleteChannelTag,
  listTaggedChannels,
  listTagSummaries,
  setTagPriority,
  setTagStatus,
  updateChannelTag,
} from "@tollgate/contract/channel-tags";
import { checkModels, probeCapabilities } from "@tollgate/contract/channel-tests";
import {
  type Channel,
  channelStatus,
  createChannel,
  deleteChannel,
  deleteDisabledChannels,
  editChannels,
  fetchChannelModels,
  getChannel,
  getChannelTestRun,
  listChannelEvents,
  listChannels,
  patchChannel,
  startChannelTestRun,
  testChannel,
  updateChannel,
  updateChannelBalance,
  updateChannelBalances,
} from "@tollgate/contract/channels";
import type { EndpointBodyInput, EndpointQuery } from "@tollgate/contract/endpoint";
import { limits } from "@tollgate/contract/limits";
import { useCallback } from "react";
import { call } from "../../lib/api-client";
import { onlyChanges } from "../../lib/forms/only-changes";
import type { BulkField } from "./bulk-dialog";
import { type ChannelValues, savedValues, valuesOfChannel } from "./channel-values";
import { useLiveQueries } from "../../lib/live/live";
import { usePatchRow } from "../../lib/patch-row";

const everything = ["channels"] as const;
const lists = ["channels", "list"] as const;
const events = ["channels", "events"] as const;
const health = ["channels", "health"] as const;
const testRun = ["channels", "test-run"] as const;

/** One page of channels; the previous page stays on screen while the next one loads. */
export const channelsQuery = (query: Partial<EndpointQuery<typeof listChannels>>) =>
  queryOptions({
    queryKey: [...lists, query],
    queryFn: ({ signal }) => call(listChannels, { query, signal }),
    placeholderData: keepPreviousData,
    meta: { inPlace: true },
  });

/** Names of the newest channels, so that a new one gets a name of its own. */
export const channelNamesQuery = queryOptions({
  queryKey: [...lists, "names"],
  queryFn: async ({ signal }) => {
    const page = await call(listChannels, { query: { size: limits.listSizeMax, order: "-id" }, signal });
    return page.data.map(({ name }) => name);
  },
  meta: { silent: true },
});

/** One channel for its own page. */
export const channelQuery = (id: number) =>
  queryOptions({
    queryKey: [...lists, "one", id],
    queryFn: ({ signal }) => call(getChannel, { params: { id }, signal }),
    meta: { inPlace: true },
  });

/** Reads channels again as soon as one of them is changed, enabled or disabled, by anyone or automatically. */
export function useChannelEvents(): void {
  useLiveQueries("channels", () => [lists, events]);
}

const healthMilliseconds = 30_000;

/** The last hour of these channels, read again every half a minute. */
export const healthListQuery = (ids: readonly number[]) =>
  queryOptions({
    queryKey: [...health, "list", ids],
    queryFn: ({ signal }) => call(listChannelHealth, { query: { ids: ids.join(",") }, signal }),
    enabled: ids.length > 0,
    refetchInterval: healthMilliseconds,
    placeholderData: keepPreviousData,
    meta: { silent: true },
  });

export const channelHealthQuery = (id: number, range: ChannelHealthRange) =>
  queryOptions({
    queryKey: [...health, id, range],
    queryFn: ({ signal }) => call(getChannelHealth, { params: { id }, query: { range }, signal }),
    refetchInterval: healthMilliseconds,
    placeholderData: keepPreviousData,
    meta: { inPlace: true },
  });

export const tagSummariesQuery = queryOptions({
  queryKey: [...lists, "tags"],
  queryFn: ({ signal }) => call(listTagSummaries, { signal }),
  meta: { silent: true },
});

export const taggedChannelsQuery = (tag: string) =>
  queryOptions({
    queryKey: [...lists, "tagged", tag],
    queryFn: ({ signal }) => call(listTaggedChannels, { params: { tag }, signal }),
  });

const eventsPerPage = 20;

/** The timeline of a channel, newest first, page by page. */
export const channelEventsQuery = (id: number) =>
  infiniteQueryOptions({
    queryKey: [...events, id],
    queryFn: ({ pageParam, signal }) =>
      call(listChannelEvents, {
        params: { id },
        query: { page: pageParam, size: eventsPerPage },
        signal,
      }),
    initialPageParam: 1,
    getNextPageParam: ({ page, size, total_count }) => (page * size < total_count ? page + 1 : undefined),
    meta: { inPlace: true },
  });

const runPollMilliseconds = 1000;

/** The test of all channels, polled every second while it runs. */
export const testRunQuery = queryOptions({
  queryKey: testRun,
  queryFn: ({ signal }) => call(getChannelTestRun, { signal }),
  refetchInterval: ({ state }) => (state.data?.state === "running" ? runPollMilliseconds : false),
  meta: { silent: true },
});

export function useStartTestRun() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (ids: number[] | undefined) =>
      ids ? call(testChannels, { body: { ids } }) : call(startChannelTestRun),
    onSuccess: (run) => client.setQueryData(testRun, run),
  });
}

/** Reads lists and timelines again after something changed them on the server. */
export function useRefreshChannels() {
  const client = useQueryClient();
  return useCallback(
    () =>
      Promise.all([
        client.invalidateQueries({ queryKey: lists }),
        client.invalidateQueries({ queryKey: events }),
      ]),
    [client],
  );
}

/** Undoes an automatic status change. */
export function useEnableAgain() {
  const refresh = useRefreshChannels();
  return useMutation({
    mutationFn: (id: number) =>
      call(patchChannel, { params: { id }, body: { status: channelStatus.enabled } }),
    onSettled: refresh,
  });
}

export function useUpdateBalance() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: number) => call(updateChannelBalance, { params: { id } }),
    onSuccess: () => client.invalidateQueries({ queryKey: lists }),
  });
}

/** The switch and the inline numbers of the list: shown immediately, reverted when the server rejects it. */
export const usePatchChannel = () =>
  usePatchRow(lists, (id, body: EndpointBodyInput<typeof patchChannel>) =>
    call(patchChannel, { params: { id }, body }),
  );

/** Creates a channel (`id` 0), or changes the one with `id`. */
export function useSaveChannel() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ stored, values }: { stored: Channel | undefined; values: ChannelValues }) => {
      const { id: _id, ...body } = savedValues(values);
      return stored
        ? call(updateChannel, { body: { ...onlyChanges(valuesOfChannel(stored), body), id: stored.id } })
        : call(createChannel, { body });
    },
    meta: { formErrors: true },
    onSuccess: () => client.invalidateQueries({ queryKey: lists }),
  });
}

/** Changes the models of a channel and their mapping, nothing else. */
export function useSetModels() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: { id: number; models: string[]; model_mapping: string }) =>
      call(updateChannel, { body }),
    onSuccess: () => client.invalidateQueries({ queryKey: lists }),
  });
}

export function useDeleteChannel() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: number) => call(deleteChannel, { params: { id } }),
    onSuccess: () => client.invalidateQueries({ queryKey: lists }),
  });
}

/** Bulk actions of the list. */
export function useEditChannels() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: EndpointBodyInput<typeof editChannels>) => call(editChannels, { body }),
    onSuccess: () => client.invalidateQueries({ queryKey: lists }),
  });
}

interface BulkChange {
  ids: number[];
  field: BulkField;
  value: string | string[];
}

/** Sets one thing on several channels; returns how many changed. */
export function useSetOnChannels() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async ({ ids, field, value }: BulkChange): Promise<number> => {
      const text = String(value);
      if (field === "tag")
        return (await call(editChannels, { body: { ids, action: "tag", tag: text } })).changed;
      if (field === "add_model") return call(addChannelsModel, { body: { ids, value: text } });
      if (field === "del_model") return call(removeChannelsModel, { body: { ids, value: text } });
      if (field === "other") return call(setChannelsOther, { body: { ids, value: text } });
      return call(setChannelsFields, { body: { ids, [field]: field === "group" ? value : Number(text) } });
    },
    onSuccess: () => client.invalidateQueries({ queryKey: lists }),
  });
}

export function useDeleteDisabled() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => call(deleteDisabledChannels),
    onSuccess: () => client.invalidateQueries({ queryKey: lists }),
  });
}

export function useUpdateBalances() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => call(updateChannelBalances),
    onSettled: () => client.invalidateQueries({ queryKey: lists }),
  });
}

export function useSetTagStatus() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (params: { tag: string; status: "enable" | "disable" }) => call(setTagStatus, { params }),
    onSuccess: () => client.invalidateQueries({ queryKey: lists }),
  });
}

export function useSetTagPriority() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ tag, value }: { tag: string; value: number }) =>
      call(setTagPriority, { params: { tag }, body: { type: "priority", value } }),
    onSettled: () => client.invalidateQueries({ queryKey: lists }),
  });
}

export function useDeleteTag() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (tag: string) => call(deleteChannelTag, { params: { tag } }),
    onSuccess: () => client.invalidateQueries({ queryKey: lists }),
  });
}

/** Changes what the channels of a tag share. */
export function useSaveTag() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ tag, change }: { tag: string; change: EndpointBodyInput<typeof updateChannelTag> }) =>
      call(updateChannelTag, { params: { tag }, body: change }),
    meta: { formErrors: true },
    onSuccess: () => client.invalidateQueries({ queryKey: lists }),
  });
}

/** Five small unbilled calls that show what a model can do. */
export function useTryCapabilities(id: number) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (model: string) => call(probeCapabilities, { params: { id }, body: { model } }),
    onSettled: () => client.invalidateQueries({ queryKey: lists }),
  });
}

/** Compares the channel's models with the provider's list. */
export function useCheckModels(id: number) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => call(checkModels, { params: { id } }),
    meta: { silent: true },
    onSettled: () => client.invalidateQueries({ queryKey: everything }),
  });
}

/** One unbilled call through the channel. */
export const testModel = (id: number, model: string) =>
  call(testChannel, { params: { id }, query: { model } });

/** Tests a channel; afterwards its row shows the new time and, after a change, its new status. */
export function useTestChannel() {
  const refresh = useRefreshTested();
  return useMutation({
    mutationFn: ({ id, model = "" }: { id: number; model?: string }) => testModel(id, model),
    meta: { silent: true },
    onSettled: refresh,
  });
}

/** Reads everything about channels again after tests. */
export function useRefreshTested() {
  const client = useQueryClient();
  return useCallback(() => client.invalidateQueries({ queryKey: everything }), [client]);
}

/** The model names that the provider offers to this account. */
export const fetchModels = (body: EndpointBodyInput<typeof fetchChannelModels>) =>
  call(fetchChannelModels, { body });
