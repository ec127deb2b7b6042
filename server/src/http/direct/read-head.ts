import type { IncomingHttpHeaders } from "node:http";
import { headAt, headEnd } from "../../platform/http-head.ts";
import { isValidHost } from "../host-header.ts";

/** The head of a GET or POST, with what arrived of its body. */
export interface DirectHead {
  method: "GET" | "POST";
  /** Path and query. */
  url: string;
  /** Names in lower case; none occurs twice. */
  headers: IncomingHttpHeaders;
  /** Bytes of the body; 0 for a GET. */
  length: number;
  /** The part of the body that arrived with the head, and what both arrived in. */
  first: Buffer;
  chunk: Buffer;
}

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
export function readHead(chunk: Buffer): DirectHead | undefined {
  const head = headAt(chunk, 0, Math.min(chunk.length, headMost));
  if (head === undefined || !plainHead.test(head)) return undefined;
  const firstLine = head.indexOf("\r\n");
  const headers = readHeaders(head, firstLine + 2);
  if (!headers || !isValidHost(headers.host ?? "")) return undefined;
  const method = head.startsWith("GET") ? "GET" : "POST";
  const length = Number(headers["content-length"] ?? 0);
  const first = chunk.subarray(head.length + headEnd.length);
  if ((method === "GET") !== (length === 0) || first.length > length) return undefined;
  const url = head.slice(method.length + 1, firstLine - " HTTP/1.1".length);
  return { method, url, headers, length, first, chunk };
}

function readHeaders(head: string, from: number): IncomingHttpHeaders | undefined {
  const headers: IncomingHttpHeaders = {};
  let at = from;
  while (at < head.length) {
    const colon = head.indexOf(":", at);
    const next = head.indexOf("\r\n", colon);
    const end = next === -1 ? head.length : next;
    const name = head.slice(at, colon).toLowerCase();
    const value = head.slice(colon + 2, end);
    // Also true for a property of every object (`constructor`).
    if (headers[name] !== undefined || handedOver.has(name) || value !== value.trim()) return undefined;
    if (name === "connection" && value.toLowerCase() !== "keep-alive") return undefined;
    if (name === "content-length" && !plainLength.test(value)) return undefined;
    headers[name] = value;
    at = end + 2;
  }
  return headers;
}
