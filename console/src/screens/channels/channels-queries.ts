import { keepPreviousData, queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import {
  type ChannelForm,
  createChannel,
  deleteChannel,
  editChannels,
  fetchChannelModels,
  listChannels,
  patchChannel,
  testChannel,
  updateChannel,
} from "@tollgate/contract/channels";
import type { EndpointBodyInput, EndpointQuery } from "@tollgate/contract/endpoint";
import { call } from "../../lib/api-client";
import { usePatchRow } from "../../lib/patch-row";

const lists = ["channels", "list"] as const;

/** One page of channels; the former page stays on screen while the next one comes. */
export const channelsQuery = (query: Partial<EndpointQuery<typeof listChannels>>) =>
  queryOptions({
    queryKey: [...lists, query],
    queryFn: ({ signal }) => call(listChannels, { query, signal }),
    placeholderData: keepPreviousData,
    meta: { silent: true },
  });

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
    onSettled: () => client.invalidateQueries({ queryKey: lists }),
  });
}

/** The model names that the provider offers to this account. */
export const fetchModels = (body: EndpointBodyInput<typeof fetchChannelModels>) =>
  call(fetchChannelModels, { body });
