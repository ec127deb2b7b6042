import { channelStatus } from "@tollgate/contract/channels";
import { type CostRates, costRates, type PriceTerms } from "@tollgate/contract/cost";
import type { PriceRule } from "@tollgate/contract/price-rules";
import { findModel, indexModels, type ModelIndex } from "@tollgate/contract/model-pattern";
import type { Settings } from "@tollgate/contract/settings";
import type { Selectable } from "kysely";
import { readModelCheck } from "../storage/model-check-column.ts";
import type { CaptureTargetsTable } from "../storage/tables/captures.ts";
import type { ChannelsTable } from "../storage/tables/channels.ts";
import type { PricesTable } from "../storage/tables/prices.ts";
import type { UserGroupsTable } from "../storage/tables/user-groups.ts";
import { offersFree } from "./offers-free.ts";
import type {
  ChannelTier,
  RelaySnapshot,
  SnapshotCaptures,
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
  /** Captures that have not ended. */
  captureTargets: Pick<Selectable<CaptureTargetsTable>, "kind" | "target_id" | "until">[];
  /** Decrypts the keys of a channel, one per line. */
  openKeys(channel: Selectable<ChannelsTable>): string[];
  /** Decrypts the other columns that may contain a credential. */
  openTexts(channel: Selectable<ChannelsTable>): Selectable<ChannelsTable>;
}

/** Result of the previous build: unchanged channels are not read, decrypted and indexed again. */
export interface BuiltChannels {
  rows: ReadonlyMap<number, Selectable<ChannelsTable>>;
  channels: ReadonlyMap<number, SnapshotChannel>;
  /** Settings that channels inherit. */
  defaults: string;
  groupNames: string;
  byGroup: ReadonlyMap<string, ModelIndex<ChannelTier[]>>;
}

export interface BuiltSnapshot {
  snapshot: RelaySnapshot;
  broken: number[];
  built: BuiltChannels;
}

/** Channels between two yields, so that waiting calls are served. */
const channelsAtOnce = 25;

/**
 * Rows → the immutable view of the data plane; an unreadable channel is left out and listed in `broken`.
 * Awaits `breathe` every few channels, so that a large installation's change never delays calls.
 */
