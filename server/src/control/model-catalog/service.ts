import type { ProviderDescriptor } from "@tollgate/contract/descriptor";
import {
  type ModelInfo,
  type ModelInfoChange,
  type ModelOwner,
  type ModelOwnerChange,
  type NewModelInfo,
  type NewModelOwner,
  ownersWithoutProvider,
  reservedOwners,
} from "@tollgate/contract/model-catalog";
import { rejectFixedFields, type SentFixedFields } from "../../http/register-endpoint.ts";
import { AppError } from "../../platform/app-error.ts";
import type { Clock } from "../../platform/clock.ts";
import type { Database, TransactionQueries } from "../../storage/database.ts";
import {
  createModelInfoRepository,
  type ModelInfoRow,
} from "../../storage/repositories/model-info-repository.ts";
import { createModelOwnerRepository } from "../../storage/repositories/model-owner-repository.ts";
import type { Actor } from "../actor.ts";
import type { Audit, AuditEvent } from "../audit.ts";

/** Owners of models, and their descriptions; both are public. */
export interface ModelCatalogService {
  /** Every provider's owner and the added ones, by number. */
  owners(): Promise<ModelOwner[]>;
  /** @throws AppError model_owner.not_found */
  owner(id: number): Promise<ModelOwner>;
  /** @throws AppError model_owner.exists */
  createOwner(actor: Actor, form: NewModelOwner): Promise<ModelOwner>;
  updateOwner(actor: Actor, form: ModelOwnerChange): Promise<ModelOwner>;
  /** @throws AppError model_owner.reserved for a provider's owner */
  deleteOwner(actor: Actor, id: number): Promise<void>;
  infos(): Promise<ModelInfo[]>;
  /** @throws AppError model_info.not_found */
  info(id: number): Promise<ModelInfo>;
  /** @throws AppError model_info.exists */
  createInfo(actor: Actor, form: NewModelInfo, fixed: SentFixedFields): Promise<ModelInfo>;
  updateInfo(actor: Actor, form: ModelInfoChange, fixed: SentFixedFields): Promise<ModelInfo>;
  deleteInfo(actor: Actor, id: number): Promise<void>;
}

export interface ModelCatalogDependencies {
  database: Database;
  providers: readonly { descriptor: ProviderDescriptor }[];
  audit: Audit;
  clock: Clock;
}

export function createModelCatalogService(deps: ModelCatalogDependencies): ModelCatalogService {
  const { database, clock } = deps;
  const owners = createModelOwnerRepository(database.queries);
  const infos = createModelInfoRepository(database.queries);
  const builtIn: ModelOwner[] = [
    ...deps.providers.map(({ descriptor }) => ({ id: descriptor.type, name: descriptor.label, icon: "" })),
    ...Object.entries(ownersWithoutProvider).map(([id, name]) => ({ id: Number(id), name, icon: "" })),
  ];

  /** A change and its audit entry, in one transaction. */
  async function change<T>(
    actor: Actor,
    event: AuditEvent,
    write: (queries: TransactionQueries) => Promise<T>,
  ): Promise<T> {
    return database.transaction(async (queries) => {
      const written = await write(queries);
      await deps.audit.record(queries, actor, event);
      return written;
    });
  }

  async function listOwners(): Promise<ModelOwner[]> {
    const byId = new Map(builtIn.map((owner) => [owner.id, owner]));
    for (const row of await owners.all()) byId.set(row.id, row);
    return [...byId.values()].sort((a, b) => a.id - b.id);
  }

  async function findOwner(id: number): Promise<ModelOwner> {
    const owner = (await listOwners()).find((one) => one.id === id);
    if (!owner) throw new AppError("model_owner.not_found");
    return owner;
  }

  async function findInfo(id: number): Promise<ModelInfoRow> {
    const row = await infos.find(id);
    if (!row) throw new AppError("model_info.not_found");
    return row;
  }

  const ownerEvent = (action: string, { id, name }: ModelOwner): AuditEvent => ({
    action: `model_owner.${action}`,
    target: { type: "model_owner", id },
    detail: { name },
  });
  const infoEvent = (action: string, model: string): AuditEvent => ({
    action: `model_info.${action}`,
    target: { type: "model_info", id: model },
  });

  return {
    owners: listOwners,
    owner: findOwner,

    async createOwner(actor, form) {
      return change(actor, ownerEvent("create", form), async (queries) => {
        if (!(await createModelOwnerRepository(queries).insert(form)))
          throw new AppError("model_owner.exists", { params: { id: form.id } });
        return form;
      });
    },

    async updateOwner(actor, form) {
      const before = await findOwner(form.id);
      const owner = { id: form.id, name: form.name ?? before.name, icon: form.icon ?? before.icon };
      await change(actor, ownerEvent("update", owner), (queries) =>
        createModelOwnerRepository(queries).put(owner),
      );
      return owner;
    },

    async deleteOwner(actor, id) {
      const owner = await findOwner(id);
      if (id <= reservedOwners) throw new AppError("model_owner.reserved");
      await change(actor, ownerEvent("delete", owner), async (queries) => {
        if (!(await createModelOwnerRepository(queries).delete(id)))
          throw new AppError("model_owner.not_found");
      });
    },

    infos: () => infos.all(),
    info: findInfo,

    async createInfo(actor, form, fixed) {
      rejectFixedFields(fixed);
      const now = clock.now();
      const id = await change(actor, infoEvent("create", form.model), async (queries) => {
        const row = { ...form, created_at: now, updated_at: now };
        const inserted = await createModelInfoRepository(queries).insert(row);
        if (inserted === undefined)
          throw new AppError("model_info.exists", { params: { model: form.model } });
        return inserted;
      });
      return findInfo(id);
    },

    async updateInfo(actor, { id, ...sent }, fixed) {
      const before = await findInfo(id);
      rejectFixedFields(fixed, before);
      const fields = Object.fromEntries(Object.entries(sent).filter(([, value]) => value !== undefined));
      const model = sent.model ?? before.model;
      await change(actor, infoEvent("update", model), async (queries) => {
        const rows = createModelInfoRepository(queries);
        if (model !== before.model && (await rows.findByModel(model)))
          throw new AppError("model_info.exists", { params: { model } });
        await rows.update(id, { ...fields, updated_at: clock.now() });
      });
      return findInfo(id);
    },

    async deleteInfo(actor, id) {
      const { model } = await findInfo(id);
      await change(actor, infoEvent("delete", model), async (queries) => {
        if (!(await createModelInfoRepository(queries).delete(id)))
          throw new AppError("model_info.not_found");
      });
    },
  };
}
