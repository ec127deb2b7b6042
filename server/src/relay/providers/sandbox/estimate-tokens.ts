import { textOf } from "./read-directives.ts";

/** Tokens of a text at four characters each: plausible and deterministic. */
export function estimateTokens(text: string): number {
  return Math.ceil(text.length / 4);
}

/** Tokens of a prompt: each message adds a fixed overhead. */
export function countMessages(messages: readonly unknown[]): number {
  return messages.reduce<number>((sum, message) => sum + 4 + estimateTokens(textOf(message)), 3);
}
