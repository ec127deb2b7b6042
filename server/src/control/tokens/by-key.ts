import type { TokenUsage } from "@tollgate/contract/token-usage";
import { neverExpires, tokenStatus } from "@tollgate/contract/tokens";
import { userStatus } from "@tollgate/contract/users";
import type { Ledger } from "../../ledger/ledger.ts";
import { AppError } from "../../platform/app-error.ts";
import { isListed } from "../../platform/listed-address.ts";
import type { Clock } from "../../platform/clock.ts";
import type { SecretBox } from "../../platform/secret-box.ts";
import type { Database, TransactionQueries } from "../../storage/database.ts";
import { hashTokenKey } from "../../storage/repositories/secret-columns.ts";
import {
  createTokenKeyRepository,
  type KeyedTokenRow,
} from "../../storage/repositories/token-key-repository.ts";
import { readTokenSetting } from "./present.ts";

/** Queries of a token about itself by its key. Expired or exhausted tokens may use them, to see their status. */
export interface TokensByKey {
  /**
   * The token and user of a key.
   * @throws AppError auth.required for unknown keys, disabled tokens and users, and addresses that the token does not
   * list
   */
  byKey(key: string | undefined, ip: string): Promise<{ id: number; userId: number }>;
  usage(key: string | undefined, ip: string): Promise<TokenUsage>;
}

/** Longer texts are no keys. */
const longestKey = 200;

export function createTokensByKey(deps: {
  database: Database;
  ledger: Pick<Ledger<TransactionQueries>, "balanceOf">;
  secretBox: SecretBox;
  clock: Clock;
}): TokensByKey {
  const rows = createTokenKeyRepository(deps.database.queries);

  async function admit(key: string | undefined, ip: string): Promise<KeyedTokenRow> {
    if (key === undefined || key.length > longestKey) throw new AppError("auth.required");
    const full = key.startsWith("sk-") ? key : `sk-${key}`;
    const row = await rows.find(hashTokenKey(deps.secretBox, full), deps.clock.now());
    if (!row || row.user_status !== userStatus.enabled || row.status === tokenStatus.disabled)
      throw new AppError("auth.required");
    const { enabled, whitelist } = readTokenSetting(row.setting).limits.limits_ip_setting;
    if (enabled && !isListed(ip, whitelist)) throw new AppError("auth.required");
    return row;
  }

  return {
    async byKey(key, ip) {
      const row = await admit(key, ip);
      return { id: row.id, userId: row.user_id };
    },

    async usage(key, ip) {
      const row = await admit(key, ip);
      const unlimited = row.unlimited_quota === 1;
      const used = unlimited ? row.user_used_quota : row.used_quota;
      const left = unlimited ? await deps.ledger.balanceOf(row.user_id) : row.remain_quota + row.leased;
      const models = readTokenSetting(row.setting).limits.limit_model_setting;
      return {
        object: "token_usage",
        name: row.name,
        total_granted: used + left,
        total_used: used,
        total_available: left,
        unlimited_quota: unlimited,
        model_limits: Object.fromEntries(models.models.map((model) => [model, true as const])),
        model_limits_enabled: models.enabled,
        expires_at: row.expired_time === neverExpires ? 0 : row.expired_time,
      };
    },
  };
}
