import type { Self } from "@tollgate/contract/profile";
import type { UserGroupRow } from "../../storage/repositories/user-group-repository.ts";
import type { UserRow } from "../../storage/repositories/user-repository.ts";
import { presentUser } from "../present-user.ts";

/** The caller's own record. A group that no longer exists shows its symbol, ratio 1 and no calls. */
export function presentSelf(row: UserRow, balance: number, group: UserGroupRow | undefined): Self {
  return {
    ...presentUser(row, balance),
    group_name: group?.name ?? row.group,
    group_ratio: group?.ratio ?? 1,
    group_api_rate: group?.api_rate ?? 0,
  };
}
