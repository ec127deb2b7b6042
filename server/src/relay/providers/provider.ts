import type { UsageCounts } from "@tollgate/contract/cost";
import type { ProviderDescriptor } from "@tollgate/contract/descriptor";
import type { ChatCall, ChatResult } from "../canonical/chat.ts";
import type { ChatStreamPart } from "../canonical/chat-stream.ts";
import type { EmbeddingCall, EmbeddingResult } from "../canonical/embedding.ts";
import type { ImageCall, ImageResult } from "../canonical/image.ts";
import type { ModerationCall } from "../canonical/moderation.ts";
import type { PaidFields } from "../canonical/paid-fields.ts";
import type { UpstreamProblem } from "../canonical/problem.ts";
import type { RealtimeEvent, RealtimeNews } from "../canonical/realtime.ts";
import type { RerankCall, RerankResult } from "../canonical/rerank.ts";
import type { ToolNameRule } from "../canonical/tool-name-rule.ts";
import type { SpeechCall, SpeechResult } from "../canonical/speech.ts";
import type { TranscriptionCall, TranscriptionResult } from "../canonical/transcription.ts";
import type { MadeVideo, VideoCall, VideoChoices, VideoReport, VideoVariant } from "../canonical/video.ts";
import type { FormatId } from "../format-ids.ts";
import type { EventSplitter, UpstreamEvent } from "../event-stream/upstream-event.ts";

/** What an adapter may know of a channel: address, one key, options. Filled by the pipeline. */
export interface ChannelView {
  /** Without trailing slash; the descriptor's default where the channel names none. */
  baseUrl: string;
  key: string;
  /** What the key was exchanged for, where the provider has a `tokenExchange`. */
  token?: string;
  /** Custom headers of the channel; the pipeline adds them to every request, before the adapter's own authorisation. */
  headers: Record<string, string>;
  /** Region, version …: its meaning is in the descriptor. */
  other: string;
  plugin: Record<string, Record<string, unknown>>;
  /** The channel's custom parameters: merged into the body where the caller said nothing. */
  customParameters: Record<string, unknown>;
  /** Formats whose endpoint the upstream was seen not to have. Absent: none. */
  unsupported?: ReadonlySet<FormatId>;
}

/** A request as it goes upstream. The pipeline adds content-length, proxy, time limits and the channel's custom headers. */
export interface UpstreamRequest {
  method: "GET" | "POST" | "DELETE";
  /** `wss:` opens a websocket: the body is sent as one message, each message that comes is an event. */
  url: string;
  /** Lower-case names. */
  headers: Record<string, string>;
  body?: string | Buffer;
  /** The pipeline alone sets it, instead of a large `body`: the same in pieces, so that it need not be copied. `sign` sees it joined. */
  pieces?: readonly Buffer[];
  /** Fields of the call that this upstream cannot take; named to the caller in `x-tollgate-dropped` (D13). */
  dropped?: string[];
  /**
   * Finishes a request whose signature depends on the time. Called right before dispatch with every header set; `now` in
   * milliseconds. May change url, headers and body.
   */
  sign?(request: UpstreamRequest, now: number): void;
  /**
   * For upstreams that answer with a ticket: told each whole answer (status 2xx), says what to ask next and when, or undefined if this is
   * the answer itself. `asked` counts the answers before it. The next request is signed and followed likewise.
   */
  follow?(
    answer: UpstreamAnswer,
    asked: number,
  ): { request: UpstreamRequest; waitMilliseconds: number } | undefined;
}

/** A whole answer of an upstream, status 2xx. */
export interface UpstreamAnswer {
  status: number;
  /** Lower-case names. */
  headers: Record<string, string>;
  body: Buffer;
}

/** A state machine: events in, parts out. Synchronous on purpose: no promise per event on the hot path. */
export interface StreamReader {
  read(event: UpstreamEvent): ChatStreamPart[];
  /** After the last byte. Returns what was still held back; never invents an `end`. */
  end(): ChatStreamPart[];
}

/** Translation of chat calls. Pure: no clock, no network. */
export interface ChatCapability {
  /** The format in which a call for `model` is sent. Absent or undefined: one that no client speaks. */
  sentAs?(model: string, channel: ChannelView): FormatId | undefined;
  /** @throws CannotServe if this upstream has nothing for such a call */
  buildRequest(call: ChatCall, channel: ChannelView): UpstreamRequest;
  /** @throws UnreadableAnswer if the body is not what the upstream promises. */
  readResponse(body: unknown, call: ChatCall): ChatResult;
  streamReader(call: ChatCall): StreamReader;
  /** How the upstream frames its events; server-sent events if absent. */
  splitter?(): EventSplitter;
  /** Which names of tools this model's API accepts. Default: `usualToolNames`. */
  toolNames?(model: string): ToolNameRule;
  /** True if the upstream does not fetch this address itself: the pipeline fetches it and sends the bytes. */
  needsInline?(url: string, kind: "image" | "file"): boolean;
}

