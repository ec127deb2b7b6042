import { indexModels } from "@tollgate/contract/model-pattern";
import type { Price } from "@tollgate/contract/pricing";
import { unpricedModels } from "@tollgate/contract/unpriced-models";
import { AppError } from "../../platform/app-error.ts";
import type { ChangeNotice } from "../../snapshot/change-notice.ts";
import type { Database } from "../../storage/database.ts";
import type { ChannelRepository } from "../../storage/repositories/channel-repository.ts";
import {
  createPriceRepository,
  type PriceRepository,
  type PriceRow,
} from "../../storage/repositories/price-repository.ts";
import type { Actor } from "../actor.ts";
import type { Audit } from "../audit.ts";
import { auditChanges } from "../audit-changes.ts";
import { readOffer } from "../channel-offer.ts";
import { presentPrice } from "./present.ts";

export interface PricingService {
  list(): Promise<Price[]>;
  /** Names of prices and channels. */
  names(): Promise<string[]>;
  /** Names that calls would be billed by and no price covers (D20). */
  unpriced(): Promise<string[]>;
  create(actor: Actor, price: Price): Promise<Price>;
  /** `model` is the name before; the price may carry another: a rename. */
  update(actor: Actor, model: string, price: Price): Promise<Price>;
  delete(actor: Actor, model: string): Promise<void>;
  deleteMany(actor: Actor, models: string[]): Promise<number>;
}

export interface PricingDependencies {
  database: Database;
  prices: PriceRepository;
  channels: ChannelRepository;
  changeNotice: ChangeNotice;
  audit: Audit;
}

export function createPricingService(deps: PricingDependencies): PricingService {
  const { prices } = deps;

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

  return {
    list: async () => (await prices.all()).map(presentPrice),

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

    async update(actor, model, price) {
      const before = await prices.find(model);
      if (!before) throw new AppError("price.not_found", { params: { model } });
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
  };
}

/** A price as the audit log shows it: every extra ratio is a field. */
function auditedPrice(price: Price): Record<string, unknown> {
  const { model: _model, extra_ratios: extras, ...terms } = price;
  const ratios = Object.entries(extras).map(([name, ratio]) => [`extra.${name}`, ratio]);
  return { ...terms, ...Object.fromEntries(ratios) };
}

function columnsOf(price: Price): PriceRow {
  return {
    model: price.model,
    type: price.type,
    channel_type: price.channel_type,
    input: price.input,
    output: price.output,
    locked: price.locked ? 1 : 0,
    extra_ratios: JSON.stringify(price.extra_ratios),
  };
}
