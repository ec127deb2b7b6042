import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import { setImmediate as nextTurn, setTimeout as sleep } from "node:timers/promises";
import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { DirectRequest } from "./direct-request.ts";
import type { DirectResponse } from "./direct-response.ts";
import { serveDirectly } from "./serve-directly.ts";

type Received = IncomingMessage | DirectRequest;
type Answer = ServerResponse | DirectResponse;

const limits = { headersTimeout: 30_000, requestTimeout: 300_000, keepAliveTimeout: 72_000 };
const large = Buffer.alloc(100_000, "large ");
let server: Server;
let port: number;
/** How each request was served, in order. */
let served: ("directly" | "by Node")[];
let timedOut: number;
let isCrowded: boolean;
let sockets: Socket[];
/** What handles both kinds of requests. */
let handle: (request: Received, response: Answer) => void;

/** The body, as the relay reads it. */
function read(request: Received, done: (body: string) => void): void {
  const chunks: Buffer[] = [];
  request.on("data", (chunk: Buffer) => chunks.push(chunk));
  request.on("end", () => done(Buffer.concat(chunks).toString("latin1")));
}

function answerWith(body: string, response: Answer): void {
  response.writeHead(200, { "content-length": String(body.length) });
  response.end(body, "latin1");
}

/** Answers with the body, once it is read. */
const echo: typeof handle = (request, response) => read(request, (body) => answerWith(body, response));

