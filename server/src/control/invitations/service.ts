import type {
  Invitee,
  Inviter,
  InviterInvitee,
  InviteSummary,
  InviteTotals,
} from "@tollgate/contract/invitations";
import type { Page } from "@tollgate/contract/list-query";
import { createInviteRewardRepository } from "../../storage/repositories/invite-reward-repository.ts";
import type { PageRequest } from "../../storage/repositories/list-page.ts";
import { presentInvitee, presentInviterInvitee } from "./present.ts";
import { createInviteRewards, type InviteRewardDependencies } from "./rewards.ts";

export type InviteRewards = ReturnType<typeof createInviteRewards>;

/** Who invited whom, and the rewards for it. */
export interface InvitationService {
  /** What registration, orders and the timer call. */
  rewards: InviteRewards;
  /** Whom a user invited, names masked. */
  listOwn(userId: number, request: PageRequest): Promise<Page<Invitee>>;
  summary(userId: number): Promise<InviteSummary>;
  inviters(request: PageRequest & { keyword: string }): Promise<Page<Inviter>>;
  totals(): Promise<InviteTotals>;
  /** Whom a user invited, for administrators. */
  list(userId: number, request: PageRequest): Promise<Page<InviterInvitee>>;
}

export function createInvitationService(deps: InviteRewardDependencies): InvitationService {
  const repository = createInviteRewardRepository(deps.database.queries);
  return {
    rewards: createInviteRewards(deps),

    async listOwn(userId, { page, size, order }) {
      const { rows, total } = await repository.pageOfInvitees({ page, size, order }, userId);
      return { data: rows.map(presentInvitee), page, size, total_count: total };
    },

    async summary(userId) {
      const { earned, pending } = await repository.sums(userId);
      const settings = deps.settings.current();
      const terms = {
        registration: settings.QuotaForInviter,
        invitee: settings.QuotaForInvitee,
        top_up_quota: settings.InviteTopUpReward,
        top_up_percent: settings.InviteTopUpPercent,
        top_up_max: settings.InviteTopUpRewardMax,
        vesting_days: settings.InviteVestingDays,
      };
      return { invited: await repository.countInvited(userId), earned, pending, terms };
    },

    async inviters({ page, size, order, keyword }) {
      const { rows, total } = await repository.pageOfInviters({ page, size, order }, keyword.trim());
      return { data: rows, page, size, total_count: total };
    },

    async totals() {
      const [inviters, invited, sums] = await Promise.all([
        repository.countInviters(),
        repository.countInvited(),
        repository.sums(),
      ]);
      return { inviters, invited, ...sums };
    },

    async list(userId, { page, size, order }) {
      const { rows, total } = await repository.pageOfInvitees({ page, size, order }, userId);
      return { data: rows.map(presentInviterInvitee), page, size, total_count: total };
    },
  };
}
