import type { UsageCounts } from "@tollgate/contract/cost";
import type { ChatCall, ChatResult } from "../canonical/chat.ts";
import type { ChatStreamPart } from "../canonical/chat-stream.ts";
import type { FormatId } from "../format-ids.ts";
import type { PublicError } from "../relay-error.ts";

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
}

/** How an exchange is to be presented: the model as the caller named it. */
export interface RenderContext {
  requestedModel: string;
  requestId: string;
  /** Epoch seconds, for answers whose upstream gives no time. */
  now: number;
  wantsStreamUsage: boolean;
}

/** Turns canonical parts into the bytes of one stream. Synchronous; keeps only what the format's framing needs. */
export interface StreamRenderer {
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
  /** Told every event with such a mark. True once the answer is whole. `body` is the data, if it is an object. */
  isEnd(data: string, body: object | undefined): boolean;
  /** False for a frame that the caller did not ask for (usage that we asked for). `body` is the frame's data, parsed. */
  keeps(body: unknown): boolean;
}

export interface ErrorReply {
  status: number;
  headers: Record<string, string>;
  body: string;
}

/** A wire format that clients speak. */
export interface ChatFormat {
  id: FormatId;
  /** Fields the pipeline needs, checked. @throws RelayError `invalid_request` naming the field */
  readHead(body: unknown): RequestHead;
  /** The whole request in our words. `unread` names fields that the vocabulary cannot say. @throws RelayError */
  parseRequest(body: unknown, model: string): { call: ChatCall; unread: string[] };
  /** JSON text of a whole answer. */
  renderResponse(result: ChatResult, context: RenderContext): string;
  streamRenderer(context: RenderContext): StreamRenderer;
  renderError(error: PublicError): ErrorReply;
  /** Error as the last event of a stream. */
  renderStreamError(error: PublicError): string;
  /** Headers of the caller that may go upstream on the native path; lower-case names. */
  nativeHeaders: readonly string[];
  /**
   * The caller's bytes with the model renamed and, for streams, usage asked for; everything else untouched and unknown
   * fields kept. Returns the same buffer if nothing changes. `body` is `raw` parsed.
   */
  rewriteNative(
    raw: Buffer,
    body: unknown,
    head: RequestHead,
    model: string,
    custom: Record<string, unknown>,
  ): Buffer;
  /** True if a whole native answer holds what the format promises. */
  isAnswer(body: object): boolean;
  nativeStream(head: RequestHead): NativeStream;
}