beforeEach(async () => {
  // Connections are checked by this time, sockets work by their own.
  vi.useFakeTimers({ toFake: ["performance", "setInterval", "clearInterval"] });
  [served, timedOut, isCrowded, sockets, handle] = [[], 0, false, [], echo];
  const onRequest = (request: Received, response: Answer): void => {
    served.push(request instanceof DirectRequest ? "directly" : "by Node");
    handle(request, response);
  };
  server = createServer(limits, onRequest);
  serveDirectly(server, {
    ...limits,
    serve(request, response) {
      if (request.url.startsWith("/console")) return false;
      onRequest(request, response);
      return true;
    },
    isNodes: () => isCrowded,
    onTimeout(socket) {
      timedOut += 1;
      socket.destroy();
    },
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  port = (server.address() as AddressInfo).port;
});
afterEach(async () => {
  vi.useRealTimers();
  for (const socket of sockets) socket.destroy();
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

/** A connection, and what it has received. */
function open(): { socket: Socket; text: () => string; closed: Promise<unknown> } {
  const socket = connect({ port, host: "127.0.0.1", noDelay: true });
  sockets.push(socket);
  let text = "";
  socket.on("data", (chunk: Buffer) => (text += chunk.toString("latin1")));
  socket.on("error", () => {});
  return { socket, text: () => text, closed: new Promise((resolve) => socket.on("close", resolve)) };
}

const post = (body: string, path = "/v1/chat", fields = ""): string =>
  `POST ${path} HTTP/1.1\r\nHost: gateway\r\n${fields}Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;
/** Long enough for the server, in this process, to accept and to read what was sent, however late the timer is. */
async function part(milliseconds = 20): Promise<void> {
  await sleep(milliseconds);
  for (let turn = 0; turn < 5; turn++) await nextTurn();
}

/** Sends the pieces one after another, and returns everything that arrived until `isDone`. */
async function exchange(pieces: readonly string[], isDone: (text: string) => boolean): Promise<string> {
  const { socket, text } = open();
  for (const [index, piece] of pieces.entries()) {
    if (index > 0) await part();
    socket.write(piece, "latin1");
  }
  await vi.waitFor(() => expect(isDone(text())).toBe(true));
  socket.destroy();
  return text();
}

const withoutDate = (text: string): string => text.replace(/^Date: .*\r\n/m, "");

describe("a response", () => {
  const answers: Record<string, (response: Answer) => void> = {
    "in one piece": (response) =>
      response.writeHead(200, { "content-type": "text/plain", "content-length": "5" }).end("whole"),
    "without a length": (response) => response.writeHead(200, { "x-request-id": "1" }).end("whole"),
    "of several pieces": (response) => {
      response.writeHead(200, { "content-type": "text/event-stream" });
      response.write("data: Grüße 世界\n\n");
      setImmediate(() => {
        response.write(Buffer.from("data: 2\n\n"));
        response.write("");
        setImmediate(() => response.end(Buffer.from("data: [DONE]\n\n")));
      });
    },
    "in large pieces": (response) => {
      response.writeHead(206, {});
      response.write(large);
      setImmediate(() => response.end(large.toString()));
    },
    "in one large piece": (response) =>
      response.writeHead(404, { "content-length": String(large.length) }).end(large),
    "without a body": (response) => response.writeHead(204, { "x-request-id": "1" }).end(),
    "of an unknown status": (response) => response.writeHead(599, { "content-length": "0" }).end(),
    "that closes the connection": (response) =>
      response.writeHead(400, { connection: "close", "content-length": "2" }).end("no"),
  };

  /** Chunks of a chunked body, joined: how a body is cut does not matter. */
  function joined(text: string): string {
    const [head = "", ...rest] = withoutDate(text).split("\r\n\r\n");
    let body = rest.join("\r\n\r\n");
    if (!/^Transfer-Encoding: chunked$/m.test(head)) return `${head}\n${body}`;
    let whole = "";
    for (;;) {
      const line = body.indexOf("\r\n");
      const length = Number.parseInt(body.slice(0, line), 16);
      if (length === 0) return `${head}\n${whole}`;
      whole += body.slice(line + 2, line + 2 + length);
      body = body.slice(line + 2 + length + 2);
    }
  }

  it.each(Object.keys(answers))("%s has the bytes that Node sends", async (name) => {
    handle = (request, response) => read(request, () => answers[name]?.(response));
    const ends: Record<string, (text: string) => boolean> = {
      "of several pieces": (text) => text.endsWith("\r\n0\r\n\r\n"),
      "without a length": (text) => text.endsWith("\r\n0\r\n\r\n"),
      "in large pieces": (text) => text.endsWith("\r\n0\r\n\r\n"),
      "in one large piece": (text) => text.length > large.length,
    };
    const isDone = ends[name] ?? ((text: string) => /\r\n\r\n/.test(text));
    const direct = await exchange([post("hello")], isDone);
    const nodes = await exchange(["POST", post("hello").slice(4)], isDone);
    expect(served).toEqual(["directly", "by Node"]);
    expect(joined(direct)).toBe(joined(nodes));
  });

  it("cannot contain a header that its values inject", async () => {
    const errors: unknown[] = [];
    handle = (_request, response) => {
      for (const [name, value] of [
        ["x-a", "1\r\nx-b: 2"],
        ["x-a\r\nx-b", "1"],
        ["x-a", "世"],
      ] as const)
        try {
          response.writeHead(200, { [name]: value });
        } catch (error) {
          errors.push(error);
        }
      response.writeHead(200, { "content-length": "0" }).end();
    };
    expect(await exchange([post("hello")], (text) => text !== "")).not.toContain("x-");
    expect(errors).toHaveLength(3);
  });

  it("waits for a reader that is slow, and says when it may go on", async () => {
    const drained = new Promise<void>((resolve) => {
      handle = (request, response) => {
        response.on("drain", () => {
          response.end();
          resolve();
        });
        request.on("end", () => {
          response.writeHead(200, {});
          while (response.write(large));
        });
        request.on("data", () => {});
      };
    });
    const { socket, text } = open();
    socket.pause();
    socket.write(post("hello"));
    await part(100);
    socket.resume();
    await drained;
    await vi.waitFor(() => expect(text().endsWith("\r\n0\r\n\r\n")).toBe(true));
  });

  it("is over, unfinished, when the caller disconnects", async () => {
    for (const leave of ["destroy", "end"] as const) {
      const over = new Promise<boolean>((resolve) => {
        handle = (_request, response) => response.on("close", () => resolve(response.writableFinished));
      });
      const { socket } = open();
      socket.write(post("hello"));
      await vi.waitFor(() => expect(served.length).toBeGreaterThan(0));
      socket[leave]();
      expect(await over).toBe(false);
    }
    expect(served).toEqual(["directly", "directly"]);
  });
});

describe("a caller that leaves", () => {
  it("after bytes of a next request is noticed during the response", async () => {
    const over = new Promise<boolean>((resolve) => {
      handle = (_request, response) => response.on("close", () => resolve(response.writableFinished));
    });
    const { socket } = open();
    for (const bytes of [post("hello"), "P", "O"]) {
      socket.write(bytes);
      await part();
    }
    socket.end();
    expect(await over).toBe(false);
  });

  it("by ending its side gets what is already written", async () => {
    const huge = Buffer.alloc(20_000_000, "huge ");
    handle = (request, response) =>
      read(request, () => response.writeHead(200, { "content-length": String(huge.length) }).end(huge));
    const { socket, text, closed } = open();
    socket.write(post("hello"));
    await vi.waitFor(() => expect(text().length).toBeGreaterThan(0));
    socket.end();
    await closed;
    expect(text().length).toBeGreaterThan(huge.length);
  });

  it("is gone for its response as soon as that is destroyed", async () => {
    const states: boolean[] = [];
    handle = (_request, response) => {
      states.push(response.destroyed);
      response.destroy();
      states.push(response.destroyed);
    };
    const { socket, closed } = open();
    socket.write(post("hello"));
    await closed;
    expect(states).toEqual([false, true]);
  });
});

describe("a request", () => {
  it("is served however its body is cut", async () => {
    const body = "0123456789".repeat(3);
    const whole = post(body);
    const headEnd = whole.indexOf("\r\n\r\n") + 4;
    await fc.assert(
      fc.asyncProperty(
        fc.uniqueArray(fc.integer({ min: headEnd, max: whole.length - 1 }), { maxLength: 4 }),
        async (cuts) => {
          served = [];
          const places = [0, ...cuts.toSorted((a, b) => a - b), whole.length];
          const pieces = places.slice(1).map((end, i) => whole.slice(places[i], end));
          const text = await exchange(pieces, (received) => received.endsWith(body));
          expect(text).toContain(`\r\n\r\n${body}`);
          expect(served).toEqual(["directly"]);
        },
      ),
      { numRuns: 10 },
    );
  });

  it("follows another on its connection, also before that is answered", async () => {
    const texts = ["first", "second", "third"];
    const both = await exchange([post("first"), post("second") + post("third")], (text) =>
      text.endsWith("third"),
    );
    expect(both.match(/first|second|third/g)).toEqual(texts);
    served = [];
    handle = (request, response) =>
      read(request, (body) => void part(50).then(() => answerWith(body, response)));
    const early = await exchange(
      texts.map((text) => post(text)),
      (text) => text.endsWith("third"),
    );
    expect(early.match(/first|second|third/g)).toEqual(texts);
  });

  it("may be a GET", async () => {
    const get = "GET /v1/models?limit=1 HTTP/1.1\r\nHost: gateway\r\n\r\n";
    handle = (request, response) =>
      read(request, (body) => answerWith(`${request.method} ${request.url} ${body}`, response));
    const text = await exchange([get, post("hello")], (received) => received.endsWith("hello"));
    expect(text).toContain("GET /v1/models?limit=1 HTTP/1.1");
    expect(text).toContain("POST /v1/chat hello");
    expect(served).toEqual(["directly", "directly"]);
  });

  it("follows one whose large body arrived before it was read", async () => {
    handle = (request, response) =>
      void part(100).then(() => read(request, (body) => answerWith(body, response)));
    const body = "x".repeat(200_000);
    const { socket, text } = open();
    for (const next of [body, body, "second"]) {
      const before = text().length;
      socket.write(post(next));
      await vi.waitFor(() => expect(text().slice(before).endsWith(next)).toBe(true));
    }
    expect(served).toEqual(["directly", "directly", "directly"]);
  });

  it("is not served after a response that closes the connection", async () => {
    handle = (request, response) =>
      read(request, () => void response.writeHead(400, { connection: "close", "content-length": "0" }).end());
    const { socket, text, closed } = open();
    socket.write(post("first"));
    await part();
    socket.write(post("second"));
    await closed;
    expect(text().match(/HTTP\/1.1 \d+/g)).toEqual(["HTTP/1.1 400"]);
    expect(served).toEqual(["directly"]);
  });

  it("is not mixed with the body of one that was rejected before its end", async () => {
    handle = (request, response) => {
      if (request.url === "/rejected") response.writeHead(403, { "content-length": "0" }).end();
      else echo(request, response);
    };
    const pieces = [post("0123456789", "/rejected").slice(0, -5), `56789${post("second")}`];
    const text = await exchange(pieces, (received) => received.endsWith("second"));
    expect(text.match(/HTTP\/1.1 \d+/g)).toEqual(["HTTP/1.1 403", "HTTP/1.1 200"]);
  });

  it("that stops before its end is closed, as its reader learns", async () => {
    const broken = new Promise<boolean>((resolve) => {
      handle = (request) => {
        request.on("data", () => {});
        request.on("close", () => resolve(request.complete));
      };
    });
    const { socket } = open();
    socket.write(post("hello").slice(0, -2));
    await vi.waitFor(() => expect(served).toEqual(["directly"]));
    socket.destroy();
    expect(await broken).toBe(false);
  });

  it("does not fill the memory while its body has no reader", async () => {
    let received: DirectRequest | undefined;
    handle = (request) => (received = request as DirectRequest);
    const { socket } = open();
    const body = "x".repeat(8 * 1024 * 1024);
    socket.write(post(body));
    await vi.waitFor(() => expect(received?.socket.isPaused()).toBe(true));
    await part(50);
    expect(received?.socket.bytesRead).toBeLessThan(1024 * 1024);
    let length = 0;
    const ended = new Promise((resolve) => received?.once("end", resolve));
    received?.on("data", (chunk: Buffer) => (length += chunk.length));
    await ended;
    expect(length).toBe(body.length);
  });
});

describe("Node's parser gets", () => {
  const host = "Host: gateway\r\n";
  const length = "Content-Length: 5\r\n";
  const others: Record<string, string> = {
    "another method": `DELETE /v1/models HTTP/1.1\r\n${host}\r\n`,
    "a GET with a body": post("hello").replace("POST", "GET"),
    "a header that Node makes a list": post("hello", "/v1/chat", "Set-Cookie: a=b\r\n"),
    "another version": `POST /v1/chat HTTP/1.0\r\n${host}${length}\r\nhello`,
    "an absolute address": `POST http://gateway/v1/chat HTTP/1.1\r\n${host}${length}\r\nhello`,
    "two spaces": `POST  /v1/chat HTTP/1.1\r\n${host}${length}\r\nhello`,
    "a path of a console call": post("hello", "/console"),
    "no body": `POST /v1/chat HTTP/1.1\r\n${host}\r\n`,
    "an empty body": post(""),
    "bytes after the body": `${post("hello")}GET / HTTP/1.1\r\n${host}\r\n`,
    "a chunked body": `POST /v1/chat HTTP/1.1\r\n${host}Transfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n`,
    "two kinds of length": `POST /v1/chat HTTP/1.1\r\n${host}${length}Transfer-Encoding: chunked\r\n\r\nhello`,
    "two lengths": `POST /v1/chat HTTP/1.1\r\n${host}${length}Content-Length: 6\r\n\r\nhello`,
    "one length twice": `POST /v1/chat HTTP/1.1\r\n${host}${length}${length}\r\nhello`,
    "a length with a sign": `POST /v1/chat HTTP/1.1\r\n${host}Content-Length: +5\r\n\r\nhello`,
    "a length with zeros": `POST /v1/chat HTTP/1.1\r\n${host}Content-Length: 005\r\n\r\nhello`,
    "a length in hexadecimal": `POST /v1/chat HTTP/1.1\r\n${host}Content-Length: 0x5\r\n\r\nhello`,
    "a list of lengths": `POST /v1/chat HTTP/1.1\r\n${host}Content-Length: 5, 5\r\n\r\nhello`,
    "a header twice": `POST /v1/chat HTTP/1.1\r\n${host}X-A: 1\r\nX-A: 2\r\n${length}\r\nhello`,
    "two hosts": `POST /v1/chat HTTP/1.1\r\n${host}${host}${length}\r\nhello`,
    "no host": `POST /v1/chat HTTP/1.1\r\n${length}\r\nhello`,
    "an invalid host": `POST /v1/chat HTTP/1.1\r\nHost: a b\r\n${length}\r\nhello`,
    "a space before a colon": `POST /v1/chat HTTP/1.1\r\n${host}Content-Length : 5\r\n\r\nhello`,
    "no space after a colon": `POST /v1/chat HTTP/1.1\r\n${host}X-A:1\r\n${length}\r\nhello`,
    "a tab": `POST /v1/chat HTTP/1.1\r\n${host}X-A: 1\t2\r\n${length}\r\nhello`,
    "a blank at an end": `POST /v1/chat HTTP/1.1\r\n${host}X-A: 1 \r\n${length}\r\nhello`,
    "an empty value": `POST /v1/chat HTTP/1.1\r\n${host}X-A: \r\n${length}\r\nhello`,
    "a folded line": `POST /v1/chat HTTP/1.1\r\n${host}X-A: 1\r\n 2\r\n${length}\r\nhello`,
    "a line feed alone": `POST /v1/chat HTTP/1.1\r\n${host}X-A: 1\nX-B: 2\r\n${length}\r\nhello`,
    "a carriage return alone": `POST /v1/chat HTTP/1.1\r\n${host}X-A: 1\rX-B: 2\r\n${length}\r\nhello`,
    "a null byte": `POST /v1/chat HTTP/1.1\r\n${host}X-A: 1\0\r\n${length}\r\nhello`,
    "other characters than ASCII": `POST /v1/chat HTTP/1.1\r\n${host}X-A: é\r\n${length}\r\nhello`,
    "an unusual name": `POST /v1/chat HTTP/1.1\r\n${host}x_a: 1\r\n${length}\r\nhello`,
    "a name that every object has": `POST /v1/chat HTTP/1.1\r\n${host}constructor: 1\r\n${length}\r\nhello`,
    "an end of the connection": post("hello", "/v1/chat", "Connection: close\r\n"),
    "an upgrade": post("hello", "/v1/chat", "Upgrade: h2c\r\n"),
    "a list of connection options": post("hello", "/v1/chat", "Connection: Upgrade, HTTP2-Settings\r\n"),
    "a trailer": post("hello", "/v1/chat", "Trailer: X-A\r\n"),
    "a question whether to send": post("hello", "/v1/chat", "Expect: 100-continue\r\n"),
    "a long head": post("hello", "/v1/chat", `X-A: ${"a".repeat(9000)}\r\n`),
  };

  it.each(Object.entries(others))("%s", async (_name, request) => {
    await exchange([request], (text) => text.startsWith("HTTP/1.1 "));
    expect(served).not.toContain("directly");
  });

  it("everything on a connection after the first such request", async () => {
    const pieces = [post("first"), `PUT / HTTP/1.1\r\n${host}\r\n`, post("third")];
    const text = await exchange(pieces, (received) => received.endsWith("third"));
    expect(served).toEqual(["directly", "by Node", "by Node"]);
    expect(text.match(/HTTP\/1.1 \d+/g)).toHaveLength(3);
  });

  it("a connection of an address with many that wait", async () => {
    isCrowded = true;
    await exchange([post("hello")], (text) => text.endsWith("hello"));
    expect(served).toEqual(["by Node"]);
  });

  it("a head that arrives in parts, wherever it is cut", async () => {
    const whole = post("hello");
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: whole.indexOf("\r\n\r\n") + 3 }), async (cut) => {
        served = [];
        await exchange([whole.slice(0, cut), whole.slice(cut)], (text) => text.endsWith("hello"));
        expect(served).toEqual(["by Node"]);
      }),
      { numRuns: 10 },
    );
  });
});