/** Translation of a call besides chat. Pure. */
export interface CallCapability<Call, Result> {
  /** @throws CannotServe if this upstream has nothing for such a call */
  buildRequest(call: Call, channel: ChannelView): UpstreamRequest;
  /** @throws UnreadableAnswer if the answer is not what the upstream promises. */
  readResponse(answer: UpstreamAnswer, call: Call): Result;
}

/** Videos, which are accepted immediately and made minutes later. Pure. */
export interface VideoCapability {
  /** Lengths and sizes of one of the vendor's own models; undefined for a name that it does not know. */
  choices(model: string): VideoChoices | undefined;
  /** @throws CannotServe naming the field that the model does not take. Another length is never sent: it is what is billed. */
  buildRequest(call: VideoCall, channel: ChannelView): UpstreamRequest;
  /** The upstream's id of the video. @throws UnreadableAnswer */
  readAccepted(answer: UpstreamAnswer): string;
  /** A rejection that came with status 2xx. Absent: this upstream rejects with a status. */
  readRejection?(answer: UpstreamAnswer): UpstreamProblem | undefined;
  /** `fromImage`: the call had a picture. */
  buildQuery(id: string, channel: ChannelView, fromImage: boolean): UpstreamRequest;
  /** A word for the status that is not known is `in_progress`. @throws UnreadableAnswer */
  readReport(answer: UpstreamAnswer): VideoReport;
  /** Where the bytes of a file are; undefined where the upstream has no such file. */
  contentOf(
    video: MadeVideo,
    about: { id: string; variant: VideoVariant },
    channel: ChannelView,
  ): VideoContent | undefined;
}

/**
 * An address that the upstream named, which gets no key, or a request to the upstream itself. `open`: its answer is JSON that names the
 * address or holds the bytes. @throws UnreadableAnswer
 */
export type VideoContent =
  | { url: string }
  | {
      request: UpstreamRequest;
      open?(answer: UpstreamAnswer): { url: string } | { mediaType: string; bytes: Buffer };
    };

/** What the native path hands on: the caller's own bytes with nothing but the model renamed. */
export interface NativeCall {
  format: FormatId;
  model: string;
  stream: boolean;
  body: Buffer;
  /** Caller's headers that the format allows on (betas, versions) and its content type; lower-case names. */
  headers: Record<string, string>;
  /** `v1beta` …, where the caller's path names one. */
  version?: string;
  /** What follows the model's name in the caller's path: `generateContent`, `batchEmbedContents` … */
  action?: string;
  /** The caller's query, without `?` and without keys. */
  query?: string;
}

/** Same wire format on both sides (D12): bytes are forwarded, usage is read in passing. */
export interface NativeCapability {
  /** True if the upstream takes this format for this model (its own name, after mapping). Called for every exchange: cheap. */
  speaks(format: FormatId, model: string, channel: ChannelView): boolean;
  /** The upstream keeps conversations as threads (`RequestHead.thread`). Default: false, and such a request is refused, since a server that ignored the field would forget. */
  threads?: boolean;
  /** False for a request of a format it speaks that it would refuse all the same (addresses it does not fetch): it is translated. */
  takes?(raw: Buffer): boolean;
  /** True if this model's API refuses earlier reasoning without its own signature. Default: false. */
  needsSignatures?(model: string): boolean;
  buildRequest(call: NativeCall, channel: ChannelView): UpstreamRequest;
  /**
   * What this upstream does not take of a request in its own format, as a change of the parsed body; undefined if it takes all of it.
   * Called for every native exchange with the parsed request, which it leaves as it is: cheap.
   */
  adapt?(
    body: unknown,
    format: FormatId,
    model: string,
  ): ((body: Record<string, unknown>) => void) | undefined;
  /** The upstream's name for the limit of output tokens, where the format has several. Undefined: the format's older one. */
  outputLimitField?(format: FormatId, model: string): string | undefined;
  /** Usage from a whole answer or one stream event; `previous` is what earlier events of the stream gave. Undefined: none in it. */
  readUsage(body: unknown, previous: UsageCounts | undefined, format: FormatId): UsageCounts | undefined;
  /** Turns the upstream's framing into server-sent events, where it has another one. */
  reframe?(format: FormatId): { push(chunk: Buffer): Buffer; end(): Buffer };
}

