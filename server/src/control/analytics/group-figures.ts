import type { FigureGrouping, FigureRank } from "@tollgate/contract/analytics";
import { findModel, indexModels } from "@tollgate/contract/model-pattern";
import type { FigureKey, RankedKey } from "../../storage/repositories/figure-repository.ts";
import type { FigureNameRepository, NamedThing } from "../../storage/repositories/figure-name-repository.ts";
import type { PriceRepository } from "../../storage/repositories/price-repository.ts";
import { type FigureDimension, figureDimensions as dimensions } from "../../storage/tables/usage-figures.ts";

/** Where the statistics of a grouping are stored, and the key of a group there. */
export interface GroupSource {
  dimension: FigureDimension;
  by: "subject" | "user";
}

/** The source for all users, or for one user's own statistics. */
export function sourceOf(grouping: FigureGrouping, own: boolean): GroupSource {
  switch (grouping) {
    case "none":
      return own
        ? { dimension: dimensions.token, by: "user" }
        : { dimension: dimensions.group, by: "subject" };
    case "model":
    case "owner":
      return { dimension: own ? dimensions.userModel : dimensions.model, by: "subject" };
    case "provider":
    case "channel":
      return { dimension: dimensions.channel, by: "subject" };
    case "user":
      return { dimension: dimensions.token, by: "user" };
    case "group":
      return { dimension: dimensions.group, by: "subject" };
    case "token":
      return { dimension: dimensions.token, by: "subject" };
  }
}

export interface FigureNames {
  names: FigureNameRepository;
  prices: Pick<PriceRepository, "all">;
  /** Names of model owners by number. */
  owners(): Promise<readonly { id: number; name: string }[]>;
  /** Names of providers by number. */
  providers: ReadonlyMap<number, string>;
}

export interface RankedGroup {
  key: string;
  members: FigureKey[];
  rank: number;
}

/** Collects keys into the groups that a grouping shows, the largest first. */
export async function rankGroups(
  keys: readonly RankedKey[],
  grouping: FigureGrouping,
  rank: FigureRank,
  names: FigureNames,
): Promise<RankedGroup[]> {
  const groupOf = await chooseGroup(grouping, names);
  const groups = new Map<string, RankedGroup>();
  for (const { userId, subject, ...sums } of keys) {
    const key = groupOf({ userId, subject });
    const group = groups.get(key) ?? { key, members: [], rank: 0 };
    groups.set(key, group);
    group.members.push({ userId, subject });
    group.rank += sums[rank];
  }
  return [...groups.values()].sort((a, b) => b.rank - a.rank || (a.key < b.key ? -1 : 1));
}

async function chooseGroup(
  grouping: FigureGrouping,
  { names, prices }: FigureNames,
): Promise<(key: FigureKey) => string> {
  if (grouping === "owner") {
    const index = indexModels(
      (await prices.all()).map((price) => [price.model, price.channel_type] as const),
    );
    return ({ subject }) => String(findModel(index, subject) ?? 0);
  }
  if (grouping === "provider") {
    const types = new Map((await names.channelTypes()).map(({ id, type }) => [String(id), String(type)]));
    return ({ subject }) => types.get(subject) ?? "0";
  }
  if (grouping === "user") return ({ userId }) => String(userId);
  return ({ subject }) => subject;
}

export interface GroupLabel {
  label: string;
  owner_name: string;
  deleted: boolean;
}

/**
 * Names of groups, by key. A key without a name is `#12`; calls without a model, channel or token have an empty label.
 */
export async function labelGroups(
  keys: readonly string[],
  grouping: FigureGrouping,
  names: FigureNames,
): Promise<(key: string) => GroupLabel> {
  const found = new Map((await findNames(keys, grouping, names)).map((thing) => [thing.key, thing]));
  const isNumber = grouping !== "model" && grouping !== "group" && grouping !== "none";
  return (key) => {
    const thing = found.get(key);
    const nameless = isNumber && key !== "0" ? `#${key}` : isNumber ? "" : key;
    return {
      label: thing?.name || nameless,
      owner_name: thing?.owner ?? "",
      // Names of models and symbols of groups are in the roll-ups themselves.
      deleted: thing ? thing.deleted : nameless.startsWith("#") && isNumber,
    };
  };
}

async function findNames(
  keys: readonly string[],
  grouping: FigureGrouping,
  { names, owners, providers }: FigureNames,
): Promise<NamedThing[]> {
  const ids = keys.map(Number).filter((id) => id > 0);
  const plain = (id: number, name: string): NamedThing => ({
    key: String(id),
    name,
    deleted: false,
    owner: "",
  });
  switch (grouping) {
    case "user":
      return names.users(ids);
    case "token":
      return names.tokens(ids);
    case "channel":
      return names.channels(ids);
    case "group":
      return names.groups();
    case "owner":
      return (await owners()).map(({ id, name }) => plain(id, name));
    case "provider":
      return [...providers].map(([id, name]) => plain(id, name));
    case "none":
    case "model":
      return [];
  }
}
