import type { BudgetPeriod } from "@tollgate/contract/budgets";
import type { LogMetadata } from "@tollgate/contract/logs";
import type { TaskRow } from "../ledger/task-ledger.ts";
import type { RelayLimits, RelaySnapshot, SnapshotChannel } from "../snapshot/relay-snapshot.ts";
import type { FormatId } from "./format-ids.ts";
import type { UpstreamProblem } from "./canonical/problem.ts";
import type { RenderedItem } from "./formats/format.ts";

/** A limit on spending in each period. `quota` resets automatically. */
export interface Budget {
  period: BudgetPeriod;
  quota: number;
}

/** An admitted token with its user: its permissions and who pays. */
export interface Caller {
  tokenId: number;
  tokenName: string;
  tokenStatus: number;
  /** Epoch seconds; -1 never. */
  tokenExpires: number;
  tokenUnlimited: boolean;
  /** Undefined: every model. */
  allowedModels: ReadonlySet<string> | undefined;
  /** Undefined: every address. */
  allowedAddresses: readonly string[] | undefined;
  tokenGroup: string;
  backupGroup: string;
  tokenLimits: RelayLimits;
  /** Identical requests may be answered from the cache. */
  chatCache: boolean;
  /** Seconds until the first keep-alive; 0: none. */
  heartbeatSeconds: number;
  userId: number;
  username: string;
  userStatus: number;
  userRole: number;
  userGroup: string;
  /** Spending limits per period; undefined: no budget. */
  userBudget: Budget | undefined;
  tokenBudget: Budget | undefined;
  /** Whose quota or budget, open leases included, was used up when the caller was loaded; undefined: neither's. */
  spent: "user" | "token" | "user_budget" | "token_budget" | undefined;
  /** A call of this user cost more than its balance since the last credit. */
  uncollected: boolean;
}

/** Current configuration. An exchange reads it once and uses it to its end. */
export interface SnapshotReader {
  current(): RelaySnapshot;
}

/** Finds the owner of a key. Synchronous for a cached key, otherwise a promise; undefined for an unknown key. */
export interface CallerLookup {
  find(key: string): Caller | undefined | Promise<Caller | undefined>;
  /** Reloads this caller's key on its next call: its quota did not cover one. */
  forget(caller: Caller): void;
}

/** Reports tokens that lost their rights, within a second of the change in any process. */
export interface RevocationSource {
  /** When callers change, calls `open` for the tokens of running exchanges and `revoke` with those that must stop. */
  watch(open: () => Iterable<number>, revoke: (tokenIds: ReadonlySet<number>) => void): void;
}

/** Limit and spending of a token, in quota; a token without a limit uses those of its user. */
export interface SpendingReader {
  read(caller: Caller): Promise<{ remaining: number; used: number }>;
}

/** Channel and key that can continue a stored state, and its user. */
export interface ResponseOrigin {
  id: string;
  userId: number;
  channelId: number;
  /** Index of the channel's key. */
  key: number;
  /** Epoch seconds. */
  createdAt: number;
  /**
   * Prompt and response tokens of a stored response, the minimum prompt of the call that continues it; absent if
   * unknown.
   */
  tokens?: number;
}

/** Stores the origins of states across restarts and processes. Best effort: never throws or rejects. */
export interface ResponseOrigins {
  /** The known origins of these ids, in no order; unknown ones if the store is unavailable are missing. */
  find(ids: readonly string[]): Promise<readonly ResponseOrigin[]>;
  /** Written within milliseconds, without a caller waiting. The last write of an id wins. */
  keep(origin: ResponseOrigin): void;
}

/**
 * Stores items of translated Responses API calls, for requests that refer to them. Best effort: never throws or
 * rejects.
 */
