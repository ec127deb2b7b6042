import { channelStatus } from "@tollgate/contract/channels";
import { type CostRates, costRates, type PriceTerms } from "@tollgate/contract/cost";
import { isWildcard } from "@tollgate/contract/model-pattern";
import type { Settings } from "@tollgate/contract/settings";
import type { Selectable } from "kysely";
import type { ChannelsTable } from "../storage/tables/channels.ts";
import type { PricesTable } from "../storage/tables/prices.ts";
import type { UserGroupsTable } from "../storage/tables/user-groups.ts";
import type {
  ChannelTier,
  RelaySnapshot,
  SnapshotChannel,
  SnapshotGroup,
  SnapshotPrice,
} from "./relay-snapshot.ts";

export interface SnapshotRows {
  version: number;
  channels: Selectable<ChannelsTable>[];
  prices: Selectable<PricesTable>[];
  groups: Selectable<UserGroupsTable>[];
  settings: Settings;
  /** Decrypts the keys of a channel, one per line. */
  openKeys(channel: Selectable<ChannelsTable>): string[];
}

/** Names by exact match and by wildcard, longest prefix first. */
interface NameIndex<T> {
  exact: Map<string, T>;
  wildcards: { prefix: string; value: T }[];
}

/** Rows → the immutable view of the data plane. Pure; a channel that cannot be read is left out and named in `broken`. */
export function buildSnapshot(rows: SnapshotRows): { snapshot: RelaySnapshot; broken: number[] } {
  const { settings } = rows;
  const broken: number[] = [];
  const channels = new Map<number, SnapshotChannel>();
  for (const row of rows.channels) {
    if (row.status !== channelStatus.enabled) continue;
    try {
      channels.set(row.id, readChannel(row, rows.openKeys(row), settings));
    } catch {
      broken.push(row.id);
    }
  }
  const groups = new Map<string, SnapshotGroup>();
  for (const row of rows.groups) {
    if (row.enable !== 1) continue;
    groups.set(row.symbol, {
      symbol: row.symbol,
      name: row.name,
      ratio: row.ratio,
      limits: Object.freeze({
        // No form takes a rate of 0. Where one is stored it must not become no limit at all.
        requestsPerMinute: Math.max(1, row.api_rate),
        tokensPerMinute: row.tokens_per_minute,
        concurrency: row.concurrency,
      }),
      public: row.public === 1,
    });
  }
  const byGroup = indexByGroup(channels.values(), groups.keys());
  const prices = indexNames(rows.prices.map((row): [string, SnapshotPrice] => [row.model, readPrice(row)]));
  const rateCache = new Map<PriceTerms, Map<number, CostRates>>();

  const snapshot: RelaySnapshot = {
    version: rows.version,
    settings: Object.freeze({
      retryTimes: settings.RetryTimes,
      retryCooldownSeconds: settings.RetryCooldownSeconds,
      retryTimeOut: settings.RetryTimeOut,
      preConsumedQuota: settings.PreConsumedQuota,
      automaticDisable: settings.AutomaticDisableChannelEnabled,
      quotaPerUnit: settings.QuotaPerUnit,
      chatCacheSeconds: settings.ChatCacheEnabled ? settings.ChatCacheExpireMinute * 60 : 0,
    }),
    group: (symbol) => groups.get(symbol),
    candidates: (group, model) => {
      const index = byGroup.get(group);
      return (index && findName(index, model)) ?? [];
    },
    channel: (id) => channels.get(id),
    price: (model) => findName(prices, model),
    rates(price, ratio) {
      let byRatio = rateCache.get(price);
      if (!byRatio) rateCache.set(price, (byRatio = new Map()));
      let rates = byRatio.get(ratio);
      if (!rates) byRatio.set(ratio, (rates = costRates(price, ratio)));
      return rates;
    },
    modelsOf(group) {
      const index = byGroup.get(group);
      if (!index) return [];
      const names = [...index.exact.entries()].map(([model, tiers]) => ({
        model,
        type: tiers[0]?.channels[0]?.type ?? 0,
      }));
      return names.sort((a, b) => (a.model < b.model ? -1 : 1));
    },
  };
  return { snapshot: Object.freeze(snapshot), broken };
}

