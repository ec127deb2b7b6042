import type { Migration } from "./migration.ts";

export const gateway: Migration = {
  name: "0002-gateway",
  creates: ["channels", "prices", "options", "change_versions"],
  async up(schema, dialect) {
    const { bigint, double } = dialect;
    await schema.schema
      .createTable("channels")
      .addColumn("id", dialect.identityType, dialect.identity)
      .addColumn("name", "text", (c) => c.notNull())
      .addColumn("type", "integer", (c) => c.notNull())
      .addColumn("status", "integer", (c) => c.notNull())
      .addColumn("status_reason", "text", (c) => c.notNull())
      .addColumn("key_encrypted", "text", (c) => c.notNull())
      .addColumn("key_count", "integer", (c) => c.notNull())
      .addColumn("key_hint", "text", (c) => c.notNull())
      .addColumn("base_url", "text", (c) => c.notNull())
      .addColumn("groups", "text", (c) => c.notNull())
      .addColumn("models", "text", (c) => c.notNull())
      .addColumn("tag", "text", (c) => c.notNull())
      .addColumn("priority", bigint, (c) => c.notNull())
      .addColumn("weight", bigint, (c) => c.notNull())
      .addColumn("model_mapping", "text", (c) => c.notNull())
      .addColumn("model_headers", "text", (c) => c.notNull())
      .addColumn("custom_parameter", "text", (c) => c.notNull())
      .addColumn("proxy", "text", (c) => c.notNull())
      .addColumn("test_model", "text", (c) => c.notNull())
      .addColumn("other", "text", (c) => c.notNull())
      .addColumn("only_chat", "integer", (c) => c.notNull())
      .addColumn("pre_cost", "integer", (c) => c.notNull())
      .addColumn("disabled_stream", "text", (c) => c.notNull())
      .addColumn("plugin", "text", (c) => c.notNull())
      .addColumn("connect_timeout", "integer", (c) => c.notNull())
      .addColumn("first_byte_timeout", "integer", (c) => c.notNull())
      .addColumn("idle_timeout", "integer", (c) => c.notNull())
      .addColumn("total_timeout", "integer", (c) => c.notNull())
      .addColumn("created_time", bigint, (c) => c.notNull())
      .addColumn("test_time", bigint, (c) => c.notNull())
      .addColumn("response_time", bigint, (c) => c.notNull())
      .addColumn("used_quota", bigint, (c) => c.notNull())
      .addColumn("balance", double, (c) => c.notNull())
      .addColumn("balance_updated_time", bigint, (c) => c.notNull())
      .addColumn("deleted_time", bigint, (c) => c.notNull())
      .execute();

    await schema.schema
      .createTable("prices")
      .addColumn("model", "text", (c) => c.primaryKey())
      .addColumn("type", "text", (c) => c.notNull())
      .addColumn("channel_type", "integer", (c) => c.notNull())
      .addColumn("input", double, (c) => c.notNull())
      .addColumn("output", double, (c) => c.notNull())
      .addColumn("locked", "integer", (c) => c.notNull())
      .addColumn("extra_ratios", "text", (c) => c.notNull())
      .execute();

    await schema.schema
      .createTable("options")
      .addColumn("key", "text", (c) => c.primaryKey())
      .addColumn("value", "text", (c) => c.notNull())
      .execute();

    await schema.schema
      .createTable("change_versions")
      .addColumn("topic", "text", (c) => c.primaryKey())
      .addColumn("version", bigint, (c) => c.notNull())
      .execute();
  },
};
