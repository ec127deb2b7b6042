/**
 * Classifies inputs as harmful or not. Every upstream that offers it uses the same format, so the call passes
 * unchanged.
 */
export interface ModerationCall {
  model: string;
  body: Record<string, unknown>;
}
