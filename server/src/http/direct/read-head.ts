import type { IncomingHttpHeaders } from "node:http";
import { headAt, headEnd } from "../../platform/http-head.ts";
import { isValidHost } from "../host-header.ts";

/** What the lines of a GET or POST say. */
interface HeadLines {
  method: "GET" | "POST";
  /** Path and query. */
  url: string;
  /** Names in lower case; none occurs twice. */
  headers: IncomingHttpHeaders;
}

/** The head of a request, with what arrived of its body. */
export interface DirectHead extends HeadLines {
  /** Bytes of the body; 0 for a GET. */
  length: number;
  /** The part of the body that arrived with the head, and what both arrived in. */
  first: Buffer;
  chunk: Buffer;
}

/**
 * A head with a body: its text before and after the digits of its Content-Length. Most heads of a client differ in these alone, so what it
 * says is not read again.
 */
export interface KnownHead extends HeadLines {
  before: string;
  after: string;
}

/** The last such head. */
export interface HeadMemory {
  known?: KnownHead;
  /** Heads in a row that differed from it in more. */
  misses?: number;
}

/** After so many in a row nothing more is remembered: a proxy sends the requests of many callers over one connection. */
const missesMost = 3;

/** Bytes and fields of a head that is remembered: a connection that waits for its next request retains it. */
const knownMost = { bytes: 2 * 1024, fields: 32 };
/** Bytes of a head; Node's parser takes longer ones. */
const headMost = 8 * 1024;

/** No two parsers read this differently: ASCII only, one space after each colon, CRLF, no empty values. */
const plainHead = /^(?:GET|POST) \/[!-~]* HTTP\/1\.1(?:\r\n[A-Za-z0-9-]+: [ -~]+)+$/;
const plainLength = /^[1-9]\d{0,8}$/;

/** Fields that change how a message is read, or what follows it, and one that Node makes a list. */
const handedOver = new Set([
  "expect",
  "http2-settings",
  "set-cookie",
  "te",
  "trailer",
  "transfer-encoding",
  "upgrade",
]);

/**
 * Reads a chunk that begins with a whole head as most clients write it. Undefined for anything else, valid or not, and for bytes
 * beyond the body: Node's parser decides about them.
 */
export function readHead(chunk: Buffer, memory: HeadMemory): DirectHead | undefined {
  const text = headAt(chunk, 0, Math.min(chunk.length, headMost));
  if (text === undefined) return undefined;
  const lines = readAgain(text, memory) ?? readLines(text, memory);
  if (!lines) return undefined;
  const { method, url, headers } = lines;
  const length = Number(headers["content-length"] ?? 0);
  const first = chunk.subarray(text.length + headEnd.length);
  if ((method === "GET") !== (length === 0) || first.length > length) return undefined;
  return { method, url, headers, length, first, chunk };
}

/** What a head says that differs from a known one in its length alone. */
function readAgain(text: string, memory: HeadMemory): HeadLines | undefined {
  if (!memory.known) return undefined;
  const { before, after, method, url, headers } = memory.known;
  const end = text.length - after.length;
  // Compared as slices: `startsWith` and `endsWith` take four times as long.
  if (text.slice(0, before.length) !== before || text.slice(end) !== after) return undefined;
  const length = text.slice(before.length, end);
  if (!plainLength.test(length)) return undefined;
  memory.misses = 0;
  return { method, url, headers: { ...headers, "content-length": length } };
}

function readLines(text: string, memory: HeadMemory): HeadLines | undefined {
  if (!plainHead.test(text)) return undefined;
  const firstLine = text.indexOf("\r\n");
  const headers: IncomingHttpHeaders = {};
  let lengthAt = 0;
  let fields = 0;
  for (let at = firstLine + 2; at < text.length; ) {
    const colon = text.indexOf(":", at);
    const next = text.indexOf("\r\n", colon);
    const end = next === -1 ? text.length : next;
    const name = text.slice(at, colon).toLowerCase();
    const value = text.slice(colon + 2, end);
    // Also true for a property of every object (`constructor`).
    if (headers[name] !== undefined || handedOver.has(name) || value !== value.trim()) return undefined;
    if (name === "connection" && value.toLowerCase() !== "keep-alive") return undefined;
    if (name === "content-length") {
      if (!plainLength.test(value)) return undefined;
      lengthAt = colon + 2;
    }
    headers[name] = value;
    fields += 1;
    at = end + 2;
  }
  if (!isValidHost(headers.host ?? "")) return undefined;
  const method = text.startsWith("GET") ? "GET" : "POST";
  const lines: HeadLines = {
    method,
    url: text.slice(method.length + 1, firstLine - httpVersion.length),
    headers,
  };
  memory.misses = (memory.misses ?? 0) + 1;
  const isShort = text.length <= knownMost.bytes && fields <= knownMost.fields;
  if (lengthAt > 0 && isShort && memory.misses <= missesMost) {
    const after = text.slice(lengthAt + (headers["content-length"] ?? "").length);
    // A copy: what is read again must not change with the first request.
    memory.known = { ...lines, headers: { ...headers }, before: text.slice(0, lengthAt), after };
  }
  return lines;
}

const httpVersion = " HTTP/1.1";
