import type { Invitee, InviterInvitee, InviteReward } from "@tollgate/contract/invitations";
import type { InviteeRow, InviteRewardRow } from "../../storage/repositories/invite-reward-repository.ts";

/** An invited user as the inviter sees it: no name, no order, no reason. */
export function presentInvitee(row: InviteeRow): Invitee {
  const rewards = row.rewards.map(presentReward);
  return { name: maskName(row.username), created_time: row.created_time, rewards };
}

/** The same for administrators. */
export function presentInviterInvitee(row: InviteeRow): InviterInvitee {
  const { id, username, created_time } = row;
  const rewards = row.rewards.map((reward) => ({
    ...presentReward(reward),
    id: reward.id,
    order_id: reward.order_id,
    reason: reward.reason,
    settled_time: reward.settled_time,
  }));
  return { user_id: id, username, created_time, rewards };
}

const presentReward = ({ kind, quota, status, due_time }: InviteRewardRow): InviteReward => ({
  kind,
  quota,
  status,
  due_time,
});

/** `ada` → `a•••a`. The length of the name is not shown. */
export function maskName(name: string): string {
  const letters = Array.from(name);
  return `${letters[0] ?? ""}•••${letters.length > 2 ? letters.at(-1) : ""}`;
}
