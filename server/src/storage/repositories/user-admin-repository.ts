import { sql } from "kysely";
import type { Queries } from "../database.ts";
import { type BudgetRow, userBudgetColumns } from "./budget-columns.ts";
import { containsText, offsetOf, orderBy, type PageRequest, type RowPage } from "./list-page.ts";
import { createUserRepository, type UserRow, userColumns } from "./user-repository.ts";

/**
 * A user with the whole balance (including what running processes hold of it), the inviter's name and a count of
 * passkeys.
 */
export interface AdminUserRow extends UserRow, BudgetRow {
  balance: number;
  inviter_name: string;
  passkeys: number;
}

/** Empty texts and zeros do not filter. `keyword`: part of a name or address, or the whole id. */
export interface UserFilter {
  keyword: string;
  role: number;
  status: number;
  group: string;
}

export type UserAdminRepository = ReturnType<typeof createUserAdminRepository>;

/** On the wire the balance is named quota, and the list sorts by it. */
const orderable = [
  "id",
  "username",
  "group",
  "balance",
  "used_quota",
  "request_count",
  "role",
  "status",
  "created_time",
  "last_login_time",
  "last_login_ip",
];

const balance = sql<number>`users.quota + coalesce((select sum(leases.amount) from leases where leases.kind = 'user' and leases.owner_id = users.id), 0)`;
const inviterName = sql<string>`coalesce((select inviter.username from users as inviter where inviter.id = users.inviter_id), '')`;

const passkeys = sql<number>`(select count(*) from passkeys where passkeys.user_id = users.id)`;
const columns = [
  ...userColumns,
  balance.as("balance"),
  inviterName.as("inviter_name"),
  passkeys.as("passkeys"),
  ...userBudgetColumns,
] as const;

/** Personal data and all sign-in data and links; the row stays for the ledger and for names in old logs. */
const erased = {
  password_hash: "",
  access_token_hash: "",
  display_name: "",
  email: "",
  email_verified: 0,
  avatar_url: "",
  last_login_ip: "",
  github_id: "",
  github_login: "",
  wechat_id: "",
  lark_id: "",
  oidc_id: "",
  telegram_id: "",
  notify_setting: "{}",
};

/** Users for administrators. Living users only. */
export function createUserAdminRepository(queries: Queries) {
  const living = () => queries.selectFrom("users").where("deleted_time", "=", 0);
  const filtered = ({ keyword, role, status, group }: UserFilter) => {
    let query = living();
    if (role !== 0) query = query.where("role", "=", role);
    if (status !== 0) query = query.where("status", "=", status);
    if (group !== "") query = query.where("group", "=", group);
    if (keyword === "") return query;
    const id = /^\d{1,15}$/.test(keyword) ? Number(keyword) : 0;
    return query.where((b) =>
      b.or([
        b("id", "=", id),
        containsText<"users">(b, "username", keyword),
        containsText<"users">(b, "display_name", keyword),
        containsText<"users">(b, "email", keyword),
      ]),
    );
  };
  return {
    find: (id: number): Promise<AdminUserRow | undefined> =>
      living().select(columns).where("id", "=", id).executeTakeFirst(),

    findIdByName: async (username: string): Promise<number | undefined> =>
      (await living().select("id").where("username", "=", username).executeTakeFirst())?.id,

    page: async (request: PageRequest, filter: UserFilter): Promise<RowPage<AdminUserRow>> => ({
      rows: await orderBy(filtered(filter).select(columns), request.order, orderable, "id")
        .limit(request.size)
        .offset(offsetOf(request))
        .execute(),
      total: (
        await filtered(filter)
          .select((b) => b.fn.countAll<number>().as("count"))
          .executeTakeFirstOrThrow()
      ).count,
    }),

    /**
     * True if the user has the role and no other enabled one does. Call it inside a transaction: its row and those of
     * the role are locked first (by a write, for both databases), so that two concurrent removals cannot each rely on
     * the other.
     */
    isLast: async (role: number, id: number): Promise<boolean> => {
      await queries
        .updateTable("users")
        .set((b) => ({ role: b.ref("role") }))
        .where((b) => b.or([b("role", "=", role), b("id", "=", id)]))
        .execute();
      const found = await living()
        .select("id")
        .where("role", "=", role)
        .where((b) => b.or([b("status", "=", 1), b("id", "=", id)]))
        .execute();
      return found.length === 1 && found[0]?.id === id;
    },

    /** False as `updateBelow` of the user repository. Two users of one name may be deleted within one second. */
    markDeleted: async (
      { id, username }: { id: number; username: string },
      now: number,
      roleBelow: number | undefined,
    ): Promise<boolean> => {
      const { latest } = await queries
        .selectFrom("users")
        .select((b) => b.fn.coalesce(b.fn.max("deleted_time"), b.lit(0)).as("latest"))
        .where("username", "=", username)
        .executeTakeFirstOrThrow();
      const change = { ...erased, deleted_time: Math.max(now, Number(latest) + 1) };
      return createUserRepository(queries).updateBelow(id, change, roleBelow);
    },
  };
}
