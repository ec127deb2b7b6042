import type { Migration } from "./migration.ts";

/** Redemption codes. A deleted row stays without its code, because the ledger references its id. */
export const redemptions: Migration = {
  name: "0027-redemptions",
  creates: ["redemptions"],
  async up(schema, dialect) {
    const { bigint } = dialect;
    await schema.schema
      .createTable("redemptions")
      .addColumn("id", dialect.identityType, dialect.identity)
      .addColumn("user_id", bigint, (c) => c.notNull())
      .addColumn("name", "text", (c) => c.notNull())
      .addColumn("code_hash", "text", (c) => c.notNull().unique())
      .addColumn("code_encrypted", "text", (c) => c.notNull())
      .addColumn("code_hint", "text", (c) => c.notNull())
      .addColumn("status", "integer", (c) => c.notNull())
      .addColumn("quota", bigint, (c) => c.notNull())
      .addColumn("created_time", bigint, (c) => c.notNull())
      .addColumn("expired_time", bigint, (c) => c.notNull())
      .addColumn("redeemed_time", bigint, (c) => c.notNull())
      .addColumn("used_user_id", bigint, (c) => c.notNull())
      .addColumn("deleted_time", bigint, (c) => c.notNull())
      .execute();
  },
};
