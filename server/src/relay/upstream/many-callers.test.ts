import * as fc from "fast-check";
import type { Socket } from "node:net";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openHttpClient } from "../../../test/support/http-clients.ts";
import { type RawServer, startRawServer, wholeAnswer } from "../../../test/support/raw-server.ts";
import type { HttpClient, Transport } from "./http-client.ts";

let server: RawServer;
let pool: HttpClient;

beforeEach(async () => {
  server = await startRawServer();
  pool = openHttpClient(server.url, 15_000);
});
afterEach(async () => {
  await pool.close();
  await server.stop();
});

const chunks = (name: string): string =>
  `HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n${name.length.toString(16)}\r\n${name}\r\n0\r\n\r\n`;

/** Valid and invalid ways in which an upstream handles the named request. */
const ways: Record<string, (socket: Socket, name: string) => void> = {
  whole: (socket, name) => void socket.write(wholeAnswer(name)),
  chunks: (socket, name) => void socket.write(chunks(name)),
  "in two": (socket, name) => {
    const text = chunks(name);
    socket.write(text.slice(0, -8));
    setImmediate(() => socket.write(text.slice(-8)));
  },
  "to the end": (socket, name) => void socket.end(`HTTP/1.1 200 OK\r\n\r\n${name}`),
  "and too much": (socket, name) =>
    void socket.write(Buffer.concat([wholeAnswer(name), wholeAnswer("forged")])),
  "and the last": (socket, name) => void socket.end(wholeAnswer(name, "connection: close\r\n")),
  "in half": (socket, name) => void socket.end(chunks(name).slice(0, -9)),
  "in ruins": (socket) => void socket.resetAndDestroy(),
  "in riddles": (socket) => void socket.write("HTTP/1.1 200 OK\r\ncontent-length: +5\r\n\r\nforged"),
};
const good = new Set(["whole", "chunks", "in two", "to the end", "and too much", "and the last"]);

interface RequestOptions {
  way: string;
  leaves: "no" | "immediately" | "at the head" | "a moment later";
}

/** Calls, and starts the next call as soon as this one is over, in the same turn. */
function sendInTurn(request: readonly RequestOptions[], line: number): Promise<string[]> {
  const wrong: string[] = [];
  return new Promise((resolve) => {
    const next = (at: number): void => {
      const requestBody = request[at];
      if (!requestBody) {
        resolve(wrong);
        return;
      }
      const name = `${line}-${at}-of-${requestBody.way}`;
      let text = "";
      let over = false;
      const go = (problem?: string): void => {
        if (over) wrong.push(`${name} is over twice`);
        over = true;
        if (problem) wrong.push(`${name}: ${problem}`);
        next(at + 1);
      };
      const leave = (call: Transport): void => {
        call.abort();
        if (!over) go();
      };
      const call = pool.send({ method: "POST", path: "/", headers: {} }, name, {
        onHead() {
          if (over) wrong.push(`${name} receives a head after its end`);
          else if (requestBody.leaves === "at the head") leave(call);
        },
        onData(chunk) {
          if (over) wrong.push(`${name} receives more after its end`);
          text += chunk.toString();
        },
        onEnd() {
          go(text === name && good.has(requestBody.way) ? undefined : `ends with ${text}`);
        },
        // A stale connection may fail any of them: repeating is the caller's task.
        onFail() {
          go(name.startsWith(text) ? undefined : `fails after ${text}`);
        },
      });
      if (requestBody.leaves === "immediately") leave(call);
      else if (requestBody.leaves === "a moment later") setTimeout(() => void (over || leave(call)), 1);
    };
    next(0);
  });
}

describe("callers that share the connections to one upstream", () => {
  it("receive only their own responses, whatever the upstream does and however they disconnect", async () => {
    server.answer = (socket, request) => {
      const name = request.slice(request.indexOf("\r\n\r\n") + 4);
      ways[name.slice(name.indexOf("-of-") + 4)]?.(socket, name);
    };
    const requestBody = fc.record<RequestOptions>({
      way: fc.constantFrom(...Object.keys(ways)),
      leaves: fc.constantFrom("no", "no", "no", "immediately", "at the head", "a moment later"),
    });
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(requestBody, { minLength: 5, maxLength: 15 }), { minLength: 1, maxLength: 5 }),
        async (lines) => {
          const wrong = await Promise.all(lines.map((request, line) => sendInTurn(request, line)));
          expect(wrong.flat()).toEqual([]);
        },
      ),
      { numRuns: 60 },
    );
  });
});
