import type { UsageCounts } from "@tollgate/contract/cost";
import type { ChatCall, ChatResult } from "../canonical/chat.ts";
import type { ChatStreamPart } from "../canonical/chat-stream.ts";
import type { EmbeddingCall, EmbeddingResult } from "../canonical/embedding.ts";
import type { DrawnPictures, ImageCall, ImageResult } from "../canonical/image.ts";
import type { ModerationCall } from "../canonical/moderation.ts";
import type { RerankCall, RerankResult } from "../canonical/rerank.ts";
import type { SpeechCall, SpeechResult } from "../canonical/speech.ts";
import type { TranscriptionCall, TranscriptionResult } from "../canonical/transcription.ts";
import type { FormatId } from "../format-ids.ts";
import type { PublicError } from "../relay-error.ts";

/** What the endpoint's path says, for formats that name the model there; absent where nothing is named. */
export interface PathParams {
  model?: string;
  /** The path asks for a stream. */
  stream?: boolean;
  /** `v1beta` … */
  version?: string;
  /** What follows the model's name: `generateContent`, `batchEmbedContents` … */
  action?: string;
  /** Without `?`. */
  query: string;
}

/** What the pipeline needs of a request before anything is translated. Reading it allocates little (hot path). */
export interface RequestHead {
  model: string;
  stream: boolean;
  /** The caller's limit on output, if it named one. */
  maxOutputTokens: number | undefined;
  choices: number;
  hasTools: boolean;
  /** The caller wants the usage at the end of the stream. */
  wantsStreamUsage: boolean;
  /** Something in the request that only translation can serve (another stream framing, another dialect's signature). */
  translated?: boolean;
  /** Earlier reasoning without a signature, which upstreams that sign theirs refuse: there the request is translated. */
  unsigned?: boolean;
  /** State that only the channel which made it has, and that belongs to the user it was made for: the exchange goes there. */
  boundTo?: readonly NamedState[];
  /** The upstream is to keep the conversation, or goes on with one that it keeps: only native channels with threads can serve it. */
  thread?: "create" | "continue";
  /** A later request may refer to the items of the answer by their ids. */
  keepsItems?: true;
  /** What the model's name asked for and the body does not say. */
  suffix?: ModelSuffix;
}

/** What a model's name may ask for behind its mark (`gpt-5#low`). */
export interface ModelSuffix {
  /** As in `ReasoningOptions`. */
  effort?: string;
  /** The upstream is to search the web. */
  search?: boolean;
}

/**
 * A state that a request names. What the upstream keeps (`response`, `conversation`, `item`, `thread`, `container`) must be known as the caller's own. What the
 * caller carries itself, sealed by its maker, may be unknown, and must not be known as somebody else's: a `thought`, without which a
 * conversation can go on elsewhere, or its `history`, without which it cannot.
 */
export interface NamedState {
  kind: "response" | "conversation" | "item" | "thread" | "container" | "history" | "thought";
  /** Id, or the sealed text. */
  id: string;
  /** The request's field, where the kind does not say it. */
  param?: string;
}

/** What an answer, or one event of its stream, names of what only its origin has. */
export interface AnswerNames {
  /** Id of the answer itself, where a later request may go on with it. */
  answer: string | undefined;
  /** Its items, reasoning that its origin encrypted, containers. */
  parts: string[];
}

/** How an exchange is to be presented: the model as the caller named it. */
export interface RenderContext {
  requestedModel: string;
  requestId: string;
  /** Epoch seconds, for answers whose upstream gives no time. */
  now: number;
  wantsStreamUsage: boolean;
  /** The caller's request, parsed: some formats repeat parts of it in the answer. */
  request: unknown;
  /** What the endpoint's path said. */
  path?: PathParams | undefined;
  /** Called once with the items of a finished answer, where later requests may refer to them. */
  keepItems?: ((items: readonly { id: string }[]) => void) | undefined;
}

