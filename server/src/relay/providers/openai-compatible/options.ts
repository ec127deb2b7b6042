import type { ReasoningOptions } from "../../canonical/chat.ts";
import type { UpstreamProblem } from "../../canonical/problem.ts";
import type { JsonObject } from "../kit/read-json.ts";
import type { ChannelView } from "../provider.ts";

/** How a vendor differs from OpenAI. Everything left out means: as OpenAI. */
export interface CompatibleOptions {
  /**
   * Path of an endpoint, which is named as `endpointUrl` says (`/chat/completions`, `/embeddings`, `/models`); may end in a query.
   * Default: `/v1` before it. @throws CannotServe if the channel switches the endpoint off
   */
  path?: (endpoint: string, channel: ChannelView, model: string) => string;
  /** Headers that prove who calls; default a bearer token. Lower-case names. */
  authorize?: (channel: ChannelView) => Record<string, string>;
  usage?: UsageOddities;
  /** Names of models that take legacy text completions at `/completions`. Default: none. */
  completions?: (model: string) => boolean;
  /** Names of models that the vendor serves by Responses alone. Default: none. */
  responsesOnly?: (model: string) => boolean;
  /** Field of an assistant message that takes earlier thinking back; default: the vendor takes none. */
  reasoningInput?: "reasoning_content" | "reasoning";
  /** Sends `reasoning_details`, so that signatures come back unchanged. */
  reasoningDetails?: boolean;
  /** Sends the signatures of Google's models back in `extra_content`, where Google's own compatible endpoint has them. */
  thoughtSignatures?: boolean;
  /** How a wish for thinking is told; undefined: this model cannot be told. Default: the nearest `reasoning_effort`. */
  renderReasoning?: (wish: ReasoningOptions, model: string) => JsonObject | undefined;
  /** The vendor understands `cache_control` on parts and tools. */
  cacheMarks?: boolean;
  /** The vendor samples by `top_k`. */
  topK?: boolean;
  /** The vendor knows the role `developer`; otherwise it is sent as `system`. */
  developerRole?: boolean;
  /** The vendor takes parts `file` and `input_audio`. Default true. */
  files?: boolean;
  /** The vendor fetches files by their address. */
  fileUrls?: boolean;
  /** False: the vendor fetches no pictures, so that they are sent inline. Default true. */
  imageUrls?: boolean;
  /** The vendor takes pictures of earlier answers in `images` of the assistant's message. */
  answerImages?: boolean;
  /** The vendor speaks (`audio`, `modalities`) and knows its earlier speech by id. */
  speaks?: boolean;
  /** What switches on web search for this model, where another dialect's caller wants it; undefined: nothing does. */
  webSearch?: (model: string) => JsonObject | undefined;
  /** False: the vendor knows JSON output without a schema only; a wished schema is sent as plain JSON mode. Default true. */
  jsonSchema?: boolean;
  /** Names of models that take `max_completion_tokens` and no sampling parameters. */
  isReasoningModel?: (model: string) => boolean;
  /** Longest id of a tool call that the vendor accepts, in characters. Default: no limit. */
  longestCallId?: number;
  /** Names of models that take `max_completion_tokens` as well as `max_tokens`. Default: none. */
  completionLimit?: (model: string) => boolean;
  /** False: the vendor refuses `stream_options`. Default true. */
  streamOptions?: boolean;
  /** Fields of the body that this vendor does not know; left out and reported. */
  unknownFields?: readonly string[];
  /**
   * Brings a whole answer or an event of a stream into the dialect's shape, for vendors that wrap it in one of their own. May change what
   * it is given; a problem inside an answer is put into `error`.
   */
  reshape?: (answer: JsonObject) => JsonObject;
  /** Explains a problem inside a stream, which has status 200; default: as problems are told in OpenAI's dialect. */
  readProblem?: (status: number, body: string, headers: Record<string, string>) => UpstreamProblem;
  /** Last word on the body. Fields taken out here are named in `dropped`. */
  adjustBody?: (body: JsonObject, channel: ChannelView, dropped: Set<string>) => void;
}

/** Where a vendor's usage object departs from OpenAI's. */
export interface UsageOddities {
  /** Fields at the top of usage that tell or repeat the cached part of the prompt (DeepSeek, Moonshot). */
  cachedFields?: readonly string[];
  /** `completion_tokens` leaves reasoning out: the whole output is total less prompt (xAI). */
  outputIsTotalLessPrompt?: boolean;
  /** Field of the answer that holds an object with `usage` where the usual place is empty (`x_groq`). */
  usageIn?: string;
  /** What `cached_tokens` counts: automatic caching, or reads of marked prefixes. Default `cached`. */
  cachedClass?: "cached" | "cached_read";
  /** Web searches that every answer of this model includes and that no field of usage tells. */
  searches?: (model: string) => number;
}
