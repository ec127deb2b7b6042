import { type Insertable, type Selectable, sql } from "kysely";
import type { Queries } from "../database.ts";
import type { InviteRewardsTable } from "../tables/invite-rewards.ts";
import { beginsWith, offsetOf, orderBy, type PageRequest, type RowPage } from "./list-page.ts";

export type InviteRewardRow = Selectable<InviteRewardsTable>;
export type NewInviteReward = Insertable<InviteRewardsTable>;
type Settled = Pick<InviteRewardRow, "status" | "reason" | "settled_time">;

/** Someone who registered by an invitation. */
export interface InviteeRow {
  id: number;
  username: string;
  created_time: number;
  rewards: InviteRewardRow[];
}

/** Someone who invited others; amounts are integer quota. */
export interface InviterRow extends RewardSums {
  user_id: number;
  username: string;
  invited: number;
}

/** Integer quota by status. */
export interface RewardSums {
  earned: number;
  pending: number;
  cancelled: number;
}

export type InviteRewardRepository = ReturnType<typeof createInviteRewardRepository>;

/** Sum of the rewards of a status, of the inviter `users.id`. */
const sumOf = (status: InviteRewardRow["status"]) =>
  sql<number>`(select coalesce(sum(quota), 0) from invite_rewards where invite_rewards.inviter_id = users.id and invite_rewards.status = ${sql.lit(status)})`;
/** Users whom `users.id` invited. Without the second condition SQLite does not use the index, which leaves out 0. */
const ofInviter = sql`from users as invitees where invitees.inviter_id = users.id and invitees.inviter_id <> 0`;
const invited = sql<number>`(select count(*) ${ofInviter})`;

