import type { PriceChange, PriceUpdateForm, PriceUpdateMode } from "@tollgate/contract/price-updates";
import { AppError } from "../../platform/app-error.ts";
import type { PricePlan } from "../pricing/service.ts";

const statesOf: Readonly<Record<Exclude<PriceUpdateMode, "chosen">, readonly PriceChange["state"][]>> = {
  add: ["new"],
  update: ["changed"],
  overwrite: ["new", "changed", "gone"],
};

/**
 * The prices to write of all that a list would change. Locked prices are never included.
 * @throws AppError request.invalid naming a chosen model that the list does not change
 */
export function planUpdate(
  changes: readonly PriceChange[],
  { mode, models }: Pick<PriceUpdateForm, "mode" | "models">,
): PricePlan {
  const wanted =
    mode === "chosen"
      ? chosen(changes, models)
      : changes.filter(({ state }) => statesOf[mode].includes(state));
  const plan: PricePlan = { added: [], updated: [], deleted: [] };
  for (const { model, state, before, after } of wanted) {
    if (state === "new" && after) plan.added.push(after);
    else if (state === "changed" && before && after) plan.updated.push({ before, price: after });
    else if (state === "gone") plan.deleted.push(model);
  }
  return plan;
}

function chosen(changes: readonly PriceChange[], models: readonly string[]): PriceChange[] {
  const byModel = new Map(
    changes.filter(({ state }) => state !== "locked").map((change) => [change.model, change]),
  );
  const found = new Set<PriceChange>();
  const fields = models.flatMap((model, index) => {
    const change = byModel.get(model);
    if (change) found.add(change);
    if (change) return [];
    const params = { model };
    const { message } = new AppError("price.not_found", { params });
    return [{ path: `models.${index}`, code: "price.not_found", message, params }];
  });
  if (fields.length > 0) throw new AppError("request.invalid", { fields });
  return [...found];
}
