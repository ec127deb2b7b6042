import { createHash } from "node:crypto";
import { isWildcard, matchModelPattern } from "@tollgate/contract/model-pattern";
import {
  type PriceChange,
  priceListMax,
  type PriceListSource,
  type PriceUpdateForm,
  type PriceUpdatePreview,
  type SuggestedPrice,
} from "@tollgate/contract/price-updates";
import type { Price, PriceSyncResult } from "@tollgate/contract/pricing";
import { AppError } from "../../platform/app-error.ts";
import { FetchRejected } from "../../platform/guarded-fetch/fetch-rejected.ts";
import type { GuardedFetch } from "../../platform/guarded-fetch/guarded-fetch.ts";
import type { Actor } from "../actor.ts";
import { priceBook } from "../price-book.ts";
import type { PricingService } from "../pricing/service.ts";
import { comparePrices } from "./compare-prices.ts";
import { planUpdate } from "./plan-update.ts";
import type { PriceList } from "./price-list.ts";
import { readPriceList } from "./read-price-list.ts";
import { suggestPrice } from "./suggest-price.ts";

export interface PriceUpdateService {
  /**
   * The changes that importing a list would make.
   * @throws AppError price_list.… if the list cannot be fetched or read
   */
  preview(source: PriceListSource): Promise<PriceUpdatePreview>;
  /**
   * Imports a list as it was previewed: it is read again, and nothing changes if the result differs.
   * @throws AppError price_list.changed_meanwhile
   */
  apply(actor: Actor, form: PriceUpdateForm): Promise<PriceSyncResult>;
  /** The book's prices of models, by name; models that it lacks are left out. */
  suggest(models: readonly string[]): Record<string, SuggestedPrice>;
}

export interface PriceUpdateDependencies {
  pricing: Pick<PricingService, "stored" | "served" | "takeOver">;
  fetchPublic: GuardedFetch;
  providers: readonly { descriptor: { type: number } }[];
}

/** Most unusable rows that are named. */
const skippedMost = 100;
const fetchMilliseconds = 20_000;
/** Repositories serve files as text. */
const jsonTypes = ["application/json", "text/json", "text/plain", "application/octet-stream"];

export function createPriceUpdateService(deps: PriceUpdateDependencies): PriceUpdateService {
  async function readText(source: PriceListSource): Promise<string> {
    if (source.source === "file") return source.text;
    if (source.source === "book") return JSON.stringify({ prices: priceBook().prices });
    const limits = { maxBytes: priceListMax, timeoutMilliseconds: fetchMilliseconds, types: jsonTypes };
    try {
      return (await deps.fetchPublic(source.address, limits)).bytes.toString("utf8");
    } catch (error) {
      if (!(error instanceof FetchRejected)) throw error;
      throw new AppError("price_list.unavailable", { params: { reason: error.message }, cause: error });
    }
  }

  const known = new Set(deps.providers.map(({ descriptor }) => descriptor.type));

  /** Other gateways number providers of their own: such a price belongs to none in particular. */
  async function readList(source: PriceListSource): Promise<PriceList> {
    const list = await readPriceList(await readText(source));
    for (const { price } of list.rows) if (!known.has(price.channel_type)) price.channel_type = 0;
    return list;
  }

  return {
    async preview(source) {
      const list = await readList(source);
      const [stored, served] = await Promise.all([deps.pricing.stored(), deps.pricing.served()]);
      const { changes, unchanged } = await comparePrices(stored, list.rows, servedCheck(served));
      return {
        digest: digestOf(changes),
        format: list.format,
        listed: list.rows.length,
        unchanged,
        changes,
        skipped: list.skipped.slice(0, skippedMost),
        skipped_count: list.skipped.length,
      };
    },

    async apply(actor, form) {
      const { format, rows } = await readList(form.list);
      const makePlan = async (stored: Price[]) => {
        const { changes } = await comparePrices(stored, rows, () => false);
        if (digestOf(changes) !== form.digest) throw new AppError("price_list.changed_meanwhile");
        return planUpdate(changes, form);
      };
      return deps.pricing.takeOver(actor, makePlan, { name: nameOf(form.list), format });
    },

    suggest: (models) =>
      Object.fromEntries(
        models.flatMap((model) => {
          const found = suggestPrice(priceBook(), model);
          return found ? [[model, found]] : [];
        }),
      ),
  };
}

/** Identifies the effect of a list on the stored prices; other details of a change are ignored. */
function digestOf(changes: readonly PriceChange[]): string {
  const facts = changes.map(({ model, state, before, after }) => [model, state, before, after]);
  return createHash("sha256").update(JSON.stringify(facts)).digest("hex");
}

/** The audit log's name of a list. An address may contain a key in its query. */
function nameOf(source: PriceListSource): string {
  if (source.source !== "address") return source.source;
  const { origin, pathname } = new URL(source.address);
  return `${origin}${pathname}`;
}

function servedCheck(served: readonly string[]): (model: string) => boolean {
  const names = new Set(served);
  const wildcards = served.filter(isWildcard);
  const sorted = served.toSorted();
  /** Sorted names with the same prefix are adjacent, so the first one that is not smaller than the prefix decides. */
  const someBegins = (prefix: string): boolean => {
    let [low, high] = [0, sorted.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((sorted[middle] as string) < prefix) low = middle + 1;
      else high = middle;
    }
    return sorted[low]?.startsWith(prefix) ?? false;
  };
  return (model) =>
    names.has(model) ||
    matchModelPattern(wildcards, model) !== undefined ||
    (isWildcard(model) && someBegins(model.slice(0, -1)));
}
