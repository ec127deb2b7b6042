/** Redemption codes. */
export const redemptionExamples = {
  Redemption: {
    id: 3,
    user_id: 1,
    name: "Spring campaign",
    key: "…h7Qd",
    status: 3,
    quota: 5_000_000,
    created_time: 1_769_817_600,
    expired_time: -1,
    redeemed_time: 1_769_904_000,
    used_user_id: 7,
    used_username: "ada",
  },
  RedemptionForm: { name: "Spring campaign", quota: 5_000_000, count: 100 },
  RedemptionChangeForm: { id: 3, name: "Summer campaign", status: 2 },
  RedemptionBatchForm: { ids: [3, 4], action: "disable" },
  RedemptionKey: { key: "9fQ2bVxK8yTn5rWc1xLh7Q" },
  RedeemForm: { key: "9fQ2bVxK8yTn5rWc1xLh7Q" },
} as const;
