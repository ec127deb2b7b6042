import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import type { AnyEndpoint, EndpointBodyInput } from "@tollgate/contract/endpoint";
import {
  beginPasskeyRegistration,
  deletePasskey,
  listPasskeys,
  renamePasskey,
} from "@tollgate/contract/passkeys";
import { linkWeChat, unlink } from "@tollgate/contract/oauth";
import {
  getNotifySetting,
  makeAccessToken,
  type NotifySetting,
  requestDeletion,
  type Self,
  updateNotifySetting,
  updateSelf,
  withdrawDeletion,
} from "@tollgate/contract/profile";
import type { StepUp } from "@tollgate/contract/step-up";
import { bindEmail, sendVerification } from "@tollgate/contract/registration";
import {
  beginTwoFactor,
  confirmTwoFactor,
  disableTwoFactor,
  getTwoFactor,
  renewRecoveryCodes,
} from "@tollgate/contract/two-factor";
import { endOtherSessions, endSession, listSessions } from "@tollgate/contract/sessions";
import { createTelegramBindCode } from "@tollgate/contract/telegram";
import { call } from "../../lib/api-client";
import { registerPasskey } from "../../lib/passkey-ceremonies";
import { selfQuery } from "../../lib/session/self-query";
import { session } from "../../lib/session/session";

const profile = ["profile"] as const;

export const twoFactorQuery = queryOptions({
  queryKey: [...profile, "two-factor"],
  queryFn: ({ signal }) => call(getTwoFactor, { signal }),
  meta: { inPlace: true },
});

export const passkeysQuery = queryOptions({
  queryKey: [...profile, "passkeys"],
  queryFn: ({ signal }) => call(listPasskeys, { signal }),
  meta: { inPlace: true },
});

export const sessionsQuery = queryOptions({
  queryKey: [...profile, "sessions"],
  queryFn: ({ signal }) => call(listSessions, { signal }),
  meta: { inPlace: true },
});

export const notifyQuery = queryOptions({
  queryKey: [...profile, "notify"],
  queryFn: ({ signal }) => call(getNotifySetting, { signal }),
  meta: { inPlace: true },
});

/** A change of the account: refetches this screen and the user's own record. */
function useChange<Input, Output>(change: (input: Input) => Promise<Output>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: change,
    meta: { formErrors: true },
    onSuccess: async () => {
      await Promise.all([
        client.invalidateQueries({ queryKey: profile }),
        client.invalidateQueries({ queryKey: selfQuery.queryKey }),
      ]);
    },
  });
}

type Body<E extends AnyEndpoint> = EndpointBodyInput<E>;

/** A code that binds the account once it is sent to the bot. */
export const useCreateTelegramCode = () =>
  useMutation({
    mutationFn: (body: StepUp) => call(createTelegramBindCode, { body }),
    meta: { formErrors: true },
  });

/** Reads the account again: it may have changed elsewhere. */
export function useRefreshSelf(): () => void {
  const client = useQueryClient();
  return () => void client.invalidateQueries({ queryKey: selfQuery.queryKey });
}

/** A change whose answer is the user's own record. */
function useSelfChange<Input>(change: (input: Input) => Promise<Self>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: change,
    meta: { formErrors: true },
    onSuccess: async (self) => {
      session.begin(self);
      client.setQueryData(selfQuery.queryKey, self);
      await client.invalidateQueries({ queryKey: profile });
    },
  });
}

export const useUpdateSelf = () =>
  useSelfChange((body: Body<typeof updateSelf>) => call(updateSelf, { body }));
export const useRequestDeletion = () =>
  useSelfChange((body: Body<typeof requestDeletion>) => call(requestDeletion, { body }));
export const useWithdrawDeletion = () => useSelfChange(() => call(withdrawDeletion));

export const useMakeAccessToken = () =>
  useChange((body: Body<typeof makeAccessToken>) => call(makeAccessToken, { body }));

export const useBeginTwoFactor = () =>
  useChange((body: Body<typeof beginTwoFactor>) => call(beginTwoFactor, { body }));
export const useConfirmTwoFactor = () =>
  useChange((body: Body<typeof confirmTwoFactor>) => call(confirmTwoFactor, { body }));
export const useRenewRecoveryCodes = () =>
  useChange((body: Body<typeof renewRecoveryCodes>) => call(renewRecoveryCodes, { body }));
export const useDisableTwoFactor = () =>
  useChange((body: Body<typeof disableTwoFactor>) => call(disableTwoFactor, { body }));

/** Two calls with the authenticator's dialog between them. */
export const useAddPasskey = () =>
  useChange(async (body: Body<typeof beginPasskeyRegistration>) => {
    const { publicKey } = await call(beginPasskeyRegistration, { body });
    return registerPasskey(publicKey);
  });
export const useRenamePasskey = () =>
  useChange(({ id, alias }: { id: number; alias: string }) =>
    call(renamePasskey, { params: { id }, body: { alias } }),
  );
export const useDeletePasskey = () =>
  useChange(({ id, stepUp }: { id: number; stepUp: StepUp }) =>
    call(deletePasskey, { params: { id }, body: stepUp }),
  );

export const useLinkWeChat = () => useChange((body: Body<typeof linkWeChat>) => call(linkWeChat, { body }));
export const useUnlink = () => useChange((body: Body<typeof unlink>) => call(unlink, { body }));

export const useEndSession = () => useChange((id: string) => call(endSession, { params: { id } }));
export const useEndOtherSessions = () => useChange(() => call(endOtherSessions));

export const useSendCode = () =>
  useMutation({
    mutationFn: (email: string) => call(sendVerification, { query: { email } }),
    meta: { formErrors: true },
  });
export const useBindEmail = () => useChange((body: Body<typeof bindEmail>) => call(bindEmail, { body }));

/** Switches change immediately; a rejection reverts them. */
export function useUpdateNotify() {
  const client = useQueryClient();
  const { queryKey } = notifyQuery;
  return useMutation({
    mutationFn: (body: Partial<NotifySetting>) => call(updateNotifySetting, { body }),
    onMutate: (body) => {
      const before = client.getQueryData(queryKey);
      client.setQueryData(queryKey, before && { ...before, ...body });
      return { before };
    },
    onError: (_error, _body, context) => client.setQueryData(queryKey, context?.before),
    onSuccess: (setting) => client.setQueryData(queryKey, setting),
  });
}
