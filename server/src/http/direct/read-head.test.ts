import fc from "fast-check";
import { expect, it } from "vitest";
import { type HeadMemory, readHead } from "./read-head.ts";

/** Most of them are a head that can be remembered, and many differ from the one before in their length alone. */
const anyChunk = fc
  .tuple(
    fc.constantFrom(
      "POST /v1/chat HTTP/1.1",
      "POST /v1/chat HTTP/1.1",
      "POST /v1/chat?a=1 HTTP/1.1",
      "GET /v1/chat HTTP/1.1",
    ),
    fc.constantFrom("Host: a", "Host: a", "host: a", "Host: a\r\nHost: a", "Host: a b"),
    fc.constantFrom("1", "12", "7", "012", "0", "x", "1\r\nX: 1", "1 ", ""),
    fc.constantFrom("Content-Length", "Content-Length", "content-length", "Transfer-Encoding"),
    fc.constantFrom("", "", "\r\nX-Key: 1", "\r\nX-Key: 2", "\r\nContent-Length: 1", "\r\nConnection: close"),
    fc.nat(12),
  )
  .map(([first, host, length, name, after, bytes]) =>
    Buffer.from(`${first}\r\n${host}\r\n${name}: ${length}${after}\r\n\r\n${"b".repeat(bytes)}`),
  );

it("reads a head after any others as the first of its connection", () => {
  fc.assert(
    fc.property(fc.array(anyChunk, { maxLength: 8 }), (chunks) => {
      const memory: HeadMemory = {};
      for (const chunk of chunks) expect(readHead(chunk, memory)).toEqual(readHead(chunk, {}));
    }),
    { numRuns: 2000 },
  );
});

const chunk = (length: string, more = ""): Buffer =>
  Buffer.from(`POST /v1/chat HTTP/1.1\r\nHost: a\r\nContent-Length: ${length}\r\nX-Key: 1${more}\r\n\r\n`);

it("remembers the head of a request with a body, whose length may differ", () => {
  const memory: HeadMemory = {};
  readHead(chunk("5"), memory);
  const { known } = memory;
  expect(readHead(chunk("123"), memory)).toMatchObject({ length: 123, url: "/v1/chat" });
  expect(memory.known).toBe(known);
  expect(readHead(chunk("5", "2"), memory)?.headers["x-key"]).toBe("12");
  expect(memory.known).not.toBe(known);
});

it("does not remember a long head or many fields, which a waiting connection would retain", () => {
  const many = Array.from({ length: 33 }, (_, index) => `\r\nx${index}: 1`).join("");
  for (const more of ["1".repeat(2048), many]) {
    const memory: HeadMemory = {};
    expect(readHead(chunk("5", more), memory)).toBeDefined();
    expect(memory.known).toBeUndefined();
  }
});

it("remembers nothing more once several heads in a row differed, as those of many callers behind a proxy", () => {
  const memory: HeadMemory = {};
  for (let caller = 0; caller < 3; caller++) readHead(chunk("5", String(caller)), memory);
  const { known } = memory;
  expect(known?.headers["x-key"]).toBe("12");
  readHead(chunk("5", "3"), memory);
  expect(memory.known).toBe(known);
  // One that is the same as before ends the row.
  readHead(chunk("5", "2"), memory);
  readHead(chunk("5", "3"), memory);
  expect(memory.known).not.toBe(known);
});

it("gives each request headers of its own", () => {
  const memory: HeadMemory = {};
  for (let turn = 0; turn < 3; turn++) {
    const headers = readHead(chunk("5"), memory)?.headers ?? {};
    expect(headers).toEqual({ host: "a", "content-length": "5", "x-key": "1" });
    headers["x-key"] = "changed";
    delete headers.host;
  }
});
