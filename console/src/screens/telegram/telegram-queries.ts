import { keepPreviousData, queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import type { EndpointQuery } from "@tollgate/contract/endpoint";
import {
  createTelegramMenu,
  deleteTelegramMenu,
  type TelegramMenuForm,
  listTelegramMenus,
} from "@tollgate/contract/telegram-menus";
import { call } from "../../lib/api-client";

const lists = ["telegram-menus", "list"] as const;

/** One page of the list; the former page stays on screen while the next one comes. */
export const telegramMenusQuery = (query: Partial<EndpointQuery<typeof listTelegramMenus>>) =>
  queryOptions({
    queryKey: [...lists, query],
    queryFn: ({ signal }) => call(listTelegramMenus, { query, signal }),
    placeholderData: keepPreviousData,
    meta: { inPlace: true },
  });

export function useCreateTelegramMenu() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: TelegramMenuForm) => call(createTelegramMenu, { body }),
    meta: { formErrors: true },
    onSuccess: () => client.invalidateQueries({ queryKey: lists }),
  });
}

export function useDeleteTelegramMenu() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: number) => call(deleteTelegramMenu, { params: { id } }),
    onSuccess: () => client.invalidateQueries({ queryKey: lists }),
  });
}
