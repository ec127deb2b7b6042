import type { UsedGroup, UserGroup } from "@tollgate/contract/groups";
import type { UsedGroupRow, UserGroupRow } from "../../storage/repositories/user-group-repository.ts";

export function presentGroup(row: UserGroupRow): UserGroup {
  return {
    id: row.id,
    symbol: row.symbol,
    name: row.name,
    ratio: row.ratio,
    api_rate: row.api_rate,
    tokens_per_minute: row.tokens_per_minute,
    concurrency: row.concurrency,
    public: row.public === 1,
    promotion: row.promotion === 1,
    min: row.min,
    max: row.max,
    enable: row.enable === 1,
  };
}

export function presentUsedGroup(row: UsedGroupRow): UsedGroup {
  return { ...presentGroup(row), users: row.users, tokens: row.tokens, channels: row.channels };
}
