import { getChecklist, getDashboard, getUncollected, listOwnUsage } from "@tollgate/contract/dashboard";
import type { RegisterEndpoint } from "../../http/register-endpoint.ts";
import type { DashboardService } from "./service.ts";

export function registerDashboardRoutes(register: RegisterEndpoint, dashboard: DashboardService): void {
  register(getDashboard, ({ actor, query }) => dashboard.usage(actor, query.offset));
  register(listOwnUsage, ({ actor, query }) => dashboard.ownUsage(actor, query));
  register(getChecklist, () => dashboard.checklist());
  register(getUncollected, () => dashboard.uncollected());
}
