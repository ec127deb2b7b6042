/** Asks whether inputs offend. Every upstream that offers it speaks the same format, so the call is carried as it came. */
export interface ModerationCall {
  model: string;
  body: Record<string, unknown>;
}
