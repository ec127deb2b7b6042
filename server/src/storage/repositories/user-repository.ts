import type { Insertable, Selectable, Updateable } from "kysely";
import type { Queries } from "../database.ts";
import type { UsersTable } from "../tables/users.ts";

/** A user without what must stay in the database: hashes and the second factor's secret. */
export type UserRow = Omit<
  Selectable<UsersTable>,
  "password_hash" | "access_token_hash" | "totp_secret_encrypted" | "totp_last_step"
>;

export type NewUser = Insertable<UsersTable>;
/** Columns that are not the ledger's. */
export type UserChange = Omit<Updateable<UsersTable>, "id" | "quota" | "used_quota">;

/** Columns that link a user to an account elsewhere. */
export type LinkColumn = "github_id" | "wechat_id" | "lark_id" | "oidc_id" | "telegram_id";

const columns = [
  "id",
  "username",
  "display_name",
  "role",
  "status",
  "email",
  "avatar_url",
  "group",
  "quota",
  "used_quota",
  "request_count",
  "created_time",
  "last_login_time",
  "last_login_ip",
  "deleted_time",
  "github_id",
  "github_login",
  "wechat_id",
  "lark_id",
  "oidc_id",
  "telegram_id",
  "email_verified",
  "aff_code",
  "inviter_id",
  "totp_confirmed_time",
  "notify_setting",
  "deletion_requested_time",
] as const;

export type UserRepository = ReturnType<typeof createUserRepository>;

/** Living users only, unless a method says otherwise. */
export function createUserRepository(queries: Queries) {
  const living = () => queries.selectFrom("users").where("deleted_time", "=", 0);
  return {
    find: (id: number): Promise<UserRow | undefined> =>
      living().select(columns).where("id", "=", id).executeTakeFirst(),

    findByAccessTokenHash: (hash: string): Promise<UserRow | undefined> =>
      living().select(columns).where("access_token_hash", "=", hash).executeTakeFirst(),

    /** For signing in: with the password hash. */
    findByUsername: (username: string) =>
      living()
        .select([...columns, "password_hash"])
        .where("username", "=", username)
        .executeTakeFirst(),

    /** At most two: an address that several users carry identifies none of them. */
    findByEmail: (email: string) =>
      living()
        .select([...columns, "password_hash"])
        .where("email", "=", email)
        .where("email", "!=", "")
        .limit(2)
        .execute(),

    /** The user that an account elsewhere is linked to. */
    findByLink: (column: LinkColumn, value: string): Promise<UserRow | undefined> =>
      living().select(columns).where(column, "=", value).where(column, "!=", "").executeTakeFirst(),

    findByAffCode: (code: string): Promise<UserRow | undefined> =>
      living().select(columns).where("aff_code", "=", code).where("aff_code", "!=", "").executeTakeFirst(),

    findPasswordHash: async (id: number): Promise<string | undefined> =>
      (await living().select("password_hash").where("id", "=", id).executeTakeFirst())?.password_hash,

    /** Ids of everyone, deleted users too, who ever had this name. */
    findIdsByUsername: async (username: string): Promise<number[]> =>
      (await queries.selectFrom("users").select("id").where("username", "=", username).execute()).map(
        (row) => row.id,
      ),

    countInGroup: async (symbol: string): Promise<number> =>
      (
        await living()
          .select((builder) => builder.fn.countAll<number>().as("count"))
          .where("group", "=", symbol)
          .executeTakeFirstOrThrow()
      ).count,

    /** True if there is any user at all, deleted ones too. */
    any: async (): Promise<boolean> =>
      (await queries.selectFrom("users").select("id").limit(1).executeTakeFirst()) !== undefined,

    insert: async (row: NewUser): Promise<number> =>
      (await queries.insertInto("users").values(row).returning("id").executeTakeFirstOrThrow()).id,

    update: async (id: number, change: UserChange): Promise<void> => {
      await queries.updateTable("users").set(change).where("id", "=", id).execute();
    },
  };
}
