import type { CostRates, PriceTerms } from "@tollgate/contract/cost";
import type { RuledPrice } from "@tollgate/contract/price-rules";

/** One channel as the data plane sees it. Frozen. */
export interface SnapshotChannel {
  id: number;
  name: string;
  type: number;
  /** Decrypted; at least one. */
  keys: readonly string[];
  /** Empty: the provider's default. */
  baseUrl: string;
  /** A super administrator entered the URL, or it is the provider's default: it may be private. */
  baseUrlTrusted: boolean;
  groups: readonly string[];
  models: readonly string[];
  /** Those that the provider no longer lists: they are in quarantine, other channels come first. */
  goneModels: ReadonlySet<string>;
  priority: number;
  weight: number;
  mapping: Readonly<Record<string, string>>;
  headers: Readonly<Record<string, string>>;
  customParameters: Readonly<Record<string, unknown>>;
  proxy: string;
  /** A super administrator entered the proxy: it may be private. */
  proxyTrusted: boolean;
  other: string;
  plugin: Readonly<Record<string, Record<string, unknown>>>;
  onlyChat: boolean;
  preCost: number;
  disabledStream: ReadonlySet<string>;
  /** Formats whose endpoint the upstream lacks, as calls have shown. */
  unsupportedEndpoints: ReadonlySet<string>;
  /** Seconds; the setting's value if the channel has 0. */
  connectTimeout: number;
  firstByteTimeout: number;
  /** The channel's own value instead of the setting's: it does not adapt. */
  ownFirstByteTimeout: boolean;
  idleTimeout: number;
  totalTimeout: number;
}

/** Channels of one priority. */
export interface ChannelTier {
  priority: number;
  channels: readonly SnapshotChannel[];
}

/** Limits of one user or one token; 0: no limit. */
export interface RelayLimits {
  requestsPerMinute: number;
  /** Input and output together. */
  tokensPerMinute: number;
  /** Concurrent calls. */
  concurrency: number;
}

export interface SnapshotGroup {
  symbol: string;
  name: string;
  ratio: number;
  /** Per user of the group. */
  limits: RelayLimits;
  public: boolean;
}

export interface SnapshotPrice extends RuledPrice {
  /** The pattern that matched. */
  model: string;
}

export interface RelaySettings {
  retryTimes: number;
  retryCooldownSeconds: number;
  retryTimeOut: number;
  preConsumedQuota: number;
  automaticDisable: boolean;
  /** Lower-case parts of an upstream's error that prove a dead account, in addition to the built-in ones. */
  disableKeywords: readonly string[];
  quotaPerUnit: number;
  /** Seconds that responses are cached; 0: not at all. */
  chatCacheSeconds: number;
  /** Responses have headers with their cost, the gateway's overhead and the number of attempts. */
  answerHeaders: boolean;
}

/** Tokens and channels whose bodies are captured, with the epoch second at which that ends. */
export interface SnapshotCaptures {
  tokens: ReadonlyMap<number, number>;
  channels: ReadonlyMap<number, number>;
}

/**
 * The configuration of the data plane. Immutable: a new one replaces it whole, and an exchange keeps the one with which
 * it began.
 */
export interface RelaySnapshot {
  version: number;
  settings: RelaySettings;
  /** Undefined: nothing is captured. */
  captures: SnapshotCaptures | undefined;
  group(symbol: string): SnapshotGroup | undefined;
  /** Tiers that serve a model to a group, highest priority first: exact name, else the longest wildcard. */
  candidates(group: string, model: string): readonly ChannelTier[];
  channel(id: number): SnapshotChannel | undefined;
  /** Exact, else longest wildcard, else undefined: then the call is rejected. */
  price(model: string): SnapshotPrice | undefined;
  /** Prepared rates of a price for a group's ratio. Rules are already evaluated into `price`. */
  rates(price: PriceTerms, ratio: number): CostRates;
  /** True if a group may call a model whose price is zero. True in doubt. */
  offersFree(group: string): boolean;
  /** Model names that a group can call, sorted, with the provider type of the first channel that serves each. */
  modelsOf(group: string): readonly { model: string; type: number }[];
}
