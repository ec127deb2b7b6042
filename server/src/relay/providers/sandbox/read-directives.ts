import { asList, asObject, asText } from "../kit/read-json.ts";

/** Directives for the sandbox, in square brackets in the last user message. */
export interface Directives {
  /** Milliseconds before the first byte and between pieces; at most a minute. */
  delay?: number;
  /** HTTP status of the failure. */
  error?: number;
  /** The answer breaks off halfway. */
  cut: boolean;
}

/** Reads `[delay:ms]`, `[error:status]` and `[cut]`. */
export function readDirectives(messages: readonly unknown[]): Directives {
  const text = lastUserText(messages);
  const directives: Directives = { cut: text.includes("[cut]") };
  const delay = /\[delay:(\d{1,5})\]/.exec(text)?.[1];
  if (delay !== undefined) directives.delay = Math.min(Number(delay), 60_000);
  const error = Number(/\[error:(\d{3})\]/.exec(text)?.[1]);
  if (error >= 400 && error <= 599) directives.error = error;
  return directives;
}

/** The text of the last user message; empty if there is none. */
export function lastUserText(messages: readonly unknown[]): string {
  return textOf(messages.findLast((message) => asObject(message)?.role === "user"));
}

/** All text of a message, plain or in parts. */
export function textOf(message: unknown): string {
  const content = asObject(message)?.content;
  if (typeof content === "string") return content;
  return asList(content)
    .map((part) => asText(asObject(part)?.text) ?? "")
    .join("");
}
