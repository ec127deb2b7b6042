import type { UsageCounts } from "@tollgate/contract/cost";
import type { FormatId } from "../format-ids.ts";

/**
 * The canonical chat call. Formats parse into it and providers translate it; neither imports the other.
 * Contains no vendor's names. Optional means that the caller did not set it.
 */
export interface ChatCall {
  /** Model name to send upstream, after mapping. */
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
  /** Number of choices requested. */
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
  /** What the response may contain in addition to text. */
  modalities?: ("text" | "audio" | "image")[];
  /** Voice and file format of spoken responses. */
  audio?: { voice: string; format: string };
  /** Tools that the upstream runs itself. */
  hostedTools?: HostedTool[];
  /**
   * Fields that only one dialect supports. Upstreams of that dialect get them unchanged; every other one reports them
   * dropped.
   */
  extras?: { dialect: FormatId; fields: Record<string, unknown> };
}

/** A tool that the upstream runs. `kind` is set if several vendors offer the same tool. */
export interface HostedTool {
  kind?: "web-search" | "code-execution" | "url-fetch";
  dialect: FormatId;
  /** The vendor's own definition, whole. Upstreams of another dialect use only the kind. */
  definition: Record<string, unknown>;
}

/** Opaque signature of reasoning, valid only for the dialect whose upstream created it. */
export interface Signature {
  dialect: FormatId;
  value: string;
  /** Upstream account that created it, if known. */
  account?: string;
}

export interface ReasoningOptions {
  /** `none`, `minimal`, `low`, `medium`, `high`, `xhigh`. */
  effort?: string;
  /** Token budget for reasoning. */
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

/** Tool results are blocks of user messages, next to each other if several tools ran. */
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
 * A block that only one dialect supports: the call of a hosted tool and its result, a search result … Passed unchanged
 * between both ends of that dialect; every other end leaves it out and reports it dropped.
 */
export interface OpaqueBlock {
  type: "opaque";
  dialect: FormatId;
  value: Record<string, unknown>;
}

/** Requests that the upstream caches the prompt up to and including this block. */
export interface CacheMark {
  ttl?: "5m" | "1h";
}

export interface TextBlock {
  type: "text";
  text: string;
  cache?: CacheMark;
  citations?: Citation[];
  /** Some upstreams sign every part of a response. */
  signature?: Signature;
}

/** Source of a statement. `start` and `end` are UTF-16 offsets in the response text, if the upstream sends them. */
export interface Citation {
  url?: string;
  title?: string;
  /** The cited text. */
  quote?: string;
  start?: number;
  end?: number;
  /** The vendor's own object, whole. */
  source?: { dialect: FormatId; value: unknown };
}

/** Bytes are base64 without the data-URL prefix. */
export type MediaSource =
  | { kind: "url"; url: string; mediaType?: string }
  | { kind: "inline"; mediaType: string; data: string }
  | { kind: "id"; id: string }
  /** A plain-text document. */
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
  /** Context about the file for the model. */
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

/** A spoken response. */
export interface SpokenBlock {
  type: "spoken";
  id: string;
  /** base64 */
  data: string;
  transcript: string;
  /** Epoch seconds until which the upstream keeps the id. */
  expiresAt?: number;
}

/** Refers to the audio of an earlier response. */
export interface AudioReferenceBlock {
  type: "audio-reference";
  id: string;
}

export interface ToolCallBlock {
  type: "tool-call";
  id: string;
  name: string;
  /** Group of tools that the name belongs to, if the upstream has groups. */
  namespace?: string;
  /** JSON text exactly as the model wrote it; may be empty if there are no arguments. */
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

/** Reasoning of the model. `signature` is opaque and must come back unchanged. */
export interface ReasoningBlock {
  type: "reasoning";
  text: string;
  signature?: Signature;
  /** The upstream's id of the reasoning. */
  id?: string;
}

/** Reasoning that only the upstream can read; must come back unchanged. */
export interface EncryptedReasoningBlock {
  type: "encrypted-reasoning";
  data: string;
  /** Only upstreams of this dialect can read it. */
  dialect: FormatId;
  /** Upstream account that created it, if known. */
  account?: string;
  id?: string;
  /** Readable summary from the upstream. */
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
 * Why the model stopped. `stop`: on its own. `stop-sequence`: at one of the caller's. `length`: at the output limit.
 * `context-length`: at the end of the context window. `filter`: the upstream's safety filter. `refusal`: the model
 * declined. `pause`: in a long turn.
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
  /** The matched sequence, with `stop-sequence`. */
  stopSequence?: string;
  logProbabilities?: unknown;
}

/** A whole response. */
export interface ChatResult {
  id: string;
  model: string;
  /** Epoch seconds, if the upstream sends them. */
  created?: number;
  choices: ChatChoice[];
  usage?: UsageCounts;
  serviceTier?: string;
}
