import { createHash } from "node:crypto";
import type { Kysely } from "kysely";
import type { Migration } from "./migration.ts";

interface OptionsTables {
  options: { key: string; value: string };
  announcements: { hash: string; text: string; published_time: number };
}

/** The history of announcements, beginning with the one that the site shows at the moment. */
export const announcements: Migration = {
  name: "0031-announcements",
  creates: ["announcements"],
  async up(schema, dialect) {
    await schema.schema
      .createTable("announcements")
      .addColumn("id", dialect.identityType, dialect.identity)
      .addColumn("hash", "text", (c) => c.notNull().unique())
      .addColumn("text", "text", (c) => c.notNull())
      .addColumn("published_time", dialect.bigint, (c) => c.notNull())
      .execute();
    const queries = schema as unknown as Kysely<OptionsTables>;
    const option = await queries
      .selectFrom("options")
      .select("value")
      .where("key", "=", "Notice")
      .executeTakeFirst();
    const text = option?.value.trim() ?? "";
    if (text === "") return;
    const hash = createHash("sha256").update(text).digest("base64url").slice(0, 16);
    await queries
      .insertInto("announcements")
      .values({ hash, text, published_time: Math.floor(Date.now() / 1000) })
      .execute();
  },
};
