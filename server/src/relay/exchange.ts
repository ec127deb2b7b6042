import type { UsageCounts } from "@tollgate/contract/cost";
import type { EndReason, LogMetadata } from "@tollgate/contract/logs";
import type { Reservation } from "../ledger/ledger.ts";
import type {
  RelaySnapshot,
  SnapshotChannel,
  SnapshotGroup,
  SnapshotPrice,
} from "../snapshot/relay-snapshot.ts";
import type { UpstreamProblem } from "./canonical/problem.ts";
import type { ChatFormat, RequestHead } from "./formats/format.ts";
import type { Caller } from "./ports.ts";
import type { Provider } from "./providers/provider.ts";

/** A request as the data plane sees it; no web framework's type goes below the plugin. */
export interface IncomingRequest {
  requestId: string;
  /** Lower-case names. */
  headers: Record<string, string | string[] | undefined>;
  body: Buffer;
  sourceIp: string;
  /** Milliseconds, monotonic. */
  startedAt: number;
}

/** Where the answer goes. The head travels with the first bytes. */
export interface ClientReply {
  /** The head was sent: from here on there is no other channel and no other status. */
  readonly started: boolean;
  /** The caller hung up. */
  readonly closed: boolean;
  /** Sets what the head will be; sent with the first write. */
  head(status: number, headers: Record<string, string>): void;
  /** False: wait for `onDrain` before more. */
  write(chunk: Buffer | string): boolean;
  end(chunk?: Buffer | string): void;
  /** Hangs up on a caller who holds the connection and reads nothing; the rest would wait for it for ever. */
  abort(): void;
  onDrain(listener: () => void): void;
  onClose(listener: () => void): void;
}

/** One client request through the relay, from admission to settlement. */
export interface Exchange {
  request: IncomingRequest;
  reply: ClientReply;
  format: ChatFormat;
  snapshot: RelaySnapshot;
  caller: Caller;
  /** Parsed body, unchanged. */
  body: unknown;
  head: RequestHead;
  group: SnapshotGroup;
  attempts: AttemptRecord[];
}

/** A channel chosen for an exchange, with what follows from it. */
export interface Route {
  channel: SnapshotChannel;
  provider: Provider;
  /** Name sent upstream. */
  upstreamModel: string;
  /** Name whose price counts: the upstream's, or the requested one for a mapping with `+` (D15). */
  billedModel: string;
  price: SnapshotPrice;
  /** The client's format is one the upstream speaks. */
  native: boolean;
}

export interface AttemptRecord {
  channel_id: number;
  channel_name: string;
  status: number;
  time: number;
  reason: string;
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
  /** Text that reached the caller, for counting when the upstream gave no usage. */
  deliveredText: DeliveredText;
  /** HTTP status of the upstream, 0 if none. */
  status: number;
  /** Milliseconds from the exchange's start to the first byte of the answer. */
  firstByteAt: number | undefined;
  upstreamRequestId: string | undefined;
  dropped: string[];
}

/** What was delivered, kept small: tokens already counted and text still to count. */
export interface DeliveredText {
  /** Resolves to the number of tokens delivered so far. */
  count(): Promise<number>;
  /** Some of it was text and not only the call of a tool. Known once it was counted. */
  readonly spoke: boolean;
}

/** A reservation together with the terms it was made on. */
export interface Hold {
  reservation: Reservation;
  price: SnapshotPrice;
  billedModel: string;
}

export type { LogMetadata };
