/** Invitations. */
const reward = { kind: "first_top_up", quota: 250_000, status: "pending", due_time: 1_770_422_400 };

const bookedReward = { ...reward, id: 4, order_id: 12, reason: "", settled_time: 0 };

export const invitationExamples = {
  InviteReward: reward,
  Invitee: { name: "a•••a", created_time: 1_769_817_600, rewards: [reward] },
  InviteTerms: {
    registration: 50_000,
    invitee: 100_000,
    top_up_quota: 0,
    top_up_percent: 5,
    top_up_max: 5_000_000,
    vesting_days: 7,
  },
  InviteSummary: {
    invited: 3,
    earned: 150_000,
    pending: 250_000,
    terms: {
      registration: 50_000,
      invitee: 100_000,
      top_up_quota: 0,
      top_up_percent: 5,
      top_up_max: 5_000_000,
      vesting_days: 7,
    },
  },
  Inviter: { user_id: 7, username: "ada", invited: 3, earned: 150_000, pending: 250_000, cancelled: 0 },
  InviteTotals: { inviters: 1, invited: 3, earned: 150_000, pending: 250_000, cancelled: 0 },
  BookedReward: bookedReward,
  InviterInvitee: {
    user_id: 8,
    username: "alba",
    created_time: 1_769_817_600,
    rewards: [bookedReward],
  },
} as const;
