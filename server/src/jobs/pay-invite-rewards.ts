import type { InvitationService } from "../control/invitations/service.ts";
import type { Job } from "./job.ts";

/** Pays rewards of inviters that are due. */
export function payInviteRewards({ rewards }: InvitationService): Job {
  return { name: "pay-invite-rewards", interval: () => 300, run: () => rewards.payDue() };
}
