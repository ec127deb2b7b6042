import type { ChannelView } from "../provider.ts";
import type { JsonObject } from "../kit/read-json.ts";

/** How a vendor differs from OpenAI. Everything left out means: as OpenAI. */
export interface CompatibleOptions {
  /** Path of chat completions; default `/v1/chat/completions`. */
  chatPath?: (channel: ChannelView) => string;
  /** Path of the model list; default `/v1/models`. */
  modelsPath?: (channel: ChannelView) => string;
  /** Headers that prove who calls; default a bearer token. Lower-case names. */
  authorize?: (channel: ChannelView) => Record<string, string>;
  usage?: UsageOddities;
  /** Field of an assistant message that takes earlier thinking back; default: the vendor takes none. */
  reasoningInput?: "reasoning_content" | "reasoning";
  /** Sends `reasoning_details`, so that signatures come back unchanged. */
  reasoningDetails?: boolean;
  /** The vendor understands `cache_control` on parts and tools. */
  cacheMarks?: boolean;
  /** The vendor samples by `top_k`. */
  topK?: boolean;
  /** The vendor knows the role `developer`; otherwise it is sent as `system`. */
  developerRole?: boolean;
  /** The vendor takes parts `file` and `input_audio`. Default true. */
  files?: boolean;
  /** False: the vendor knows JSON output without a schema only; a wished schema is sent as plain JSON mode. Default true. */
  jsonSchema?: boolean;
  /** Names of models that take `max_completion_tokens` and no sampling parameters. */
  isReasoningModel?: (model: string) => boolean;
  /** False: the vendor refuses `stream_options`. Default true. */
  streamOptions?: boolean;
  /** Fields of the body that this vendor does not know; left out and reported. */
  unknownFields?: readonly string[];
  /** Last word on the body. */
  adjustBody?: (body: JsonObject, channel: ChannelView) => void;
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
}
