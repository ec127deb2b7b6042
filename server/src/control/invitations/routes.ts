import {
  getInviteTotals,
  getOwnInviteSummary,
  listInvitees,
  listInviters,
  listOwnInvitees,
} from "@tollgate/contract/invitations";
import { parseOrder } from "@tollgate/contract/list-query";
import type { RegisterEndpoint } from "../../http/register-endpoint.ts";
import type { InvitationService } from "./service.ts";

export function registerInvitationRoutes(register: RegisterEndpoint, invitations: InvitationService): void {
  register(listOwnInvitees, ({ actor, query }) => invitations.listOwn(actor.id, { ...query, order: [] }));
  register(getOwnInviteSummary, ({ actor }) => invitations.summary(actor.id));
  register(listInviters, ({ query }) => invitations.inviters({ ...query, order: parseOrder(query.order) }));
  register(getInviteTotals, () => invitations.totals());
  register(listInvitees, ({ params, query }) => invitations.list(params.id, { ...query, order: [] }));
}
