import type { FormatId } from "../../format-ids.ts";
import type { JsonObject } from "../kit/read-json.ts";
import type { ChannelView } from "../provider.ts";

/** One request about to be written, translated or native. */
export interface MessagesRequest {
  /** Name the upstream is to be asked for. */
  model: string;
  stream: boolean;
  /** `anthropic-messages`, or `anthropic-count-tokens` on the native path. */
  format: FormatId;
  /** Betas of the channel, of the caller and of the body itself, each once. */
  betas: readonly string[];
  /** Version of the API that the channel or the caller names; the usual one otherwise. */
  version: string;
}

/** How a vendor that serves Messages differs from Anthropic. Everything left out means: as Anthropic. */
export interface MessagesOptions {
  /** Whole address of a request; default `/v1/messages` (and `/count_tokens` below it) after the channel's base. */
  url?: (request: MessagesRequest, channel: ChannelView) => string;
  /** Headers beside content type and `accept`: who calls, version, betas. Default: `anthropicHeaders`. Lower-case names. */
  headers?: (request: MessagesRequest, channel: ChannelView) => Record<string, string>;
  /**
   * Last word on the body: takes out what the vendor has in its path, puts in what others have in headers. If it is there, native bodies are
   * parsed and written anew; without it they pass as the caller's bytes.
   */
  adjustBody?: (body: JsonObject, request: MessagesRequest, channel: ChannelView) => void;
  /** Fields of the body that this vendor does not know; left out of translated calls and reported. */
  unknownFields?: readonly string[];
  /** True if the vendor runs this tool of Anthropic's (`web_search_20250305` …); default: every one. Others are left out and reported. */
  runsTool?: (type: string) => boolean;
  /** False: the vendor keeps no files, so none can be named by an id. Default true. */
  files?: boolean;
  /** False: the vendor does not count tokens at an address of its own in Anthropic's format. Default true. */
  countsTokens?: boolean;
}
