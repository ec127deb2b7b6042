import { keepPreviousData, queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import type { EndpointBodyInput, EndpointQuery } from "@tollgate/contract/endpoint";
import {
  deleteTelegramMenu,
  getTelegramStatus,
  listTelegramMenus,
  reloadTelegramMenus,
  saveTelegramMenu,
} from "@tollgate/contract/telegram";
import { call } from "../../lib/api-client";

const telegram = ["telegram"] as const;

/** One page of the list; the previous page stays on screen while the next one loads. */
export const telegramMenusQuery = (query: Partial<EndpointQuery<typeof listTelegramMenus>>) =>
  queryOptions({
    queryKey: [...telegram, "list", query],
    queryFn: ({ signal }) => call(listTelegramMenus, { query, signal }),
    placeholderData: keepPreviousData,
    meta: { inPlace: true },
  });

/** A bot that starts or fails changes automatically. */
const statusMilliseconds = 5000;

export const telegramStatusQuery = queryOptions({
  queryKey: [...telegram, "status"],
  queryFn: ({ signal }) => call(getTelegramStatus, { signal }),
  refetchInterval: statusMilliseconds,
  meta: { inPlace: true },
});

export function useSaveTelegramMenu() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: EndpointBodyInput<typeof saveTelegramMenu>) => call(saveTelegramMenu, { body }),
    meta: { formErrors: true },
    onSuccess: () => client.invalidateQueries({ queryKey: telegram }),
  });
}

export function useDeleteTelegramMenu() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: number) => call(deleteTelegramMenu, { params: { id } }),
    onSuccess: () => client.invalidateQueries({ queryKey: telegram }),
  });
}

export function useReloadTelegramMenus() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => call(reloadTelegramMenus, {}),
    onSuccess: () => client.invalidateQueries({ queryKey: telegram }),
  });
}
