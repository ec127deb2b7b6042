import { createSecretBox } from "../../platform/secret-box.ts";
import { sealedColumns } from "../repositories/secret-columns.ts";
import type { ItemGroup } from "./group-items.ts";
import type { SealedItems } from "./item-store.ts";

/** Encrypts items for their rows. In the writer thread: on the event loop it would delay calls. */
export function createItemSealer(secretKey: Uint8Array): (groups: readonly ItemGroup[]) => SealedItems[] {
  const secretBox = createSecretBox(Buffer.from(secretKey));
  return (groups) =>
    groups.map(({ json, ...group }) => ({
      ...group,
      sealed: secretBox.sealBytes(json, sealedColumns.translatedItems(group.userId, group.ids)),
    }));
}
