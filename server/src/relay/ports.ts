import type { BudgetPeriod } from "@tollgate/contract/budgets";
import type { LogMetadata } from "@tollgate/contract/logs";
import type { TaskRow } from "../ledger/task-ledger.ts";
import type { RelayLimits, RelaySnapshot } from "../snapshot/relay-snapshot.ts";
import type { FormatId } from "./format-ids.ts";
import type { UpstreamProblem } from "./canonical/problem.ts";

/** A limit on what is spent in each period. `quota` resets by itself. */
export interface Budget {
  period: BudgetPeriod;
  quota: number;
}

/** An admitted token with its user: what a request may do and who pays. */
export interface Caller {
  tokenId: number;
  tokenName: string;
  tokenStatus: number;
  /** Epoch seconds; -1 never. */
  tokenExpires: number;
  tokenUnlimited: boolean;
  /** Undefined: every model. */
  allowedModels: ReadonlySet<string> | undefined;
  /** Undefined: from everywhere. */
  allowedAddresses: readonly string[] | undefined;
  tokenGroup: string;
  backupGroup: string;
  tokenLimits: RelayLimits;
  /** Exact repetitions may be answered from the cache. */
  chatCache: boolean;
  /** Seconds until the first sign of life; 0: none. */
  heartbeatSeconds: number;
  userId: number;
  username: string;
  userStatus: number;
  userRole: number;
  userGroup: string;
  /** What may be spent in each period; undefined: no budget. */
  userBudget: Budget | undefined;
  tokenBudget: Budget | undefined;
  /** Whose quota or budget, open leases included, was spent when the caller was looked up; undefined: there was some. */
  spent: "user" | "token" | "user_budget" | "token_budget" | undefined;
  /** A call of this user cost more than its balance since the last credit. */
  uncollected: boolean;
}

/** Current configuration. The exchange takes it once and keeps it to its end. */
export interface SnapshotReader {
  current(): RelaySnapshot;
}

/** Finds who owns a key. Answers at once for a known key, by promise otherwise; undefined for an unknown key. */
export interface CallerLookup {
  find(key: string): Caller | undefined | Promise<Caller | undefined>;
  /** The next call of this caller's key is looked up again: its quota did not cover one. */
  forget(caller: Caller): void;
}

/** Says which tokens may no longer be used, within a second of the change in any process. */
export interface RevocationSource {
  /** Each time callers changed, `open` is asked for the tokens of running exchanges and `revoke` gets those that must stop. */
  watch(open: () => Iterable<number>, revoke: (tokenIds: ReadonlySet<number>) => void): void;
}

/** What a token may spend and has spent, in quota; a token without a limit speaks for its user. */
export interface SpendingReader {
  read(caller: Caller): Promise<{ remaining: number; used: number }>;
}

/** Who made a state that only its origin has, and for whom. */
export interface ResponseOrigin {
  id: string;
  userId: number;
  channelId: number;
  /** Which of the channel's keys. */
  key: number;
  /** Epoch seconds. */
  createdAt: number;
  /** Prompt and answer of a stored response together, which is the prompt of the call that goes on with it; absent if nobody knows. */
  tokens?: number;
}

/** Remembers the origins of states over restarts and for every process. A help, as memory is: nothing here throws or rejects. */
export interface ResponseOrigins {
  /** What is known of these ids, in no order; nothing of what cannot be asked. */
  find(ids: readonly string[]): Promise<readonly ResponseOrigin[]>;
  /** Is written within milliseconds, and nobody waits for it. An id that is known is the last one's. */
  keep(origin: ResponseOrigin): void;
}

/** Items of translated Responses answers, for requests that refer to them. A help, as memory is: nothing here throws or rejects. */
export interface TranslatedItems {
  /** Is written within milliseconds, and no one waits for it; what is too large, or too much of it, is left out. */
  keep(userId: number, items: readonly { id: string }[]): void;
  /**
   * JSON of those of the user's items that are known, by id.
   * @param isFresh true for an id that another process may be about to write: it is looked up again within a second
   */
  find(
    userId: number,
    ids: readonly string[],
    isFresh: (id: string) => boolean,
  ): Promise<ReadonlyMap<string, string>>;
}

/** Everything the log row of an exchange needs. */
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

/** Remembers which endpoints channels do not have, for every process. */
export interface EndpointSink {
  /** Returns immediately; written once, however often it is reported. */
  noteUnsupported(event: { channelId: number; endpoint: FormatId; model: string; requestId: string }): void;
}

/** Counts how attempts at channels end, for roll-ups. Called for every attempt, so it only adds numbers in memory. */
export interface AttemptCounter {
  /**
   * @param problem undefined: the attempt succeeded
   * @param firstToken milliseconds to the first token of a stream; undefined for other answers
   * @param total milliseconds to the end
   */
  count(
    channelId: number,
    problem: UpstreamProblem | undefined,
    firstToken: number | undefined,
    total: number,
  ): void;
}

/** A body as it passed through the relay: its beginning, and its whole length. */
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

/** Takes captured bodies. A help, as memory is: nothing here waits, throws or rejects. */
export interface CaptureSink {
  /** Takes a place for one capture; false: there is none, and the call goes on without. */
  open(): boolean;
  /** Frees the place, at once or when the call is stored. */
  close(call: CapturedCall | undefined): void;
}

/** Hears how channels fare; may switch one off when there is evidence (D14). */
export interface HealthSink {
  report(event: {
    channelId: number;
    /** Which of the channel's keys. */
    keyIndex: number;
    model: string;
    requestId: string;
    /** Undefined: it went well. */
    problem: UpstreamProblem | undefined;
  }): void;
}

/** Reads stored tasks. */
export interface TaskReader {
  /** One of the user's tasks; undefined for what is unknown and for what is another's. */
  find(taskId: string, userId: number): Promise<TaskRow | undefined>;
  /** Whosever it is: for signed addresses and reports of platforms. */
  findAny(taskId: string): Promise<TaskRow | undefined>;
  /** Those of the user's tasks of a platform with these ids, in the order of the ids. */
  findAll(userId: number, platform: string, taskIds: readonly string[]): Promise<TaskRow[]>;
  /** A page of the user's tasks of a platform; `more`: there are further ones. */
  latest(
    userId: number,
    platform: string,
    page: { limit: number; after?: string; oldestFirst?: boolean },
  ): Promise<{ rows: TaskRow[]; more: boolean }>;
  /** How many of the user's tasks have not ended. */
  countOpen(userId: number): Promise<number>;
  /** Channel keys with due tasks, the longest due first. `now` is epoch milliseconds. */
  dueGroups(now: number, most: number): Promise<DueGroup[]>;
  /** Tasks whose callers are to be notified. */
  dueNotices(now: number, most: number): Promise<TaskRow[]>;
}

/** A channel's key with tasks of a platform that are due. */
export interface DueGroup {
  platform: string;
  channel_id: number;
  channel_key: number;
}
