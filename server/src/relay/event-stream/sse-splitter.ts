import type { UpstreamEvent } from "./upstream-event.ts";
import { UnreadableAnswer } from "../canonical/unreadable-answer.ts";
import { createHeldBytes } from "./held-bytes.ts";
import { isJson } from "../canonical/parse-bounded.ts";

/** Cuts the bytes of a stream into server-sent events. */
export interface SseSplitter {
  /** Events that these bytes complete. @throws UnreadableAnswer if one event grows beyond the limit */
  push(bytes: Uint8Array): UpstreamEvent[];
  /** After the last byte: an event whose closing blank line is missing, if its data is whole; a half one is no event. */
  end(): UpstreamEvent[];
  /** Bytes that wait for the end of their event. */
  readonly retained: number;
}

/** A single event may carry a file; more than this is no event. */
export const largestEvent = 16 * 1024 * 1024;

/**
 * Splits by the rules of the HTML standard: lines end in LF, CRLF or CR, `data` lines of one event are joined by LF, comments
 * and unknown fields are ignored. Bytes may be cut anywhere. Decodes whole lines only, since a line end is never part of
 * a UTF-8 sequence.
 */
export function createSseSplitter(limit = largestEvent): SseSplitter {
  const held = createHeldBytes();
  let afterCarriageReturn = false;
  let atStart = true;
  let event = "";
  let data: string | undefined;
  let dataLength = 0;

  function readLine(line: string, events: UpstreamEvent[]): void {
    if (line === "") {
      if (data !== undefined) events.push({ event, data });
      event = "";
      data = undefined;
      dataLength = 0;
      return;
    }
    if (line.startsWith("data:")) {
      const value = line.charCodeAt(5) === space ? line.slice(6) : line.slice(5);
      data = data === undefined ? value : `${data}\n${value}`;
      dataLength += value.length + 1;
      if (dataLength > limit) throw tooLarge(limit);
    } else if (line.startsWith("event:")) {
      event = line.charCodeAt(6) === space ? line.slice(7) : line.slice(6);
    } else if (line === "data") {
      data = data === undefined ? "" : `${data}\n`;
    }
  }

  function readLines(text: string, events: UpstreamEvent[]): void {
    let from = 0;
    for (let to = text.indexOf("\n"); to !== -1; to = text.indexOf("\n", from)) {
      readLine(text.slice(from, to), events);
      from = to + 1;
    }
    if (from < text.length) readLine(text.slice(from), events);
  }

  function checkSize(piece: Uint8Array): void {
    if (held.length + piece.length + dataLength > limit) throw tooLarge(limit);
  }

  function takeText(last: Uint8Array): string {
    if (held.length > 0) checkSize(last);
    let text = held.takeText(last);
    if (atStart && text !== "") {
      atStart = false;
      if (text.charCodeAt(0) === byteOrderMark) text = text.slice(1);
    }
    return text.includes("\r") ? text.replace(/\r\n?/g, "\n") : text;
  }

  return {
    get retained() {
      return held.length + dataLength;
    },
    push(bytes) {
      const events: UpstreamEvent[] = [];
      let rest = bytes;
      if (rest.length === 0) return events;
      // The line was ended by the CR at the end of the previous piece.
      if (afterCarriageReturn && rest[0] === lineFeed) rest = rest.subarray(1);
      afterCarriageReturn = bytes[bytes.length - 1] === carriageReturn;
      const cut = Math.max(rest.lastIndexOf(lineFeed), rest.lastIndexOf(carriageReturn)) + 1;
      if (cut > 0) {
        readLines(takeText(rest.subarray(0, cut)), events);
        rest = rest.subarray(cut);
      }
      if (rest.length > 0) {
        checkSize(rest);
        held.add(rest);
      }
      return events;
    },
    end() {
      const events: UpstreamEvent[] = [];
      readLines(takeText(new Uint8Array(0)), events);
      const last: UpstreamEvent[] = [];
      readLine("", last);
      for (const candidate of last)
        if (candidate.data === "[DONE]" || isJson(candidate.data)) events.push(candidate);
      return events;
    },
  };
}

const lineFeed = 0x0a;
const carriageReturn = 0x0d;
const space = 0x20;
const byteOrderMark = 0xfeff;

function tooLarge(limit: number): UnreadableAnswer {
  return new UnreadableAnswer(`an event of the stream is larger than ${limit} bytes`);
}
