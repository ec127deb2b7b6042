import {
  infiniteQueryOptions,
  keepPreviousData,
  queryOptions,
  useMutation,
  useQueryClient,
} from "@tanstack/react-query";
import {
  type ChannelForm,
  channelStatus,
  createChannel,
  deleteChannel,
  editChannels,
  fetchChannelModels,
  getChannelTestRun,
  listChannelEvents,
  listChannels,
  patchChannel,
  startChannelTestRun,
  testChannel,
  updateChannel,
  updateChannelBalance,
} from "@tollgate/contract/channels";
import type { EndpointBodyInput, EndpointQuery } from "@tollgate/contract/endpoint";
import { limits } from "@tollgate/contract/limits";
import { useCallback } from "react";
import { call } from "../../lib/api-client";
import { usePatchRow } from "../../lib/patch-row";

const everything = ["channels"] as const;
const lists = ["channels", "list"] as const;
const events = ["channels", "events"] as const;
const testRun = ["channels", "test-run"] as const;

/** One page of channels; the former page stays on screen while the next one comes. */
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

/** The test of all channels: asked for anew every second while it goes on. */
export const testRunQuery = queryOptions({
  queryKey: testRun,
  queryFn: ({ signal }) => call(getChannelTestRun, { signal }),
  refetchInterval: ({ state }) => (state.data?.state === "running" ? runPollMilliseconds : false),
  meta: { silent: true },
});

export function useStartTestRun() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => call(startChannelTestRun),
    onSuccess: (run) => client.setQueryData(testRun, run),
  });
}

/** Reads lists and timelines anew after something changed them on the server. */
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

/** Takes an automatic switch back. */
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

/** The switch and the inline numbers of the list: shown at once, taken back when the server refuses. */
export const usePatchChannel = () =>
  usePatchRow(lists, (id, body: EndpointBodyInput<typeof patchChannel>) =>
    call(patchChannel, { params: { id }, body }),
  );

/** Creates a channel (`id` 0), or changes the one with `id`. */
export function useSaveChannel() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id, ...body }: ChannelForm & { id: number }) =>
      id === 0 ? call(createChannel, { body }) : call(updateChannel, { body: { ...body, id } }),
    meta: { formErrors: true },
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

/** One unbilled call through the channel; afterwards its row shows the new time and, after a change, its new status. */
export function useTestChannel() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id, model = "" }: { id: number; model?: string }) =>
      call(testChannel, { params: { id }, query: { model } }),
    meta: { silent: true },
    onSettled: () => client.invalidateQueries({ queryKey: everything }),
  });
}

/** The model names that the provider offers to this account. */
export const fetchModels = (body: EndpointBodyInput<typeof fetchChannelModels>) =>
  call(fetchChannelModels, { body });