export async function buildSnapshot(
  rows: SnapshotRows,
  before: BuiltChannels | undefined,
  breathe: () => Promise<void>,
): Promise<BuiltSnapshot> {
  const { settings } = rows;
  const broken: number[] = [];
  const defaults = JSON.stringify(defaultsOf(settings));
  const known = before?.defaults === defaults ? before : undefined;
  const channels = new Map<number, SnapshotChannel>();
  let read = 0;
  for (const row of rows.channels) {
    if (row.status !== channelStatus.enabled) continue;
    const earlier = known?.channels.get(row.id);
    if (earlier && isSameRow(row, known?.rows.get(row.id))) {
      channels.set(row.id, earlier);
      continue;
    }
    read += 1;
    if (read % channelsAtOnce === 0) await breathe();
    try {
      channels.set(row.id, readChannel(rows.openTexts(row), rows.openKeys(row), settings));
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
        // No form accepts a rate of 0. A stored 0 must not mean unlimited.
        requestsPerMinute: Math.max(1, row.api_rate),
        tokensPerMinute: row.tokens_per_minute,
        concurrency: row.concurrency,
      }),
      public: row.public === 1,
    });
  }
  const groupNames = JSON.stringify([...groups.keys()]);
  const unchanged = known?.groupNames === groupNames && read === 0 && channels.size === known.channels.size;
  const byGroup = unchanged
    ? known.byGroup
    : await indexByGroup([...channels.values()], groups.keys(), breathe);
  const priceRows = rows.prices.map(readPrice);
  const prices = indexModels(priceRows.map((price): [string, SnapshotPrice] => [price.model, price]));
  const freeCache = new Map<string, boolean>();
  const rateCache = new Map<PriceTerms, Map<number, CostRates>>();

  const snapshot: RelaySnapshot = {
    version: rows.version,
    settings: Object.freeze({
      retryTimes: settings.RetryTimes,
      retryCooldownSeconds: settings.RetryCooldownSeconds,
      retryTimeOut: settings.RetryTimeOut,
      preConsumedQuota: settings.PreConsumedQuota,
      automaticDisable: settings.AutomaticDisableChannelEnabled,
      disableKeywords: settings.DisableChannelKeywords.map((phrase) => phrase.toLowerCase()),
      quotaPerUnit: settings.QuotaPerUnit,
      answerHeaders: settings.AnswerHeadersEnabled,
      chatCacheSeconds: settings.ChatCacheEnabled ? settings.ChatCacheExpireMinute * 60 : 0,
    }),
    captures: readCaptures(rows.captureTargets),
    group: (symbol) => groups.get(symbol),
    candidates: (group, model) => {
      const index = byGroup.get(group);
      return (index && findModel(index, model)) ?? [];
    },
    channel: (id) => channels.get(id),
    price: (model) => findModel(prices, model),
    rates(price, ratio) {
      let byRatio = rateCache.get(price);
      if (!byRatio) rateCache.set(price, (byRatio = new Map()));
      let rates = byRatio.get(ratio);
      if (!rates) byRatio.set(ratio, (rates = costRates(price, ratio)));
      return rates;
    },
    offersFree(symbol) {
      const group = groups.get(symbol);
      if (!group) return false;
      let free = freeCache.get(symbol);
      if (free === undefined) {
        free = offersFree(group, channels.values(), priceRows, (model) => findModel(prices, model));
        freeCache.set(symbol, free);
      }
      return free;
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
  const built = {
    rows: new Map(rows.channels.map((row) => [row.id, row])),
    channels,
    defaults,
    groupNames,
    byGroup,
  };
  return { snapshot: Object.freeze(snapshot), broken, built };
}

function readCaptures(targets: SnapshotRows["captureTargets"]): SnapshotCaptures | undefined {
  if (targets.length === 0) return undefined;
  const of = (kind: string): ReadonlyMap<number, number> =>
    new Map(targets.filter((row) => row.kind === kind).map((row) => [row.target_id, row.until]));
  return { tokens: of("token"), channels: of("channel") };
}

function defaultsOf(settings: Settings): number[] {
  return [
    settings.ConnectTimeoutSeconds,
    settings.FirstByteTimeoutSeconds,
    settings.IdleTimeoutSeconds,
    settings.TotalTimeoutSeconds,
  ];
}

/** Columns that change with calls and tests, and that the relay does not read. */
const unread: ReadonlySet<keyof Selectable<ChannelsTable>> = new Set([
  "used_quota",
  "test_time",
  "response_time",
  "balance",
  "balance_updated_time",
  "status_reason",
]);

function isSameRow(row: Selectable<ChannelsTable>, other: Selectable<ChannelsTable> | undefined): boolean {
  if (!other) return false;
  for (const column in row) {
    const name = column as keyof typeof row;
    if (unread.has(name)) continue;
    if (row[name] !== other[name]) return false;
  }
  return true;
}

export function readChannel(
  row: Selectable<ChannelsTable>,
  keys: string[],
  settings: Settings,
): SnapshotChannel {
  if (keys.length === 0) throw new Error(`channel ${row.id} has no key`);
  const object = <T>(text: string): T => (text.trim() === "" ? {} : JSON.parse(text)) as T;
  return Object.freeze({
    id: row.id,
    name: row.name,
    type: row.type,
    keys,
    baseUrl: row.base_url,
    baseUrlTrusted: row.base_url_trusted === 1,
    groups: JSON.parse(row.groups) as string[],
    models: JSON.parse(row.models) as string[],
    goneModels: new Set(readModelCheck(row).gone_models.map(({ model }) => model)),
    priority: row.priority,
    weight: Math.max(1, row.weight),
    mapping: object<Record<string, string>>(row.model_mapping),
    headers: lowerCaseNames(object<Record<string, string>>(row.model_headers)),
    customParameters: object<Record<string, unknown>>(row.custom_parameter),
    proxy: row.proxy,
    proxyTrusted: row.proxy_trusted === 1,
    other: row.other,
    plugin: object<Record<string, Record<string, unknown>>>(row.plugin),
    onlyChat: row.only_chat === 1,
    preCost: row.pre_cost,
    disabledStream: new Set(JSON.parse(row.disabled_stream || "[]") as string[]),
    unsupportedEndpoints: new Set(JSON.parse(row.unsupported_endpoints || "[]") as string[]),
    connectTimeout: row.connect_timeout || settings.ConnectTimeoutSeconds,
    firstByteTimeout: row.first_byte_timeout || settings.FirstByteTimeoutSeconds,
    ownFirstByteTimeout: row.first_byte_timeout > 0,
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
    // The relay searches no further if there are none.
    ...(row.rules !== "[]" && { rules: JSON.parse(row.rules) as PriceRule[] }),
  });
}

/** group → model → tiers. A channel's mapped names count as served even if its list does not contain them. */
async function indexByGroup(
  channels: readonly SnapshotChannel[],
  groups: Iterable<string>,
  breathe: () => Promise<void>,
): Promise<Map<string, ModelIndex<ChannelTier[]>>> {
  const served = new Map<string, Map<string, SnapshotChannel[]>>();
  for (const group of groups) served.set(group, new Map());
  for (const [i, channel] of channels.entries()) {
    if (i % channelsAtOnce === channelsAtOnce - 1) await breathe();
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
  const indexes = new Map<string, ModelIndex<ChannelTier[]>>();
  for (const [group, models] of served) {
    await breathe();
    const entries = [...models].map(([name, list]): [string, ChannelTier[]] => [name, tiersOf(name, list)]);
    indexes.set(group, indexModels(entries));
  }
  return indexes;
}

/**
 * Channels whose provider no longer lists the model come last: calls go elsewhere, and where there is no other channel
 * they are still tried, because a list may be incomplete.
 */
function tiersOf(model: string, channels: SnapshotChannel[]): ChannelTier[] {
  const { listed = [], gone = [] } = Object.groupBy(channels, (channel) =>
    channel.goneModels.has(model) ? "gone" : "listed",
  );
  return [listed, gone].flatMap((some) =>
    [...Map.groupBy(some, (channel) => channel.priority)]
      .sort(([a], [b]) => b - a)
      .map(([priority, list]) => ({ priority, channels: list })),
  );
}