/** Turns canonical parts into the bytes of one stream. Synchronous; keeps only what the format's framing needs. */
export interface StreamRenderer {
  /** Content type of the stream; server-sent events if absent. */
  contentType?: string;
  /** Text to write for one part; empty if the format says nothing for it. */
  render(part: ChatStreamPart): string;
  /** Text after a proper end. `usage` is what is billed. */
  finish(usage: UsageCounts | undefined): string;
  /** Text for an error after the first byte; nothing follows it. */
  fail(error: PublicError): string;
}

/** Judges what passes through one native stream; remembers which of its answers have ended. */
export interface NativeStream {
  /**
   * True if the event says something of the answer. Nothing is sent before the first that does, so that until then another
   * channel can take over.
   */
  opens(body: object): boolean;
  /** What an event that ends the answer or a part of it holds: this JSON key with a value, or this word. Every piece is searched for them. */
  endKey: Buffer;
  endWord: Buffer;
  /** Key of the events that carry usage. */
  usageKey: Buffer;
  /** Key of events that may say without an `error` that the answer failed. */
  problemKey?: Buffer;
  /** What events hold whose names a later request may bring back, beside the first events and the last. */
  nameKeys?: readonly Buffer[];
  /** Told every event with such a mark. True once the answer is whole. `body` is the data, if it is an object. */
  isEnd(data: string, body: object | undefined): boolean;
  /**
   * Asked when the stream has ended without that: true if everything that appeared has ended, though it was less than the caller asked
   * for. Default: false.
   */
  endsWhole?(): boolean;
  /** Pictures that are complete so far; absent for other streams. */
  pictures?(): DrawnPictures;
  /** False for a frame that the caller did not ask for (usage that we asked for). `body` is the frame's data, parsed. */
  keeps(body: unknown): boolean;
  /** True if the event says that the answer failed; the provider's `readProblem` reads it. Default: an `error` object. */
  isProblem?(body: object): boolean;
}

export interface ErrorReply {
  status: number;
  headers: Record<string, string>;
  body: string;
}

/** A native request before it goes to a channel. */
export interface NativeRewrite {
  raw: Buffer;
  /** `raw`, parsed. */
  body: unknown;
  head: RequestHead;
  /** Name to send. */
  model: string;
  /** The channel's custom parameters. */
  custom: Record<string, unknown>;
}

/** A wire format that clients speak. */
interface WireFormat {
  id: FormatId;
  /** Fields the pipeline needs, checked. @throws RelayError `invalid_request` naming the field */
  readHead(body: unknown, path?: PathParams): RequestHead;
  renderError(error: PublicError): ErrorReply;
  /** Error as the last event of a stream. */
  renderStreamError(error: PublicError): string;
  /** Headers of the caller that may go upstream on the native path; lower-case names. */
  nativeHeaders: readonly string[];
  /**
   * The caller's bytes with the model renamed and, for streams, usage asked for; everything else untouched and unknown
   * fields kept. Returns the same buffer if nothing changes.
   */
  rewriteNative(rewrite: NativeRewrite): Buffer;
  /** True if a whole native answer holds what the format promises. */
  isAnswer(body: object): boolean;
  /**
   * What a native answer, or an event of its stream, names of what only its maker has: ids of stored answers and of their parts, sealed thoughts.
   * Absent where the format has no such thing.
   */
  namesOf?(body: object, head: RequestHead): AnswerNames;
  /** The caller's bytes without these sealed thoughts, where requests can bring such. Everything else as it was written. */
  withoutThoughts?(raw: Buffer, sealed: ReadonlySet<string>): Buffer;
  /** The caller's bytes with these items in the place of references to them; `items` maps ids to JSON. Absent where there are no references. */
  withItems?(raw: Buffer, items: ReadonlyMap<string, string>): Buffer;
  /** True for an id that this gateway gave an item of a translated answer. */
  isOwnItem?(id: string): boolean;
  nativeStream(head: RequestHead): NativeStream;
}

