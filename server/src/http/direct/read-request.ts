import type { IncomingHttpHeaders } from "node:http";
import { isValidHost } from "../host-header.ts";

/** A request that arrived in one piece. */
export interface WholeRequest {
  method: "POST";
  /** Path and query. */
  url: string;
  /** Names in lower case; none occurs twice. */
  headers: IncomingHttpHeaders;
  body: Buffer;
}

/** Bytes of a head; Node's parser takes longer ones. */
const headMost = 8 * 1024;

/** No two parsers read this differently: no blanks but one, no line breaks but CRLF, no empty values, ASCII only. */
const plainHead = /^POST \/[!-~]* HTTP\/1\.1(?:\r\n[A-Za-z0-9-]+: [ -~]+)+$/;
const plainLength = /^[1-9]\d{0,8}$/;

/** Fields that change how a message is read, or what follows it. */
const handedOver = new Set(["expect", "http2-settings", "te", "trailer", "transfer-encoding", "upgrade"]);

/**
 * Reads a chunk of a connection that is exactly one POST with its whole body, written as most clients write it. Undefined for
 * anything else, valid or not: Node's parser decides about it.
 */
export function readRequest(chunk: Buffer): WholeRequest | undefined {
  const text = chunk.toString("latin1", 0, Math.min(chunk.length, headMost));
  const end = text.indexOf("\r\n\r\n");
  if (end === -1) return undefined;
  const head = text.slice(0, end);
  if (!plainHead.test(head)) return undefined;
  const firstLine = head.indexOf("\r\n");
  const headers = readHeaders(head, firstLine + 2);
  if (!headers) return undefined;
  const body = chunk.subarray(end + 4);
  if (headers["content-length"] !== String(body.length) || !isValidHost(headers.host ?? "")) return undefined;
  return { method: "POST", url: head.slice("POST ".length, firstLine - " HTTP/1.1".length), headers, body };
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
