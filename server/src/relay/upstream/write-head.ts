/** The first lines of a request. Names of headers in lower case. */
export interface RequestHead {
  method: string;
  /** With the query; begins with `/`. */
  path: string;
  headers: Record<string, string>;
}

/** What follows the head; pieces are sent one after the other. */
export type OutgoingBody = string | Buffer | readonly Buffer[];

/** They speak of one connection, or say what is written here anyway. */
const ours: ReadonlySet<string> = new Set([
  "connection",
  "content-length",
  "expect",
  "host",
  "keep-alive",
  "proxy-connection",
  "te",
  "trailer",
  "transfer-encoding",
  "upgrade",
]);
const token = /^[!#$%&'*+.^_`|~0-9a-z-]+$/;
const value = /^[\t\x20-\x7e\x80-\xff]*$/;
const target = /^\/[\x21-\x7e]*$/;

/**
 * The head of an HTTP/1.1 request with its empty line. Everything in it is looked at: a header's text may come from an operator's form or a
 * caller's request, and must not become a header of its own. @throws TypeError naming what cannot be sent
 */
export function writeHead(host: string, request: RequestHead, body: OutgoingBody | undefined): string {
  const { method, path, headers } = request;
  if (!target.test(path)) throw new TypeError("the address holds characters that cannot be sent");
  let head = `${method} ${path} HTTP/1.1\r\nhost: ${headers["host"] === undefined ? host : checked("host", headers["host"])}\r\nconnection: keep-alive\r\n`;
  for (const name in headers) {
    if (ours.has(name)) continue;
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
  if (!token.test(name) || !value.test(text))
    throw new TypeError(`the header ${name} holds characters that cannot be sent`);
  return text;
}
