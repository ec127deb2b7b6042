import { readFileSync } from "node:fs";
import path from "node:path";
import { newTokenKey } from "../server/src/platform/ids.ts";
import { createSecretBox } from "../server/src/platform/secret-box.ts";
import { openDatabase } from "../server/src/storage/database.ts";
import { hashTokenKey, sealedColumns } from "../server/src/storage/repositories/secret-columns.ts";

/** What a large installation has beside the channel that is called. */
const size = { tokens: 10_000, channels: 500, models: 300 };

/**
 * Fills the database of a gateway that is not running, copying its channel `native` and its first token; through the API it would take an
 * hour, since that is limited. Gives the authorization headers of the tokens.
 */
export async function seedLarge(dataDir: string): Promise<string[]> {
  const secretBox = createSecretBox(
    Buffer.from(readFileSync(path.join(dataDir, "secret.key"), "utf8"), "base64"),
  );
  const database = openDatabase({ kind: "sqlite", file: path.join(dataDir, "tollgate.db") }, (error) => {
    throw error;
  });
  const { queries } = database;
  const models = Array.from({ length: size.models }, (_, index) => `other-model-${index}`);
  const price = await queries
    .selectFrom("prices")
    .selectAll()
    .where("model", "=", "bench-model")
    .executeTakeFirstOrThrow();
  for (const model of models)
    await queries
      .insertInto("prices")
      .values({ ...price, model })
      .execute();

  const { id: _, ...channel } = await queries
    .selectFrom("channels")
    .selectAll()
    .where("name", "=", "native")
    .executeTakeFirstOrThrow();
  for (let index = 0; index < size.channels; index++) {
    const served = models.filter((__, position) => (position + index) % 10 === 0);
    const { id } = await queries
      .insertInto("channels")
      .values({ ...channel, name: `other ${index}`, models: JSON.stringify(served) })
      .returning("id")
      .executeTakeFirstOrThrow();
    const sealed = secretBox.seal("bench", sealedColumns.channelKey(id));
    await queries.updateTable("channels").set({ key_encrypted: sealed }).where("id", "=", id).execute();
  }

  const { id: ___, ...token } = await queries
    .selectFrom("tokens")
    .selectAll()
    .orderBy("id")
    .executeTakeFirstOrThrow();
  const keys: string[] = [];
  for (let from = 0; from < size.tokens; from += 100) {
    const rows = Array.from({ length: 100 }, (____, index) => {
      const key = newTokenKey();
      const hash = hashTokenKey(secretBox, key);
      keys.push(`Bearer sk-${key}`);
      return {
        ...token,
        name: `bench ${from + index}`,
        key_hash: hash,
        key_encrypted: secretBox.seal(key, sealedColumns.tokenKey(hash)),
      };
    });
    await queries.insertInto("tokens").values(rows).execute();
  }
  await database.close();
  return keys;
}
