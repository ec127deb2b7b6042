import type { Migration } from "./migration.ts";

/** The Telegram bot: custom commands, received updates, and the state of each bot at Telegram. */
export const telegram: Migration = {
  name: "0034-telegram",
  creates: ["telegram_menus", "telegram_updates", "telegram_bots"],
  async up(schema, dialect) {
    const { bigint } = dialect;
    await schema.schema
      .createTable("telegram_menus")
      .addColumn("id", dialect.identityType, dialect.identity)
      .addColumn("command", "text", (c) => c.notNull().unique())
      .addColumn("description", "text", (c) => c.notNull())
      .addColumn("parse_mode", "text", (c) => c.notNull())
      .addColumn("reply_message", "text", (c) => c.notNull())
      .execute();
    await schema.schema
      .createTable("telegram_updates")
      .addColumn("bot_id", bigint, (c) => c.notNull())
      .addColumn("update_id", bigint, (c) => c.notNull())
      .addColumn("received_time", bigint, (c) => c.notNull())
      .addPrimaryKeyConstraint("telegram_updates_key", ["bot_id", "update_id"])
      .execute();
    await schema.schema
      .createTable("telegram_bots")
      .addColumn("bot_id", bigint, (c) => c.primaryKey())
      .addColumn("username", "text", (c) => c.notNull())
      .addColumn("commands_hash", "text", (c) => c.notNull())
      .execute();
  },
};
