import type { FormatId } from "../../format-ids.ts";
import type { JsonObject } from "../kit/read-json.ts";
import type { ChannelView } from "../provider.ts";

/** A request before it is written, translated or native. */
export interface MessagesRequest {
  /** The upstream's model name. */
  model: string;
  stream: boolean;
  /** `anthropic-messages`, or `anthropic-count-tokens` on the native path. */
  format: FormatId;
  /** Betas of the channel, of the caller and of the body itself, each once. */
  betas: readonly string[];
  /** API version of the channel or the caller; otherwise the default. */
  version: string;
}

/** How a vendor with Messages differs from Anthropic. Missing options mean: same as Anthropic. */
export interface MessagesOptions {
  /** The whole URL of a request; default `/v1/messages` (and `/count_tokens` below it) after the channel's base. */
  url?: (request: MessagesRequest, channel: ChannelView) => string;
  /**
   * Headers except content type and `accept`: authorisation, version, betas. Default: `anthropicHeaders`. Lower-case
   * names.
   */
  headers?: (request: MessagesRequest, channel: ChannelView) => Record<string, string>;
  /**
   * Final change of the body: removes fields that the vendor has in its path, adds fields that others have in headers.
   * If set, native bodies are parsed and serialized again; otherwise the caller's bytes are forwarded.
   */
  adjustBody?: (body: JsonObject, request: MessagesRequest, channel: ChannelView) => void;
  /** Body fields that this vendor does not support; left out of translated calls and reported. */
  unsupportedFields?: readonly string[];
  /**
   * True if the vendor runs this tool of Anthropic's (`web_search_20250305` …); default: all. Others are left out and
   * reported.
   */
  runsTool?: (type: string) => boolean;
  /** False: the vendor stores no files, so none can be referenced by id. Default true. */
  files?: boolean;
  /** False: the vendor has no token counting endpoint in Anthropic's format. Default true. */
  countsTokens?: boolean;
}