/** Names of fields by the name in Chat Completions; several where the format can say the same in several ways. */
export type OwnNames = Readonly<Record<string, readonly string[]>>;

/** A dialect of chat: translated into every other one. */
export interface ChatFormat extends WireFormat {
  capability: "chat";
  /** What the format calls the fields of Chat Completions, by which providers name what they leave out. */
  ownNames?: OwnNames;
  /** Only an upstream of this very format can serve it. */
  nativeOnly?: boolean;
  /** True for an error that the format's own API reports inside the stream that was requested, and not by the status. Default: none. */
  streamsError?(error: PublicError): boolean;
  /** Writes a suffix into a body in words that every upstream of the format takes; undefined where there are none, or the format has none. */
  renderSuffix?(suffix: ModelSuffix): ((body: Record<string, unknown>) => void) | undefined;
  /**
   * Writes a limit of output tokens per answer into a native request that names none. `field`: the upstream's name for it, where the
   * format has several. Absent where the format has no such field.
   */
  limitOutput?(body: Record<string, unknown>, tokens: number, field: string | undefined): void;
  /** Sets `boundTo` of a body that the format's counting call has as well. @throws RelayError */
  findState?(body: unknown, head: RequestHead): void;
  /** The whole request in our words. `unread` names fields that the vocabulary cannot say. @throws RelayError */
  parseRequest(body: unknown, model: string, path?: PathParams): { call: ChatCall; unread: string[] };
  /** JSON text of a whole answer. */
  renderResponse(result: ChatResult, context: RenderContext): string;
  streamRenderer(context: RenderContext): StreamRenderer;
}

/** The calls besides chat, and what each answers. */
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

/** What a call asks the upstream to work on: for the reservation, and for the bill where the upstream reports no usage. */
export interface CallSize {
  /** Tokens known without counting: pictures by their size and number, speech by its bytes (relay contract A13). */
  tokens: number;
  /** Words to be counted. */
  text: string;
  /** Tokens of the pictures to come, where the model charges them as output. */
  outputImage?: number;
  /**
   * Sound to be written down; `plain` is not compressed. `seconds` are those of its container if `known`, else the least that so many bytes
   * may hold.
   */
  sound?: { bytes: number; plain: boolean; seconds: number; known: boolean };
  /** What the call may cost beyond that by class, for the reservation alone. */
  most?: Partial<UsageCounts>;
  /** For prices per picture; sizes and qualities as the request names them, or the model's own default; several where it names several. */
  pictures?: { count: number; sizes: readonly string[]; qualities: readonly string[] };
  /** Characters to be spoken, for prices per character. */
  characters?: number;
}

/** A format of a call besides chat. Its answer is whole, or passed on as it comes on the native path. */
export interface CallFormat<C extends CallName = CallName> extends WireFormat {
  capability: C;
  /** The body comes as a form; then `body` is a `FormBody`. */
  form?: boolean;
  parseRequest(body: unknown, model: string, path?: PathParams): { call: Calls[C]["call"]; unread: string[] };
  renderResponse(result: Calls[C]["result"], call: Calls[C]["call"], context: RenderContext): RenderedAnswer;
  /** `drawn`: pictures of the answer, for the bill. Without it the size is what the call may come to. */
  measure(body: unknown, drawn?: DrawnPictures): CallSize;
  /** Pictures of a native answer; absent for other calls. */
  picturesOf?(answer: object): DrawnPictures;
  /** Words of a native answer that are charged as output (transcripts); absent: nothing but the request is charged. */
  answerText?(answer: Buffer, contentType: string): string;
  /** Seconds of sound that a native answer covers by its own times (subtitles); 0 where it has none. */
  answerSeconds?(answer: Buffer, contentType: string): number;
  /** Words that one event of a native stream adds to them. */
  deltaText?(event: object): string;
}

export type Format = ChatFormat | { [C in CallName]: CallFormat<C> }[CallName];
