import { setImmediate as nextTurn } from "node:timers/promises";
import { findModel, indexModels } from "@tollgate/contract/model-pattern";
import type { FieldProblem } from "@tollgate/contract/envelope";
import type {
  ListedPrice,
  Price,
  PriceBatchForm,
  PriceSyncMode,
  PriceSyncResult,
  SavedPrice,
} from "@tollgate/contract/pricing";
import { unpricedModels } from "@tollgate/contract/unpriced-models";
import { AppError } from "../../platform/app-error.ts";
import type { ChangeNotice } from "../../snapshot/change-notice.ts";
import type { Database } from "../../storage/database.ts";
import { lockTable } from "../../storage/lock-table.ts";
import type { ChannelRepository } from "../../storage/repositories/channel-repository.ts";
import {
  createPriceRepository,
  type PriceRepository,
  type PriceRow,
} from "../../storage/repositories/price-repository.ts";
import type { Actor } from "../actor.ts";
import type { Audit } from "../audit.ts";
import { auditChanges } from "../audit-changes.ts";
import { type ChannelOffer, readOffer } from "../channel-offer.ts";
import { type PricePlan, planMultiple, planSync, withRules } from "./plan-prices.ts";
import { auditedPrice, columnsOf, planSlices } from "./write-plan.ts";
import type { ModelCatalogService } from "../model-catalog/service.ts";
import { rejectUnknownProviders } from "./policy.ts";
import { presentListedPrice, presentPrice } from "./present.ts";

export type { PricePlan } from "./plan-prices.ts";

export interface PricingService {
  /** With the descriptions of models; those first that enabled channels serve. */
  list(): Promise<ListedPrice[]>;
  /** Names of prices and channels. */
  names(): Promise<string[]>;
  /** Names that calls would be billed by and no price covers. */
  unpriced(): Promise<string[]>;
  create(actor: Actor, price: Price): Promise<Price>;
  /** `model` is the previous name; the price may have another: a rename. */
  update(actor: Actor, model: string, price: SavedPrice): Promise<Price>;
  delete(actor: Actor, model: string): Promise<void>;
  deleteMany(actor: Actor, models: string[]): Promise<number>;
  /**
   * How many prices changed.
   * @throws AppError request.invalid with price.exists for added models that have another price
   */
  updateMany(actor: Actor, form: PriceBatchForm): Promise<number>;
  sync(actor: Actor, prices: SavedPrice[], mode: PriceSyncMode): Promise<PriceSyncResult>;
  /** As they are stored, without descriptions. */
  stored(): Promise<Price[]>;
  /** Names that channels serve or bill by; some may be wildcards. */
  served(): Promise<string[]>;
  /**
   * Writes the plan of `makePlan` over the stored prices, with an entry for each price and one for the whole, in one
   * transaction. An error of `makePlan` leaves everything as it was.
   */
  takeOver(
    actor: Actor,
    makePlan: (stored: Price[]) => PricePlan | Promise<PricePlan>,
    from: { name: string; format: string },
  ): Promise<PriceSyncResult>;
}

export interface PricingDependencies {
  database: Database;
  prices: PriceRepository;
  channels: ChannelRepository;
  changeNotice: ChangeNotice;
  audit: Audit;
  catalog: Pick<ModelCatalogService, "infos">;
  providers: readonly { descriptor: { type: number } }[];
}

