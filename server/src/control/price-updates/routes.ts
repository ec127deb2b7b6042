import { applyPriceUpdate, previewPriceUpdate, suggestPrices } from "@tollgate/contract/price-updates";
import type { RegisterEndpoint } from "../../http/register-endpoint.ts";
import type { PriceUpdateService } from "./service.ts";

export function registerPriceUpdateRoutes(register: RegisterEndpoint, updates: PriceUpdateService): void {
  register(previewPriceUpdate, ({ body }) => updates.preview(body));
  register(applyPriceUpdate, ({ actor, body }) => updates.apply(actor, body));
  register(suggestPrices, ({ body }) => updates.suggest(body.models));
}
