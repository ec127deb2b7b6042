import { logTypes } from "@tollgate/contract/log-types";
import type { Settings } from "@tollgate/contract/settings";
import { userStatus } from "@tollgate/contract/users";
import type { Ledger } from "../../ledger/ledger.ts";
import type { Clock } from "../../platform/clock.ts";
import type { SecretBox } from "../../platform/secret-box.ts";
import type { Database, Queries, TransactionQueries } from "../../storage/database.ts";
import {
  createInviteRewardRepository,
  type InviteRewardRow,
} from "../../storage/repositories/invite-reward-repository.ts";
import { createUserRepository, type UserRow } from "../../storage/repositories/user-repository.ts";
import type { SettingsService } from "../settings/service.ts";
import { mailboxOf } from "./mailbox.ts";

export interface InviteRewardDependencies {
  database: Database;
  ledger: Ledger<TransactionQueries>;
  settings: Pick<SettingsService, "current">;
  secretBox: SecretBox;
  clock: Clock;
}

/** A reward that is due to an inviter. */
type WantedReward = Pick<
  InviteRewardRow,
  "reward_key" | "kind" | "inviter_id" | "invitee_id" | "order_id" | "quota" | "due_time"
>;

const daySeconds = 86_400;
const monthSeconds = 30 * daySeconds;
const atOnce = 100;

/**
 * Stores the rewards of inviters, pays them when they are due, and cancels them when their reason is gone. Every
 * payment is one ledger entry.
 */