export function createPricingService(deps: PricingDependencies): PricingService {
  const { prices } = deps;
  const providers = new Set(deps.providers.map(({ descriptor }) => descriptor.type));

  /** Changes prices and writes the audit entry in one transaction, then announces it. Nothing changed: neither. */
  async function change(
    actor: Actor,
    write: (rows: PriceRepository) => Promise<number>,
    { action, models, detail }: { action: string; models: string[]; detail?: Record<string, unknown> },
  ): Promise<number> {
    const count = await deps.database.transaction(async (queries) => {
      const written = await write(createPriceRepository(queries));
      for (const id of written > 0 ? models : []) {
        const event = { action: `price.${action}`, target: { type: "price", id }, ...(detail && { detail }) };
        await deps.audit.record(queries, actor, event);
      }
      return written;
    });
    if (count > 0) await deps.changeNotice.announce("prices");
    return count;
  }

  /**
   * Compares, writes and audits in one transaction, with an audit entry for each price. Nothing changed: no
   * announcement.
   */
  async function writePlan(
    actor: Actor,
    makePlan: (stored: Price[]) => PricePlan | Promise<PricePlan>,
    from?: { name: string; format: string },
  ): Promise<PricePlan> {
    const plan = await deps.database.transaction(async (queries) => {
      const rows = createPriceRepository(queries);
      // A price that is edited between the comparison and its statement would be lost.
      await lockTable(queries, deps.database.dialect, "prices");
      const made = await makePlan((await rows.all()).map(presentPrice));
      for (const { deleted, put, events } of planSlices(made)) {
        if (deleted.length > 0) await rows.delete(deleted);
        if (put.length > 0) await rows.put(put);
        await deps.audit.record(queries, actor, events);
        // SQLite returns without yielding to the event loop.
        await nextTurn();
      }
      if (from && sizeOf(made) > 0)
        await deps.audit.record(queries, actor, {
          action: "price.take_over",
          target: { type: "price_list", id: from.name },
          detail: { format: from.format, ...countsOf(made) },
        });
      return made;
    });
    if (sizeOf(plan) > 0) await deps.changeNotice.announce("prices");
    return plan;
  }

  return {
    async list() {
      const [all, infos, offers] = await Promise.all([
        prices.all(),
        deps.catalog.infos(),
        deps.channels.allOffers(),
      ]);
      const rows = usefulFirst(all, offers.map(readOffer));
      const byModel = new Map(infos.map((info) => [info.model, info]));
      return rows.map((row) => presentListedPrice(row, byModel.get(row.model)));
    },

    async names() {
      const [rows, offers] = await Promise.all([prices.all(), deps.channels.allOffers()]);
      const offered = offers.flatMap((row) => readOffer(row).models);
      return [...new Set([...rows.map((row) => row.model), ...offered])].sort();
    },

    async unpriced() {
      const [rows, offers] = await Promise.all([prices.all(), deps.channels.allOffers()]);
      const index = indexModels(rows.map((row) => [row.model, row]));
      const unpriced = offers
        .map(readOffer)
        .flatMap((offer) => unpricedModels(offer.models, offer.billedAs, index));
      return [...new Set(unpriced)].sort();
    },

    async create(actor, price) {
      rejectUnknownProviders(providers, [{ path: "channel_type", type: price.channel_type }]);
      const write = async (rows: PriceRepository) => ((await rows.insert(columnsOf(price))) ? 1 : 0);
      if (
        (await change(actor, write, {
          action: "create",
          models: [price.model],
          detail: auditedPrice(price),
        })) === 0
      )
        throw new AppError("price.exists", { params: { model: price.model } });
      return price;
    },

    async update(actor, model, saved) {
      const before = await prices.find(model);
      if (!before) throw new AppError("price.not_found", { params: { model } });
      rejectUnknownProviders(providers, [
        { path: "channel_type", type: saved.channel_type, before: before.channel_type },
      ]);
      const price = withRules(saved, presentPrice(before));
      if (price.model !== model && (await prices.find(price.model)))
        throw new AppError("price.exists", { params: { model: price.model } });
      const write = async (rows: PriceRepository) => {
        await rows.update(model, columnsOf(price));
        return 1;
      };
      const detail = auditChanges(
        { model, ...auditedPrice(presentPrice(before)) },
        { model: price.model, ...auditedPrice(price) },
      );
      await change(actor, write, { action: "update", models: [model], detail });
      return price;
    },

    async delete(actor, model) {
      if ((await change(actor, (rows) => rows.delete([model]), { action: "delete", models: [model] })) === 0)
        throw new AppError("price.not_found", { params: { model } });
    },

    async deleteMany(actor, models) {
      const existing = (await prices.all()).map((row) => row.model).filter((model) => models.includes(model));
      return change(actor, (rows) => rows.delete(existing), { action: "delete", models: existing });
    },

    async updateMany(actor, { original_models: original, models, price }) {
      const plan = await writePlan(actor, (stored) => {
        const before = stored.find(({ model }) => original.includes(model))?.channel_type;
        rejectUnknownProviders(providers, [{ path: "price.channel_type", type: price.channel_type, before }]);
        const planned = planMultiple(stored, { original, models, price });
        rejectTaken(planned.taken, models);
        return planned;
      });
      return sizeOf(plan);
    },

    async sync(actor, sent, mode) {
      rejectRepeated(sent);
      rejectUnknownProviders(
        providers,
        sent.map(({ channel_type: type }, index) => ({ path: `${index}.channel_type`, type })),
      );
      return countsOf(await writePlan(actor, (stored) => planSync(stored, sent, mode)));
    },

    stored: async () => (await prices.all()).map(presentPrice),

    async served() {
      const offers = (await deps.channels.allOffers()).map(readOffer);
      return [
        ...new Set(
          offers.flatMap(({ models, billedAs }) => models.flatMap((name) => [name, billedAs(name)])),
        ),
      ];
    },

    takeOver: async (actor, makePlan, from) => countsOf(await writePlan(actor, makePlan, from)),
  };
}

function countsOf({ added, updated, deleted }: PricePlan): PriceSyncResult {
  return { added: added.length, updated: updated.length, deleted: deleted.length };
}

function sizeOf({ added, updated, deleted }: PricePlan): number {
  return added.length + updated.length + deleted.length;
}

function rejectTaken(taken: readonly string[], models: readonly string[]): void {
  const fields = taken.map((model) => modelProblem("price.exists", `models.${models.indexOf(model)}`, model));
  if (fields.length > 0) throw new AppError("request.invalid", { fields });
}

function rejectRepeated(prices: readonly SavedPrice[]): void {
  const seen = new Set<string>();
  const fields: FieldProblem[] = [];
  for (const [index, { model }] of prices.entries()) {
    if (seen.has(model)) fields.push(modelProblem("price.listed_twice", `${index}.model`, model));
    seen.add(model);
  }
  if (fields.length > 0) throw new AppError("request.invalid", { fields });
}

function modelProblem(
  code: "price.exists" | "price.listed_twice",
  path: string,
  model: string,
): FieldProblem {
  const params = { model };
  return { path, code, message: new AppError(code, { params }).message, params };
}

/** Prices that calls are billed by now, then the others, both in their order. */
function usefulFirst(rows: readonly PriceRow[], offers: readonly ChannelOffer[]): PriceRow[] {
  const index = indexModels(rows.map((row) => [row.model, row.model]));
  const enabled = offers.filter((offer) => offer.enabled);
  const used = new Set(
    enabled.flatMap(({ models, billedAs }) => models.map((name) => findModel(index, billedAs(name)))),
  );
  const rankOf = ({ model }: PriceRow): number => (used.has(model) ? 0 : 1);
  return rows.toSorted((a, b) => rankOf(a) - rankOf(b));
}
