import { fieldText, isFieldName } from "../../platform/http-head.ts";
import { connectionHeaders } from "./connection-headers.ts";
import type { OutgoingBody, RequestHead } from "./http-client.ts";

const requestTarget = /^\/[\x21-\x7e]*$/;

/**
 * The head of an HTTP/1.1 request with its empty line. Every name and value is checked: a header may come from an operator's form or a
 * caller's request and must not inject another one. @throws TypeError naming what cannot be sent
 */
export function writeHead(host: string, request: RequestHead, body: OutgoingBody | undefined): string {
  const { method, path, headers } = request;
  if (!requestTarget.test(path)) throw new TypeError("the address holds characters that cannot be sent");
  let head = `${method} ${path} HTTP/1.1\r\nhost: ${headers["host"] === undefined ? host : checked("host", headers["host"])}\r\nconnection: keep-alive\r\n`;
  for (const name in headers) {
    if (connectionHeaders.has(name.toLowerCase())) continue;
    head += `${name}: ${checked(name, headers[name] as string)}\r\n`;
  }
  if (body !== undefined) head += `content-length: ${lengthOf(body)}\r\n`;
  else if (method !== "GET") head += "content-length: 0\r\n";
  return `${head}\r\n`;
}

function lengthOf(body: OutgoingBody): number {
  if (typeof body === "string") return Buffer.byteLength(body);
  return Buffer.isBuffer(body) ? body.length : body.reduce((sum, piece) => sum + piece.length, 0);
}

function checked(name: string, text: string): string {
  if (!isFieldName(name) || !fieldText.test(text))
    throw new TypeError(`the header ${name} holds characters that cannot be sent`);
  return text;
}
