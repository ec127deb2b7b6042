import {
  getBurnRate,
  getGrowth,
  getOwnUsageSeries,
  getSiteOverview,
  getUsageSeries,
  getUsageTotals,
} from "@tollgate/contract/analytics";
import { getOwnInviteSummary } from "@tollgate/contract/invitations";
import { listAvailableModels } from "@tollgate/contract/models";
import { getPulse } from "@tollgate/contract/pulse";
import { getInvitationCode } from "@tollgate/contract/registration";
import { aGrowth, anOverview, aPulse, aSeries, someTotals } from "./a-usage";
import { answer } from "./api-mock";

/** Responses for the dashboard of a gateway without calls. */
export function answerDashboard(): void {
  answer(getOwnUsageSeries, aSeries());
  answer(getUsageSeries, aSeries());
  answer(getUsageTotals, someTotals());
  answer(getGrowth, aGrowth());
  answer(getSiteOverview, anOverview());
  answer(getBurnRate, { balance: 0, last_7_days: 0, per_day: 0, days_left: null });
  answer(getPulse, aPulse());
  answer(listAvailableModels, {});
  answer(getInvitationCode, "Ab12Cd34");
  const terms = {
    registration: 0,
    invitee: 0,
    top_up_quota: 0,
    top_up_percent: 0,
    top_up_max: 0,
    vesting_days: 7,
  };
  answer(getOwnInviteSummary, { invited: 0, earned: 0, pending: 0, terms });
}
