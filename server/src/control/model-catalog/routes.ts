import {
  createModelInfo,
  createModelOwner,
  deleteModelInfo,
  deleteModelOwner,
  getModelInfo,
  getModelOwner,
  getModelOwnerMap,
  listModelInfos,
  listModelOwners,
  updateModelInfo,
  updateModelOwner,
} from "@tollgate/contract/model-catalog";
import type { RegisterEndpoint } from "../../http/register-endpoint.ts";
import type { ModelCatalogService } from "./service.ts";

export function registerModelCatalogRoutes(register: RegisterEndpoint, catalog: ModelCatalogService): void {
  register(listModelOwners, () => catalog.owners());
  register(getModelOwnerMap, async () =>
    Object.fromEntries((await catalog.owners()).map((owner) => [String(owner.id), owner])),
  );
  register(getModelOwner, ({ params }) => catalog.owner(params.id));
  register(createModelOwner, ({ actor, body }) => catalog.createOwner(actor, body));
  register(updateModelOwner, ({ actor, body }) => catalog.updateOwner(actor, body));
  register(deleteModelOwner, async ({ actor, params }) => {
    await catalog.deleteOwner(actor, params.id);
    return null;
  });
  register(listModelInfos, () => catalog.infos());
  register(getModelInfo, ({ params }) => catalog.info(params.id));
  register(createModelInfo, ({ actor, body, fixed }) => catalog.createInfo(actor, body, fixed));
  register(updateModelInfo, ({ actor, body, fixed }) => catalog.updateInfo(actor, body, fixed));
  register(deleteModelInfo, async ({ actor, params }) => {
    await catalog.deleteInfo(actor, params.id);
    return null;
  });
}
