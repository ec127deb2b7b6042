import type { UsageCounts } from "@tollgate/contract/cost";
import type { ChatCall, ChatResult } from "../canonical/chat.ts";
import type { ChatStreamPart } from "../canonical/chat-stream.ts";
import type { EmbeddingCall, EmbeddingResult } from "../canonical/embedding.ts";
import type { EventMarks } from "../canonical/event-marks.ts";
import type { DrawnPictures, ImageCall, ImageResult } from "../canonical/image.ts";
import type { ModerationCall } from "../canonical/moderation.ts";
import type { RerankCall, RerankResult } from "../canonical/rerank.ts";
import type { SpeechCall, SpeechResult } from "../canonical/speech.ts";
import type { TranscriptionCall, TranscriptionResult } from "../canonical/transcription.ts";
import type { FormatId } from "../format-ids.ts";
import type { PublicError } from "../relay-error.ts";

/** Parameters of the endpoint's path, for formats that name the model there; absent for other formats. */
export interface PathParams {
  model?: string;
  /** The path requests a stream. */
  stream?: boolean;
  /** `v1beta` … */
  version?: string;
  /** The action after the model's name: `generateContent`, `batchEmbedContents` … */
  action?: string;
  /** Without `?`. */
  query: string;
}

/** What the pipeline needs from a request before translation. Reading it allocates little (hot path). */
export interface RequestHead {
  model: string;
  stream: boolean;
  /** The caller's limit on output, if set. */
  maxOutputTokens: number | undefined;
  choices: number;
  hasTools: boolean;
  /** The caller requests usage at the end of the stream. */
  wantsStreamUsage: boolean;
  /** Part of the request that only translation can serve (another stream framing, another dialect's signature). */
  translated?: boolean;
  /**
   * The request has earlier reasoning without a signature. Upstreams that sign theirs reject it, so the request is
   * translated for them.
   */
  unsigned?: boolean;
  /**
   * State that only the channel that created it has, and that belongs to one user: the request is routed to that
   * channel.
   */
  boundTo?: readonly NamedState[];
  /** The upstream stores the conversation or continues a stored one: only native channels with threads can serve it. */
  thread?: "create" | "continue";
  /** A later request may refer to items of the response by their ids. */
  keepsItems?: true;
  /** Options in the model's name that the body does not set. */
  suffix?: ModelSuffix;
}

/** Options in a suffix of the model's name (`gpt-5#low`). */
export interface ModelSuffix {
  /** As in `ReasoningOptions`. */
  effort?: string;
  /** The upstream searches the web. */
  search?: boolean;
}

/**
 * State that a request names. State that the upstream stores (`response`, `conversation`, `item`, `thread`,
 * `container`) must be registered to the caller.
 * State that the caller sends encrypted may be unknown, but must not be registered to another user: reasoning
 * (`reasoning`), without which a conversation can continue elsewhere, or its `history`, without which it cannot.
 */
export interface NamedState {
  kind: "response" | "conversation" | "item" | "thread" | "container" | "history" | "reasoning";
  /** Id, or the encrypted text. */
  id: string;
  /** The request's field, if the kind does not determine it. */
  param?: string;
}

/** State that a response, or one event of its stream, names and that only its origin has. */
export interface AnswerNames {
  /** Id of the response itself, if a later request may continue it. */
  answer: string | undefined;
  /** Its items, encrypted reasoning, containers. */
  parts: string[];
}

/** How to present a response: the model as the caller named it. */
export interface RenderContext {
  requestedModel: string;
  requestId: string;
  /** Epoch seconds, for responses whose upstream sends no time. */
  now: number;
  wantsStreamUsage: boolean;
  /** The caller's request, parsed: some formats repeat parts of it in the response. */
  request: unknown;
  /** Parameters of the endpoint's path. */
  path?: PathParams | undefined;
  /** Called once with the items of a finished response, if later requests may refer to them. */
  keepItems?: ((items: readonly RenderedItem[]) => void) | undefined;
}

/** An item of a response as it is sent and stored. */
export interface RenderedItem {
  id: string;
  json: string;
  /** The time that the id contains (`timeOfItem`), epoch seconds; 0 if it contains none. */
  idTime: number;
}