function readChannel(row: Selectable<ChannelsTable>, keys: string[], settings: Settings): SnapshotChannel {
  if (keys.length === 0) throw new Error(`channel ${row.id} has no key`);
  const object = <T>(text: string): T => (text.trim() === "" ? {} : JSON.parse(text)) as T;
  return Object.freeze({
    id: row.id,
    name: row.name,
    type: row.type,
    keys,
    baseUrl: row.base_url,
    groups: JSON.parse(row.groups) as string[],
    models: JSON.parse(row.models) as string[],
    priority: row.priority,
    weight: Math.max(1, row.weight),
    mapping: object<Record<string, string>>(row.model_mapping),
    headers: lowerCaseNames(object<Record<string, string>>(row.model_headers)),
    customParameters: object<Record<string, unknown>>(row.custom_parameter),
    proxy: row.proxy,
    other: row.other,
    plugin: object<Record<string, Record<string, unknown>>>(row.plugin),
    onlyChat: row.only_chat === 1,
    preCost: row.pre_cost,
    disabledStream: new Set(JSON.parse(row.disabled_stream || "[]") as string[]),
    connectTimeout: row.connect_timeout || settings.ConnectTimeoutSeconds,
    firstByteTimeout: row.first_byte_timeout || settings.FirstByteTimeoutSeconds,
    idleTimeout: row.idle_timeout || settings.IdleTimeoutSeconds,
    totalTimeout: row.total_timeout || settings.TotalTimeoutSeconds,
  });
}

function lowerCaseNames(headers: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
}

function readPrice(row: Selectable<PricesTable>): SnapshotPrice {
  return Object.freeze({
    model: row.model,
    type: row.type,
    input: row.input,
    output: row.output,
    extra_ratios: JSON.parse(row.extra_ratios || "{}") as PriceTerms["extra_ratios"],
  });
}

/** group → model → tiers. A channel's mapped names count as served even where its list does not repeat them. */
function indexByGroup(
  channels: Iterable<SnapshotChannel>,
  groups: Iterable<string>,
): Map<string, NameIndex<ChannelTier[]>> {
  const served = new Map<string, Map<string, SnapshotChannel[]>>();
  for (const group of groups) served.set(group, new Map());
  for (const channel of channels) {
    for (const group of channel.groups) {
      const models = served.get(group);
      if (!models) continue;
      for (const name of new Set([...channel.models, ...Object.keys(channel.mapping)])) {
        const list = models.get(name);
        if (list) list.push(channel);
        else models.set(name, [channel]);
      }
    }
  }
  return new Map(
    [...served].map(([group, models]) => [
      group,
      indexNames([...models].map(([name, list]): [string, ChannelTier[]] => [name, tiersOf(list)])),
    ]),
  );
}

function tiersOf(channels: SnapshotChannel[]): ChannelTier[] {
  const byPriority = Map.groupBy(channels, (channel) => channel.priority);
  return [...byPriority.entries()]
    .sort(([a], [b]) => b - a)
    .map(([priority, list]) => ({ priority, channels: list }));
}

function indexNames<T>(entries: [string, T][]): NameIndex<T> {
  const exact = new Map<string, T>();
  const wildcards: { prefix: string; value: T }[] = [];
  for (const [name, value] of entries) {
    if (isWildcard(name)) wildcards.push({ prefix: name.slice(0, -1), value });
    else exact.set(name, value);
  }
  wildcards.sort((a, b) => b.prefix.length - a.prefix.length);
  return { exact, wildcards };
}

function findName<T>(index: NameIndex<T>, name: string): T | undefined {
  const exact = index.exact.get(name);
  if (exact !== undefined) return exact;
  for (const { prefix, value } of index.wildcards) if (name.startsWith(prefix)) return value;
  return undefined;
}
