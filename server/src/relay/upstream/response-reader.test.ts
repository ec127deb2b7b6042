import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { BadResponse } from "./read-fields.ts";
import { ResponseReader } from "./response-reader.ts";

interface Heard {
  status: number;
  headers: Record<string, string>;
  body: string;
  pieces: number;
  ended: boolean;
}

function read(pieces: readonly (string | Buffer)[], close = false): Heard & { reader: ResponseReader } {
  const heard: Heard = { status: 0, headers: {}, body: "", pieces: 0, ended: false };
  const reader = new ResponseReader({
    onHead: (status, headers) => Object.assign(heard, { status, headers }),
    onData: (chunk) => {
      heard.body += chunk.toString("latin1");
      heard.pieces += 1;
    },
  });
  // As a socket does: every chunk is in the same buffer, followed by bytes of earlier ones.
  const memory = Buffer.alloc(4096, "\r\n0\r\n");
  for (const piece of pieces) {
    const bytes = Buffer.from(piece as string, "latin1");
    bytes.copy(memory);
    reader.push(memory, bytes.length);
  }
  if (close) reader.close();
  heard.ended = reader.done;
  return { ...heard, reader };
}

const withLength = "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 5\r\n\r\nhello";
const chunked =
  "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\nA;name=value\r\n, wor\r\nld!\r\n0\r\nX-Later: 1\r\n\r\n";

describe("a response with a length", () => {
  it("is read whole, and the connection is reusable", () => {
    const { reader, ...heard } = read([withLength]);
    expect(heard).toMatchObject({ status: 200, body: "hello", ended: true });
    expect(heard.headers["content-type"]).toBe("application/json");
    expect([reader.done, reader.keepAlive]).toEqual([true, true]);
  });
  it("ends immediately if the length is zero, as with 204 and 304", () => {
    expect(read(["HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n"]).ended).toBe(true);
    expect(read(["HTTP/1.1 204 No Content\r\n\r\n"]).ended).toBe(true);
    expect(read(["HTTP/1.1 304 Not Modified\r\ncontent-length: 10\r\n\r\n"]).ended).toBe(true);
  });
  it("returns how many bytes belong to it", () => {
    const reader = new ResponseReader({ onHead() {}, onData() {} });
    const bytes = Buffer.from(`${withLength}HTTP/1.1 200 OK\r\n`);
    expect(reader.push(bytes, bytes.length)).toBe(withLength.length);
  });
});

describe("a chunked response", () => {
  it("is read without its sizes, extensions and trailers, in one chunk if it came in one", () => {
    expect(read([chunked])).toMatchObject({ body: "hello, wor\r\nld!", pieces: 1, ended: true });
  });
  it("is the same wherever it is cut", () => {
    fc.assert(
      fc.property(fc.array(fc.nat(chunked.length), { maxLength: 12 }), (cuts) => {
        const places = [0, ...cuts.sort((a, b) => a - b), chunked.length];
        const pieces = places.slice(1).map((end, i) => chunked.slice(places[i], end));
        expect(read(pieces.filter((piece) => piece !== ""))).toMatchObject({
          status: 200,
          body: "hello, wor\r\nld!",
          ended: true,
        });
      }),
    );
  });
  it("preserves any bytes in chunks of any size", () => {
    fc.assert(
      fc.property(
        fc.array(fc.uint8Array({ minLength: 1, maxLength: 40 }), { maxLength: 20 }),
        fc.integer({ min: 1, max: 50 }),
        (chunks, step) => {
          const bodies = chunks.map((chunk) => Buffer.from(chunk).toString("latin1"));
          const text = `HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n${bodies
            .map((body) => `${body.length.toString(16)}\r\n${body}\r\n`)
            .join("")}0\r\n\r\n`;
          const pieces = [];
          for (let at = 0; at < text.length; at += step) pieces.push(text.slice(at, at + step));
          expect(read(pieces)).toMatchObject({ body: bodies.join(""), ended: true });
        },
      ),
    );
  });
});

describe("a response without a length", () => {
  it("ends with the connection, which is not reused", () => {
    const { reader, ...heard } = read(["HTTP/1.1 200 OK\r\n\r\nhel", "lo"], true);
    expect(heard).toMatchObject({ body: "hello", ended: true });
    expect(reader.keepAlive).toBe(false);
  });
});

describe("the connection", () => {
  it.each([
    ["HTTP/1.1 200 OK\r\nconnection: close\r\ncontent-length: 0\r\n\r\n", false],
    ["HTTP/1.0 200 OK\r\ncontent-length: 0\r\n\r\n", false],
    ["HTTP/1.0 200 OK\r\nconnection: keep-alive\r\ncontent-length: 0\r\n\r\n", true],
    ["HTTP/1.0 200 OK\r\nconnection: keep-alive\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n", false],
    ["HTTP/1.1 204 No Content\r\n\r\n", true],
    ["HTTP/1.1 204 No Content\r\ncontent-length: 0\r\n\r\n", true],
    ["HTTP/1.1 204 No Content\r\ncontent-length: 5\r\n\r\n", false],
    ["HTTP/1.1 304 Not Modified\r\ntransfer-encoding: chunked\r\n\r\n", false],
  ])("after %j is reusable: %s", (text, expected) => {
    expect(read([text]).reader.keepAlive).toBe(expected);
  });
});

