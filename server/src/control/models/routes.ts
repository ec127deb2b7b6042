import { listAvailableModels } from "@tollgate/contract/models";
import type { RegisterEndpoint } from "../../http/register-endpoint.ts";
import type { ModelService } from "./service.ts";

export function registerModelRoutes(register: RegisterEndpoint, models: ModelService): void {
  register(listAvailableModels, async ({ visitor }) => models.available((await visitor())?.group));
}
