import { channelStatus } from "@tollgate/contract/channels";
import { mapModel } from "@tollgate/contract/map-model";
import { readModelCheck } from "../storage/model-check-column.ts";
import type { ChannelRepository } from "../storage/repositories/channel-repository.ts";

type OfferRow = Awaited<ReturnType<ChannelRepository["allOffers"]>>[number];

/** The models that one channel serves to which groups, and the name that a call is billed by. */
export interface ChannelOffer {
  id: number;
  name: string;
  priority: number;
  weight: number;
  /** Provider number. */
  type: number;
  enabled: boolean;
  groups: readonly string[];
  /** Its list and the names it maps; some may be wildcards. */
  models: readonly string[];
  /** Those of its list that the provider no longer lists; routing prefers other channels for them. */
  gone: ReadonlySet<string>;
  /** The forwarded name, or the requested one where the mapping has a leading `+`. */
  billedAs(requested: string): string;
  /** The same with the name that is sent upstream. */
  mapModel(requested: string): { upstreamModel: string; billedModel: string };
}

export function readOffer(row: OfferRow): ChannelOffer {
  const mapping =
    row.model_mapping.trim() === "" ? {} : (JSON.parse(row.model_mapping) as Record<string, string>);
  const { id, name, priority, weight } = row;
  return {
    id,
    name,
    priority,
    weight,
    type: row.type,
    enabled: row.status === channelStatus.enabled,
    groups: JSON.parse(row.groups) as string[],
    models: [...new Set([...(JSON.parse(row.models) as string[]), ...Object.keys(mapping)])],
    gone: new Set(readModelCheck(row).gone_models.map(({ model }) => model)),
    billedAs: (requested) => mapModel(mapping, requested).billedModel,
    mapModel: (requested) => mapModel(mapping, requested),
  };
}
