import type { Migration } from "./migration.ts";

/** Rewards of inviters: pending, paid and cancelled. Each reason for a reward exists once, by its key. */
export const invitations: Migration = {
  name: "0028-invitations",
  creates: ["invite_rewards"],
  async up(schema, dialect) {
    const { bigint } = dialect;
    await schema.schema
      .createTable("invite_rewards")
      .addColumn("id", dialect.identityType, dialect.identity)
      .addColumn("reward_key", "text", (c) => c.notNull().unique())
      .addColumn("kind", "text", (c) => c.notNull())
      .addColumn("inviter_id", bigint, (c) => c.notNull())
      .addColumn("invitee_id", bigint, (c) => c.notNull())
      .addColumn("order_id", bigint, (c) => c.notNull())
      .addColumn("quota", bigint, (c) => c.notNull())
      .addColumn("status", "text", (c) => c.notNull())
      .addColumn("reason", "text", (c) => c.notNull())
      .addColumn("created_time", bigint, (c) => c.notNull())
      .addColumn("due_time", bigint, (c) => c.notNull())
      .addColumn("settled_time", bigint, (c) => c.notNull())
      .execute();
    const indexes = {
      invite_rewards_inviter: ["inviter_id", "created_time"],
      invite_rewards_invitee: ["invitee_id"],
      invite_rewards_order: ["order_id"],
      invite_rewards_due: ["status", "due_time"],
    };
    for (const [name, columns] of Object.entries(indexes))
      await schema.schema.createIndex(name).on("invite_rewards").columns(columns).execute();
  },
};
