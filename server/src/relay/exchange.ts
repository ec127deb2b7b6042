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

/** A request as the data plane sees it; no web framework's type goes below the plugin. */
export interface IncomingRequest {
  requestId: string;
  /** Lower-case names. */
  headers: Record<string, string | string[] | undefined>;
  body: Buffer;
  /** Counts the bytes retained for this request; closed when its answer has left. */
  memory: MemoryAccount;
  /** What the endpoint's path names. */
  path: PathParams | undefined;
  sourceIp: string;
  /** Milliseconds, monotonic. */
  startedAt: number;
  /** Milliseconds since then that went by waiting for the caller's body and in earlier attempts. */
  waited: number;
  /** Whose key it is, once the key was found valid. */
  caller?: Caller;
  /** The model it names, once it was read. */
  model?: string;
  /** It has its row in the log, whatever becomes of it. */
  booked?: boolean;
}

/** Where the answer goes. The head travels with the first bytes. */
export interface ClientReply {
  /** The head was sent: from here on there is no other channel and no other status. */
  readonly started: boolean;
  /** Comments went out to keep the connection: the status is said, the answer is not. */
  readonly headSent: boolean;
  /** Content type of what was sent, those comments included; empty before. */
  readonly sentType: string;
  /** The caller hung up. */
  readonly closed: boolean;
  /** Sets what the head will be; sent with the first write. */
  head(status: number, headers: Record<string, string>): void;
  /** False: wait for `onDrain` before more. */
  write(chunk: Buffer | string): boolean;
  end(chunk?: Buffer | string): void;
  /** Says that the answer is still being made, before its first word; the status is said with it. */
  keepAlive(contentType: string, bytes: string): void;
  /** Hangs up on a caller who holds the connection and reads nothing; the rest would wait for it for ever. */
  abort(): void;
  onDrain(listener: () => void): void;
  onClose(listener: () => void): void;
}

/** A request's body, parsed. */
export interface RequestBody {
  /** All of it, unchanged: JSON, or a `FormBody` for formats that come as forms. */
  readonly whole: unknown;
  /** The same with long inline media cut short, for whatever does not read those. `whole` itself where nothing was cut. */
  readonly outline: unknown;
  /** Undefined: nothing was. */
  readonly cut: CutMedia | undefined;
}

/** JSON text whose long inline media were cut short, and what is missing of it (`cut-media.ts`). */
export interface CutMedia {
  /** The text that is left; every string ends as its own does, but for those that were cut. */
  readonly bytes: Buffer;
  /** Length of a string of the outline, parsed, as it was before: in letters, or in bytes if it was cut, of which there are no fewer. */
  lengthOf(text: string): number;
  /** The whole again, in pieces to be sent one after the other, from the text that is left, in whatever way that was changed or written anew. */
  fill(rewritten: Buffer | string): Buffer[];
}

/** What routing needs to know of a client's request. */
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
  /** Who made the sealed thoughts that the request brings back, where that is known. */
  reasoningOrigins?: ReadonlyMap<string, RouteTarget>;
  /** Tokens of the stored response that the request goes on with, where that is known. */
  storedTokens?: number;
}

/** One client request through the relay, from admission to settlement. */
export interface Exchange extends RoutedCall {
  reply: ClientReply;
  format: Format;
  /** Quota that is reserved for it; 0 before the reservation. */
  reserved: number;
  /** Output tokens per answer that are sent upstream as the caller's limit, because the balance covers no more. */
  outputLimit?: number | undefined;
  /** What has begun to write a stream: an error after its first byte is told in its framing. */
  renderer?: StreamRenderer;
}

/** A caller's request as it goes to one channel: unchanged, or without paid fields and with the channel's parameters. */
export interface SentRequest {
  readonly raw: Buffer;
  readonly body: RequestBody;
  readonly head: RequestHead;
  /** What it holds for this channel beyond the model's price. */
  readonly paid: PaidRequest | undefined;
  /** The channel's parameters are in it already (`pre_add`). */
  readonly parametersAdded: boolean;
}

