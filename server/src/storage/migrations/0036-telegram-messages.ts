import type { Migration } from "./migration.ts";

/** Notices to users that wait to be sent by the Telegram bot. */
export const telegramMessages: Migration = {
  name: "0036-telegram-messages",
  creates: ["telegram_messages"],
  async up(schema, dialect) {
    const { bigint } = dialect;
    await schema.schema
      .createTable("telegram_messages")
      .addColumn("id", dialect.identityType, dialect.identity)
      .addColumn("chat_id", "text", (c) => c.notNull())
      .addColumn("created_time", bigint, (c) => c.notNull())
      .addColumn("next_time", bigint, (c) => c.notNull())
      .addColumn("attempts", "integer", (c) => c.notNull())
      .addColumn("seal_ref", "text", (c) => c.notNull())
      .addColumn("body_encrypted", "text", (c) => c.notNull())
      .execute();
    await schema.schema
      .createIndex("telegram_messages_due")
      .on("telegram_messages")
      .columns(["next_time", "id"])
      .execute();
    await schema.schema
      .createIndex("telegram_messages_chat")
      .on("telegram_messages")
      .column("chat_id")
      .execute();
  },
};
