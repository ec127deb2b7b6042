import type { UsageCounts } from "@tollgate/contract/cost";
import type { FormatId } from "../format-ids.ts";

/**
 * Our words for a chat call. Formats parse into them, providers translate them, nobody knows both sides (D13).
 * No vendor's names in here. Optional means: the caller did not say.
 */
export interface ChatCall {
  /** Name the upstream is to be asked for, after mapping. */
  model: string;
  stream: boolean;
  messages: ChatMessage[];
  tools?: ChatTool[];
  toolChoice?: ToolChoice;
  parallelToolCalls?: boolean;
  maxOutputTokens?: number;
  temperature?: number;
  topP?: number;
  topK?: number;
  frequencyPenalty?: number;
  presencePenalty?: number;
  seed?: number;
  stop?: string[];
  /** Number of answers asked for. */
  choices?: number;
  /** Log probabilities of the output, with this many alternatives each. */
  logProbabilities?: { alternatives: number };
  responseFormat?: ResponseFormat;
  reasoning?: ReasoningOptions;
  /** The caller's own id for its end user. */
  endUser?: string;
  metadata?: Record<string, string>;
  serviceTier?: string;
  /** Groups calls that share a prompt prefix. */
  cacheKey?: string;
  verbosity?: string;
  /** What the answer may hold besides text. */
  modalities?: ("text" | "audio" | "image")[];
  /** Voice and file format of spoken answers. */
  audio?: { voice: string; format: string };
  /** Tools that the upstream itself runs. */
  hostedTools?: HostedTool[];
  /** Fields that only one dialect can say; an upstream of that dialect gets them as they are, every other one reports them dropped. */
  extras?: { dialect: FormatId; fields: Record<string, unknown> };
}

/** A tool that the upstream runs by itself. `kind` is set where several vendors have the same thing. */
export interface HostedTool {
  kind?: "web-search" | "code-execution" | "url-fetch";
  dialect: FormatId;
  /** The vendor's own definition, whole. Upstreams of another dialect know the kind only. */
  definition: Record<string, unknown>;
}

/** Opaque proof of a thought, valid for the dialect whose upstream made it and for no other. */
export interface Signature {
  dialect: FormatId;
  value: string;
  /** Tells the upstream account that made it, where that is known. */
  account?: string;
}

export interface ReasoningOptions {
  /** `none`, `minimal`, `low`, `medium`, `high`, `xhigh`. */
  effort?: string;
  /** Tokens the model may think for. */
  budgetTokens?: number;
}

export type ResponseFormat =
  | { type: "text" }
  | { type: "json" }
  | {
      type: "json-schema";
      name: string;
      description?: string;
      schema: Record<string, unknown>;
      strict?: boolean;
    };

export type ChatMessage =
  | { role: "system"; content: (TextBlock | ImageBlock)[]; developer?: boolean }
  | { role: "user"; content: UserBlock[]; name?: string }
  | { role: "assistant"; content: AssistantBlock[]; name?: string };

/** Tool results stand in user messages, next to each other when several tools ran. */
export type UserBlock = TextBlock | ImageBlock | FileBlock | AudioBlock | ToolResultBlock | OpaqueBlock;
export type AssistantBlock =
  | TextBlock
  | ImageBlock
  | ReasoningBlock
  | EncryptedReasoningBlock
  | ToolCallBlock
  | RefusalBlock
  | SpokenBlock
  | AudioReferenceBlock
  | OpaqueBlock;

/**
 * A block that only one dialect can say: the call of a hosted tool and its result, a search result … Carried unchanged between
 * both ends of that dialect; every other end leaves it out and reports it dropped.
 */
export interface OpaqueBlock {
  type: "opaque";
  dialect: FormatId;
  value: Record<string, unknown>;
}

/** Asks the upstream to cache the prompt up to and including the block that carries it. */
export interface CacheMark {
  ttl?: "5m" | "1h";
}

export interface TextBlock {
  type: "text";
  text: string;
  cache?: CacheMark;
  citations?: Citation[];
  /** Some upstreams sign every part of an answer. */
  signature?: Signature;
}

