import type { Migration } from "./migration.ts";

/** Sign-ins that wait for two-factor authentication, recovery codes, passkeys and the challenges they answer. */
export const secondFactor: Migration = {
  name: "0008-second-factor",
  creates: ["recovery_codes", "passkeys", "passkey_challenges"],
  async up(schema, dialect) {
    const { bigint } = dialect;
    const add = (name: string, type: "text" | "integer", value: string | number) =>
      schema.schema
        .alterTable("sessions")
        .addColumn(name, type, (c) => c.notNull().defaultTo(value))
        .execute();
    await add("method", "text", "password");
    await add("second_factor_pending", "integer", 0);
    await add("wrong_codes", "integer", 0);
    await add("two_factors", "integer", 0);

    await schema.schema
      .createTable("recovery_codes")
      .addColumn("code_hash", "text", (c) => c.primaryKey())
      .addColumn("user_id", bigint, (c) => c.notNull())
      .addColumn("created_time", bigint, (c) => c.notNull())
      .execute();
    await schema.schema.createIndex("recovery_codes_user").on("recovery_codes").column("user_id").execute();

    await schema.schema
      .createTable("passkeys")
      .addColumn("id", dialect.identityType, dialect.identity)
      .addColumn("user_id", bigint, (c) => c.notNull())
      .addColumn("credential_id", "text", (c) => c.notNull().unique())
      .addColumn("public_key", "text", (c) => c.notNull())
      .addColumn("counter", bigint, (c) => c.notNull())
      .addColumn("transports", "text", (c) => c.notNull())
      .addColumn("backed_up", "integer", (c) => c.notNull())
      .addColumn("alias", "text", (c) => c.notNull())
      .addColumn("created_time", bigint, (c) => c.notNull())
      .addColumn("last_used_time", bigint, (c) => c.notNull())
      .execute();
    await schema.schema.createIndex("passkeys_user").on("passkeys").column("user_id").execute();

    await schema.schema
      .createTable("passkey_challenges")
      .addColumn("id_hash", "text", (c) => c.primaryKey())
      .addColumn("user_id", bigint, (c) => c.notNull())
      .addColumn("challenge", "text", (c) => c.notNull())
      .addColumn("alias", "text", (c) => c.notNull())
      .addColumn("expires_time", bigint, (c) => c.notNull())
      .execute();
    await schema.schema
      .createIndex("passkey_challenges_expires")
      .on("passkey_challenges")
      .column("expires_time")
      .execute();
  },
};
