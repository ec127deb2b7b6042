import { parseOrder } from "@tollgate/contract/list-query";
import {
  createRedemptions,
  deleteRedemption,
  editRedemptions,
  exportRedemptions,
  getRedemption,
  listRedemptions,
  redeemCode,
  revealRedemption,
  updateRedemption,
} from "@tollgate/contract/redemptions";
import type { RegisterEndpoint } from "../../http/register-endpoint.ts";
import { rejectField } from "../../platform/app-error.ts";
import type { RedemptionService } from "./service.ts";

export function registerRedemptionRoutes(register: RegisterEndpoint, redemptions: RedemptionService): void {
  register(listRedemptions, ({ query }) => redemptions.list({ ...query, order: parseOrder(query.order) }));
  register(exportRedemptions, ({ actor, query }) => redemptions.export(actor, query));
  register(getRedemption, ({ params }) => redemptions.get(params.id));
  register(revealRedemption, async ({ actor, params }) => ({
    key: await redemptions.reveal(actor, params.id),
  }));
  register(createRedemptions, ({ actor, body }) => redemptions.create(actor, body));
  register(updateRedemption, ({ actor, query, body, fixed }) => {
    if (!query.status_only) return redemptions.update(actor, body, fixed);
    if (body.status === undefined) throw rejectField(statusMissing);
    const { id, status } = body;
    return redemptions.update(actor, { id, status }, { ...fixed, values: {} });
  });
  register(deleteRedemption, async ({ actor, params }) => {
    await redemptions.delete(actor, params.id);
    return null;
  });
  register(editRedemptions, async ({ actor, body: { ids, matching, action } }) => ({
    changed: matching
      ? await redemptions.editMatching(actor, matching, action)
      : await redemptions.editMany(actor, ids, action),
  }));
  register(redeemCode, ({ actor, body }) => redemptions.redeem(actor, body.key));
}

const statusMissing = {
  path: "status",
  code: "invalid_type",
  message: "Set status to 1 (enabled) or 2 (disabled).",
  params: { expected: "number" },
};
