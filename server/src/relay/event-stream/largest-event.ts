import { UnreadableAnswer } from "../canonical/unreadable-answer.ts";

/** Bytes of one event, which may contain a file. */
export const largestEvent = 16 * 1024 * 1024;

/** The error of every splitter for an event beyond its limit. `what` is the vendor's term: event, line, message. */
export function eventTooLarge(limit: number, what = "an event"): UnreadableAnswer {
  const megabytes = limit / (1024 * 1024);
  const size = Number.isInteger(megabytes) ? `${megabytes} MB` : `${limit} bytes`;
  return new UnreadableAnswer(`${what} of the stream is larger than ${size}`);
}
