import { GrowingBuffer } from "../../platform/growing-buffer.ts";
import { isJson } from "../canonical/parse-bounded.ts";
import { eventTooLarge, largestEvent } from "./largest-event.ts";
import { carriageReturn, dataOf, eventNameOf, joinData, lineFeed, withoutByteOrderMark } from "./sse-line.ts";
import type { EventSplitter, UpstreamEvent } from "./upstream-event.ts";

/**
 * Splits by the rules of the HTML standard: lines end in LF, CRLF or CR, `data` lines of one event are joined by LF,
 * comments and unknown fields are ignored.
 * Accepts chunks of any size: it decodes whole lines only, since a line end is never part of a UTF-8 sequence.
 */
export function createSseSplitter(limit = largestEvent): EventSplitter {
  const pending = new GrowingBuffer();
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
    const value = dataOf(line);
    if (value === undefined) {
      event = eventNameOf(line) ?? event;
      return;
    }
    data = joinData(data, value);
    dataLength += value.length + 1;
    if (dataLength > limit) throw eventTooLarge(limit);
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
    if (pending.length + piece.length + dataLength > limit) throw eventTooLarge(limit);
  }

  function takeText(last?: Uint8Array): string {
    if (pending.length > 0 && last) checkSize(last);
    let text = pending.take(last).toString("utf8");
    if (atStart && text !== "") {
      atStart = false;
      text = withoutByteOrderMark(text);
    }
    return text.includes("\r") ? text.replace(/\r\n?/g, "\n") : text;
  }

  return {
    get retained() {
      return pending.length + dataLength;
    },
    push(bytes) {
      const events: UpstreamEvent[] = [];
      let rest = bytes;
      if (rest.length === 0) return events;
      // The CR at the end of the previous chunk already ended the line.
      if (afterCarriageReturn && rest[0] === lineFeed) rest = rest.subarray(1);
      afterCarriageReturn = bytes[bytes.length - 1] === carriageReturn;
      const cut = Math.max(rest.lastIndexOf(lineFeed), rest.lastIndexOf(carriageReturn)) + 1;
      if (cut > 0) {
        readLines(takeText(rest.subarray(0, cut)), events);
        rest = rest.subarray(cut);
      }
      if (rest.length > 0) {
        checkSize(rest);
        pending.add(rest);
      }
      return events;
    },
    end() {
      const events: UpstreamEvent[] = [];
      readLines(takeText(), events);
      const last: UpstreamEvent[] = [];
      readLine("", last);
      for (const candidate of last)
        if (candidate.data === "[DONE]" || isJson(candidate.data)) events.push(candidate);
      return events;
    },
  };
}
