import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { brotliCompressSync, deflateSync, gzipSync, zstdCompressSync } from "node:zlib";
import { readFileSync } from "node:fs";
import { createServer as createPlainServer, type Socket } from "node:net";
import path from "node:path";
import { createServer, getCACertificates, setDefaultCACertificates } from "node:tls";
import { connectionFreed, testedClient } from "../../../test/support/http-clients.ts";
import { type RawServer, startRawServer, wholeAnswer } from "../../../test/support/raw-server.ts";
import { passTime } from "../../../test/support/pass-time.ts";
import type { UpstreamProblem } from "../canonical/problem.ts";
import { createUpstreamCaller } from "./call-upstream.ts";
import type { UpstreamCall, UpstreamCaller, UpstreamTarget } from "./upstream-call.ts";
import { createDeadlines, type Deadlines } from "./deadlines.ts";

let server: RawServer;
let deadlines: Deadlines;
let caller: UpstreamCaller;
const watched = new Set<unknown>();

beforeAll(async () => {
  server = await startRawServer();
});
afterAll(() => server.stop());
beforeEach(() => {
  const real = createDeadlines();
  deadlines = {
    ...real,
    watch(item) {
      watched.add(item);
      real.watch(item);
    },
    release(item) {
      watched.delete(item);
      real.release(item);
    },
  };
  caller = createUpstreamCaller({ deadlines, client: testedClient });
  server.requests.length = 0;
  server.sockets.length = 0;
  server.answer = (socket) => socket.write(wholeAnswer("hello"));
});
afterEach(async () => {
  vi.restoreAllMocks();
  await caller.close();
  deadlines.stop();
  watched.clear();
});

const target: UpstreamTarget = {
  proxy: "",
  connectTimeout: 15,
  firstByteTimeout: 15,
  idleTimeout: 15,
  totalTimeout: 15,
};

interface Heard {
  events: string[];
  bytes: number;
  text: string;
  problem: UpstreamProblem | undefined;
  over: Promise<void>;
  call: UpstreamCall;
}

/** One call, and all of its events in order. */
function send(
  more: Partial<UpstreamTarget> = {},
  request: {
    url?: string;
    body?: string | Buffer;
    pieces?: Buffer[];
    method?: "GET" | "POST";
    headers?: Record<string, string>;
    sign?(): void;
  } = {},
  hook: (event: string, call: UpstreamCall) => void = () => {},
): Heard {
  const { promise, resolve } = Promise.withResolvers<void>();
  const heard: Omit<Heard, "call"> = { events: [], bytes: 0, text: "", problem: undefined, over: promise };
  const report = (event: string): void => {
    heard.events.push(event);
    hook(event, call);
  };
  const call = caller.call(
    { method: "POST", url: `${server.url}/v1`, headers: {}, body: "hi", ...request },
    { ...target, ...more },
    {
      onHead: (status) => report(`head ${status}`),
      onData(chunk) {
        heard.bytes += chunk.length;
        if (heard.bytes < 1000) heard.text += chunk.toString("latin1");
        if (heard.events.at(-1) !== "data") heard.events.push("data");
        hook("data", call);
      },
      onEnd() {
        resolve();
        report("end");
      },
      onFail(problem) {
        heard.problem = problem;
        resolve();
        report("fail");
      },
    },
  );
  return Object.assign(heard, { call });
}

const turns = async (milliseconds = 30): Promise<void> => {
  await new Promise((resolve) => setTimeout(resolve, milliseconds));
};
const openSockets = async (count: number): Promise<void> => {
  while (server.open() !== count) await turns(5);
};
const packed = (bytes: Buffer, encoding = "gzip"): Buffer =>
  wholeAnswer(bytes, `content-encoding: ${encoding}\r\n`);

/** A frame that requires a window of 128 MB. */
const wideZstd = Buffer.from("KLUv/QCIbQAAMGhlbGxvAAEA5CtQBCi1L/0gAAEAAA==", "base64");

it("what arrives during a pause is read together by our own client, and chunk by chunk by undici", async () => {
  const heard = send();
  expect(heard.call.gathers).toBe(testedClient !== "undici");
  await heard.over;
});

