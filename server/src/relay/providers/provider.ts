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

/** The adapter's view of a channel: address, one key, options. Filled by the pipeline. */
export interface ChannelView {
  /** Without trailing slash; the descriptor's default if the channel sets none. */
  baseUrl: string;
  key: string;
  /** The exchanged token, for providers with a `tokenExchange`. */
  token?: string;
  /** Custom headers of the channel. The pipeline adds them before the adapter's own authorisation. */
  headers: Record<string, string>;
  /** Region, version …: the descriptor defines its meaning. */
  other: string;
  plugin: Record<string, Record<string, unknown>>;
  /** The channel's custom parameters: merged into the body for fields that the caller left unset. */
  customParameters: Record<string, unknown>;
  /** Formats whose endpoint this upstream turned out not to have. Absent: none. */
  unsupported?: ReadonlySet<FormatId>;
}

/** An upstream request. The pipeline adds content-length, proxy, time limits and the channel's custom headers. */
export interface UpstreamRequest {
  method: "GET" | "POST" | "DELETE";
  /** `wss:` opens a websocket: the body is sent as one message, each received message is an event. */
  url: string;
  /** Lower-case names. */
  headers: Record<string, string>;
  body?: string | Buffer;
  /** Set by the pipeline only, instead of a large `body`: its pieces, to avoid a copy. `sign` gets them joined. */
  pieces?: readonly Buffer[];
  /** Fields of the call that this upstream does not support; reported in `x-tollgate-dropped`. */
  dropped?: string[];
  /**
   * Signs a request whose signature depends on the time. Called right before dispatch with every header set; `now` in
   * milliseconds. May change url, headers and body.
   */
  sign?(request: UpstreamRequest, now: number): void;
  /**
   * For upstreams that answer with a job to poll: gets each whole answer (status 2xx) and returns the next request and
   * its delay, or undefined if the answer is final. `polls` counts earlier answers. The next request is signed and
   * followed likewise.
   */
  follow?(
    answer: UpstreamAnswer,
    polls: number,
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
  /** After the last byte. Returns the buffered parts; never invents an `end`. */
  end(): ChatStreamPart[];
}

/** Translation of chat calls. Pure: no clock, no network. */
export interface ChatCapability {
  /** The format in which a call for `model` is sent. Absent or undefined: a format that no client uses. */
  sentAs?(model: string, channel: ChannelView): FormatId | undefined;
  /** @throws CannotServe if this upstream does not support the call */
  buildRequest(call: ChatCall, channel: ChannelView): UpstreamRequest;
  /** @throws UnreadableAnswer if the body does not match the vendor's format */
  readResponse(body: unknown, call: ChatCall): ChatResult;
  streamReader(call: ChatCall): StreamReader;
  /** How the upstream frames its events. Default: server-sent events. */
  splitter?(): EventSplitter;
  /** Tool names that this model's API accepts. Default: `usualToolNames`. */
  toolNames?(model: string): ToolNameRule;
  /** True if the upstream does not fetch this URL: the pipeline fetches it and sends the bytes. */
  needsInline?(url: string, kind: "image" | "file"): boolean;
}

/** Translation of a call other than chat. Pure. */
export interface CallCapability<Call, Result> {
  /** @throws CannotServe if this upstream does not support the call */
  buildRequest(call: Call, channel: ChannelView): UpstreamRequest;
  /** @throws UnreadableAnswer if the answer does not match the vendor's format */
  readResponse(answer: UpstreamAnswer, call: Call): Result;
}

/** Videos: accepted immediately, generated minutes later. Pure. */
export interface VideoCapability {
  /** Lengths and sizes of one of the vendor's models; undefined for an unknown name. */
  choices(model: string): VideoChoices | undefined;
  /** @throws CannotServe naming a field that the model does not support. Never changes the length, which is billed. */
  buildRequest(call: VideoCall, channel: ChannelView): UpstreamRequest;
  /** The upstream's id of the video. @throws UnreadableAnswer */
  readAccepted(answer: UpstreamAnswer): string;
  /** A rejection with status 2xx. Absent: this upstream rejects with an HTTP status. */
  readRejection?(answer: UpstreamAnswer): UpstreamProblem | undefined;
  /** `fromImage`: the call had an image. */
  buildQuery(id: string, channel: ChannelView, fromImage: boolean): UpstreamRequest;
  /** An unknown status is `in_progress`. @throws UnreadableAnswer */
  readReport(answer: UpstreamAnswer): VideoReport;
  /** Where to fetch the bytes of a file; undefined if the upstream has no such file. */
  contentOf(
    video: MadeVideo,
    about: { id: string; variant: VideoVariant },
    channel: ChannelView,
  ): VideoContent | undefined;
}

/**
 * A URL from the upstream's answer, fetched without the key, or a request to the upstream itself. `open`: its answer is
 * JSON that contains the URL or the bytes. @throws UnreadableAnswer
 */
export type VideoContent =
  | { url: string }
  | {
      request: UpstreamRequest;
      open?(answer: UpstreamAnswer): { url: string } | { mediaType: string; bytes: Buffer };
    };

/** Input of the native path: the caller's own bytes with only the model renamed. */
export interface NativeCall {
  format: FormatId;
  model: string;
  stream: boolean;
  body: Buffer;
  /** The caller's content type and the headers that the format forwards (betas, versions); lower-case names. */
  headers: Record<string, string>;
  /** `v1beta` …, if the caller's path contains a version. */
  version?: string;
  /** The part after the model's name in the caller's path: `generateContent`, `batchEmbedContents` … */
  action?: string;
  /** The caller's query, without `?` and without keys. */
  query?: string;
}

/** The same wire format on both sides: bytes are forwarded, usage is read from them. */
export interface NativeCapability {
  /** True if the upstream supports this format for this model (upstream name). Called for every exchange: cheap. */
  supports(format: FormatId, model: string, channel: ChannelView): boolean;
  /**
   * The upstream stores conversations as threads (`RequestHead.thread`). Default: false, and such a request is
   * rejected: a server that ignores the field would lose the history.
   */
  threads?: boolean;
  /**
   * False if the upstream would reject this body of a supported format (URLs that it does not fetch): it is translated.
   */
  acceptsBody?(raw: Buffer): boolean;
  /** True if this model's API rejects earlier reasoning without its own signature. Default: false. */
  needsSignatures?(model: string): boolean;
  buildRequest(call: NativeCall, channel: ChannelView): UpstreamRequest;
  /**
   * Removes what this upstream does not support in its own format, as a change of the parsed body; undefined if nothing
   * changes. Called for every native exchange and does not modify its argument: cheap.
   */
  adapt?(
    body: unknown,
    format: FormatId,
    model: string,
  ): ((body: Record<string, unknown>) => void) | undefined;
  /**
   * The upstream's field for the output token limit, where the format has several. Undefined: the format's older one.
   */
  outputLimitField?(format: FormatId, model: string): string | undefined;
  /**
   * Usage from a whole answer or one stream event; `previous` is the usage of earlier events. Undefined: contains none.
   */
  readUsage(body: unknown, previous: UsageCounts | undefined, format: FormatId): UsageCounts | undefined;
  /** Converts the upstream's framing to server-sent events, if it differs. */
  reframe?(format: FormatId): { push(chunk: Buffer): Buffer; end(): Buffer };
}

/** A key that must be exchanged for a short-lived token first. The pipeline performs the request and keeps the token until it expires. */
export interface TokenExchange {
  /** `now` in milliseconds. Undefined: this channel uses its key directly. */
  buildRequest(channel: ChannelView, now: number): UpstreamRequest | undefined;
  /** `seconds` the token is valid. @throws UnreadableAnswer */
  readToken(body: unknown): { token: string; seconds: number };
}

/** Calls about the account itself, made by an operator. */
export interface AccountCapability {
  buildModelList(channel: ChannelView): UpstreamRequest;
  /** @throws UnreadableAnswer */
  readModelList(body: unknown): string[];
}

/** Calls forwarded unchanged: files, batches, assistants, stored responses. */
export interface RawCapability {
  /** `path` begins with `/v1/`; `query` without `?`. Undefined: this upstream does not support the call. */
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

/** Calls that only one vendor has, at paths with the vendor's prefix. */
export interface OwnCalls {
  /** First segment of the paths: `/vendor`. */
  prefix: string;
  /** Paths that serve a call of a known format. */
  formats: Readonly<Record<string, FormatId>>;
  /**
   * The model whose price and channels a raw call uses (`RawCapability`); undefined: not a call of this vendor. `path`
   * is without query.
   */
  modelOf(method: string, path: string): string | undefined;
}

/** Bidirectional speech over a websocket. */
export interface RealtimeCapability {
  /** Address (`wss:`) and headers of the upstream's socket; `protocols` are its subprotocols. */
  buildSocket(
    model: string,
    channel: ChannelView,
  ): { url: string; headers: Record<string, string>; protocols: string[] };
  /** The billing facts of one upstream event; undefined if the event has none. */
  readEvent(event: RealtimeEvent): RealtimeNews | undefined;
}

/** The account's balance in US dollars, if the upstream has a balance API. */
export interface BalanceCapability {
  buildBalance(channel: ChannelView): UpstreamRequest;
  /** US dollars. @throws UnreadableAnswer */
  readBalance(body: unknown): number;
}

/** A free call that succeeds only with the right address and key: the test of channels without chat. */
export interface CheckCapability {
  buildCheck(channel: ChannelView): UpstreamRequest;
  /** @throws UnreadableAnswer if another server answered */
  readCheck(body: unknown): void;
}

/** Receives a local answer like one from the network. */
export interface LocalReply {
  head(status: number, headers: Record<string, string>): void;
  data(chunk: Buffer): void;
  end(): void;
}

/** An upstream inside this process (sandbox). Returns a function that stops it. */
export type LocalUpstream = (request: UpstreamRequest, reply: LocalReply) => () => void;

export interface Provider {
  descriptor: ProviderDescriptor;
  /** Paid request fields that the model's price does not cover. */
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
  /** Set if this process generates the answers itself. */
  local?: LocalUpstream;
  /** Parses an error answer, or an error event of a 200 stream (then status 200). `headers` have lower-case names. */
  readProblem(status: number, body: string, headers: Record<string, string>): UpstreamProblem;
}

/**
 * This upstream does not support the call; another channel may. The message names the model, field or endpoint for the
 * caller.
 */
export class CannotServe extends Error {
  override name = "CannotServe";
  /** The request field that is not supported. */
  readonly param: string | undefined;

  constructor(message: string, param?: string) {
    super(message);
    this.param = param;
  }
}
