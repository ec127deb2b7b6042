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
 * Encrypts channel texts that older versions stored in plain text, deleted channels included. It runs at every start,
 * because migrations do not have the key, and finds nothing after the first. A text is replaced only if it is
 * unchanged, so a concurrent save wins, and of processes that start together only one encrypts. Returns the number of
 * encrypted texts.
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
    // With a wrong key, the server must not encrypt texts that the correct key could not read afterwards.
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
