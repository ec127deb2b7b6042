import { listPricedModels } from "@tollgate/contract/channels";
import {
  listAvailableModels,
  listModelPricing,
  listModelsByProvider,
  listOwnModels,
} from "@tollgate/contract/models";
import type { RegisterEndpoint } from "../../http/register-endpoint.ts";
import type { ModelService } from "./service.ts";

export function registerModelRoutes(register: RegisterEndpoint, models: ModelService): void {
  register(listAvailableModels, async ({ visitor }) => models.available((await visitor())?.group));
  register(listModelsByProvider, ({ actor }) => models.byProvider(actor.group));
  register(listOwnModels, ({ actor, query }) => models.names(actor.group, query.group));
  register(listModelPricing, async ({ visitor, beside }) => {
    const page = await models.pricing((await visitor())?.group);
    beside(page.beside);
    return page.models;
  });
  register(listPricedModels, ({ beside }) => {
    beside({ object: "list" });
    return models.priced();
  });
}
