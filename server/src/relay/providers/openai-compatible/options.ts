import type { ReasoningOptions } from "../../canonical/chat.ts";
import type { UpstreamProblem } from "../../canonical/problem.ts";
import type { JsonObject } from "../kit/read-json.ts";
import type { ChannelView } from "../provider.ts";

/** How a vendor differs from OpenAI. Missing options mean: same as OpenAI. */
export interface CompatibleOptions {
  /**
   * Path of an endpoint in the notation of `endpointUrl` (`/chat/completions`, `/embeddings`, `/models`); may end in a
   * query. Default: `/v1` before it. @throws CannotServe if the channel disables the endpoint
   */
  path?: (endpoint: string, channel: ChannelView, model: string) => string;
  /** Authorisation headers; default a bearer token. Lower-case names. */
  authorize?: (channel: ChannelView) => Record<string, string>;
  usage?: UsageQuirks;
  /** Models that accept legacy text completions at `/completions`. Default: none. */
  completions?: (model: string) => boolean;
  /** Models that the vendor serves by Responses only. Default: none. */
  responsesOnly?: (model: string) => boolean;
  /** Field of an assistant message for earlier reasoning; default: the vendor accepts none. */
  reasoningInput?: "reasoning_content" | "reasoning";
  /** Sends `reasoning_details`, so that signatures are returned unchanged. */
  reasoningDetails?: boolean;
  /** Returns the signatures of Google's models in `extra_content`, like Google's own compatible endpoint. */
  thoughtSignatures?: boolean;
  /** Renders the reasoning options; undefined: this model has none. Default: the nearest `reasoning_effort`. */
  renderReasoning?: (reasoning: ReasoningOptions, model: string) => JsonObject | undefined;
  /** The vendor supports `cache_control` on parts and tools. */
  cacheMarks?: boolean;
  /** The vendor supports `top_k`. */
  topK?: boolean;
  /** The vendor supports the role `developer`; otherwise it is sent as `system`. */
  developerRole?: boolean;
  /** The vendor accepts parts `file` and `input_audio`. Default true. */
  files?: boolean;
  /** The vendor fetches files by URL. */
  fileUrls?: boolean;
  /** False: the vendor fetches no images, so they are sent inline. Default true. */
  imageUrls?: boolean;
  /** The vendor accepts images of earlier answers in `images` of the assistant's message. */
  answerImages?: boolean;
  /** The vendor generates speech (`audio`, `modalities`) and accepts its earlier speech by id. */
  speechOutput?: boolean;
  /** Fields that enable web search for this model, for callers of another dialect; undefined: not supported. */
  webSearch?: (model: string) => JsonObject | undefined;
  /**
   * False: the vendor supports JSON output without a schema only; a schema is sent as plain JSON mode. Default true.
   */
  jsonSchema?: boolean;
  /** Models that require `max_completion_tokens` and reject sampling parameters. */
  isReasoningModel?: (model: string) => boolean;
  /** Maximum length of a tool call id, in characters. Default: no limit. */
  longestCallId?: number;
  /** Models that accept `max_completion_tokens` as well as `max_tokens`. Default: none. */
  completionLimit?: (model: string) => boolean;
  /** False: the vendor rejects `stream_options`. Default true. */
  streamOptions?: boolean;
  /** Body fields that this vendor does not support; left out and reported. */
  unsupportedFields?: readonly string[];
  /**
   * Converts a wrapped answer or stream event to the dialect's shape. May modify its argument; a problem inside an
   * answer is put into `error`.
   */
  reshape?: (answer: JsonObject) => JsonObject;
  /** Parses a problem inside a stream, which has status 200; default: OpenAI's error format. */
  readProblem?: (status: number, body: string, headers: Record<string, string>) => UpstreamProblem;
  /** Final change of the body. Fields removed here are named in `dropped`. */
  adjustBody?: (body: JsonObject, channel: ChannelView, dropped: Set<string>) => void;
}

/** How a vendor's usage object differs from OpenAI's. */
export interface UsageQuirks {
  /** Top-level usage fields that contain or repeat the cached part of the prompt (DeepSeek, Moonshot). */
  cachedFields?: readonly string[];
  /** `completion_tokens` excludes reasoning: the whole output is total minus prompt (xAI). */
  outputIsTotalLessPrompt?: boolean;
  /** Fallback field of the answer that contains an object with `usage` (`x_groq`). */
  usageIn?: string;
  /** What `cached_tokens` counts: automatic caching, or reads of marked prefixes. Default `cached`. */
  cachedClass?: "cached" | "cached_read";
  /** Web searches that every answer of this model includes and that usage does not report. */
  searches?: (model: string) => number;
}