describe("a connection", () => {
  it.each([
    ["that sends nothing", "", limits.headersTimeout, 1],
    ["whose body stops", post("hello").slice(0, -2), limits.requestTimeout, 1],
    ["without a further request", post("hello"), limits.keepAliveTimeout, 0],
  ])("%s is closed", async (_name, bytes, limit, rejected) => {
    const { socket, closed, text } = open();
    await new Promise((resolve) => socket.once("connect", resolve));
    if (bytes) socket.write(bytes);
    if (bytes.endsWith("hello")) await vi.waitFor(() => expect(text()).toContain("hello"));
    else await part();
    vi.advanceTimersByTime(limit - 5000);
    await part();
    expect(socket.closed).toBe(false);
    vi.advanceTimersByTime(10_000);
    await closed;
    expect(timedOut).toBe(rejected);
  });

  it("whose body ends after its response is closed with the server", async () => {
    handle = (_request, response) => response.writeHead(200, { "content-length": "0" }).end();
    const { socket, text, closed } = open();
    socket.write(post("hello").slice(0, -2));
    await vi.waitFor(() => expect(text()).toContain("200 OK"));
    const serverClosed = new Promise((resolve) => server.close(resolve));
    socket.write("lo");
    await closed;
    await serverClosed;
  });

  it("without a request is closed with the server, one with a request after its response", async () => {
    const idle = open();
    idle.socket.write(post("hello"));
    await vi.waitFor(() => expect(idle.text()).toContain("hello"));
    handle = (request, response) =>
      read(request, (body) => void part(100).then(() => answerWith(body, response)));
    const busy = open();
    busy.socket.write(post("last"));
    await vi.waitFor(() => expect(served).toHaveLength(2));
    const closed = new Promise((resolve) => server.close(resolve));
    await idle.closed;
    expect(busy.text()).toBe("");
    await busy.closed;
    expect(busy.text()).toContain("last");
    await closed;
  });
});
