/** The API of the calling client, by its headers; undefined for OpenAI's and unknown ones. */
export type ClientDialect = "anthropic" | "gemini" | undefined;

/** True if these headers identify the client. */
export function dialectOfHeaders(headers: Record<string, string | string[] | undefined>): ClientDialect {
  if (headers["anthropic-version"] !== undefined) return "anthropic";
  return headers["x-goog-api-key"] !== undefined || headers["x-goog-api-client"] !== undefined
    ? "gemini"
    : undefined;
}
