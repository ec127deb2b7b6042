import { keepPreviousData, queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import {
  deleteOwnedToken,
  type OwnedToken,
  searchTokens,
  setTokenStatus,
} from "@tollgate/contract/admin-tokens";
import { listUserAudit } from "@tollgate/contract/audit";
import type { EndpointBodyInput, EndpointQuery } from "@tollgate/contract/endpoint";
import { tokenStatus } from "@tollgate/contract/tokens";
import {
  type AdminUser,
  changeUserQuota,
  createUser,
  deleteUser,
  editUsers,
  endUserSessions,
  getUser,
  listUsers,
  manageUser,
  resetTwoFactor,
  updateUser,
  type UserAction,
  userStatus,
} from "@tollgate/contract/users";
import { call } from "../../lib/api-client";
import { usePatchRow } from "../../lib/patch-row";

const users = ["users"] as const;
const lists = [...users, "list"] as const;
const tokens = [...users, "tokens"] as const;

export type UserListQuery = Partial<EndpointQuery<typeof listUsers>>;

/** One page of users; the previous page stays on screen while the next one loads. */
export const usersQuery = (query: UserListQuery) =>
  queryOptions({
    queryKey: [...lists, query],
    queryFn: ({ signal }) => call(listUsers, { query, signal }),
    placeholderData: keepPreviousData,
    meta: { inPlace: true },
  });

/** One user, for a link to it. */
export const userQuery = (id: number) =>
  queryOptions({
    queryKey: [...users, "one", id],
    queryFn: ({ signal }) => call(getUser, { params: { id }, signal }),
  });

/** What a user did and what was done to the user. */
export const userAuditQuery = (id: number, page: number) =>
  queryOptions({
    queryKey: [...users, "audit", id, page],
    queryFn: ({ signal }) => call(listUserAudit, { params: { id }, query: { page, size: 20 }, signal }),
    placeholderData: keepPreviousData,
    meta: { inPlace: true },
  });

/** A user's tokens, newest first. */
export const userTokensQuery = (id: number, page: number) =>
  queryOptions({
    queryKey: [...tokens, id, page],
    queryFn: ({ signal }) =>
      call(searchTokens, { query: { user_id: id, page, size: 10, order: "-id" }, signal }),
    placeholderData: keepPreviousData,
    meta: { inPlace: true },
  });

/** The switch of someone's token: shown immediately, reverted when the server rejects it. */
export const usePatchTokenStatus = () =>
  usePatchRow(tokens, (id, { status }: Pick<OwnedToken, "status">) =>
    call(setTokenStatus, {
      body: { id, status: status === tokenStatus.enabled ? tokenStatus.enabled : tokenStatus.disabled },
    }),
  );

/** The status switch: shown immediately, reverted when the server rejects it. */
export const usePatchStatus = () =>
  usePatchRow(lists, (id, { status }: Pick<AdminUser, "status">) =>
    call(manageUser, { body: { id, action: status === userStatus.enabled ? "enable" : "disable" } }),
  );

function useUserMutation<Variables, Data>(send: (variables: Variables) => Promise<Data>, formErrors = false) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: send,
    ...(formErrors && { meta: { formErrors: true } }),
    onSettled: () => client.invalidateQueries({ queryKey: users }),
  });
}

export const useCreateUser = () =>
  useUserMutation((body: EndpointBodyInput<typeof createUser>) => call(createUser, { body }), true);

export const useUpdateUser = () =>
  useUserMutation((body: EndpointBodyInput<typeof updateUser>) => call(updateUser, { body }), true);

export const useManageUser = () =>
  useUserMutation((body: { id: number; action: UserAction }) => call(manageUser, { body }));

export const useDeleteUser = () => useUserMutation((id: number) => call(deleteUser, { params: { id } }));

export const useEditUsers = () =>
  useUserMutation((body: EndpointBodyInput<typeof editUsers>) => call(editUsers, { body }));

export const useChangeQuota = () =>
  useUserMutation(
    ({ id, ...body }: { id: number } & EndpointBodyInput<typeof changeUserQuota>) =>
      call(changeUserQuota, { params: { id }, body }),
    true,
  );

export const useEndSessions = () =>
  useUserMutation((id: number) => call(endUserSessions, { params: { id } }));

export const useResetTwoFactor = () =>
  useUserMutation((id: number) => call(resetTwoFactor, { params: { id } }));

export const useDeleteUserToken = () =>
  useUserMutation((id: number) => call(deleteOwnedToken, { params: { id } }));
