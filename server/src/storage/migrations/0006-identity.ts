import { sql } from "kysely";
import type { Migration } from "./migration.ts";

/** Columns that link a user to an external account; empty: not linked. */
const linked = ["github_id", "github_login", "wechat_id", "lark_id", "oidc_id", "telegram_id"] as const;
/** Each of these belongs to one living user at most. */
const unique = ["github_id", "wechat_id", "lark_id", "oidc_id", "telegram_id"] as const;

/** Accounts linked to sign-in methods, invitations, two-factor authentication, preferences. */
export const identity: Migration = {
  name: "0006-identity",
  creates: [],
  async up(schema, dialect) {
    const add = (name: string, type: "text" | "integer" | typeof dialect.bigint, value: string | number) =>
      schema.schema
        .alterTable("users")
        .addColumn(name, type, (c) => c.notNull().defaultTo(value))
        .execute();
    for (const name of linked) await add(name, "text", "");
    await add("email_verified", "integer", 0);
    await add("aff_code", "text", "");
    await add("inviter_id", dialect.bigint, 0);
    await add("totp_secret_encrypted", "text", "");
    await add("totp_confirmed_time", dialect.bigint, 0);
    await add("totp_last_step", dialect.bigint, 0);
    await add("notify_setting", "text", "{}");
    await add("deletion_requested_time", dialect.bigint, 0);
    for (const name of unique) {
      await sql`create unique index ${sql.raw(`users_${name}`)} on users (${sql.ref(name)})
        where ${sql.ref(name)} <> '' and deleted_time = 0`.execute(schema);
    }
    await sql`create unique index users_aff_code on users (aff_code) where aff_code <> ''`.execute(schema);
    await sql`create index users_inviter on users (inviter_id) where inviter_id <> 0`.execute(schema);
  },
};
