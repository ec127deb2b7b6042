import {
  addressRange,
  neverExpires,
  type Token,
  type TokenSetting,
  type tokenForm,
} from "@tollgate/contract/tokens";
import type * as z from "zod";
import { onlyChanges } from "../../lib/forms/only-changes";
import { budgetBody, type BudgetValues } from "../../widgets/budget/budget-fields";

/** Limits of calls; 0 is none. */
export const callLimits = ["requests_per_minute", "tokens_per_minute", "concurrency"] as const;
export type CallLimit = (typeof callLimits)[number];

/** Everything the token editor holds; `id` 0 while the token does not exist yet. */
export interface TokenValues extends BudgetValues {
  id: number;
  name: string;
  expired_time: number;
  unlimited_quota: boolean;
  remain_quota: number;
  group: string;
  backup_group: string;
  chat_cache: boolean;
  /** 0: no limit, for these three. */
  requests_per_minute: number;
  tokens_per_minute: number;
  concurrency: number;
  setting: TokenSetting;
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
  requests_per_minute: 0,
  tokens_per_minute: 0,
  concurrency: 0,
  budget_period: "none",
  budget_quota: 0,
  setting: {
    heartbeat: { enabled: false, timeout_seconds: 30 },
    limits: {
      limit_model_setting: { enabled: false, models: [] },
      limits_ip_setting: { enabled: false, whitelist: [] },
    },
  },
};

/** A stored token as the editor's values. */
export function valuesOfToken(token: Token): TokenValues {
  const { id, name, expired_time, unlimited_quota, remain_quota, group, backup_group, chat_cache } = token;
  const { requests_per_minute, tokens_per_minute, concurrency, budget_period, budget_quota } = token;
  return {
    id,
    name,
    expired_time,
    unlimited_quota,
    remain_quota,
    group,
    backup_group,
    chat_cache,
    requests_per_minute,
    tokens_per_minute,
    concurrency,
    budget_period,
    budget_quota,
    setting: structuredClone(token.setting),
  };
}

/** The request body; fields of a disabled switch are sent with their defaults, so that hidden values have no effect. */
export function bodyOfToken(values: TokenValues): z.input<typeof tokenForm> {
  const { id: _id, setting, ...body } = values;
  const { heartbeat } = setting;
  const { limit_model_setting: models, limits_ip_setting: addresses } = setting.limits;
  const unset = newTokenValues.setting;
  return {
    ...body,
    ...budgetBody(values),
    setting: {
      heartbeat: heartbeat.enabled ? heartbeat : unset.heartbeat,
      limits: {
        limit_model_setting: models.enabled ? models : unset.limits.limit_model_setting,
        limits_ip_setting: addresses.enabled ? addresses : unset.limits.limits_ip_setting,
      },
    },
  };
}

/** What was changed; period and amount of a budget belong together. */
export function changeOfToken(start: TokenValues, values: TokenValues) {
  const changed = onlyChanges(bodyOfToken(start), bodyOfToken(values));
  const moved = "budget_period" in changed || "budget_quota" in changed;
  return { ...changed, ...(moved && budgetBody(values)), id: start.id };
}

/** True for one IPv4 or IPv6 address or range, as the contract reads it. */
export function isAddressRange(text: string): boolean {
  return addressRange.safeParse(text).success;
}