describe("heads", () => {
  it("skips interim responses", () => {
    const heard = read([
      `HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\n${withLength}`,
    ]);
    expect(heard).toMatchObject({ status: 200, body: "hello", ended: true });
  });
  it("reads a header named like an object property as any other", () => {
    const { headers } = read([
      "HTTP/1.1 200 OK\r\nconstructor: a\r\n__proto__: b\r\ncontent-length: 0\r\n\r\n",
    ]);
    expect(headers["constructor"]).toBe("a");
    expect(Object.getPrototypeOf(headers)).toBe(Object.prototype);
  });
  it("finds the end of a head at any position, also after an interim response", () => {
    for (let filler = 1950; filler < 2060; filler++) {
      const padded = withLength.replace("\r\n", `\r\nx: ${"y".repeat(filler)}\r\n`);
      for (const text of [padded, `HTTP/1.1 100 Continue\r\n\r\n${padded}`]) {
        const heard = read([text]);
        expect([heard.headers["x"]?.length, heard.body, heard.ended]).toEqual([filler, "hello", true]);
      }
    }
  });
  it("joins repeated headers and accepts the same length twice", () => {
    const heard = read([
      "HTTP/1.1 200 OK\r\nVia: a\r\nvia: b\r\ncontent-length: 0\r\nContent-Length: 0\r\n\r\n",
    ]);
    expect(heard.headers["via"]).toBe("a, b");
  });
});

describe("rejects what two parsers could read differently", () => {
  const ok = "HTTP/1.1 200 OK\r\n";
  it.each([
    ["no HTTP", "SSH-2.0-OpenSSH\r\n\r\n"],
    ["HTTP/2", "HTTP/2 200\r\n\r\n"],
    ["a change of protocol", "HTTP/1.1 101 Switching Protocols\r\n\r\n"],
    ["a length with an encoding", `${ok}content-length: 5\r\ntransfer-encoding: chunked\r\n\r\n`],
    ["two lengths", `${ok}content-length: 5\r\ncontent-length: 6\r\n\r\n`],
    ["a length with a sign", `${ok}content-length: +5\r\n\r\n`],
    ["lengths in a list", `${ok}content-length: 5, 5\r\n\r\n`],
    ["another encoding", `${ok}transfer-encoding: gzip, chunked\r\n\r\n`],
    ["a folded header", `${ok}a: b\r\n c\r\n\r\n`],
    ["a space before the colon", `${ok}content-length : 5\r\n\r\n`],
    ["a header without a name", `${ok}: 5\r\n\r\n`],
    ["a bare line feed in a header", `${ok}a: b\nc: d\r\n\r\n`],
    ["a zero byte", `${ok}a: b\0c\r\n\r\n`],
    ["an invalid size", `${ok}transfer-encoding: chunked\r\n\r\nxyz\r\n`],
    ["a negative size", `${ok}transfer-encoding: chunked\r\n\r\n-5\r\n`],
    ["an enormous size", `${ok}transfer-encoding: chunked\r\n\r\nffffffffffffffff\r\n`],
    ["a chunk longer than its size", `${ok}transfer-encoding: chunked\r\n\r\n2\r\nhello\r\n0\r\n\r\n`],
    ["a size line with an invalid end", `${ok}transfer-encoding: chunked\r\n\r\n5\nhello\r\n0\r\n\r\n`],
  ])("%s", (_name, text) => {
    expect(() => read([text])).toThrow(BadResponse);
  });
  it("a head or a line without end", () => {
    const filler = Array<string>(17).fill(`a: ${"x".repeat(4000)}\r\n`);
    expect(() => read([ok, ...filler])).toThrow("the head is larger than 64 KB");
    const sizes = Array<string>(3).fill(`;${"x".repeat(4000)}`);
    expect(() => read([`${ok}transfer-encoding: chunked\r\n\r\n1`, ...sizes])).toThrow("too long");
    expect(() => read([`${ok}transfer-encoding: chunked\r\n\r\n0\r\n`, ...filler])).toThrow(
      "the trailer is larger than 64 KB",
    );
  });
  it("interim responses without end", () => {
    const hints = Array<string>(101).fill("HTTP/1.1 103 Early Hints\r\n\r\n");
    expect(read([...hints.slice(1), withLength])).toMatchObject({ status: 200, ended: true });
    expect(() => read([...hints, withLength])).toThrow("the interim answers do not end");
  });
  it.each([
    ["another protocol's greeting", "SSH-2.0-OpenSSH_9.6\r\n"],
    ["an alert of TLS", "\x15\x03\x01\0\x02\x02\x0a"],
    ["a line feed without a return", "HTTP/1.1 200 OK\n"],
  ])("%s, before the head is whole", (_name, text) => {
    expect(() => read([text])).toThrow(BadResponse);
    expect(() => read(text.split(""))).toThrow(BadResponse);
  });
  it.each(["", "HTTP/1.1 200 OK\r\n", withLength.slice(0, -1), chunked.slice(0, -2)])(
    "an end of the connection after %j",
    (text) => {
      expect(() => read(text === "" ? [] : [text], true)).toThrow("before the answer was whole");
    },
  );
});