/** Where a statement comes from. `start` and `end` are UTF-16 offsets in the answer's text, where the upstream says so. */
export interface Citation {
  url?: string;
  title?: string;
  /** The cited words. */
  quote?: string;
  start?: number;
  end?: number;
  /** The vendor's own object, whole. */
  source?: { dialect: FormatId; value: unknown };
}

/** Bytes travel as base64 without the data-URL prefix. */
export type MediaSource =
  | { kind: "url"; url: string; mediaType?: string }
  | { kind: "inline"; mediaType: string; data: string }
  | { kind: "id"; id: string }
  /** A document of plain words. */
  | { kind: "text"; text: string };

export interface ImageBlock {
  type: "image";
  source: MediaSource;
  detail?: string;
  cache?: CacheMark;
}

export interface FileBlock {
  type: "file";
  source: MediaSource;
  name?: string;
  /** What the model should know of the file beside its content. */
  context?: string;
  /** The model may cite it. */
  citable?: boolean;
  cache?: CacheMark;
}

export interface AudioBlock {
  type: "audio";
  data: string;
  format: string;
}

/** A spoken answer. */
export interface SpokenBlock {
  type: "spoken";
  id: string;
  /** base64 */
  data: string;
  transcript: string;
  /** Epoch seconds until the upstream knows the id. */
  expiresAt?: number;
}

/** Names an answer's audio of an earlier turn. */
export interface AudioReferenceBlock {
  type: "audio-reference";
  id: string;
}

export interface ToolCallBlock {
  type: "tool-call";
  id: string;
  name: string;
  /** Group of tools that the name belongs to, where the upstream has such. */
  namespace?: string;
  /** JSON text exactly as the model wrote it; may be empty for no arguments. */
  arguments: string;
  cache?: CacheMark;
  signature?: Signature;
}

export interface ToolResultBlock {
  type: "tool-result";
  toolCallId: string;
  content: (TextBlock | ImageBlock | FileBlock)[];
  isError?: boolean;
  cache?: CacheMark;
}

/** What the model thought. `signature` is opaque and must come back unchanged. */
export interface ReasoningBlock {
  type: "reasoning";
  text: string;
  signature?: Signature;
  /** Id under which the upstream knows the thought. */
  id?: string;
}

/** Thought that only the upstream can read; must come back unchanged. */
export interface EncryptedReasoningBlock {
  type: "encrypted-reasoning";
  data: string;
  /** Only upstreams of this dialect can read it. */
  dialect: FormatId;
  /** Tells the upstream account that made it, where that is known. */
  account?: string;
  id?: string;
  /** What the upstream lets be read of it. */
  summary?: string;
}

export interface RefusalBlock {
  type: "refusal";
  text: string;
}

export interface ChatTool {
  name: string;
  description?: string;
  /** JSON Schema. */
  parameters?: Record<string, unknown>;
  strict?: boolean;
  cache?: CacheMark;
}

export type ToolChoice =
  | { type: "auto" }
  | { type: "none" }
  | { type: "required" }
  | { type: "tool"; name: string };

/**
 * Why the model stopped. `stop` by itself, `stop-sequence` at one of the caller's, `length` at the output limit,
 * `context-length` at the window's end, `tool-calls`, `filter` by the upstream's safety, `refusal` by the model, `pause` in a long turn.
 */
export type StopReason =
  | "stop"
  | "stop-sequence"
  | "length"
  | "context-length"
  | "tool-calls"
  | "filter"
  | "refusal"
  | "pause";

export interface ChatChoice {
  index: number;
  content: AssistantBlock[];
  stopReason: StopReason;
  /** The sequence that was met, with `stop-sequence`. */
  stopSequence?: string;
  logProbabilities?: unknown;
}

/** A whole answer. */
export interface ChatResult {
  id: string;
  model: string;
  /** Epoch seconds, if the upstream says so. */
  created?: number;
  choices: ChatChoice[];
  usage?: UsageCounts;
  serviceTier?: string;
}
