import {
  createPrice,
  deletePrice,
  deletePrices,
  listModelNames,
  listPrices,
  listUnpricedModels,
  syncPrices,
  updatePrice,
  updatePrices,
} from "@tollgate/contract/pricing";
import { simulatePrice } from "@tollgate/contract/price-simulation";
import type { RegisterEndpoint } from "../../http/register-endpoint.ts";
import type { PricingService } from "./service.ts";
import type { PriceSimulator } from "./simulator.ts";

export function registerPricingRoutes(
  register: RegisterEndpoint,
  pricing: PricingService,
  simulator: PriceSimulator,
): void {
  register(listPrices, () => pricing.list());
  register(listModelNames, () => pricing.names());
  register(listUnpricedModels, () => pricing.unpriced());
  register(simulatePrice, ({ body }) => simulator.simulate(body));
  register(createPrice, ({ actor, body }) => pricing.create(actor, body));
  register(updatePrice, ({ actor, params, body }) => pricing.update(actor, params["*"], body));
  register(deletePrice, async ({ actor, params }) => {
    await pricing.delete(actor, params["*"]);
    return null;
  });
  register(updatePrices, async ({ actor, body }) => ({ changed: await pricing.updateMany(actor, body) }));
  register(syncPrices, ({ actor, body, query }) => pricing.sync(actor, body, query.updateMode));
  register(deletePrices, async ({ actor, body }) => ({
    changed: await pricing.deleteMany(actor, body.models),
  }));
}
