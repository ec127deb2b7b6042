import type { UsageCounts } from "@tollgate/contract/cost";
import type { EndReason, LogMetadata } from "@tollgate/contract/logs";
import type {
  RelaySnapshot,
  SnapshotChannel,
  SnapshotGroup,
  SnapshotPrice,
} from "../snapshot/relay-snapshot.ts";
import type { MemoryAccount } from "../platform/memory-budget.ts";
import type { AnsweredBy } from "./canonical/answered-by.ts";
import type { ToolUses } from "./canonical/paid-fields.ts";
import type { ProblemCause, UpstreamProblem } from "./canonical/problem.ts";
import type { FormatId } from "./format-ids.ts";
import type { CallName, Format, PathParams, RequestHead, StreamRenderer } from "./formats/format.ts";
import type { Caller } from "./ports.ts";
import type { ChannelView, Provider } from "./providers/provider.ts";

/** A request as the data plane sees it, without types of Node or a web framework. */
export interface IncomingRequest {
  requestId: string;
  /** Lower-case names. */
  headers: Record<string, string | string[] | undefined>;
  body: Buffer;
  /** Counts the bytes retained for this request; closed after its response is sent. */
  memory: MemoryAccount;
  /** What the endpoint's path names. */
  path: PathParams | undefined;
  sourceIp: string;
  /** Milliseconds, monotonic. */
  startedAt: number;
  /** Milliseconds since then spent waiting for the caller's body and in earlier attempts. */
  waited: number;
  /** The owner of the key, once the key was found valid. */
  caller?: Caller;
  /** The requested model, once the body was read. */
  model?: string;
  /** The exchange writes its own row in the log, whatever happens to it. */
  booked?: boolean;
}

/** Where the response goes. The head is sent with the first bytes. */
export interface ClientReply {
  /** The head was sent: from here on neither channel nor status can change. */
  readonly started: boolean;
  /** Keep-alives were sent: the status is fixed, the response is not. */
  readonly headSent: boolean;
  /** Content type of what was sent, keep-alives included; empty before. */
  readonly sentType: string;
  /** The caller hung up. */
  readonly closed: boolean;
  /** Sets the head; sent with the first write. */
  head(status: number, headers: Record<string, string>): void;
  /** False: wait for `onDrain` before writing more. */
  write(chunk: Buffer | string): boolean;
  end(chunk?: Buffer | string): void;
  /** Sends a keep-alive before the response starts; this fixes the status. */
  keepAlive(contentType: string, bytes: string): void;
  /** Closes the connection of a caller that stopped reading, which would otherwise block the rest for ever. */
  abort(): void;
  onDrain(listener: () => void): void;
  onClose(listener: () => void): void;
}

/** A request's body, parsed. */
export interface RequestBody {
  /** The whole body, unchanged: JSON, or a `FormBody` for formats that use forms. */
  readonly whole: unknown;
  /** The same with long inline media cut, for readers that do not need them. `whole` itself if nothing was cut. */
  readonly outline: unknown;
  /** Undefined: nothing was cut. */
  readonly cut: CutMedia | undefined;
  /** No key of the outermost object has an escape, and no two are alike. False where that is not known. */
  readonly plainKeys: boolean;
}

/** JSON text whose long inline media were cut, with the removed parts (`cut-media.ts`). */
export interface CutMedia {
  /** The remaining text; every string has its own end, except for those that were cut. */
  readonly bytes: Buffer;
  /**
   * Original length of a string of the outline, parsed: in characters, or in bytes if it was cut, which are at least as
   * many.
   */
  lengthOf(text: string): number;
  /** The whole text again, in chunks to send in order, from the remaining text, even if that was changed. */
  fill(rewritten: Buffer | string): Buffer[];
}

/** What routing needs from a client's request. */
export interface RoutedCall {
  request: IncomingRequest;
  reply: Pick<ClientReply, "started" | "closed">;
  /** The wire format, and what a provider must offer to serve it by translation. */
  format: { id: FormatId; capability: "chat" | CallName | "realtime"; nativeOnly?: boolean };
  snapshot: RelaySnapshot;
  caller: Caller;
  body: RequestBody;
  head: RequestHead;
  group: SnapshotGroup;
  attempts: AttemptRecord[];
  /** Origin of the encrypted reasoning in the request, if known. */
  reasoningOrigins?: ReadonlyMap<string, RouteTarget>;
  /** Tokens of the stored response that the request continues, if known. */
  storedTokens?: number;
}

