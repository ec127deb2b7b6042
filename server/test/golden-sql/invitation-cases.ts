import { createInviteRewardRepository } from "../../src/storage/repositories/invite-reward-repository.ts";
import { defineCases } from "./cases.ts";
import { newRow } from "./new-row.ts";

const page = { page: 2, size: 20, order: [{ field: "earned", descending: true }] };

export const invitationCases = {
  "invite-reward-repository": defineCases(({ database }) => createInviteRewardRepository(database.queries), {
    sums: { "of all": (rewards) => rewards.sums(), "of one": (rewards) => rewards.sums(7) },
    countInvited: {
      "of all": (rewards) => rewards.countInvited(),
      "of one": (rewards) => rewards.countInvited(7),
    },
    insert: (rewards) => rewards.insert(newRow("invite_rewards")),
    findByKey: (rewards) => rewards.findByKey("x"),
    countSince: (rewards) => rewards.countSince(7, 100),
    due: (rewards) => rewards.due(100, 10),
    settle: (rewards) => rewards.settle(1, { status: "paid", reason: "", settled_time: 100 }),
    cancelOfOrder: (rewards) => rewards.cancelOfOrder(12, 100),
    hasOtherPaidOrder: (rewards) => rewards.hasOtherPaidOrder(7, 12),
    pageOfInvitees: (rewards) => rewards.pageOfInvitees(page, 7),
    pageOfInviters: {
      "of all": (rewards) => rewards.pageOfInviters(page, ""),
      "by keyword": (rewards) => rewards.pageOfInviters(page, "k"),
    },
    countInviters: (rewards) => rewards.countInviters(),
  }),
};