describe("a compressed response", () => {
  const text = "hello ".repeat(50);
  it.each([
    ["gzip", gzipSync(text)],
    ["X-GZIP", gzipSync(text)],
    ["deflate", deflateSync(text)],
    ["br", brotliCompressSync(text)],
    ["zstd", zstdCompressSync(text)],
    ["identity", Buffer.from(text)],
    ["gzip", Buffer.concat([gzipSync(text.slice(0, 10)), gzipSync(text.slice(10))])],
  ])("in %s is decompressed", async (encoding, bytes) => {
    server.answer = (socket) => socket.write(packed(bytes, encoding));
    const heard = send();
    await heard.over;
    expect([heard.text, heard.events]).toEqual([text, ["head 200", "data", "end"]]);
  });

  it("that is empty is an empty response", async () => {
    server.answer = (socket) => socket.write(packed(Buffer.alloc(0)));
    const heard = send();
    await heard.over;
    expect(heard.events).toEqual(["head 200", "end"]);
  });

  it.each([
    ["that is truncated", "gzip", gzipSync(text).subarray(0, -9)],
    ["that is invalid", "br", Buffer.from(text)],
    ["that needs more memory than a browser allows", "zstd", wideZstd],
  ])("%s fails the call once", async (_name, encoding, bytes) => {
    server.answer = (socket) => socket.write(packed(bytes, encoding));
    const heard = send();
    await heard.over;
    await turns();
    expect(heard.problem?.kind).toBe("bad-answer");
    expect(heard.events.filter((event) => event === "fail" || event === "end")).toEqual(["fail"]);
    expect(watched.size).toBe(0);
  });

  it("in an unknown encoding fails, and no further events follow", async () => {
    server.answer = (socket) => socket.write(packed(Buffer.from(text), "rot13"));
    const heard = send();
    await heard.over;
    await turns();
    expect(heard.events).toEqual(["fail"]);
    await openSockets(0);
  });

  it.each([
    ["deflate", deflateSync(text)],
    ["br", brotliCompressSync(text)],
    ["gzip", gzipSync(text)],
  ])("in %s with an endless tail ends at its end, and the connection is closed", async (encoding, bytes) => {
    server.answer = (socket) => {
      socket.write(`HTTP/1.1 200 OK\r\ncontent-encoding: ${encoding}\r\n\r\n`);
      socket.write(Buffer.concat([bytes, Buffer.alloc(100)]));
    };
    const heard = send();
    await heard.over;
    expect([heard.text, heard.events.at(-1)]).toEqual([text, "end"]);
    await openSockets(0);
  });

  it("continues after a pause during which all of it was decompressed", async () => {
    // More than one read, of which only one word is decompressed.
    const first = Buffer.concat([gzipSync("hel"), ...Array<Buffer>(20_000).fill(gzipSync(""))]);
    const second = gzipSync("lo");
    const length = `content-length: ${first.length + second.length}`;
    let requested: Socket | undefined;
    server.answer = (socket) => {
      requested = socket;
      socket.write(`HTTP/1.1 200 OK\r\ncontent-encoding: gzip\r\n${length}\r\n\r\n`);
      socket.write(first);
    };
    const heard = send({}, {}, (event, call) => {
      if (event !== "data" || heard.text !== "hel") return;
      call.pause();
      setTimeout(() => {
        requested?.write(second);
        call.resume();
      }, 50);
    });
    await heard.over;
    expect([heard.problem, heard.text]).toEqual([undefined, "hello"]);
  });

  it("applies back-pressure to the upstream while it is decompressed", async () => {
    // Eight hundred megabytes of zeros and a slow reader: what is not decompressed stays at the upstream.
    const member = gzipSync(Buffer.alloc(16 * 1024 * 1024), { level: 1 });
    const piece = Buffer.concat(Array<Buffer>(8).fill(member));
    const all = 64 * 1024 * 1024;
    let written = 0;
    server.answer = (socket) => {
      socket.write("HTTP/1.1 200 OK\r\ncontent-encoding: gzip\r\n\r\n");
      const more = (): void => {
        while (written < all && !socket.destroyed) {
          written += piece.length;
          if (!socket.write(piece)) return;
        }
      };
      socket.on("drain", more);
      more();
    };
    const heard = send({}, {}, (event, call) => {
      if (event !== "data" || heard.bytes > 64 * 1024 * 1024) return;
      call.pause();
      setImmediate(() => call.resume());
    });
    while (heard.bytes < 8 * 1024 * 1024 && !heard.problem) await turns(5);
    heard.call.cancel();
    expect(written).toBeLessThan(all);
  });
});