export function createInviteRewardRepository(queries: Queries) {
  const inviters = (keyword: string) => {
    const all = queries.selectFrom("users").where(sql<boolean>`exists (select 1 ${ofInviter})`);
    if (keyword === "") return all;
    const id = /^[1-9]\d{0,14}$/.test(keyword) ? Number(keyword) : 0;
    return all.where((b) => b.or([beginsWith<"users">(b, "username", keyword), b("id", "=", id)]));
  };
  const sums = async (inviterId?: number): Promise<RewardSums> => {
    let query = queries.selectFrom("invite_rewards");
    if (inviterId !== undefined) query = query.where("inviter_id", "=", inviterId);
    const rows = await query
      .select(["status", (b) => b.fn.sum<number>("quota").as("quota")])
      .groupBy("status")
      .execute();
    const of = (status: string) => Number(rows.find((row) => row.status === status)?.quota ?? 0);
    return { earned: of("paid"), pending: of("pending"), cancelled: of("cancelled") };
  };
  const countInvited = async (inviterId?: number): Promise<number> => {
    const all = queries.selectFrom("users").where("inviter_id", "!=", sql.lit(0));
    const { count } = await (inviterId === undefined ? all : all.where("inviter_id", "=", inviterId))
      .select((b) => b.fn.countAll<number>().as("count"))
      .executeTakeFirstOrThrow();
    return count;
  };

  return {
    sums,
    countInvited,

    /** The stored row; undefined if there is one of the same key. */
    insert: (row: NewInviteReward): Promise<InviteRewardRow | undefined> =>
      queries
        .insertInto("invite_rewards")
        .values(row)
        .onConflict((conflict) => conflict.column("reward_key").doNothing())
        .returningAll()
        .executeTakeFirst(),

    findByKey: (key: string): Promise<InviteRewardRow | undefined> =>
      queries.selectFrom("invite_rewards").selectAll().where("reward_key", "=", key).executeTakeFirst(),

    /** Rewards of an inviter since `since` that were not cancelled. */
    countSince: async (inviterId: number, since: number): Promise<number> => {
      const { count } = await queries
        .selectFrom("invite_rewards")
        .select((b) => b.fn.countAll<number>().as("count"))
        .where("inviter_id", "=", inviterId)
        .where("created_time", ">", since)
        .where("status", "<>", "cancelled")
        .executeTakeFirstOrThrow();
      return count;
    },

    /** Pending rewards that are due at `now`, the oldest first. */
    due: (now: number, most: number): Promise<InviteRewardRow[]> =>
      queries
        .selectFrom("invite_rewards")
        .selectAll()
        .where("status", "=", "pending")
        .where("due_time", "<=", now)
        .orderBy("due_time")
        .limit(most)
        .execute(),

    /** False: it is no longer pending. */
    settle: async (id: number, settled: Settled): Promise<boolean> => {
      const result = await queries
        .updateTable("invite_rewards")
        .set(settled)
        .where("id", "=", id)
        .where("status", "=", "pending")
        .executeTakeFirst();
      return result.numUpdatedRows > 0n;
    },

    cancelOfOrder: async (orderId: number, now: number): Promise<void> => {
      await queries
        .updateTable("invite_rewards")
        .set({ status: "cancelled", reason: "refund", settled_time: now })
        .where("order_id", "=", orderId)
        .where("status", "=", "pending")
        .execute();
    },

    /** True if the user paid for another order. */
    hasOtherPaidOrder: async (userId: number, orderId: number): Promise<boolean> =>
      (await queries
        .selectFrom("orders")
        .select("id")
        .where("user_id", "=", userId)
        .where("id", "<>", orderId)
        .where("paid_at", ">", 0)
        .limit(1)
        .executeTakeFirst()) !== undefined,

    /** Whom a user invited, the newest first, with the rewards for each. */
    pageOfInvitees: async (request: PageRequest, inviterId: number): Promise<RowPage<InviteeRow>> => {
      const people = await queries
        .selectFrom("users")
        .select(["id", "username", "created_time"])
        .where("inviter_id", "=", inviterId)
        .where("inviter_id", "!=", sql.lit(0))
        .orderBy("id", "desc")
        .limit(request.size)
        .offset(offsetOf(request))
        .execute();
      const ids = people.map(({ id }) => id);
      const rewards =
        ids.length === 0
          ? []
          : await queries
              .selectFrom("invite_rewards")
              .selectAll()
              .where("inviter_id", "=", inviterId)
              .where("invitee_id", "in", ids)
              .orderBy("id")
              .execute();
      const rows = people.map((person) => ({
        ...person,
        rewards: rewards.filter((reward) => reward.invitee_id === person.id),
      }));
      return { rows, total: await countInvited(inviterId) };
    },

    /** Who invited others. `keyword`: an id, or the beginning of a name. */
    pageOfInviters: async (request: PageRequest, keyword: string): Promise<RowPage<InviterRow>> => {
      const selected = inviters(keyword).select([
        "id as user_id",
        "username",
        invited.as("invited"),
        sumOf("paid").as("earned"),
        sumOf("pending").as("pending"),
        sumOf("cancelled").as("cancelled"),
      ]);
      const sortable = ["user_id", "username", "invited", "earned", "pending", "cancelled"];
      const rows = await orderBy(selected, request.order, sortable, "user_id")
        .limit(request.size)
        .offset(offsetOf(request))
        .execute();
      const { count } = await inviters(keyword)
        .select((b) => b.fn.countAll<number>().as("count"))
        .executeTakeFirstOrThrow();
      return { rows: rows.map(withNumbers), total: count };
    },

    countInviters: async (): Promise<number> =>
      (
        await inviters("")
          .select((b) => b.fn.countAll<number>().as("count"))
          .executeTakeFirstOrThrow()
      ).count,
  };
}

/** PostgreSQL sums bigints to a decimal, which arrives as text. */
function withNumbers(row: InviterRow): InviterRow {
  const { earned, pending, cancelled } = row;
  return { ...row, earned: Number(earned), pending: Number(pending), cancelled: Number(cancelled) };
}
