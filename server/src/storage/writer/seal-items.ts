import { createSecretBox } from "../../platform/secret-box.ts";
import { sealedColumns } from "../repositories/secret-columns.ts";
import type { NewItem } from "./item-batch.ts";
import type { SealedItem } from "./item-store.ts";

/** Encrypts items for their rows. In the writer thread: on the event loop a group of 200 would block it for two milliseconds. */
export function createItemSealer(secretKey: Uint8Array): (items: readonly NewItem[]) => SealedItem[] {
  const secretBox = createSecretBox(Buffer.from(secretKey));
  return (items) =>
    items.map(({ userId, id, createdAt, json }) => ({
      userId,
      id,
      createdAt,
      sealed: secretBox.sealBytes(json, sealedColumns.translatedItem(userId, id)),
    }));
}
