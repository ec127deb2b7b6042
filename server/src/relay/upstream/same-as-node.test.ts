import { request as requestNode } from "node:http";
import { Client } from "undici";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openHttpClient, testedClient } from "../../../test/support/http-clients.ts";
import { type RawServer, startRawServer } from "../../../test/support/raw-server.ts";

/** The same bytes read by Node's client, plain undici and the client under test; the peer closes after them. */
let server: RawServer;
let played = "";

beforeAll(async () => {
  server = await startRawServer();
  server.answer = (socket) => void socket.end(played, "latin1");
});
afterAll(() => server.stop());

const rejected = "refused";

async function sendOurs(): Promise<string> {
  const pool = openHttpClient(server.url, 15_000);
  const heard = await new Promise<string>((resolve) => {
    let text = "";
    const listener = {
      onHead: (status: number) => void (text += `${status} `),
      onData: (chunk: Buffer) => void (text += chunk.toString("latin1")),
      onEnd: () => resolve(text),
      onFail: () => resolve(rejected),
    };
    pool.send({ method: "POST", path: "/", headers: {} }, "x", listener);
  });
  await pool.close();
  return heard;
}

function sendNodes(): Promise<string> {
  return new Promise((resolve) => {
    const request = requestNode(server.url, { method: "POST", agent: false }, (response) => {
      let text = `${response.statusCode} `;
      response.on("data", (chunk: Buffer) => (text += chunk.toString("latin1")));
      response.on("end", () => resolve(text));
      response.on("error", () => resolve(rejected));
    });
    request.on("upgrade", () => resolve("upgraded"));
    request.on("error", () => resolve(rejected));
    request.end("x");
  });
}

async function sendUndici(): Promise<string> {
  const client = new Client(server.url);
  try {
    const { statusCode, body } = await client.request({ method: "POST", path: "/", body: "x" });
    return `${statusCode} ${Buffer.from(await body.arrayBuffer()).toString("latin1")}`;
  } catch {
    return rejected;
  } finally {
    await client.destroy();
  }
}

const ok = "HTTP/1.1 200 OK\r\n";
const five = "content-length: 5\r\n";
const withLength = (line: string): string => `${ok}${line}\r\n${five}\r\nhello`;
const coded = "transfer-encoding: chunked\r\n";
const chunked = (text: string): string => `${ok}${coded}\r\n${text}`;

describe("all three clients read the same", () => {
  it.each([
    ["a length", `${ok}${five}\r\nhello`, "200 hello"],
    ["a length of zero", `${ok}content-length: 0\r\n\r\n`, "200 "],
    ["the connection's end", `${ok}\r\nhello`, "200 hello"],
    ["HTTP/1.0", "HTTP/1.0 200 OK\r\n\r\nhello", "200 hello"],
    ["chunks", chunked("5\r\nhello\r\n0\r\n\r\n"), "200 hello"],
    ["a trailer", chunked("5\r\nhello\r\n0\r\nA: b\r\n\r\n"), "200 hello"],
    ["extensions", chunked('5;a=b;c="d"\r\nhello\r\n0;x\r\n\r\n'), "200 hello"],
    ["sizes in capitals", chunked("A\r\n0123456789\r\n0\r\n\r\n"), "200 0123456789"],
    ["sizes with leading zeros", chunked("0005\r\nhello\r\n000\r\n\r\n"), "200 hello"],
    ["shouted headers", `${ok}TRANSFER-ENCODING: CHUNKED\r\n\r\n5\r\nhello\r\n0\r\n\r\n`, "200 hello"],
    ["no reason", `HTTP/1.1 200\r\n${five}\r\nhello`, "200 hello"],
    ["an empty reason", `HTTP/1.1 200 \r\n${five}\r\nhello`, "200 hello"],
    [
      "early hints",
      `HTTP/1.1 103 E\r\nlink: a\r\n\r\nHTTP/1.1 102 P\r\n\r\n${ok}${five}\r\nhello`,
      "200 hello",
    ],
    ["204", "HTTP/1.1 204 No Content\r\n\r\n", "204 "],
    ["304 with a length", `HTTP/1.1 304 Not Modified\r\n${five}\r\n`, "304 "],
    ["an unknown status", "HTTP/1.1 999 X\r\ncontent-length: 0\r\n\r\n", "999 "],
    ["letters of Latin-1", withLength("a: \xe9"), "200 hello"],
    ["names that objects have", withLength("__proto__: x\r\nconstructor: y"), "200 hello"],
    ["chunks in HTTP/1.0", `HTTP/1.0 200 OK\r\n${coded}\r\n5\r\nhello\r\n0\r\n\r\n`, "200 hello"],
  ])("%s", async (_name, bytes, expected) => {
    played = bytes;
    expect(await Promise.all([sendOurs(), sendNodes(), sendUndici()])).toEqual([
      expected,
      expected,
      expected,
    ]);
  });
});

