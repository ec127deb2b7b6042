import { keepPreviousData, queryOptions, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { EndpointBodyInput, EndpointQuery } from "@tollgate/contract/endpoint";
import {
  createNoticeChannel,
  deleteNoticeChannel,
  listNoticeChannelKinds,
  listNoticeChannels,
  listNotices,
  type NoticeChannelKind,
  testNoticeChannel,
  updateNoticeChannel,
} from "@tollgate/contract/notices";
import { useMemo } from "react";
import { call } from "../../lib/api-client";
import { usePatchRow } from "../../lib/patch-row";

const channels = ["notice-channels"] as const;
const lists = [...channels, "list"] as const;
const history = ["notice-history"] as const;

/** One page of channels; the previous page stays on screen while the next one loads. */
export const channelsQuery = (query: Partial<EndpointQuery<typeof listNoticeChannels>>) =>
  queryOptions({
    queryKey: [...lists, query],
    queryFn: ({ signal }) => call(listNoticeChannels, { query, signal }),
    placeholderData: keepPreviousData,
    meta: { inPlace: true },
  });

/** Every channel, for filters. */
export const allChannelsQuery = channelsQuery({ size: 100, order: "name" });

export const historyQuery = (query: Partial<EndpointQuery<typeof listNotices>>) =>
  queryOptions({
    queryKey: [...history, query],
    queryFn: ({ signal }) => call(listNotices, { query, signal }),
    placeholderData: keepPreviousData,
    meta: { inPlace: true },
  });

const kindsQuery = queryOptions({
  queryKey: ["notice-channel-kinds"],
  queryFn: ({ signal }) => call(listNoticeChannelKinds, { signal }),
  staleTime: Number.POSITIVE_INFINITY,
});

export type Kinds = ReadonlyMap<string, NoticeChannelKind>;

/** Kinds of channels by type; empty while they load. */
export function useKinds(): Kinds {
  const { data } = useQuery(kindsQuery);
  return useMemo(() => new Map((data ?? []).map((kind) => [kind.type, kind])), [data]);
}

function useChannelMutation<Variables, Data>(send: (variables: Variables) => Promise<Data>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: send,
    meta: { formErrors: true },
    onSuccess: () => client.invalidateQueries({ queryKey: channels }),
  });
}

export const useCreateChannel = () =>
  useChannelMutation((body: EndpointBodyInput<typeof createNoticeChannel>) =>
    call(createNoticeChannel, { body }),
  );

export const useUpdateChannel = () =>
  useChannelMutation((body: EndpointBodyInput<typeof updateNoticeChannel>) =>
    call(updateNoticeChannel, { body }),
  );

export const useDeleteChannel = () =>
  useChannelMutation((id: number) => call(deleteNoticeChannel, { params: { id } }));

/** The switch in the list: shown immediately, reverted when the server rejects it. */
export const usePatchChannel = () =>
  usePatchRow(lists, (id, change: { enable: boolean }) =>
    call(updateNoticeChannel, { body: { id, ...change } }),
  );

/** Its result is shown beside its button. */
export const useTestChannel = () =>
  useMutation({
    mutationFn: (body: EndpointBodyInput<typeof testNoticeChannel>) => call(testNoticeChannel, { body }),
    meta: { silent: true },
  });
