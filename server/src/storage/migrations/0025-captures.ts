import type { Migration } from "./migration.ts";

/** Active captures, and the sealed bodies. Nothing is captured until someone turns it on. */
export const captures: Migration = {
  name: "0025-captures",
  creates: ["capture_targets", "captures"],
  async up(schema, dialect) {
    const { bigint } = dialect;
    await schema.schema
      .createTable("capture_targets")
      .addColumn("id", dialect.identityType, dialect.identity)
      .addColumn("kind", "text", (c) => c.notNull())
      .addColumn("target_id", bigint, (c) => c.notNull())
      .addColumn("until", bigint, (c) => c.notNull())
      .addColumn("created_at", bigint, (c) => c.notNull())
      .addColumn("created_by", "text", (c) => c.notNull())
      .addUniqueConstraint("capture_targets_key", ["kind", "target_id"])
      .execute();
    await schema.schema
      .createTable("captures")
      .addColumn("request_id", "text", (c) => c.primaryKey().notNull())
      .addColumn("created_at", bigint, (c) => c.notNull())
      .addColumn("user_id", bigint, (c) => c.notNull())
      .addColumn("head", "text", (c) => c.notNull())
      .addColumn("bytes", bigint, (c) => c.notNull())
      .addColumn("request_encrypted", "text", (c) => c.notNull())
      .addColumn("response_encrypted", "text", (c) => c.notNull())
      .execute();
    await schema.schema.createIndex("captures_created").on("captures").column("created_at").execute();
  },
};
