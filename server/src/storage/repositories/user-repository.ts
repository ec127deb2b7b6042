import { type Insertable, type Selectable, sql, type Updateable } from "kysely";
import type { Queries } from "../database.ts";
import type { BudgetColumns } from "../budget-columns.ts";
import type { UsersTable } from "../tables/users.ts";

/**
 * A user without what must stay in the database: hashes, the two-factor secret, and fields of a single service.
 */
export type UserRow = Omit<
  Selectable<UsersTable>,
  | "password_hash"
  | "access_token_hash"
  | "totp_secret_encrypted"
  | "totp_last_step"
  | "welcome_due"
  | "balance_reminded"
  | keyof BudgetColumns
>;

/** Columns that only the ledger writes; a new user has the defaults. */
type LedgerColumn = "quota" | "used_quota" | "uncollected" | "request_count" | keyof BudgetColumns;
export type NewUser = Omit<Insertable<UsersTable>, LedgerColumn>;
export type UserChange = Omit<Updateable<UsersTable>, "id" | LedgerColumn>;

/** Columns that link a user to an external account. */
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
  "uncollected",
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
  "language",
] as const;

export { columns as userColumns };

export type UserRepository = ReturnType<typeof createUserRepository>;

/** Living users only, unless a method states otherwise. */
export function createUserRepository(queries: Queries) {
  const living = () => queries.selectFrom("users").where("deleted_time", "=", 0);
  return {
    find: (id: number): Promise<UserRow | undefined> =>
      living().select(columns).where("id", "=", id).executeTakeFirst(),

    findByAccessTokenHash: (hash: string): Promise<UserRow | undefined> =>
      living().select(columns).where("access_token_hash", "=", hash).executeTakeFirst(),

    /** For signing in: with the password hash. Case-insensitive. */
    findByUsername: (username: string) =>
      living()
        .select([...columns, "password_hash"])
        .where(sql<boolean>`lower(username) = lower(${username})`)
        .executeTakeFirst(),

    /** At most two: an address of several users identifies none of them. */
    findByEmail: (email: string) =>
      living()
        .select([...columns, "password_hash"])
        .where("email", "=", email)
        .where("email", "!=", "")
        .limit(2)
        .execute(),

    /** The user of an external account. */
    findByLink: (column: LinkColumn, value: string): Promise<UserRow | undefined> =>
      living().select(columns).where(column, "=", value).where(column, "!=", "").executeTakeFirst(),

    /** The user with a GitHub login name alone, as older databases of the family store it. */
    findByOldGitHubLogin: async (login: string): Promise<UserRow | undefined> => {
      const rows = await living()
        .select(columns)
        .where(sql<boolean>`lower(github_login) = lower(${login})`)
        .where("github_login", "!=", "")
        .where("github_id", "=", "")
        .limit(2)
        .execute();
      // A name of several users identifies none of them.
      return rows.length === 1 ? rows[0] : undefined;
    },

    /**
     * Links an external account; false if the user has another one of that kind. A unique index keeps each to one user.
     */
    link: async (id: number, link: { column: LinkColumn; value: string; githubLogin?: string }) => {
      const update = queries
        .updateTable("users")
        .set({ [link.column]: link.value, ...(link.githubLogin && { github_login: link.githubLogin }) })
        .where("id", "=", id)
        .where("deleted_time", "=", 0)
        .where(link.column, "in", ["", link.value]);
      return (await update.executeTakeFirst()).numUpdatedRows > 0n;
    },

    unlink: async (id: number, column: LinkColumn): Promise<void> => {
      await queries
        .updateTable("users")
        .set({ [column]: "", ...(column === "github_id" && { github_login: "" }) })
        .where("id", "=", id)
        .execute();
    },

    /** Locks the user inside a transaction. A write, for both databases. */
    lock: async (id: number): Promise<void> => {
      await queries
        .updateTable("users")
        .set((b) => ({ status: b.ref("status") }))
        .where("id", "=", id)
        .execute();
    },

    /** True if the user has one of these sign-in methods. */
    hasWayIn: async (
      id: number,
      ways: { password: boolean; passkeys: boolean; columns: readonly LinkColumn[] },
    ): Promise<boolean> => {
      const query = living()
        .select("id")
        .where("id", "=", id)
        .where((where) =>
          where.or([
            ...(ways.password ? [where("password_hash", "!=", "")] : []),
            ...(ways.passkeys
              ? [where.exists(queries.selectFrom("passkeys").select("id").where("user_id", "=", id))]
              : []),
            ...ways.columns.map((column) => where(column, "!=", "")),
          ]),
        );
      return (await query.executeTakeFirst()) !== undefined;
    },

    findByAffCode: (code: string): Promise<UserRow | undefined> =>
      living().select(columns).where("aff_code", "=", code).where("aff_code", "!=", "").executeTakeFirst(),

    /** Which secrets the user has, without their values. */
    findWhichSecrets: async (id: number): Promise<{ hasPassword: boolean; hasAccessToken: boolean }> => {
      const row = await living()
        .select(["password_hash", "access_token_hash"])
        .where("id", "=", id)
        .executeTakeFirst();
      return {
        hasPassword: (row?.password_hash ?? "") !== "",
        hasAccessToken: (row?.access_token_hash ?? "") !== "",
      };
    },

    findPasswordHash: async (id: number): Promise<string | undefined> =>
      (await living().select("password_hash").where("id", "=", id).executeTakeFirst())?.password_hash,

    /** Ids of all users who ever had this name, deleted ones too. */
    findIdsByUsername: async (username: string): Promise<number[]> =>
      (await queries.selectFrom("users").select("id").where("username", "=", username).execute()).map(
        (row) => row.id,
      ),

    /** True if there is any user at all, deleted ones too. */
    any: async (): Promise<boolean> =>
      (await queries.selectFrom("users").select("id").limit(1).executeTakeFirst()) !== undefined,

    insert: async (row: NewUser): Promise<number> =>
      (
        await queries
          .insertInto("users")
          .values({ ...row, quota: 0, used_quota: 0, request_count: 0 })
          .returning("id")
          .executeTakeFirstOrThrow()
      ).id,

    /** Enabled users of this role or a higher one who have an address. */
    findReachable: (role: number): Promise<UserRow[]> =>
      living()
        .select(columns)
        .where("role", ">=", role)
        .where("status", "=", 1)
        .where("email", "!=", "")
        .orderBy("id")
        .execute(),

    /** Enabled users who spent something in or after the hour that begins then. */
    spendersSince: (hour: number): Promise<UserRow[]> =>
      living()
        .select(columns)
        .where("status", "=", 1)
        .where("id", "in", (b) =>
          b.selectFrom("usage_hourly").select("user_id").where("hour", ">=", hour).where("quota", ">", 0),
        )
        .orderBy("id")
        .execute(),

    /** Users with a sent low-balance reminder, with their balance, leases included. */
    reminded: () =>
      living()
        .select((b) => [
          "id",
          "notify_setting",
          b(
            "quota",
            "+",
            b
              .selectFrom("leases")
              .select((sub) => sub.fn.coalesce(sub.fn.sum<number>("amount"), sub.lit(0)).as("held"))
              .where("kind", "=", "user")
              .whereRef("owner_id", "=", "users.id"),
          ).as("balance"),
        ])
        // A literal, so that the partial index is used.
        .where(sql<boolean>`balance_reminded <> 0`)
        .execute(),

    /** Records whether the user was reminded; false if it was recorded before. */
    setReminded: async (id: number, reminded: 0 | 1): Promise<boolean> => {
      const result = await queries
        .updateTable("users")
        .set({ balance_reminded: reminded })
        .where("id", "=", id)
        .where("balance_reminded", "!=", reminded)
        .executeTakeFirst();
      return result.numUpdatedRows > 0n;
    },

    /** Accounts created until `until` that are still owed something, oldest first. */
    withWelcomeDue: (until: number, limit: number) =>
      queries
        .selectFrom("users")
        .select(["id", "welcome_due"])
        .where("welcome_due", "!=", "")
        .where("created_time", "<=", until)
        .orderBy("id")
        .limit(limit)
        .execute(),

    /** Keeps an existing code of the user. */
    giveAffCode: async (id: number, code: string): Promise<void> => {
      await queries
        .updateTable("users")
        .set({ aff_code: code })
        .where("id", "=", id)
        .where("aff_code", "=", "")
        .execute();
    },

    /** False if the user is gone, or its role is no longer lower than `roleBelow`; undefined: any role. */
    updateBelow: async (id: number, change: UserChange, roleBelow: number | undefined): Promise<boolean> => {
      const update = queries
        .updateTable("users")
        .set(change)
        .where("id", "=", id)
        .where("deleted_time", "=", 0);
      const limited = roleBelow === undefined ? update : update.where("role", "<", roleBelow);
      return (await limited.executeTakeFirst()).numUpdatedRows > 0n;
    },

    update: async (id: number, change: UserChange): Promise<void> => {
      await queries.updateTable("users").set(change).where("id", "=", id).execute();
    },
  };
}
