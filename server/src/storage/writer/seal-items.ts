import { createSecretBox } from "../../platform/secret-box.ts";
import { sealedColumns } from "../repositories/secret-columns.ts";
import type { ItemGroup } from "./group-items.ts";
import type { SealedItems } from "./item-store.ts";

/** Encrypts items for their rows. In the writer thread: on the event loop it would delay calls. */
export function createItemSealer(secretKey: Uint8Array): (groups: readonly ItemGroup[]) => SealedItems[] {
  const secretBox = createSecretBox(Buffer.from(secretKey));
  return (groups) =>
    groups.map(({ json, ...group }) => {
      const column = group.idTime > 0 ? sealedColumns.translatedItemGroup : sealedColumns.translatedItem;
      return { ...group, sealed: secretBox.sealBytes(json, column(group.userId, group.ids)) };
    });
}