describe("time limits", () => {
  /** The events at the end, and the number of failures. */
  const fate = async (heard: Heard): Promise<[string | undefined, string | undefined, number, number]> => {
    await heard.over;
    await turns(150);
    await openSockets(0);
    const failures = heard.events.filter((event) => event === "fail").length;
    return [heard.events.at(-1), heard.problem?.kind, failures, watched.size];
  };
  const ranOut = ["fail", "timeout", 1, 0];

  it("of the first byte runs out during interim responses and a head alone", async () => {
    server.answer = (socket) => {
      const timer = setInterval(() => socket.write("HTTP/1.1 103 Early Hints\r\n\r\n"), 20);
      socket.on("close", () => clearInterval(timer));
    };
    expect(await fate(send({ firstByteTimeout: 0.2 }))).toEqual(ranOut);
    server.answer = (socket) => socket.write("HTTP/1.1 200 OK\r\ncontent-length: 5\r\n\r\n");
    expect(await fate(send({ firstByteTimeout: 0.2 }))).toEqual(ranOut);
  });

  it("between two chunks runs out when nothing comes, or only sizes and trailers", async () => {
    server.answer = (socket) => socket.write("HTTP/1.1 200 OK\r\ncontent-length: 5\r\n\r\nhe");
    expect(await fate(send({ idleTimeout: 0.2 }))).toEqual(ranOut);
    server.answer = (socket) => {
      socket.write("HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n");
      const timer = setInterval(() => socket.write("a: b\r\n"), 20);
      socket.on("close", () => clearInterval(timer));
    };
    expect(await fate(send({ idleTimeout: 0.2 }))).toEqual(ranOut);
  });

  it("of the whole response runs out under a steady drip", async () => {
    server.answer = (socket) => {
      socket.write("HTTP/1.1 200 OK\r\n\r\n");
      const timer = setInterval(() => socket.write("x"), 20);
      socket.on("close", () => clearInterval(timer));
    };
    expect(await fate(send({ totalTimeout: 0.3 }))).toEqual(ranOut);
  });

  it("do not run while a caller reads slowly, whatever is still in flight", async () => {
    const file = (name: string): string =>
      readFileSync(path.join(import.meta.dirname, "__fixtures__", name), "utf8");
    const known = getCACertificates();
    setDefaultCACertificates([...known, file("localhost.crt")]);
    // Bytes that TLS has decrypted arrive after the pause.
    const secure = await startRawServer((serve) =>
      createServer({ key: file("localhost.key"), cert: file("localhost.crt") }, serve),
    );
    const all = 4 * 1024 * 1024;
    secure.answer = (socket) => socket.write(wholeAnswer(Buffer.alloc(all)));
    let late = 0;
    let pauses = 0;
    let held = false;
    const limits = { idleTimeout: 60, totalTimeout: 300 };
    const heard = send(limits, { url: `https://localhost:${secure.port}/` }, (event, call) => {
      if (event !== "data") return;
      if (held) late += 1;
      if (held || pauses > 0) return;
      pauses += 1;
      held = true;
      call.pause();
      passTime(120);
      // Deadlines are looked at ten times a second.
      setTimeout(() => {
        held = false;
        call.resume();
      }, 300);
    });
    await heard.over;
    expect([heard.problem, heard.bytes]).toEqual([undefined, all]);
    // undici buffers these bytes until the call is resumed.
    expect(late > 0).toBe(testedClient === "builtin");
    await secure.stop();
    setDefaultCACertificates(known);
  });

  it("leave no timer after they passed or the call was aborted", async () => {
    await send().over;
    await connectionFreed();
    server.answer = () => {};
    send().call.cancel();
    expect(watched.size).toBe(0);
    await openSockets(0);
  });
});

