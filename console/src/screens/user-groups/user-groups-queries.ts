import { keepPreviousData, queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import type { EndpointQuery } from "@tollgate/contract/endpoint";
import {
  createUserGroup,
  deleteUserGroup,
  getGroupRatios,
  type GroupRatios,
  listUserGroups,
  setGroupRatios,
  toggleUserGroup,
  type UsedGroup,
  updateUserGroup,
} from "@tollgate/contract/groups";
import { call } from "../../lib/api-client";
import { usePatchRow } from "../../lib/patch-row";
import { bodyOfGroup, changeOfGroup, type GroupValues } from "./group-values";

const lists = ["user-groups", "list"] as const;
/** What other screens keep of groups: choices for a token, a user, a channel. */
const choices = [["user-group-map"], ["group-symbols"]] as const;

/** One page of groups; the previous page stays on screen while the next one loads. */
export const userGroupsQuery = (query: Partial<EndpointQuery<typeof listUserGroups>>) =>
  queryOptions({
    queryKey: [...lists, query],
    queryFn: ({ signal }) => call(listUserGroups, { query, signal }),
    placeholderData: keepPreviousData,
    meta: { inPlace: true },
  });

/** All ratios by symbol, always fresh: they are edited as a whole. */
export const groupRatiosQuery = queryOptions({
  queryKey: ["user-groups", "ratios"],
  queryFn: ({ signal }) => call(getGroupRatios, { signal }),
  gcTime: 0,
  staleTime: 0,
  meta: { inPlace: true },
});

/** The switch: shown immediately, reverted when the server rejects it. */
export const useToggleGroup = () =>
  usePatchRow(lists, (id, _change: Pick<UsedGroup, "enable">) => call(toggleUserGroup, { params: { id } }));

function useGroupMutation<Variables, Data>(
  send: (variables: Variables) => Promise<Data>,
  formErrors = false,
) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: send,
    ...(formErrors && { meta: { formErrors: true } }),
    onSuccess: () =>
      Promise.all([lists, ...choices].map((queryKey) => client.invalidateQueries({ queryKey }))),
  });
}

/** Creates a group, or changes the one with `id`; its symbol stays. */
export const useSaveGroup = () =>
  useGroupMutation(({ start, values }: { start: GroupValues; values: GroupValues }) => {
    return start.id === 0
      ? call(createUserGroup, { body: bodyOfGroup(values) })
      : call(updateUserGroup, { body: changeOfGroup(start, values) });
  }, true);

export const useDeleteGroup = () =>
  useGroupMutation((id: number) => call(deleteUserGroup, { params: { id } }));

export const useSetRatios = () =>
  useGroupMutation((ratios: GroupRatios) => call(setGroupRatios, { body: { ratios } }), true);
