import type { Migration } from "./migration.ts";

export const accounts: Migration = {
  name: "0001-accounts",
  creates: ["users", "sessions", "user_groups", "tokens", "audit_entries"],
  async up(schema, dialect) {
    const { bigint, double } = dialect;
    await schema.schema
      .createTable("users")
      .addColumn("id", dialect.identityType, dialect.identity)
      .addColumn("username", "text", (c) => c.notNull())
      .addColumn("password_hash", "text", (c) => c.notNull())
      .addColumn("display_name", "text", (c) => c.notNull())
      .addColumn("role", "integer", (c) => c.notNull())
      .addColumn("status", "integer", (c) => c.notNull())
      .addColumn("email", "text", (c) => c.notNull())
      .addColumn("avatar_url", "text", (c) => c.notNull())
      .addColumn("group", "text", (c) => c.notNull())
      .addColumn("quota", bigint, (c) => c.notNull())
      .addColumn("used_quota", bigint, (c) => c.notNull())
      .addColumn("request_count", bigint, (c) => c.notNull())
      .addColumn("access_token_hash", "text", (c) => c.notNull())
      .addColumn("created_time", bigint, (c) => c.notNull())
      .addColumn("last_login_time", bigint, (c) => c.notNull())
      .addColumn("last_login_ip", "text", (c) => c.notNull())
      .addColumn("deleted_time", bigint, (c) => c.notNull())
      .execute();
    await schema.schema
      .createIndex("users_username")
      .on("users")
      .columns(["username", "deleted_time"])
      .unique()
      .execute();
    await schema.schema.createIndex("users_email").on("users").column("email").execute();
    await schema.schema.createIndex("users_access_token").on("users").column("access_token_hash").execute();

    await schema.schema
      .createTable("sessions")
      .addColumn("id_hash", "text", (c) => c.primaryKey())
      .addColumn("user_id", bigint, (c) => c.notNull())
      .addColumn("created_time", bigint, (c) => c.notNull())
      .addColumn("last_seen_time", bigint, (c) => c.notNull())
      .addColumn("expires_time", bigint, (c) => c.notNull())
      .addColumn("source_ip", "text", (c) => c.notNull())
      .addColumn("user_agent", "text", (c) => c.notNull())
      .execute();
    await schema.schema.createIndex("sessions_user").on("sessions").column("user_id").execute();

    await schema.schema
      .createTable("user_groups")
      .addColumn("id", dialect.identityType, dialect.identity)
      .addColumn("symbol", "text", (c) => c.notNull().unique())
      .addColumn("name", "text", (c) => c.notNull())
      .addColumn("ratio", double, (c) => c.notNull())
      .addColumn("api_rate", "integer", (c) => c.notNull())
      .addColumn("public", "integer", (c) => c.notNull())
      .addColumn("promotion", "integer", (c) => c.notNull())
      .addColumn("min", bigint, (c) => c.notNull())
      .addColumn("max", bigint, (c) => c.notNull())
      .addColumn("enable", "integer", (c) => c.notNull())
      .execute();

    await schema.schema
      .createTable("tokens")
      .addColumn("id", dialect.identityType, dialect.identity)
      .addColumn("user_id", bigint, (c) => c.notNull())
      .addColumn("name", "text", (c) => c.notNull())
      .addColumn("key_hash", "text", (c) => c.notNull().unique())
      .addColumn("key_encrypted", "text", (c) => c.notNull())
      .addColumn("key_hint", "text", (c) => c.notNull())
      .addColumn("status", "integer", (c) => c.notNull())
      .addColumn("created_time", bigint, (c) => c.notNull())
      .addColumn("accessed_time", bigint, (c) => c.notNull())
      .addColumn("expired_time", bigint, (c) => c.notNull())
      .addColumn("remain_quota", bigint, (c) => c.notNull())
      .addColumn("unlimited_quota", "integer", (c) => c.notNull())
      .addColumn("used_quota", bigint, (c) => c.notNull())
      .addColumn("group", "text", (c) => c.notNull())
      .addColumn("backup_group", "text", (c) => c.notNull())
      .addColumn("chat_cache", "integer", (c) => c.notNull())
      .addColumn("setting", "text", (c) => c.notNull())
      .addColumn("deleted_time", bigint, (c) => c.notNull())
      .execute();
    await schema.schema.createIndex("tokens_user").on("tokens").column("user_id").execute();

    await schema.schema
      .createTable("audit_entries")
      .addColumn("id", dialect.identityType, dialect.identity)
      .addColumn("created_at", bigint, (c) => c.notNull())
      .addColumn("actor_id", bigint, (c) => c.notNull())
      .addColumn("actor_name", "text", (c) => c.notNull())
      .addColumn("action", "text", (c) => c.notNull())
      .addColumn("target_type", "text", (c) => c.notNull())
      .addColumn("target_id", "text", (c) => c.notNull())
      .addColumn("detail", "text", (c) => c.notNull())
      .addColumn("source_ip", "text", (c) => c.notNull())
      .execute();
    await schema.schema.createIndex("audit_created").on("audit_entries").column("created_at").execute();
  },
};
