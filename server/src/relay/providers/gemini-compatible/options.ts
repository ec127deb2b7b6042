import type { ChannelView } from "../provider.ts";

/** A request before it is written, translated or native. */
export interface GeminiRequest {
  /** The upstream's model name. */
  model: string;
  /** `generateContent`, `streamGenerateContent`, `countTokens`, `predict` … */
  action: string;
  /** API version in the caller's path, on the native path. */
  version?: string;
}

/** How a vendor serves generateContent, and what it supports. */
export interface GeminiOptions {
  /** URL without query. */
  url(request: GeminiRequest, channel: ChannelView): string;
  /** Authorisation headers; lower-case names. */
  headers(channel: ChannelView): Record<string, string>;
  /** False: supports functions and response schemas only in Google's subset of OpenAPI. Default true. */
  supportsJsonSchema?(channel: ChannelView): boolean;
  /**
   * True: the answer reports calls of Google's own tools on request, which is required to offer them together with
   * functions.
   */
  reportsServerTools: boolean;
  /** Tools that the channel's options add to every translated call. */
  addedTools?(channel: ChannelView): Record<string, unknown>[];
  /** Body fields that this vendor does not support; left out of translated calls and reported. */
  unsupportedFields: readonly string[];
}