/** One client request through the relay, from admission to settlement. */
export interface Exchange extends RoutedCall {
  reply: ClientReply;
  format: Format;
  /** Quota reserved for the exchange; 0 before the reservation. */
  reserved: number;
  /** Output limit per response that is sent upstream, because the balance covers no more tokens. */
  outputLimit?: number | undefined;
  /** The renderer of the running stream: an error after its first byte uses its framing. */
  renderer?: StreamRenderer;
}

/** A caller's request for one channel: unchanged, or without paid fields and with the channel's parameters. */
export interface SentRequest {
  readonly raw: Buffer;
  readonly body: RequestBody;
  readonly head: RequestHead;
  /** Fields that cost extra at this channel. */
  readonly paid: PaidRequest | undefined;
  /** The channel's parameters are already injected (`pre_add`). */
  readonly parametersAdded: boolean;
}

/** One attempt at one channel. */
export interface Attempt {
  readonly exchange: Exchange;
  readonly route: Route;
  readonly sent: SentRequest;
}

/** Fields of a request that cost more than its model's price, as one provider reads them. */
export interface PaidRequest {
  /** Removed fields, by the names in the provider's list. */
  dropped: string[];
  /** Fields that the channel allows, each at a multiple of the price; `value` if it is a text. */
  allowed: { field: string; value: string | undefined; ratio: number }[];
  /** Tool uses that no response reports. `field` is the one that requested them. */
  uses: { field: string; tool: keyof ToolUses }[];
  /** Headers for the upstream without some of their values. */
  headers: Record<string, string>;
}

/** A channel and the index of one of its keys. */
export interface RouteTarget {
  channelId: number;
  key: number;
}

/** A channel chosen for an exchange, with what depends on it. */
export interface Route {
  channel: SnapshotChannel;
  provider: Provider;
  /** Index of the channel's key. */
  keyIndex: number;
  /** The channel with that key, as adapters see it. */
  view: ChannelView;
  /** Model name sent upstream. */
  upstreamModel: string;
  /** Model name that determines the price: the upstream's, or the requested one for a mapping with `+`. */
  billedModel: string;
  price: SnapshotPrice;
  /** The upstream uses the client's format. */
  native: boolean;
  /** The format of the upstream request; undefined: one that no client uses. */
  sentAs: FormatId | undefined;
}

/** Channels as adapters see them, and their key rotation. */
export interface ChannelViews {
  view(channel: SnapshotChannel, provider: Provider, keyIndex: number): ChannelView;
  /** Index of the current key; the next call returns the next one. */
  nextKey(channel: SnapshotChannel): number;
}

export interface AttemptRecord {
  channel_id: number;
  channel_name: string;
  status: number;
  time: number;
  reason: string;
  cause?: ProblemCause;
  /** Message of an aborted wait. */
  seconds?: number;
}

/** The result of one attempt at one channel. */
export interface AttemptOutcome {
  /** Undefined: the whole response was delivered. */
  problem: UpstreamProblem | undefined;
  endReason: EndReason;
  /** As reported by the upstream, unchecked. */
  usage: UsageCounts | undefined;
  /**
   * The usage covers the whole response. False if the exchange ended early: some upstreams report usage in the first
   * event, with almost no output.
   */
  usageFinal: boolean;
  /** Response origin as the response states it, unchecked. */
  answeredBy: AnsweredBy | undefined;
  /** Text that reached the caller, for counting if the upstream reports no usage. */
  deliveredText: DeliveredText;
  /** HTTP status of the upstream, 0 if none. */
  status: number;
  /** `performance.now()` at the first byte of the response; keep-alives do not count. */
  firstByteAt: number | undefined;
  upstreamRequestId: string | undefined;
  dropped: string[];
  /** The cost of the response, if its head contained it. */
  quote: AnsweredPrice | undefined;
  /** No connection holds bytes of the request any more. */
  bodyLeft: boolean;
}

/** The cost of a response. `usage` includes tool uses that were not reported; `note` goes into the log row. */
export interface AnsweredPrice {
  cost: number;
  usage: UsageCounts;
  note: Partial<LogMetadata>;
}

/** Delivered text in little memory: tokens already counted and text still to count. */
export interface DeliveredText {
  /** Resolves to the number of tokens delivered so far. */
  count(): Promise<number>;
  /** Part of it was text and not only a tool call. Known once it was counted. */
  readonly spoke: boolean;
  /** Seconds of audio, by the timestamps in the response. */
  readonly seconds?: number;
}

export type { LogMetadata };
