import { type Token, type TokenSetting, tokenSetting } from "@tollgate/contract/tokens";
import type { TokenRow } from "../../storage/repositories/token-repository.ts";
import { presentBudget } from "../present-budget.ts";
import { shownStatus, type TokenState } from "./policy.ts";

/**
 * A token as its owner sees it; the key is its last four characters unless `fullKey` is given, once, at its creation.
 */
export function presentToken(row: TokenRow, now: number, fullKey?: string): Token {
  return {
    id: row.id,
    user_id: row.user_id,
    name: row.name,
    key: fullKey ?? `sk-…${row.key_hint}`,
    status: shownStatus(tokenState(row), now),
    created_time: row.created_time,
    accessed_time: row.accessed_time,
    expired_time: row.expired_time,
    remain_quota: row.remain_quota + row.leased,
    unlimited_quota: row.unlimited_quota === 1,
    used_quota: row.used_quota,
    group: row.group,
    backup_group: row.backup_group,
    chat_cache: row.chat_cache === 1,
    requests_per_minute: row.requests_per_minute,
    tokens_per_minute: row.tokens_per_minute,
    concurrency: row.concurrency,
    ...presentBudget(row, now),
    old_key_expires: row.old_key_expires > now ? row.old_key_expires : 0,
    setting: readTokenSetting(row.setting),
  };
}

export function tokenState(row: TokenRow): TokenState {
  return {
    status: row.status,
    expired_time: row.expired_time,
    unlimited: row.unlimited_quota === 1,
    left: row.remain_quota + row.leased,
  };
}

/** A stored setting that is no longer valid is shown with everything allowed; the relay reads the column itself. */
export function readTokenSetting(text: string): TokenSetting {
  try {
    return tokenSetting.parse(JSON.parse(text));
  } catch {
    return tokenSetting.parse({});
  }
}
