import { fieldText, headAt, headEnd } from "../../platform/http-head.ts";
import type { ResponseListener } from "./http-client.ts";
import { BadResponse, type KnownFields, readFields } from "./read-fields.ts";

const headLimit = 64 * 1024;
/** A chunk's size line with its extensions, or a line of the trailer. */
const lineLimit = 8 * 1024;
const trailerLimit = 64 * 1024;
/** Interim responses (1xx) before the final one. */
const maxInterims = 100;
const protocol = Buffer.from("HTTP/1.");
const statusLine = /^HTTP\/1\.([01]) ([1-9][0-9]{2})(?: [\t\x20-\x7e\x80-\xff]*)?$/;
const cr = 13;
const lf = 10;

type State = "head" | "length" | "close" | "size" | "data" | "data-end" | "trailer" | "done";

/**
 * Parses one HTTP/1.1 response from pieces of bytes as they arrive (RFC 9112). Rejects what two parsers could delimit differently: a length
 * together with an encoding, two lengths, folded or bare lines. The listener receives all chunks of one piece together, so a burst of small chunks
 * costs no more than its bytes.
 */
export class ResponseReader {
  #listener: ResponseListener;
  #state: State = "head";
  /** Bytes of the body or chunk that are still to come. */
  #left = 0;
  #keepAlive = false;
  #interims = 0;
  #pending: Buffer | undefined;
  #line = "";
  #lineBytes = 0;
  #trailerBytes = 0;
  #known: KnownFields | undefined;

  /** @param known the fields of the same server's earlier responses */
  constructor(listener: ResponseListener, known?: KnownFields) {
    this.#listener = listener;
    this.#known = known;
  }

  /** The whole response was received. */
  get done(): boolean {
    return this.#state === "done";
  }

  /** A part of the response was received. */
  get begun(): boolean {
    return this.#state !== "head" || this.#pending !== undefined;
  }

  /** The connection may carry another request. Valid once `done`. */
  get keepAlive(): boolean {
    return this.#keepAlive;
  }