/** Renders canonical parts as the bytes of one stream. Synchronous; keeps only what the format's framing needs. */
export interface StreamRenderer {
  /** Content type of the stream; server-sent events if absent. */
  contentType?: string;
  /** Text to write for one part; empty if the format has nothing for it. */
  render(part: ChatStreamPart): string;
  /** Text after a normal end. `usage` is what is billed. */
  finish(usage: UsageCounts | undefined): string;
  /** Text for an error after the first byte; nothing follows it. */
  fail(error: PublicError): string;
}

/** Reads the events of one native stream; tracks which of its choices have ended. */
export interface NativeStream {
  /**
   * True if the event has content of the response. Nothing is sent before the first such event, so until then another
   * channel can take over.
   */
  opens(body: object): boolean;
  /**
   * Marks of the events with usage, with a report of a failure, with the end of the response or a part of it, or with names that a later request
   * may send back. The first event is always read.
   */
  marks: EventMarks;
  /**
   * Called for every event with such a mark. Returns true once the response is complete. `body` is the data, if it is
   * an object.
   */
  isEnd(data: string, body: object | undefined): boolean;
  /**
   * Called if the stream ended without that: true if every choice that appeared has ended, even if fewer than
   * requested. Default: false.
   */
  endsWhole?(): boolean;
  /** Images completed so far; absent for other streams. */
  pictures?(): DrawnPictures;
  /**
   * False for a frame that the caller did not request (usage that Tollgate requested). `body` is the frame's data,
   * parsed.
   */
  keeps(body: unknown): boolean;
  /** True if the event reports a failed response; the provider's `readProblem` reads it. Default: an `error` object. */
  isProblem?(body: object): boolean;
}

export interface ErrorReply {
  status: number;
  headers: Record<string, string>;
  body: string;
}

/** A native request before it is sent to a channel. */
export interface NativeRewrite {
  raw: Buffer;
  /** `raw`, parsed. */
  body: unknown;
  head: RequestHead;
  /** Model name to send. */
  model: string;
  /** The channel's custom parameters. */
  custom: Record<string, unknown>;
  /** No key of the outermost object has an escape, and no two are alike. Otherwise the bytes are searched. */
  plainKeys?: boolean;
}

/** A wire format that clients use. */
interface WireFormat {
  id: FormatId;
  /**
   * Fields the pipeline needs, checked.
   * @throws RelayError `invalid_request` naming the field
   */
  readHead(body: unknown, path?: PathParams): RequestHead;
  renderError(error: PublicError): ErrorReply;
  /** Error as the last event of a stream. */
  renderStreamError(error: PublicError): string;
  /** Headers of the caller that may be sent upstream on the native path; lower-case names. */
  nativeHeaders: readonly string[];
  /**
   * The caller's bytes with the model renamed and, for streams, usage requested; everything else unchanged and unknown
   * fields kept. Returns the same buffer if nothing changes.
   */
  rewriteNative(rewrite: NativeRewrite): Buffer;
  /** True if a whole native response contains what the format guarantees. */
  isAnswer(body: object): boolean;
  /**
   * State that a native response, or an event of its stream, names and that only its origin has: ids of stored
   * responses and their parts, encrypted reasoning.
   * Absent if the format has no such state.
   */
  namesOf?(body: object, head: RequestHead): AnswerNames;
  /** The caller's bytes without these encrypted reasoning items; everything else unchanged. */
  withoutReasoning?(raw: Buffer, encrypted: ReadonlySet<string>): Buffer;
  /**
   * The caller's bytes with these items instead of references to them; `items` maps ids to JSON. Absent if the format
   * has no references.
   */
  withItems?(raw: Buffer, items: ReadonlyMap<string, string>): Buffer;
  /** When Tollgate created this item id in a translated response, epoch seconds. Undefined for other ids. */
  timeOfItem?(id: string): number | undefined;
  nativeStream(head: RequestHead): NativeStream;
}

/** Names of fields by the name in Chat Completions; several if the format has several. */
export type FieldNames = Readonly<Record<string, readonly string[]>>;

