import type { ChannelView } from "../provider.ts";

/** One request about to be written, translated or native. */
export interface GeminiRequest {
  /** Name the upstream is to be asked for. */
  model: string;
  /** `generateContent`, `streamGenerateContent`, `countTokens`, `predict` … */
  action: string;
  /** Version of the API that the caller's path names, on the native path. */
  version?: string;
}

/** Where a vendor serves generateContent, and what it knows of it. */
export interface GeminiOptions {
  /** Address without query. */
  url(request: GeminiRequest, channel: ChannelView): string;
  /** Who calls; lower-case names. */
  headers(channel: ChannelView): Record<string, string>;
  /** False: functions and answers are described in Google's subset of OpenAPI only. Default true. */
  knowsJsonSchema?(channel: ChannelView): boolean;
  /** True: calls of Google's own tools are told in the answer if asked for, which is needed to offer them beside functions. */
  tellsOwnTools: boolean;
  /** Tools that the channel's options add to every translated call. */
  addedTools?(channel: ChannelView): Record<string, unknown>[];
  /** Fields of the body that this vendor does not know; left out of translated calls and reported. */
  unknownFields: readonly string[];
}