describe("a request on a stale connection", () => {
  const die = (socket: Socket): void => void socket.destroy();

  it("is repeated once, on a new one", async () => {
    await send().over;
    await connectionFreed();
    server.answer = (socket) => {
      if (server.sockets.length === 1) die(socket);
      else socket.write(wholeAnswer("second"));
    };
    const heard = send();
    await heard.over;
    expect([heard.text, server.requests.length, server.sockets.length]).toEqual(["second", 3, 2]);
  });

  // undici reports neither whether a reset connection had been used before, nor part of a head.
  it.each([
    ["reset", (socket: Socket) => void socket.resetAndDestroy(), testedClient === "builtin"],
    [
      "closed in the status line",
      (socket: Socket) => void socket.end("HTTP/1.1 2"),
      testedClient === "undici",
    ],
  ])("that is %s is repeated or not, depending on the client", async (_name, breakOff, repeated) => {
    await send().over;
    await connectionFreed();
    server.answer = (socket) => {
      if (server.sockets.length === 1) breakOff(socket);
      else socket.write(wholeAnswer("second"));
    };
    const heard = send();
    await heard.over;
    expect([heard.text, server.requests.length]).toEqual(repeated ? ["second", 3] : ["", 2]);
  });

  it("is not repeated after the upstream processed it", async () => {
    await send().over;
    await connectionFreed();
    const clock = vi.spyOn(performance, "now");
    server.answer = (socket) => {
      const later = performance.now() + 1500;
      clock.mockImplementation(() => later);
      die(socket);
    };
    const heard = send();
    await heard.over;
    expect([heard.problem?.kind, server.requests.length]).toEqual(["unreachable", 2]);
  });

  it.each(["HTTP/1.1 2", "HTTP/1.1 103 Early Hints\r\n\r\n", "HTTP/1.1 200 OK\r\ncontent-length: 5\r\n\r\n"])(
    "is not repeated after a byte of a response: %j",
    async (said) => {
      await send().over;
      await connectionFreed();
      server.answer = (socket) => {
        socket.write(said, () => setTimeout(() => socket.resetAndDestroy(), 5));
      };
      const heard = send();
      await heard.over;
      expect([heard.problem?.kind, server.requests.length]).toEqual(["unreachable", 2]);
    },
  );

  it("is not repeated twice, nor on a connection that never worked", async () => {
    server.answer = die;
    await send().over;
    await connectionFreed();
    expect(server.requests).toHaveLength(1);
  });

  it("is not repeated for a caller that disconnected", async () => {
    await send().over;
    await connectionFreed();
    server.answer = () => {};
    const heard = send();
    while (server.requests.length < 2) await turns(5);
    heard.call.cancel();
    server.sockets[0]?.resetAndDestroy();
    await turns();
    expect([heard.events, server.requests.length]).toEqual([[], 2]);
  });
});

describe("the memory of a request body", () => {
  const size = 32 * 1024 * 1024;
  const whole = (): Buffer => Buffer.alloc(size, "a");
  it.each([
    ["in one chunk", () => ({ body: whole() })],
    ["in several chunks", () => ({ body: "", pieces: [whole().subarray(1), Buffer.from("a")] })],
  ])("%s may be reused as soon as the call ends", async (_name, make) => {
    // Responds when the head comes, and keeps reading after the response.
    const seen = { bytes: 0, strange: 0 };
    const eager = await startRawServer((serve) =>
      createPlainServer((socket) => {
        serve(socket);
        socket.removeAllListeners("data");
        socket.once("data", () => {
          socket.pause();
          socket.write(wholeAnswer("early"));
          socket.on("data", (chunk: Buffer) => {
            seen.bytes += chunk.length;
            if (chunk.includes("b")) seen.strange += 1;
          });
          setTimeout(() => socket.resume(), 50);
        });
      }),
    );
    const request = make();
    const heard = send({}, { url: `${eager.url}/`, ...request }, (event) => {
      if (event !== "end") return;
      if (Buffer.isBuffer(request.body)) request.body.fill("b");
      if ("pieces" in request) for (const piece of request.pieces) piece.fill("b");
    });
    await heard.over;
    while (eager.open() > 0 && seen.bytes < size - 128 * 1024) await turns(5);
    expect([heard.text, seen.strange]).toEqual(["early", 0]);
    await eager.stop();
  });
});

describe("a listener that throws at the end", () => {
  it("receives a failure, so that its exchange ends", async () => {
    const heard = send({}, {}, (event) => {
      if (event === "end") throw new Error("stumbled");
    });
    await heard.over;
    await turns();
    expect(heard.problem).toMatchObject({ kind: "bad-answer", message: "stumbled" });
  });
});

describe("different connection settings", () => {
  it("share no connection: another origin, another connect timeout", async () => {
    const other = await startRawServer();
    await send().over;
    await send({ connectTimeout: 16 }).over;
    await send({}, { url: `${other.url}/v1` }).over;
    expect([server.sockets.length, other.sockets.length]).toEqual([2, 1]);
    await other.stop();
  });
});