/** One try at one channel. */
export interface Attempt {
  readonly exchange: Exchange;
  readonly route: Route;
  readonly sent: SentRequest;
}

/** Fields of a request that cost more than its model's price, as one provider sees them. */
export interface PaidRequest {
  /** Fields taken out, as the provider's list names them. */
  dropped: string[];
  /** Fields that the channel lets pass, each at a multiple of the price; `value` if it is a text. */
  allowed: { field: string; value: string | undefined; ratio: number }[];
  /** Uses of tools that no answer reports. `field` is the one that asked for them. */
  uses: { field: string; tool: keyof ToolUses }[];
  /** Headers that go upstream with some of their values taken out. */
  headers: Record<string, string>;
}

/** A channel and the index of one of its keys. */
export interface RouteTarget {
  channelId: number;
  key: number;
}

/** A channel chosen for an exchange, with what follows from it. */
export interface Route {
  channel: SnapshotChannel;
  provider: Provider;
  /** Which of the channel's keys. */
  keyIndex: number;
  /** The channel with that key, as adapters see it. */
  view: ChannelView;
  /** Name sent upstream. */
  upstreamModel: string;
  /** Name whose price counts: the upstream's, or the requested one for a mapping with `+` (D15). */
  billedModel: string;
  price: SnapshotPrice;
  /** The client's format is one the upstream speaks. */
  native: boolean;
  /** The format of the request that goes upstream; undefined: one that no client speaks. */
  sentAs: FormatId | undefined;
}

/** Channels as adapters see them, and whose key's turn it is. */
export interface ChannelViews {
  view(channel: SnapshotChannel, provider: Provider, keyIndex: number): ChannelView;
  /** Index of the key whose turn it is; the next call names the next one. */
  nextKey(channel: SnapshotChannel): number;
}

export interface AttemptRecord {
  channel_id: number;
  channel_name: string;
  status: number;
  time: number;
  reason: string;
  cause?: ProblemCause;
  /** Of a wait that was given up. */
  seconds?: number;
}

/** How one try at one channel ended. */
export interface AttemptOutcome {
  /** Undefined: the answer was delivered whole. */
  problem: UpstreamProblem | undefined;
  endReason: EndReason;
  /** As the upstream said, unchecked. */
  usage: UsageCounts | undefined;
  /**
   * The usage covers the whole answer. False where the upstream was left or cut before its end: some name usage in the first
   * event already, with an output of next to nothing.
   */
  usageFinal: boolean;
  /** Who answered, by the answer's own words, unchecked. */
  answeredBy: AnsweredBy | undefined;
  /** Text that reached the caller, for counting when the upstream gave no usage. */
  deliveredText: DeliveredText;
  /** HTTP status of the upstream, 0 if none. */
  status: number;
  /** `performance.now()` at the first byte of the answer; keep-alives are none. */
  firstByteAt: number | undefined;
  upstreamRequestId: string | undefined;
  dropped: string[];
  /** What the answer costs, where its head said it. */
  quote: AnsweredPrice | undefined;
  /** No connection holds bytes of the request any more. */
  bodyLeft: boolean;
}

/** What an answer costs. `usage` has the uses of tools that nobody reported; `note` goes into the log row. */
export interface AnsweredPrice {
  cost: number;
  usage: UsageCounts;
  note: Partial<LogMetadata>;
}

/** What was delivered, kept small: tokens already counted and text still to count. */
export interface DeliveredText {
  /** Resolves to the number of tokens delivered so far. */
  count(): Promise<number>;
  /** Some of it was text and not only the call of a tool. Known once it was counted. */
  readonly spoke: boolean;
  /** Seconds of sound that it covers by its own times. */
  readonly seconds?: number;
}

export type { LogMetadata };
