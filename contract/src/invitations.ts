import * as z from "zod";
import { defineEndpoint } from "./endpoint.ts";
import { idParams, listQuery, pageOf } from "./list-query.ts";

/** Events that reward an inviter. */
export const inviteRewardKinds = ["registration", "first_top_up"] as const;
export const inviteRewardStatuses = ["pending", "paid", "cancelled"] as const;
/** `refund`: the top-up went back; `limit`: the inviter had too many rewards; `account`: one of the two accounts ended. */
export const inviteRewardReasons = ["", "refund", "limit", "account"] as const;

export const inviteReward = z
  .object({
    kind: z.enum(inviteRewardKinds),
    quota: z.int(),
    status: z.enum(inviteRewardStatuses),
    due_time: z.int().describe("When a pending reward is paid, epoch seconds."),
  })
  .meta({ id: "InviteReward", description: "A reward for an invitation." });
export type InviteReward = z.infer<typeof inviteReward>;

export const invitee = z
  .object({
    name: z.string().describe("Masked: the first and the last character of the username."),
    created_time: z.int().describe("Epoch seconds of the registration."),
    rewards: z.array(inviteReward),
  })
  .meta({ id: "Invitee", description: "A user who registered with your invitation link." });
export type Invitee = z.infer<typeof invitee>;

export const inviteTerms = z
  .object({
    registration: z.int().describe("Reward for each registration, in quota."),
    invitee: z.int().describe("What the invited user gets, in quota."),
    top_up_quota: z.int().describe("Fixed reward for the first top-up, in quota."),
    top_up_percent: z.number().describe("Percent of the first top-up."),
    top_up_max: z.int().describe("Largest reward for the first top-up, in quota; 0: no limit."),
    vesting_days: z.int().describe("Days until a reward is paid."),
  })
  .meta({ id: "InviteTerms", description: "Current rewards of an invitation." });
export type InviteTerms = z.infer<typeof inviteTerms>;

export const inviteSummary = z
  .object({
    invited: z.int().describe("How many registered."),
    earned: z.int().describe("Quota that was paid."),
    pending: z.int().describe("Quota that is not due yet."),
    terms: inviteTerms,
  })
  .meta({ id: "InviteSummary" });
export type InviteSummary = z.infer<typeof inviteSummary>;

/** The newest first. GET /api/user/aff answers the code of the link. */
export const listOwnInvitees = defineEndpoint({
  method: "GET",
  path: "/api/invitation/self",
  access: "user",
  summary: "List the users who registered with your invitation link, names masked",
  query: listQuery([], {}),
  data: pageOf(invitee),
});

export const getOwnInviteSummary = defineEndpoint({
  method: "GET",
  path: "/api/invitation/self/summary",
  access: "user",
  summary: "Rewards of your invitations, and the reward of an invitation",
  data: inviteSummary,
});

export const inviter = z
  .object({
    user_id: z.int(),
    username: z.string(),
    invited: z.int().describe("How many registered."),
    earned: z.int().describe("Quota that was paid."),
    pending: z.int().describe("Quota that is not due yet."),
    cancelled: z.int().describe("Quota that is not paid: refunds, limits, ended accounts."),
  })
  .meta({ id: "Inviter" });
export type Inviter = z.infer<typeof inviter>;

export const inviterOrder = ["user_id", "username", "invited", "earned", "pending", "cancelled"] as const;

/** `keyword`: an id, or the beginning of a name. */
export const listInviters = defineEndpoint({
  method: "GET",
  path: "/api/invitation/",
  access: "admin",
  summary: "Users who invited others, with their rewards",
  query: listQuery(inviterOrder, {}),
  data: pageOf(inviter),
});

export const inviteTotals = inviter
  .omit({ user_id: true, username: true })
  .extend({ inviters: z.int() })
  .meta({ id: "InviteTotals" });
export type InviteTotals = z.infer<typeof inviteTotals>;

export const getInviteTotals = defineEndpoint({
  method: "GET",
  path: "/api/invitation/totals",
  access: "admin",
  summary: "All invitations and rewards in sum",
  data: inviteTotals,
});

const bookedReward = inviteReward
  .extend({
    id: z.int(),
    order_id: z.int().describe("The top-up that it is for; 0: none."),
    reason: z.enum(inviteRewardReasons).describe("Why it was cancelled."),
    settled_time: z.int().describe("When it was paid or cancelled, epoch seconds; 0: pending."),
  })
  .meta({ id: "BookedReward" });

export const inviterInvitee = z
  .object({
    user_id: z.int(),
    username: z.string(),
    created_time: z.int().describe("Epoch seconds of the registration."),
    rewards: z.array(bookedReward),
  })
  .meta({ id: "InviterInvitee" });
export type InviterInvitee = z.infer<typeof inviterInvitee>;

export const listInvitees = defineEndpoint({
  method: "GET",
  path: "/api/invitation/:id",
  access: "admin",
  summary: "Whom a user invited, with every reward",
  params: idParams,
  query: listQuery([], {}),
  data: pageOf(inviterInvitee),
});
