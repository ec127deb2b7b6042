import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { BadResponse } from "./read-fields.ts";
import { ResponseReader } from "./response-reader.ts";

interface Answer {
  bytes: Buffer;
  status: number;
  headers: Record<string, string>;
  body: Buffer;
  /** Ends when the connection closes. */
  open: boolean;
}

const name = fc.stringMatching(/^x-[a-z0-9-]{1,12}$/);
const value = fc.stringMatching(/^[!-~]([ -~]{0,30}[!-~])?$/);
const pieces = fc.array(fc.uint8Array({ minLength: 1, maxLength: 60 }), { maxLength: 8 });
const extension = fc.constantFrom("", ";", ";a=b", ' ;name="va lue"');
const trailer = fc.array(fc.tuple(name, value), { maxLength: 2 });

function write(lines: readonly (readonly [string, string])[]): string {
  return lines.map(([key, text]) => `${key}: ${text}\r\n`).join("");
}

/** Any response that RFC 9112 allows, with its meaning. */
const answers: fc.Arbitrary<Answer> = fc
  .record({
    status: fc.constantFrom(200, 201, 400, 429, 500, 599),
    fields: fc.uniqueArray(fc.tuple(name, value), { maxLength: 6, selector: ([key]) => key }),
    interims: fc.nat(3),
    bodies: pieces,
    framing: fc.constantFrom("length", "chunked", "close"),
    extension,
    trailer,
    capitals: fc.boolean(),
  })
  .map(({ status, fields, interims, bodies, framing, ...more }) => {
    const body = Buffer.concat(bodies.map((one) => Buffer.from(one)));
    const parts: Buffer[] = [];
    const push = (text: string): void => void parts.push(Buffer.from(text, "latin1"));
    for (let i = 0; i < interims; i++) push(`HTTP/1.1 103 Early Hints\r\n${write(fields)}\r\n`);
    const own: Record<string, readonly [string, string][]> = {
      length: [["content-length", String(body.length)]],
      chunked: [["transfer-encoding", "chunked"]],
      close: [],
    };
    const lines = [...fields, ...(own[framing] ?? [])];
    const cased = lines.map(([key, text]) => [more.capitals ? key.toUpperCase() : key, text] as const);
    push(`HTTP/1.1 ${status} Reason\r\n${write(cased)}\r\n`);
    if (framing !== "chunked") parts.push(body);
    else {
      for (const one of bodies) {
        push(`${one.length.toString(16)}${more.extension}\r\n`);
        parts.push(Buffer.from(one));
        push("\r\n");
      }
      push(`0\r\n${write(more.trailer)}\r\n`);
    }
    return {
      bytes: Buffer.concat(parts),
      status,
      headers: Object.fromEntries(lines),
      body,
      open: framing === "close",
    };
  });

/** Passes the bytes, cut at these places, through one buffer, as a socket does. */
function read(bytes: Buffer, cuts: readonly number[]) {
  const heads: { status: number; headers: Record<string, string> }[] = [];
  const body: Buffer[] = [];
  const reader = new ResponseReader({
    onHead: (status, headers) => heads.push({ status, headers }),
    onData: (chunk) => body.push(chunk),
  });
  const memory = Buffer.alloc(64 * 1024, "\r\n0\r\n");
  const places = [0, ...new Set(cuts.map((cut) => cut % bytes.length).sort((a, b) => a - b)), bytes.length];
  let taken = 0;
  for (const [i, end] of places.slice(1).entries()) {
    const piece = bytes.subarray(places[i], end);
    if (piece.length === 0) continue;
    piece.copy(memory);
    taken += reader.push(memory, piece.length);
  }
  return { reader, heads, body: Buffer.concat(body), taken };
}

const anyCuts = fc.array(fc.nat(), { maxLength: 40 });

describe("any valid response", () => {
  it("has the same head, body and end wherever it is cut", () => {
    fc.assert(
      fc.property(answers, anyCuts, ({ bytes, status, headers, body, open }, cuts) => {
        const heard = read(bytes, cuts);
        expect(heard.heads).toEqual([{ status, headers }]);
        expect(heard.body.equals(body)).toBe(true);
        expect(heard.taken).toBe(bytes.length);
        expect(heard.reader.done).toBe(!open);
        if (open) heard.reader.close();
        expect(heard.reader.done).toBe(true);
      }),
      { numRuns: 300 },
    );
  });

  it("is the same byte by byte", () => {
    fc.assert(
      fc.property(answers, ({ bytes, headers, body }) => {
        const heard = read(bytes, [...bytes.keys()]);
        expect(heard.heads[0]?.headers).toEqual(headers);
        expect(heard.body.equals(body)).toBe(true);
      }),
    );
  });

  it("is incomplete while any of its last bytes are missing", () => {
    fc.assert(
      fc.property(answers, fc.nat(), anyCuts, ({ bytes, open }, lost, cuts) => {
        fc.pre(!open);
        const { reader } = read(bytes.subarray(0, 1 + (lost % (bytes.length - 1))), cuts);
        expect(reader.done).toBe(false);
        expect(() => reader.close()).toThrow(BadResponse);
      }),
    );
  });

  it("leaves the bytes after it unread", () => {
    fc.assert(
      fc.property(answers, fc.uint8Array({ minLength: 1, maxLength: 50 }), anyCuts, (answer, more, cuts) => {
        fc.pre(!answer.open);
        const heard = read(
          Buffer.concat([answer.bytes, more]),
          cuts.length > 0 ? [answer.bytes.length, ...cuts] : [],
        );
        expect(heard.body.equals(answer.body)).toBe(true);
        expect(heard.taken).toBe(answer.bytes.length);
      }),
    );
  });
});

describe("arbitrary bytes", () => {
  it("are rejected as a bad answer or parsed, and nothing else is thrown", () => {
    const dirt = fc.constantFrom(
      "\r\n",
      "\n",
      "\r",
      "\0",
      ":",
      "HTTP/1.1 200 OK\r\n",
      "content-length: 3\r\n",
      "5",
      ";",
      "\r\n\r\n",
      "transfer-encoding: chunked\r\n",
      "ffffffffffff\r\n",
    );
    fc.assert(
      fc.property(
        answers,
        fc.array(fc.tuple(fc.nat(), dirt), { maxLength: 4 }),
        anyCuts,
        ({ bytes }, spots, cuts) => {
          let text = bytes.toString("latin1");
          for (const [spot, bit] of spots)
            text = text.slice(0, spot % text.length) + bit + text.slice(spot % text.length);
          try {
            read(Buffer.from(text, "latin1"), cuts);
          } catch (error) {
            expect(error).toBeInstanceOf(BadResponse);
          }
        },
      ),
      { numRuns: 1000 },
    );
  });
});
