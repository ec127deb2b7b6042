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
  /** A super administrator entered the address, or it is the provider's own: it may be private. */
  baseUrlTrusted: boolean;
  groups: readonly string[];
  models: readonly string[];
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
  /** Formats whose endpoint the upstream was seen not to have. */
  unsupportedEndpoints: ReadonlySet<string>;
  /** Seconds; the option's value where the channel says 0. */
  connectTimeout: number;
  firstByteTimeout: number;
  /** The channel's own value, and not the option's: it does not adapt. */
  ownFirstByteTimeout: boolean;
  idleTimeout: number;
  totalTimeout: number;
}

/** Channels of one priority. */
export interface ChannelTier {
  priority: number;
  channels: readonly SnapshotChannel[];
}

/** What one user or one token may do; 0: no limit. */
export interface RelayLimits {
  requestsPerMinute: number;
  /** Input and output together. */
  tokensPerMinute: number;
  /** Calls at the same time. */
  concurrency: number;
}

export interface SnapshotGroup {
  symbol: string;
  name: string;
  ratio: number;
  /** Of each user in the group. */
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
  /** Lower-case parts of an upstream's refusal that prove a dead account, besides what is known. */
  disableKeywords: readonly string[];
  quotaPerUnit: number;
  /** How long exact answers are kept; 0: not at all. */
  chatCacheSeconds: number;
  /** Answers say their cost, the gateway's overhead and the number of attempts. */
  answerHeaders: boolean;
}

/** Tokens and channels whose bodies are captured, with the epoch second at which that ends. */
export interface SnapshotCaptures {
  tokens: ReadonlyMap<number, number>;
  channels: ReadonlyMap<number, number>;
}

/**
 * Everything the data plane knows of the configuration. Never changes: a new one replaces it whole, and an exchange keeps
 * the one it began with.
 */
export interface RelaySnapshot {
  version: number;
  settings: RelaySettings;
  /** Undefined: nothing is captured. */
  captures: SnapshotCaptures | undefined;
  group(symbol: string): SnapshotGroup | undefined;
  /** Tiers from the highest priority down that serve a model to a group: exact name, else the longest wildcard (D15). */
  candidates(group: string, model: string): readonly ChannelTier[];
  channel(id: number): SnapshotChannel | undefined;
  /** Exact, else longest wildcard, else undefined: then the call is refused (D20). */
  price(model: string): SnapshotPrice | undefined;
  /** Prepared rates of a price for a group's ratio. Rules have no part in them: `price` is what evaluating them gave. */
  rates(price: PriceTerms, ratio: number): CostRates;
  /** True if a group may call something whose price is zero. Yes in doubt. */
  offersFree(group: string): boolean;
  /** Model names that a group can call, sorted, with the provider type of the first channel that serves each. */
  modelsOf(group: string): readonly { model: string; type: number }[];
}
