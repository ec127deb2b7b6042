import type { RelaySnapshot, SnapshotGroup } from "../snapshot/relay-snapshot.ts";
import type { Caller } from "./ports.ts";
import { RelayError } from "./relay-error.ts";

/** The token's group, else the user's. @throws RelayError `group_unavailable` */
export function groupOf(caller: Caller, snapshot: RelaySnapshot): SnapshotGroup {
  const symbol = caller.tokenGroup || caller.userGroup;
  const group = snapshot.group(symbol);
  if (!group) throw new RelayError("group_unavailable", `The group ${symbol} is not available.`);
  return group;
}