describe("all three clients reject", () => {
  it.each([
    ["no bytes", ""],
    ["a status of two digits", "HTTP/1.1 99 X\r\n\r\n"],
    ["a status of four digits", "HTTP/1.1 2000 X\r\n\r\n"],
    ["HTTP/2", "HTTP/2 200\r\n\r\n"],
    ["HTTP/1.2", "HTTP/1.2 200 OK\r\n\r\n"],
    ["a lower-case protocol", `http/1.1 200 OK\r\n${five}\r\nhello`],
    ["a length and an encoding", `${ok}${five}${coded}\r\n5\r\nhello\r\n0\r\n\r\n`],
    ["two lengths", `${ok}${five}content-length: 4\r\n\r\nhello`],
    ["a length with a sign", `${ok}content-length: +5\r\n\r\nhello`],
    ["a negative length", `${ok}content-length: -5\r\n\r\nhello`],
    ["a length in hexadecimal", `${ok}content-length: 0x5\r\n\r\nhello`],
    ["a length with a space inside", `${ok}content-length: 5 5\r\n\r\nhello`],
    ["a list of lengths", `${ok}content-length: 5, 5\r\n\r\nhello`],
    ["an empty length", `${ok}content-length:\r\n\r\nhello`],
    ["a length above the number range", `${ok}content-length: 99999999999999999999\r\n\r\nhello`],
    ["a space before the colon", `${ok}content-length : 5\r\n\r\nhello`],
    ["a length after a non-breaking space", `${ok}content-length: \xa05\r\n\r\nhello`],
    ["a length after a vertical tab", `${ok}content-length: \v5\r\n\r\nhello`],
    ["a length before a bare return", `${ok}content-length: 5\r\r\n\r\nhello`],
    ["an encoding after a vertical tab", `${ok}transfer-encoding: \vchunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n`],
    ["a folded header", withLength("a: b\r\n c")],
    ["a line feed within a header", withLength("a: b\nc: d")],
    ["a line feed at a header's end", withLength("a: b\n")],
    ["a line feed at a value's start", withLength("a:\nb: c")],
    ["a line feed in the status line", `HTTP/1.1 200 OK\n${five}\r\nhello`],
    ["a bare return in the status line", `HTTP/1.1 200 O\rK\r\n${five}\r\nhello`],
    ["line feeds alone", `HTTP/1.1 200 OK\ncontent-length: 5\n\nhello`],
    ["a zero byte", withLength("a: b\0c")],
    ["a control character", withLength("a: \x01")],
    ["a header without a colon", withLength("abc")],
    ["a header without a name", withLength(": x")],
    ["a name with a space", withLength("a b: c")],
    ["a size after a space", chunked(" 5\r\nhello\r\n0\r\n\r\n")],
    ["a size marked as hexadecimal", chunked("0x5\r\nhello\r\n0\r\n\r\n")],
    ["no size", chunked("\r\nhello\r\n0\r\n\r\n")],
    ["a size before a line feed", chunked("5\nhello\r\n0\r\n\r\n")],
    ["an extension with a bare return", chunked("5;a\rb\r\nhello\r\n0\r\n\r\n")],
    ["an extension that ends in a bare return", chunked("5;a\r\r\nhello\r\n0\r\n\r\n")],
    ["an extension with a zero byte", chunked("5;a\0b\r\nhello\r\n0\r\n\r\n")],
    ["a chunk without its end", chunked("5\r\nhello0\r\n\r\n")],
    ["a chunk that ends in a line feed", chunked("5\r\nhello\n0\r\n\r\n")],
    ["a trailer without a colon", chunked("5\r\nhello\r\n0\r\nnone\r\n\r\n")],
    ["a trailer with a zero byte", chunked("5\r\nhello\r\n0\r\na: \0\r\n\r\n")],
    ["a folded trailer", chunked("5\r\nhello\r\n0\r\na: b\r\n c\r\n\r\n")],
    ["a body that is cut", `${ok}content-length: 6\r\n\r\nhello`],
    ["chunks without the last", chunked("5\r\nhello\r\n")],
    ["a last chunk without its end", chunked("5\r\nhello\r\n0\r\n")],
    ["half a head", `${ok}a: b\r\n`],
  ])("%s", async (_name, bytes) => {
    played = bytes;
    expect(await Promise.all([sendOurs(), sendNodes(), sendUndici()])).toEqual([
      rejected,
      rejected,
      rejected,
    ]);
  });
});

/**
 * Where Node and undici differ from each other or from RFC 9112, the builtin client accepts only unambiguous responses.
 */
describe("the clients differ", () => {
  it.each([
    ["100 first", `HTTP/1.1 100 Continue\r\n\r\n${ok}${five}\r\nhello`, "200 hello", rejected],
    ["the same length twice", `${ok}${five}${five}\r\nhello`, "200 hello", rejected],
    ["spaces around a length", `${ok}content-length: \t5 \t\r\n\r\nhello`, "200 hello", rejected],
    ["a space after a size", chunked("5 \r\nhello\r\n0\r\n\r\n"), "200 hello", rejected],
    ["204 with a body", `HTTP/1.1 204 No Content\r\n${five}\r\nhello`, "204 ", "204 "],
    ["more than its length", `${ok}${five}\r\nhello${ok}${five}\r\nforge`, "200 hello", "200 hello"],
    ["101", "HTTP/1.1 101 S\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n", rejected, rejected],
    [
      "two encodings",
      `${ok}transfer-encoding: gzip, chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n`,
      rejected,
      "200 hello",
    ],
    ["an unknown encoding", `${ok}transfer-encoding: identity\r\n\r\nhello`, rejected, "200 hello"],
    ["chunks in chunks", `${ok}${coded}${coded}\r\n5\r\nhello\r\n0\r\n\r\n`, rejected, "200 hello"],
    ["an empty line first", `\r\n${ok}${five}\r\nhello`, rejected, "200 hello"],
    ["a zero byte in the reason", `HTTP/1.1 200 O\0K\r\n${five}\r\nhello`, rejected, "200 hello"],
  ])("on %s", async (_name, bytes, builtin, undici) => {
    played = bytes;
    expect(await sendOurs()).toBe(testedClient === "builtin" ? builtin : undici);
  });
});
