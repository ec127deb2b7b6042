import type { Migration } from "./migration.ts";

/** One-time states of sign-ins by other services, and used codes. */
export const signInStates: Migration = {
  name: "0007-sign-in-states",
  creates: ["sign_in_states", "used_sign_in_codes"],
  async up(schema, { bigint }) {
    await schema.schema
      .createTable("sign_in_states")
      .addColumn("state_hash", "text", (c) => c.primaryKey())
      .addColumn("browser_hash", "text", (c) => c.notNull())
      .addColumn("method", "text", (c) => c.notNull())
      .addColumn("user_id", bigint, (c) => c.notNull())
      .addColumn("session_hash", "text", (c) => c.notNull())
      .addColumn("aff_code", "text", (c) => c.notNull())
      .addColumn("secrets_encrypted", "text", (c) => c.notNull())
      .addColumn("attempts", "integer", (c) => c.notNull())
      .addColumn("claimed_until", bigint, (c) => c.notNull())
      .addColumn("expires_time", bigint, (c) => c.notNull())
      .execute();
    for (const column of ["browser_hash", "expires_time"]) {
      await schema.schema
        .createIndex(`sign_in_states_${column}`)
        .on("sign_in_states")
        .column(column)
        .execute();
    }
    await schema.schema
      .createTable("used_sign_in_codes")
      .addColumn("code_hash", "text", (c) => c.primaryKey())
      .addColumn("expires_time", bigint, (c) => c.notNull())
      .execute();
  },
};
