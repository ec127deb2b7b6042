import { logTypes } from "@tollgate/contract/log-types";
import { userStatus } from "@tollgate/contract/users";
import * as z from "zod";
import type { BalanceChange, Ledger } from "../../ledger/ledger.ts";
import type { SecretBox } from "../../platform/secret-box.ts";
import type { UserRepository, UserRow } from "../../storage/repositories/user-repository.ts";
import type { SettingsService } from "../settings/service.ts";
import { mailboxOf } from "./mailbox.ts";

/** What is owed for a new account. The amounts are those in force when it was made. */
const welcomeDue = z.object({
  opening: z.number().int(),
  invited: z.number().int(),
  inviter: z.number().int(),
  inviterId: z.number().int(),
  /** Names the reward in the ledger: the same mailbox is rewarded once. */
  rewardKey: z.string(),
});
type WelcomeDue = z.infer<typeof welcomeDue>;

/** Opening quota and rewards for invitations. What is owed is stored with the user, so that a crash loses nothing. */
export interface Welcome {
  /** To be stored with the new user; empty: nothing is owed. */
  owed(account: { email: string; openingQuota?: number }, inviter: UserRow | undefined): string;
  /** Books what is owed to one user; whatever was booked before stays as it is. */
  pay(userId: number, due: string): Promise<void>;
  /** The same for accounts made until `until` (epoch seconds) whose maker died. */
  payAll(until: number): Promise<void>;
}

export interface WelcomeDependencies {
  users: UserRepository;
  settings: SettingsService;
  ledger: Ledger;
  secretBox: SecretBox;
}

const atOnce = 100;

export function createWelcome(deps: WelcomeDependencies): Welcome {
  const { users, ledger } = deps;

  /** Empty: no reward. An address that was rewarded once, under whatever alias, is the same key again. */
  function rewardKeyFor(email: string, inviter: UserRow | undefined): string | undefined {
    if (inviter?.status !== userStatus.enabled) return undefined;
    if (email === "") return "";
    const mailbox = mailboxOf(email);
    if (inviter.email !== "" && mailboxOf(inviter.email) === mailbox) return undefined;
    return deps.secretBox.keyedHash(`invitation:${mailbox}`).slice(0, 32);
  }

  async function pay(userId: number, text: string): Promise<void> {
    const due = welcomeDue.parse(JSON.parse(text));
    for (const entry of entriesOf(userId, due)) {
      const owner = entry.amount > 0 ? await users.find(entry.userId) : undefined;
      // Whoever was deleted meanwhile gets nothing.
      if (!owner) continue;
      const { username } = owner;
      const log = { type: logTypes.system, username, content: entry.remark, source_ip: "" };
      await ledger.credit({ ...entry, log });
    }
    await users.update(userId, { welcome_due: "" });
  }

  return {
    owed({ email, openingQuota }, inviter) {
      const { QuotaForNewUser, QuotaForInvitee, QuotaForInviter } = deps.settings.current();
      const rewardKey = rewardKeyFor(email, inviter);
      const rewarded = rewardKey !== undefined && inviter !== undefined;
      const due: WelcomeDue = {
        opening: openingQuota ?? QuotaForNewUser,
        invited: rewarded ? QuotaForInvitee : 0,
        inviter: rewarded ? QuotaForInviter : 0,
        inviterId: rewarded ? inviter.id : 0,
        rewardKey: rewardKey ?? "",
      };
      return due.opening + due.invited + due.inviter > 0 ? JSON.stringify(due) : "";
    },

    pay,

    async payAll(until) {
      for (const row of await users.withWelcomeDue(until, atOnce)) await pay(row.id, row.welcome_due);
    },
  };
}

function entriesOf(userId: number, due: WelcomeDue): BalanceChange[] {
  const key = due.rewardKey === "" ? `user:${userId}` : due.rewardKey;
  return [
    { id: `opening:${userId}`, userId, amount: due.opening, kind: "opening", remark: "Opening quota" },
    { id: `invited:${key}`, userId, amount: due.invited, kind: "reward", remark: "Reward for being invited" },
    {
      id: `inviter:${key}`,
      userId: due.inviterId,
      amount: due.inviter,
      kind: "reward",
      remark: `Reward for inviting user ${userId}`,
    },
  ];
}