/** A key that must be exchanged for a short-lived token first. The pipeline performs the request and keeps the token until it expires. */
export interface TokenExchange {
  /** `now` in milliseconds. Undefined: this channel's key is used as it is. */
  buildRequest(channel: ChannelView, now: number): UpstreamRequest | undefined;
  /** `seconds` the token is valid. @throws UnreadableAnswer */
  readToken(body: unknown): { token: string; seconds: number };
}

/** What an operator may ask of the account itself. */
export interface AccountCapability {
  buildModelList(channel: ChannelView): UpstreamRequest;
  /** @throws UnreadableAnswer */
  readModelList(body: unknown): string[];
}

/** Calls that are passed on as they are: files, batches, assistants, stored responses (relay contract A1). */
export interface RawCapability {
  /** `path` begins with `/v1/`; `query` without `?`. Undefined: this upstream has no such call. */
  buildRequest(
    call: {
      method: UpstreamRequest["method"];
      path: string;
      query: string;
      body: Buffer;
      headers: Record<string, string>;
    },
    channel: ChannelView,
  ): UpstreamRequest | undefined;
}

/** Calls of one vendor alone, at addresses that begin with a prefix of the vendor's. */
export interface OwnCalls {
  /** First segment of the addresses: `/vendor`. */
  prefix: string;
  /** Addresses that take a call of a known format. */
  formats: Readonly<Record<string, FormatId>>;
  /** The model whose price and channels a raw call has (`RawCapability`); undefined: no call of the vendor's. `path` is without query. */
  modelOf(method: string, path: string): string | undefined;
}

/** Speech both ways over a websocket. */
export interface RealtimeCapability {
  /** Address (`wss:`) and headers of the upstream's socket; `protocols` are its subprotocols. */
  buildSocket(
    model: string,
    channel: ChannelView,
  ): { url: string; headers: Record<string, string>; protocols: string[] };
  /** What one event of the upstream means for the bill; undefined for one that means nothing. */
  readEvent(event: RealtimeEvent): RealtimeNews | undefined;
}

/** The account's balance in US dollars, where the upstream tells it. */
export interface BalanceCapability {
  buildBalance(channel: ChannelView): UpstreamRequest;
  /** US dollars. @throws UnreadableAnswer */
  readBalance(body: unknown): number;
}

/** A call that costs nothing and that only the right address and key answer: the test of channels without chat. */
export interface CheckCapability {
  buildCheck(channel: ChannelView): UpstreamRequest;
  /** @throws UnreadableAnswer if another server answered */
  readCheck(body: unknown): void;
}

/** Receives a local answer as if it came from the network. */
export interface LocalReply {
  head(status: number, headers: Record<string, string>): void;
  data(chunk: Buffer): void;
  end(): void;
}

/** An upstream inside this process (sandbox, D16). Returns a function that stops it. */
export type LocalUpstream = (request: UpstreamRequest, reply: LocalReply) => () => void;

export interface Provider {
  descriptor: ProviderDescriptor;
  /** Fields of a request that its model's price does not cover. */
  paidFields: PaidFields;
  chat?: ChatCapability;
  embeddings?: CallCapability<EmbeddingCall, EmbeddingResult>;
  images?: CallCapability<ImageCall, ImageResult>;
  speech?: CallCapability<SpeechCall, SpeechResult>;
  transcription?: CallCapability<TranscriptionCall, TranscriptionResult>;
  rerank?: CallCapability<RerankCall, RerankResult>;
  moderations?: CallCapability<ModerationCall, Record<string, unknown>>;
  videos?: VideoCapability;
  native?: NativeCapability;
  raw?: RawCapability;
  ownCalls?: OwnCalls;
  realtime?: RealtimeCapability;
  tokenExchange?: TokenExchange;
  account?: AccountCapability;
  balance?: BalanceCapability;
  check?: CheckCapability;
  /** Set if the answers are made here instead of fetched. */
  local?: LocalUpstream;
  /** An error answer, or an error event of a 200 stream (then status 200), in our words. `headers` have lower-case names. */
  readProblem(status: number, body: string, headers: Record<string, string>): UpstreamProblem;
}

/** This upstream has nothing for such a call; another channel may. The sentence names the model, field or endpoint, for the caller. */
export class CannotServe extends Error {
  override name = "CannotServe";
  /** The field of the request that cannot be served. */
  readonly param: string | undefined;

  constructor(message: string, param?: string) {
    super(message);
    this.param = param;
  }
}
