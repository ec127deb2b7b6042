import { type SecretBox, SecretError } from "../../platform/secret-box.ts";
import type { Queries } from "../database.ts";
import {
  channelSecretTexts,
  nothingToSeal,
  openChannelKeys,
  sealChannelTexts,
  sealedBeginning,
} from "./secret-columns.ts";

/**
 * Seals the texts of channels that were written before such texts were sealed, of deleted channels too. It runs at
 * every start, since a migration does not have the key, and finds nothing after the first. A text is replaced only
 * while it is unchanged, so a concurrent save keeps its value, and of processes that start together one seals. Returns
 * how many texts it sealed.
 */
export async function sealOldChannels(queries: Queries, secretBox: SecretBox): Promise<number> {
  const rows = await queries
    .selectFrom("channels")
    .select(["id", "key_encrypted", ...channelSecretTexts])
    .where((b) =>
      b.or(
        channelSecretTexts.map((name) =>
          b.and([b(name, "not in", nothingToSeal), b(name, "not like", `${sealedBeginning}%`)]),
        ),
      ),
    )
    .execute();
  let count = 0;
  for (const row of rows) {
    // A server that was started with a wrong key must not lock up texts that the correct one could still read.
    if (!opensKeys(secretBox, row)) continue;
    for (const name of channelSecretTexts) {
      if (nothingToSeal.includes(row[name]) || row[name].startsWith(sealedBeginning)) continue;
      const result = await queries
        .updateTable("channels")
        .set(sealChannelTexts(secretBox, row.id, { [name]: row[name] }))
        .where("id", "=", row.id)
        .where(name, "=", row[name])
        .executeTakeFirst();
      count += Number(result.numUpdatedRows);
    }
  }
  return count;
}

function opensKeys(secretBox: SecretBox, row: { id: number; key_encrypted: string }): boolean {
  try {
    openChannelKeys(secretBox, row);
    return true;
  } catch (error) {
    if (error instanceof SecretError) return false;
    throw error;
  }
}