  /**
   * Parses the first `length` bytes of `bytes` and keeps no reference to it. Returns how many of them belong to this response.
   * @throws BadResponse
   */
  push(bytes: Buffer, length: number): number {
    let at = 0;
    let input = bytes;
    let end = length;
    if (this.#state === "head") {
      if (this.#pending) {
        input = Buffer.concat([this.#pending, bytes.subarray(0, length)]);
        end = input.length;
        this.#pending = undefined;
      }
      at = this.#readHeads(input, end);
      if (this.#state === "head") {
        if (end - at > headLimit) throw new BadResponse("the head is larger than 64 KB");
        rejectEarly(input, at, end);
        this.#pending = Buffer.from(input.subarray(at, end));
        return length;
      }
    }
    at = this.#readBody(input, at, end);
    return length - (end - at);
  }

  /** The peer closed its side of the connection. @throws BadResponse if the response is incomplete */
  close(): void {
    if (this.#state === "close") this.#state = "done";
    else if (this.#state !== "done")
      throw new BadResponse("the connection was closed before the answer was whole");
  }

  /** Skips interim responses. */
  #readHeads(input: Buffer, end: number): number {
    let at = 0;
    while (this.#state === "head") {
      const head = headAt(input, at, end);
      if (head === undefined) return at;
      if (head.length > headLimit) throw new BadResponse("the head is larger than 64 KB");
      this.#readHead(head);
      at += head.length + headEnd.length;
    }
    return at;
  }

  #readHead(text: string): void {
    const lineEnd = text.indexOf("\r\n");
    const first = statusLine.exec(lineEnd === -1 ? text : text.slice(0, lineEnd));
    if (!first) throw new BadResponse("the answer does not begin as HTTP/1.1 does");
    const status = Number(first[2]);
    if (status === 101) throw new BadResponse("the upstream switches protocols without a request");
    const headers = lineEnd === -1 ? {} : readFields(text, lineEnd + 2, this.#known);
    if (status < 200) {
      this.#interims += 1;
      if (this.#interims > maxInterims) throw new BadResponse("the interim answers do not end");
      return;
    }
    this.#frame(status, headers, first[1] === "1");
    this.#listener.onHead(status, headers);
    if (this.#state === "length" && this.#left === 0) this.#state = "done";
  }

  #frame(status: number, headers: Record<string, string>, current: boolean): void {
    const connection = headers["connection"]?.toLowerCase() ?? "";
    this.#keepAlive = current ? !/\bclose\b/.test(connection) : /\bkeep-alive\b/.test(connection);
    const encoding = headers["transfer-encoding"];
    const length = headers["content-length"];
    if (status === 204 || status === 304) {
      this.#state = "length";
      // A body announced here may be sent nevertheless, and would be parsed as the next response.
      if (encoding !== undefined || (length ?? "0") !== "0") this.#keepAlive = false;
    } else if (encoding !== undefined) {
      if (length !== undefined) throw new BadResponse("the answer has a length and an encoding");
      if (encoding.toLowerCase() !== "chunked") throw new BadResponse("the transfer-encoding is not chunked");
      this.#state = "size";
      // HTTP/1.0 has no chunks, so a server that sends them is unreliable.
      if (!current) this.#keepAlive = false;
    } else if (length !== undefined) {
      if (!/^[0-9]{1,15}$/.test(length)) throw new BadResponse("the content-length is no number");
      this.#left = Number(length);
      this.#state = "length";
    } else {
      this.#keepAlive = false;
      this.#state = "close";
    }
  }

  #readBody(input: Buffer, from: number, end: number): number {
    if (this.#state === "done" || from === end) return from;
    if (this.#state === "close") {
      this.#listener.onData(copyOf(input, from, end));
      return end;
    }
    if (this.#state !== "length") return this.#readChunks(input, from, end);
    const size = Math.min(this.#left, end - from);
    this.#left -= size;
    this.#listener.onData(copyOf(input, from, from + size));
    if (this.#left === 0) this.#state = "done";
    return from + size;
  }

  /** Passes on the payloads of all complete and partial chunks as one buffer. */
  #readChunks(input: Buffer, from: number, end: number): number {
    const ranges: number[] = [];
    let total = 0;
    let at = from;
    let whole = false;
    while (at < end && !whole) {
      switch (this.#state) {
        case "data": {
          const size = Math.min(this.#left, end - at);
          ranges.push(at, at + size);
          total += size;
          at += size;
          this.#left -= size;
          if (this.#left === 0) this.#state = "data-end";
          break;
        }
        case "data-end": {
          const byte = input[at++];
          if (this.#lineBytes === 0 && byte === cr) this.#lineBytes = 1;
          else if (this.#lineBytes === 1 && byte === lf) {
            this.#lineBytes = 0;
            this.#state = "size";
          } else throw new BadResponse("a chunk is longer than its size says");
          break;
        }
        default: {
          const next = this.#state === "size" ? this.#readShortSize(input, at, end) : at;
          if (next > at) {
            at = next;
            break;
          }
          const line = this.#readLine(input, at, end);
          at = line.at;
          if (line.text === undefined) break;
          if (this.#state === "size") this.#readSize(line.text);
          else if (line.text === "") whole = true;
          else this.#readTrailer(line.text);
        }
      }
    }
    if (total > 0) this.#listener.onData(gather(input, ranges, total));
    if (whole) this.#state = "done";
    return at;
  }

  /** Fast path: up to eight digits and the end of the line. Returns where they end, or `from` for anything else. */
  #readShortSize(input: Buffer, from: number, end: number): number {
    if (this.#lineBytes > 0) return from;
    let size = 0;
    let at = from;
    for (; at < end && at - from < 8; at++) {
      const digit = hexDigit(input[at] as number);
      if (digit === -1) break;
      size = size * 16 + digit;
    }
    if (at === from || at + 2 > end || input[at] !== cr || input[at + 1] !== lf) return from;
    this.#startChunk(size);
    return at + 2;
  }

  /** The next line without its line break; undefined until it is complete. */
  #readLine(input: Buffer, from: number, end: number): { at: number; text: string | undefined } {
    let at = from;
    while (at < end && input[at] !== lf) at++;
    const whole = at < end;
    if (whole) at++;
    this.#lineBytes += at - from;
    if (this.#lineBytes > lineLimit) throw new BadResponse("a line between chunks is too long");
    this.#line += input.toString("latin1", from, at);
    if (!whole) return { at, text: undefined };
    const text = this.#line;
    this.#line = "";
    this.#lineBytes = 0;
    if (!text.endsWith("\r\n")) throw new BadResponse("a line between chunks does not end as it must");
    return { at, text: text.slice(0, -2) };
  }

  #readSize(line: string): void {
    const size = /^([0-9a-fA-F]{1,12})[ \t]*(?:;|$)/.exec(line)?.[1];
    if (size === undefined) throw new BadResponse("a chunk's size is no number");
    if (!fieldText.test(line)) throw new BadResponse("a chunk's extension cannot be read");
    this.#startChunk(Number.parseInt(size, 16));
  }

  #startChunk(size: number): void {
    this.#left = size;
    this.#state = size === 0 ? "trailer" : "data";
  }

  /** Checks a trailer field, so that the trailer ends where other parsers see its end. Its value is dropped. */
  #readTrailer(line: string): void {
    this.#trailerBytes += line.length;
    if (this.#trailerBytes > trailerLimit) throw new BadResponse("the trailer is larger than 64 KB");
    readFields(line, 0);
  }
}

/** Rejects an incomplete head that cannot become valid: another protocol, or a bare line feed. */
function rejectEarly(input: Buffer, from: number, end: number): void {
  for (let i = 0; i < protocol.length && from + i < end; i++)
    if (input[from + i] !== protocol[i]) throw new BadResponse("the answer does not begin as HTTP/1.1 does");
  for (let at = input.indexOf(lf, from); at !== -1 && at < end; at = input.indexOf(lf, at + 1))
    if (input[at - 1] !== cr) throw new BadResponse("a line of the head ends as none may");
}

function hexDigit(byte: number): number {
  if (byte >= 0x30 && byte <= 0x39) return byte - 0x30;
  const lower = byte | 0x20;
  return lower >= 0x61 && lower <= 0x66 ? lower - 0x57 : -1;
}

function copyOf(input: Buffer, from: number, to: number): Buffer {
  const copy = Buffer.allocUnsafe(to - from);
  input.copy(copy, 0, from, to);
  return copy;
}

function gather(input: Buffer, ranges: readonly number[], total: number): Buffer {
  const all = Buffer.allocUnsafe(total);
  let at = 0;
  for (let i = 0; i < ranges.length; i += 2) at += input.copy(all, at, ranges[i], ranges[i + 1]);
  return all;
}
