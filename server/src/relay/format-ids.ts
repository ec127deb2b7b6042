/** Wire formats that clients speak; formats and providers both need the names (native path). */
export const formatIds = ["openai-chat", "anthropic-messages"] as const;
export type FormatId = (typeof formatIds)[number];