export interface TranslatedItems {
  /** Written within milliseconds, without a caller waiting; items beyond the limits are dropped. */
  keep(userId: number, items: readonly RenderedItem[]): void;
  /**
   * JSON of the user's known items, by id.
   * @param timeOf epoch seconds at which a process created this id: another one may still be writing the item, so it is
   * queried again within a second. Undefined for ids of vendors
   */
  find(
    userId: number,
    ids: readonly string[],
    timeOf: (id: string) => number | undefined,
  ): Promise<ReadonlyMap<string, string>>;
}

/** The log row of an exchange. */
export interface UsageRecord {
  requestId: string;
  createdAt: number;
  caller: Caller;
  model: string;
  channelId: number;
  /** Charged. */
  quota: number;
  promptTokens: number;
  completionTokens: number;
  /** Milliseconds. */
  requestTime: number;
  stream: boolean;
  sourceIp: string;
  metadata: LogMetadata;
}

/** Stores which endpoints channels lack, for every process. */
export interface EndpointSink {
  /** Returns immediately; written once, however often it is reported. */
  noteUnsupported(event: { channelId: number; endpoint: FormatId; model: string; requestId: string }): void;
}

/**
 * Counts the results of attempts at channels, for roll-ups. Called for every attempt, so it only adds numbers in
 * memory.
 */
export interface AttemptCounter {
  /**
   * @param problem undefined: the attempt succeeded
   * @param firstToken milliseconds to the first token of a stream; undefined for other responses
   * @param total milliseconds to the end
   */
  count(
    channelId: number,
    problem: UpstreamProblem | undefined,
    firstToken: number | undefined,
    total: number,
  ): void;
}

/** A body that passed through the relay: its beginning and its whole length. */
export interface CapturedBody {
  /** Content type. */
  type: string;
  beginning: Buffer;
  bytes: number;
}

/** The bodies of one exchange. `secrets` of its channel must not be stored with them. */
export interface CapturedCall {
  requestId: string;
  /** Epoch seconds. */
  createdAt: number;
  userId: number;
  secrets: readonly string[];
  request: CapturedBody;
  response: CapturedBody;
}

/** Stores captured bodies. Best effort: never waits, throws or rejects. */
export interface CaptureSink {
  /** Reserves a slot for one capture; false: none is free, and the call runs without capture. */
  open(): boolean;
  /** Releases the slot, immediately or when the call is stored. */
  close(call: CapturedCall | undefined): void;
}

/** Receives the health of channels; may disable one when there is evidence. */
export interface HealthSink {
  report(event: {
    /** As the call used it; it may have been edited since. */
    channel: SnapshotChannel;
    /** Index of the channel's key. */
    keyIndex: number;
    model: string;
    requestId: string;
    /** Undefined: success. */
    problem: UpstreamProblem | undefined;
  }): void;
}

/** Reads stored tasks. */
export interface TaskReader {
  /** One of the user's tasks; undefined if it is unknown or belongs to another user. */
  find(taskId: string, userId: number): Promise<TaskRow | undefined>;
  /** A task of any user: for signed addresses and reports of platforms. */
  findAny(taskId: string): Promise<TaskRow | undefined>;
  /** The user's tasks of a platform with these ids, in the order of the ids. */
  findAll(userId: number, platform: string, taskIds: readonly string[]): Promise<TaskRow[]>;
  /** A page of the user's tasks of a platform; `more`: further ones exist. */
  latest(
    userId: number,
    platform: string,
    page: { limit: number; after?: string; oldestFirst?: boolean },
  ): Promise<{ rows: TaskRow[]; more: boolean }>;
  /** Number of the user's unfinished tasks. */
  countOpen(userId: number): Promise<number>;
  /** Channel keys with due tasks, the longest due first. `now` is epoch milliseconds. */
  dueGroups(now: number, most: number): Promise<DueGroup[]>;
  /** Tasks with a pending notification to their caller. */
  dueNotices(now: number, most: number): Promise<TaskRow[]>;
}

/** A channel's key with tasks of a platform that are due. */
export interface DueGroup {
  platform: string;
  channel_id: number;
  channel_key: number;
}
