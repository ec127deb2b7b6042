/** The API whose client is calling, where its headers show that; undefined for OpenAI's and unknown ones. */
export type ClientDialect = "anthropic" | "gemini" | undefined;

/** Whose client sends these headers. */
export function dialectOfHeaders(headers: Record<string, string | string[] | undefined>): ClientDialect {
  if (headers["anthropic-version"] !== undefined) return "anthropic";
  return headers["x-goog-api-key"] !== undefined || headers["x-goog-api-client"] !== undefined
    ? "gemini"
    : undefined;
}
