import { logTypes } from "@tollgate/contract/log-types";
import * as z from "zod";
import type { BalanceChange, Ledger } from "../../ledger/ledger.ts";
import type { UserRepository, UserRow } from "../../storage/repositories/user-repository.ts";
import type { InviteRewards } from "../invitations/service.ts";
import type { SettingsService } from "../settings/service.ts";

/** What is owed to a new account, at the amounts of its creation. */
const welcomeDue = z.object({
  opening: z.int(),
  invited: z.int(),
  inviter: z.int(),
  inviterId: z.int(),
  /** Names the reward in the ledger: the same mailbox is rewarded once. */
  rewardKey: z.string(),
  /** Seconds until the inviter is paid. */
  vestingSeconds: z.int().default(0),
});
type WelcomeDue = z.infer<typeof welcomeDue>;

/** What is owed to an account without an inviter. */
export function openingDue(quota: number): string {
  const due: WelcomeDue = {
    opening: quota,
    invited: 0,
    inviter: 0,
    inviterId: 0,
    rewardKey: "",
    vestingSeconds: 0,
  };
  return JSON.stringify(due);
}

/** Opening quota and rewards for invitations. What is owed is stored with the user, so that a crash loses nothing. */
export interface Welcome {
  /** The amounts to store with the new user; empty: nothing is owed. */
  owed(account: { email: string; openingQuota?: number }, inviter: UserRow | undefined): string;
  /** Books what is owed to one user; bookings that exist stay as they are. */
  pay(userId: number, due: string): Promise<void>;
  /** The same for accounts created until `until` (epoch seconds) whose process died. */
  payAll(until: number): Promise<void>;
}

export interface WelcomeDependencies {
  users: UserRepository;
  settings: SettingsService;
  ledger: Ledger;
  inviteRewards: Pick<InviteRewards, "rewardKey" | "vestingSeconds" | "onRegistration">;
}

const atOnce = 100;

export function createWelcome(deps: WelcomeDependencies): Welcome {
  const { users, ledger, inviteRewards } = deps;

  async function rewardInviter(userId: number, due: WelcomeDue): Promise<void> {
    const account = await users.find(userId);
    if (!account) return;
    await inviteRewards.onRegistration({
      key: keyOf(userId, due),
      inviterId: due.inviterId,
      inviteeId: userId,
      quota: due.inviter,
      dueTime: account.created_time + due.vestingSeconds,
    });
  }

  async function pay(userId: number, text: string): Promise<void> {
    const due = welcomeDue.parse(JSON.parse(text));
    for (const entry of entriesOf(userId, due)) {
      const owner = entry.amount > 0 ? await users.find(entry.userId) : undefined;
      // A user who was deleted in the meantime gets nothing.
      if (!owner) continue;
      const { username } = owner;
      const log = { type: logTypes.system, username, content: entry.remark, source_ip: "" };
      await ledger.credit({ ...entry, log });
    }
    if (due.inviter > 0) await rewardInviter(userId, due);
    await users.update(userId, { welcome_due: "" });
  }

  return {
    owed({ email, openingQuota }, inviter) {
      const { QuotaForNewUser, QuotaForInvitee, QuotaForInviter } = deps.settings.current();
      const rewardKey = inviteRewards.rewardKey(email, inviter);
      const rewarded = rewardKey !== undefined && inviter !== undefined;
      const due: WelcomeDue = {
        opening: openingQuota ?? QuotaForNewUser,
        invited: rewarded ? QuotaForInvitee : 0,
        inviter: rewarded ? QuotaForInviter : 0,
        inviterId: rewarded ? inviter.id : 0,
        rewardKey: rewardKey ?? "",
        vestingSeconds: inviteRewards.vestingSeconds(),
      };
      return due.opening + due.invited + due.inviter > 0 ? JSON.stringify(due) : "";
    },

    pay,

    async payAll(until) {
      for (const row of await users.withWelcomeDue(until, atOnce)) await pay(row.id, row.welcome_due);
    },
  };
}

/** Without a known mailbox the account itself is rewarded once. */
function keyOf(userId: number, { rewardKey }: WelcomeDue): string {
  return rewardKey === "" ? `user:${userId}` : rewardKey;
}

/** The new user's quota. */
function entriesOf(userId: number, due: WelcomeDue): BalanceChange[] {
  const invited = `invited:${keyOf(userId, due)}`;
  return [
    { id: `opening:${userId}`, userId, amount: due.opening, kind: "opening", remark: "Opening quota" },
    { id: invited, userId, amount: due.invited, kind: "reward", remark: "Reward for being invited" },
  ];
}
