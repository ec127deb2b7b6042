import { lineEnd } from "./sse-line.ts";
import type { UpstreamEvent } from "./upstream-event.ts";

const everyLineEnd = new RegExp(lineEnd, "g");

/** Encodes an event as server-sent event, with its blank line. Data of several lines becomes several `data` lines. */
export function joinEvent({ event, data }: UpstreamEvent): string {
  const name = event === "" ? "" : `event: ${event}\n`;
  return `${name}data: ${data.replace(everyLineEnd, "\ndata: ")}\n\n`;
}
