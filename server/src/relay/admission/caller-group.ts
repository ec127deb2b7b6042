import type { RelaySnapshot, SnapshotGroup } from "../../snapshot/relay-snapshot.ts";
import type { Caller } from "../ports.ts";
import { RelayError } from "../relay-error.ts";

/**
 * The token's group, else the user's. The owner may have lost the token's group, so every call checks it.
 * @throws RelayError `group_unavailable`
 */
export function groupOf(caller: Caller, snapshot: RelaySnapshot): SnapshotGroup {
  const { tokenGroup } = caller;
  if (tokenGroup === "") return ownGroupOf(caller, snapshot);
  const group = usableGroup(caller, tokenGroup, snapshot);
  if (group) return group;
  throw new RelayError(
    "group_unavailable",
    `The group ${tokenGroup} of this API key is no longer available to its owner. Choose another group for the key.`,
  );
}

/** The user's own group, whose limits also apply to the user. @throws RelayError `group_unavailable` */
export function ownGroupOf({ userGroup }: Caller, snapshot: RelaySnapshot): SnapshotGroup {
  const group = snapshot.group(userGroup);
  if (group) return group;
  throw new RelayError(
    "group_unavailable",
    `The group ${userGroup} of this account is not available. Ask an administrator for another group.`,
  );
}

/** The token's backup group; undefined if it has none or its owner may not use it. */
export function backupGroupOf(caller: Caller, snapshot: RelaySnapshot): SnapshotGroup | undefined {
  return caller.backupGroup === "" ? undefined : usableGroup(caller, caller.backupGroup, snapshot);
}

/**
 * The group if it is enabled and public, or the caller's own; the console offers the same ones. Otherwise undefined.
 */
export function usableGroup(
  { userGroup }: Caller,
  symbol: string,
  snapshot: RelaySnapshot,
): SnapshotGroup | undefined {
  const group = snapshot.group(symbol);
  return group && (group.public || symbol === userGroup) ? group : undefined;
}