export function createInviteRewards({
  database,
  ledger,
  settings,
  secretBox,
  clock,
}: InviteRewardDependencies) {
  /**
   * True if the inviter has as many rewards as the settings allow. The inviter is locked, so that parallel rewards are
   * counted.
   */
  async function isAtLimit(queries: Queries, inviterId: number): Promise<boolean> {
    const { InviteRewardsPerDay: perDay, InviteRewardsPerMonth: perMonth } = settings.current();
    if (perDay === 0 && perMonth === 0) return false;
    await createUserRepository(queries).lock(inviterId);
    const rewards = createInviteRewardRepository(queries);
    const now = clock.now();
    if (perDay > 0 && (await rewards.countSince(inviterId, now - daySeconds)) >= perDay) return true;
    return perMonth > 0 && (await rewards.countSince(inviterId, now - monthSeconds)) >= perMonth;
  }

  /** A reward beyond the limits is stored as cancelled, so that its reason is used up. */
  async function store(queries: Queries, wanted: WantedReward): Promise<void> {
    const now = clock.now();
    const atLimit = await isAtLimit(queries, wanted.inviter_id);
    await createInviteRewardRepository(queries).insert({
      ...wanted,
      status: atLimit ? "cancelled" : "pending",
      reason: atLimit ? "limit" : "",
      created_time: now,
      settled_time: atLimit ? now : 0,
    });
  }

  async function pay(reward: InviteRewardRow): Promise<void> {
    const users = createUserRepository(database.queries);
    const inviter = await users.find(reward.inviter_id);
    const invitee = await users.find(reward.invitee_id);
    const settled = (status: "paid" | "cancelled", reason: "" | "account") => ({
      status,
      reason,
      settled_time: clock.now(),
    });
    if (!isActive(inviter) || !isActive(invitee)) {
      await createInviteRewardRepository(database.queries).settle(reward.id, settled("cancelled", "account"));
      return;
    }
    const remark = remarkOf(reward);
    const log = { type: logTypes.system, username: inviter.username, content: remark, source_ip: "" };
    const entry = {
      id: reward.reward_key,
      userId: inviter.id,
      amount: reward.quota,
      kind: "reward",
      remark,
      log,
    };
    try {
      const booked = await ledger.credit(entry, async (queries) => {
        const paid = await createInviteRewardRepository(queries).settle(reward.id, settled("paid", ""));
        if (!paid) throw new SettledConcurrently();
      });
      // An entry of an older version, which kept no rewards.
      if (!booked)
        await createInviteRewardRepository(database.queries).settle(reward.id, settled("paid", ""));
    } catch (error) {
      if (!(error instanceof SettledConcurrently)) throw error;
    }
  }

  /**
   * Identifies the person whose registration or top-up is rewarded, so that each is rewarded once for all aliases of a
   * mailbox; empty: no address is known. Undefined: no reward, because the inviter is disabled or the same person.
   */
  function rewardKey(email: string, inviter: UserRow | undefined): string | undefined {
    if (!isActive(inviter)) return undefined;
    if (email === "") return "";
    const mailbox = mailboxOf(email);
    if (inviter.email !== "" && mailboxOf(inviter.email) === mailbox) return undefined;
    return secretBox.keyedHash(`invitation:${mailbox}`).slice(0, 32);
  }

  const vestingSeconds = (): number => settings.current().InviteVestingDays * daySeconds;

  return {
    rewardKey,
    vestingSeconds,

    /** Stores the reward for a registration and pays it if it is due. Idempotent. */
    async onRegistration(reward: {
      key: string;
      inviterId: number;
      inviteeId: number;
      quota: number;
      dueTime: number;
    }): Promise<void> {
      const id = `inviter:${reward.key}`;
      await database.transaction((queries) =>
        store(queries, {
          reward_key: id,
          kind: "registration",
          inviter_id: reward.inviterId,
          invitee_id: reward.inviteeId,
          order_id: 0,
          quota: reward.quota,
          due_time: reward.dueTime,
        }),
      );
      const row = await createInviteRewardRepository(database.queries).findByKey(id);
      if (row?.status === "pending" && row.due_time <= clock.now()) await pay(row);
    },

    /** Stores the reward for a user's first paid top-up within the transaction that credits the order. */
    async onFirstTopUp(
      queries: TransactionQueries,
      order: { id: number; user_id: number; quota: number },
    ): Promise<void> {
      const quota = topUpReward(settings.current(), order.quota);
      if (quota === 0) return;
      const users = createUserRepository(queries);
      const invitee = await users.find(order.user_id);
      if (!invitee || invitee.inviter_id === 0) return;
      const inviter = await users.find(invitee.inviter_id);
      const key = rewardKey(invitee.email, inviter);
      if (key === undefined) return;
      if (await createInviteRewardRepository(queries).hasOtherPaidOrder(invitee.id, order.id)) return;
      await store(queries, {
        reward_key: `inviter-top-up:${key === "" ? `user:${invitee.id}` : key}`,
        kind: "first_top_up",
        inviter_id: invitee.inviter_id,
        invitee_id: invitee.id,
        order_id: order.id,
        quota,
        due_time: clock.now() + vestingSeconds(),
      });
    },

    /** Cancels the unpaid reward for a refunded order, within the transaction of the reversal. */
    onReversal: (queries: TransactionQueries, order: { id: number }): Promise<void> =>
      createInviteRewardRepository(queries).cancelOfOrder(order.id, clock.now()),

    /** Pays what is due; for a timer. */
    async payDue(): Promise<void> {
      const rewards = createInviteRewardRepository(database.queries);
      for (const reward of await rewards.due(clock.now(), atOnce)) await pay(reward);
    },
  };
}

/** Another process paid or cancelled the reward first; the booking is undone. */
class SettledConcurrently extends Error {
  override name = "SettledConcurrently";
}

const isActive = (user: UserRow | undefined): user is UserRow => user?.status === userStatus.enabled;

function remarkOf({ kind, invitee_id: id }: InviteRewardRow): string {
  return kind === "registration"
    ? `Reward for inviting user ${id}`
    : `Reward for the first top-up of user ${id}`;
}

type TopUpTerms = Pick<Settings, "InviteTopUpReward" | "InviteTopUpPercent" | "InviteTopUpRewardMax">;

/** Fixed amount and percent of the top-up together, up to the maximum. Integer quota. */
export function topUpReward(terms: TopUpTerms, topUpQuota: number): number {
  const hundredths = Math.round(terms.InviteTopUpPercent * 100);
  const share = Number((BigInt(topUpQuota) * BigInt(hundredths)) / 10_000n);
  const reward = terms.InviteTopUpReward + share;
  return terms.InviteTopUpRewardMax > 0 ? Math.min(reward, terms.InviteTopUpRewardMax) : reward;
}