/** A chat dialect: translated into every other one. */
export interface ChatFormat extends WireFormat {
  capability: "chat";
  /** This format's names for the fields of Chat Completions; providers use them to report dropped fields. */
  fieldNames?: FieldNames;
  /** Only an upstream of the same format can serve it. */
  nativeOnly?: boolean;
  /**
   * True for an error that the format's own API reports inside the requested stream, and not by the status. Default:
   * none.
   */
  streamsError?(error: PublicError): boolean;
  /**
   * Writes model suffix options into a body, in fields that every upstream of the format accepts; undefined if there
   * are none, or the format has none.
   */
  renderSuffix?(suffix: ModelSuffix): ((body: Record<string, unknown>) => void) | undefined;
  /**
   * Writes an output token limit per choice into a native request without one. `field`: the upstream's name for it, if
   * the format has several. Absent if the format has no such field.
   */
  limitOutput?(body: Record<string, unknown>, tokens: number, field: string | undefined): void;
  /**
   * Sets `boundTo` from a body with the fields that the format's counting call shares.
   * @throws RelayError
   */
  findState?(body: unknown, head: RequestHead): void;
  /**
   * Parses a request into the canonical call. `unread` names fields without a canonical name.
   * @throws RelayError
   */
  parseRequest(body: unknown, model: string, path?: PathParams): { call: ChatCall; unread: string[] };
  /** JSON text of a whole response. */
  renderResponse(result: ChatResult, context: RenderContext): string;
  streamRenderer(context: RenderContext): StreamRenderer;
}

/** The calls other than chat, each with its result. */
export interface Calls {
  embeddings: { call: EmbeddingCall; result: EmbeddingResult };
  images: { call: ImageCall; result: ImageResult };
  speech: { call: SpeechCall; result: SpeechResult };
  transcription: { call: TranscriptionCall; result: TranscriptionResult };
  rerank: { call: RerankCall; result: RerankResult };
  moderations: { call: ModerationCall; result: Record<string, unknown> };
}

export type CallName = keyof Calls;

export interface RenderedAnswer {
  contentType: string;
  body: string | Buffer;
}

/** Size of a call's input: for the reservation, and for billing if the upstream reports no usage. */
export interface CallSize {
  /** Tokens known without counting: images by number and size, speech by its bytes. */
  tokens: number;
  /** Text to count. */
  text: string;
  /** Output tokens of the requested images, if the model charges them. */
  outputImage?: number;
  /**
   * Audio to transcribe; `plain` is not compressed. `seconds` is the container's length if `known`, otherwise the
   * minimum for that many bytes.
   */
  sound?: { bytes: number; plain: boolean; seconds: number; known: boolean };
  /** Maximum extra usage by class, for the reservation only. */
  most?: Partial<UsageCounts>;
  /**
   * For prices per image: sizes and qualities from the request, or the model's default; several if it names several.
   */
  pictures?: { count: number; sizes: readonly string[]; qualities: readonly string[] };
  /** Characters to speak, for prices per character. */
  characters?: number;
}

/** A format of a call other than chat. Its response is whole, or streamed through on the native path. */
export interface CallFormat<C extends CallName = CallName> extends WireFormat {
  capability: C;
  /** The body is a form; then `body` is a `FormBody`. */
  form?: boolean;
  parseRequest(body: unknown, model: string, path?: PathParams): { call: Calls[C]["call"]; unread: string[] };
  renderResponse(result: Calls[C]["result"], call: Calls[C]["call"], context: RenderContext): RenderedAnswer;
  /** `drawn`: images in the response, for billing. Without it the size is the maximum of the call. */
  measure(body: unknown, drawn?: DrawnPictures): CallSize;
  /** Images in a native response; absent for other calls. */
  picturesOf?(answer: object): DrawnPictures;
  /** Text of a native response that is charged as output (transcripts); absent: only the request is charged. */
  answerText?(answer: Buffer, contentType: string): string;
  /** Seconds of audio that a native response covers by its own times (subtitles); 0 if it has none. */
  answerSeconds?(answer: Buffer, contentType: string): number;
  /** Text of one event of a native stream that is added to it. */
  deltaText?(event: object): string;
}

export type Format = ChatFormat | { [C in CallName]: CallFormat<C> }[CallName];
