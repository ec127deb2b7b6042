import { addressRange, neverExpires, type Token, type tokenForm } from "@tollgate/contract/tokens";
import type * as z from "zod";

/** Everything the token editor holds; `id` 0 while the token does not exist yet. */
export interface TokenValues {
  id: number;
  name: string;
  expired_time: number;
  unlimited_quota: boolean;
  remain_quota: number;
  group: string;
  backup_group: string;
  /** Kept as it is stored; no field sets it. */
  chat_cache: boolean;
  setting: {
    limits: {
      limit_model_setting: { enabled: boolean; models: string[] };
      limits_ip_setting: { enabled: boolean; whitelist: string[] };
    };
  };
}

/** A token before anything is typed: spends from the balance without a limit of its own, never expires. */
export const newTokenValues: TokenValues = {
  id: 0,
  name: "",
  expired_time: neverExpires,
  unlimited_quota: true,
  remain_quota: 0,
  group: "",
  backup_group: "",
  chat_cache: false,
  setting: {
    limits: {
      limit_model_setting: { enabled: false, models: [] },
      limits_ip_setting: { enabled: false, whitelist: [] },
    },
  },
};

/** A stored token as the editor's values. */
export function valuesOfToken(token: Token): TokenValues {
  const { id, name, expired_time, unlimited_quota, remain_quota, group, backup_group, chat_cache } = token;
  return {
    id,
    name,
    expired_time,
    unlimited_quota,
    remain_quota,
    group,
    backup_group,
    chat_cache,
    setting: structuredClone(token.setting),
  };
}

/** The call's body; without a model or address limit the lists travel empty, so that nothing hidden stays in force. */
export function bodyOfToken(values: TokenValues): z.input<typeof tokenForm> {
  const { id: _id, setting, ...body } = values;
  const { limit_model_setting: models, limits_ip_setting: addresses } = setting.limits;
  return {
    ...body,
    setting: {
      limits: {
        limit_model_setting: models.enabled ? models : { enabled: false, models: [] },
        limits_ip_setting: addresses.enabled ? addresses : { enabled: false, whitelist: [] },
      },
    },
  };
}

/** True for one IPv4 or IPv6 address or range, as the contract reads it. */
export function isAddressRange(text: string): boolean {
  return addressRange.safeParse(text).success;
}
