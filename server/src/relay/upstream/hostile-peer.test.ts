import { once } from "node:events";
import type { Socket } from "node:net";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { connectionFreed, openHttpClient, testedClient } from "../../../test/support/http-clients.ts";
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

interface Heard {
  text: string;
  ends: number;
  failures: (Error & { code?: string; reused?: boolean })[];
  /** The first end or failure. */
  over: Promise<void>;
  call: Transport;
}

/** Counts all events, so that a second end or failure is found. */
function send(
  body: string | Buffer = "hi",
  hook: (event: "head" | "data" | "end", call: Transport) => void = () => {},
): Heard {
  const { promise, resolve } = Promise.withResolvers<void>();
  const heard: Omit<Heard, "call"> = { text: "", ends: 0, failures: [], over: promise };
  const call: Transport = pool.send({ method: "POST", path: "/", headers: {} }, body, {
    onHead: (status) => {
      heard.text += `${status} `;
      hook("head", call);
    },
    onData: (chunk) => {
      heard.text += chunk.toString("latin1");
      hook("data", call);
    },
    onEnd: () => {
      heard.ends += 1;
      hook("end", call);
      resolve();
    },
    onFail: (error) => {
      heard.failures.push(error);
      resolve();
    },
  });
  return Object.assign(heard, { call });
}

const turns = async (): Promise<void> => {
  for (let i = 0; i < 5; i++) await new Promise((resolve) => setTimeout(resolve, 5));
};
const chunkedHead = "HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n";

describe("a connection that breaks", () => {
  const phases: [string, string][] = [
    ["before the answer", ""],
    ["in the status line", "HTTP/1.1 2"],
    ["in the head", "HTTP/1.1 200 OK\r\na: b"],
    ["after an interim answer", "HTTP/1.1 103 Early Hints\r\n\r\n"],
    ["after the head", "HTTP/1.1 200 OK\r\ncontent-length: 5\r\n\r\n"],
    ["in a body with a length", "HTTP/1.1 200 OK\r\ncontent-length: 5\r\n\r\nhel"],
    ["in a size", `${chunkedHead}5`],
    ["in a chunk", `${chunkedHead}5\r\nhel`],
    ["before the last chunk", `${chunkedHead}5\r\nhello\r\n`],
    ["in the trailer", `${chunkedHead}5\r\nhello\r\n0\r\na: b\r\n`],
  ];
  const ways: [string, (socket: Socket) => void][] = [
    ["reset", (socket) => void socket.resetAndDestroy()],
    ["ended", (socket) => void socket.end()],
  ];
  for (const [how, breakOff] of ways)
    it.each(phases)(`fails its call once, ${how} %s`, async (_name, said) => {
      server.answer = (socket) => {
        if (said === "") breakOff(socket);
        else socket.write(said, () => setTimeout(() => breakOff(socket), 5));
      };
      const heard = send();
      await heard.over;
      await turns();
      expect([heard.ends, heard.failures.length]).toEqual([0, 1]);
      server.answer = (socket) => socket.write(wholeAnswer("again"));
      const next = send();
      await next.over;
      expect([next.text, server.sockets.length]).toEqual(["200 again", 2]);
    });

  it("is a failure if reset in a body without a length", async () => {
    server.answer = (socket) => {
      socket.write("HTTP/1.1 200 OK\r\n\r\nhello", () => setTimeout(() => socket.resetAndDestroy(), 5));
    };
    const heard = send();
    await heard.over;
    // undici accepts a reset as the end of such a body.
    const expected = testedClient === "builtin" ? [0, "ECONNRESET"] : [1, undefined];
    expect([heard.ends, heard.failures[0]?.code]).toEqual(expected);
  });

  it.each(phases.slice(1))(
    "is not stale if it broke %s, whatever it was used for before",
    async (_name, said) => {
      await send().over;
      await connectionFreed();
      server.answer = (socket) => {
        socket.write(said, () => setTimeout(() => socket.resetAndDestroy(), 5));
      };
      const heard = send();
      await heard.over;
      expect(server.sockets).toHaveLength(1);
      expect(heard.failures[0]?.reused).toBe(false);
    },
  );
});

describe("a peer that responds early", () => {
  it("is read while the body is still being sent, and the connection is closed", async () => {
    const { promise: closed, resolve } = Promise.withResolvers<void>();
    const eager = await startRawServer();
    const from = openHttpClient(eager.url, 15_000);
    // It reads only the head.
    eager.answer = () => {};
    const poll = setInterval(() => {
      const [socket] = eager.sockets;
      if (!socket) return;
      clearInterval(poll);
      socket.pause();
      socket.on("close", () => resolve());
      socket.write("HTTP/1.1 413 Too Large\r\ncontent-length: 2\r\n\r\nno");
      socket.resume();
    }, 1);
    const text = await new Promise<string>((done, reject) => {
      let heard = "";
      from.send({ method: "POST", path: "/", headers: {} }, Buffer.alloc(64 * 1024 * 1024), {
        onHead: (status) => void (heard += `${status} `),
        onData: (chunk) => void (heard += chunk.toString()),
        onEnd: () => done(heard),
        onFail: reject,
      });
    });
    expect(text).toBe("413 no");
    // undici keeps the connection open until the body is written.
    if (testedClient === "builtin") await closed;
    expect(eager.requests).toHaveLength(0);
    await from.close();
    await eager.stop();
  });

  it("is read even if it closes during the body", async () => {
    const eager = await startRawServer();
    const from = openHttpClient(eager.url, 15_000);
    const poll = setInterval(() => {
      const [socket] = eager.sockets;
      if (!socket) return;
      clearInterval(poll);
      socket.end("HTTP/1.1 413 Too Large\r\nconnection: close\r\ncontent-length: 2\r\n\r\nno", () =>
        socket.destroy(),
      );
    }, 1);
    const heard = await new Promise<string>((done) => {
      let text = "";
      from.send({ method: "POST", path: "/", headers: {} }, Buffer.alloc(64 * 1024 * 1024), {
        onHead: (status) => void (text += `${status} `),
        onData: (chunk) => void (text += chunk.toString()),
        onEnd: () => done(text),
        onFail: (error) => done(error.message),
      });
    });
    expect(heard).toBe("413 no");
    await from.close();
    await eager.stop();
  });
});

describe("bytes that belong to no response", () => {
  it("close the connection before the next call uses it", async () => {
    server.answer = (socket, request) =>
      socket.write(
        request.endsWith("first") ? `${wholeAnswer("a").toString()}HTTP/1.1 200 OK\r\n` : wholeAnswer("b"),
      );
    let second: Heard | undefined;
    await send("first", (event) => {
      if (event === "end") second = send("second");
    }).over;
    await second?.over;
    expect(second).toMatchObject({ text: "200 b", ends: 1, failures: [] });
    expect(server.sockets).toHaveLength(2);
    expect(server.requests).toHaveLength(2);
  });

  it.each([
    ["204 with a length", "HTTP/1.1 204 No Content\r\ncontent-length: 40\r\n\r\n"],
    ["204 with chunks", "HTTP/1.1 204 No Content\r\ntransfer-encoding: chunked\r\n\r\n"],
    ["304 with a length", "HTTP/1.1 304 Not Modified\r\ncontent-length: 40\r\n\r\n"],
  ])("are expected after %s", async (_name, head) => {
    server.answer = (socket, request) => {
      if (request.endsWith("first")) socket.write(head);
      else socket.write(wholeAnswer("own"));
    };
    await send("first").over;
    const next = send("second");
    server.sockets[0]?.write("HTTP/1.1 200 OK\r\ncontent-length: 6\r\n\r\nforged");
    await next.over;
    expect(next.text).toBe("200 own");
  });
});

describe("an aborted call", () => {
  it.each(["head", "data"] as const)("at its %s receives nothing more of the same read", async (at) => {
    server.answer = (socket) => socket.write(`${chunkedHead}5\r\nhello\r\n0\r\n\r\n`);
    const heard = send("hi", (event, call) => {
      if (event === at) call.abort();
    });
    await turns();
    expect(heard).toMatchObject({ text: at === "head" ? "200 " : "200 hello", ends: 0, failures: [] });
    expect(server.open()).toBe(0);
  });

  it("closes the connection while it connects, waits or reads, and emits nothing more", async () => {
    send().call.abort();
    server.answer = () => {};
    const waiting = send();
    while (server.requests.length === 0) await turns();
    waiting.call.abort();
    server.answer = (socket) => socket.write("HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\nhello");
    const reading = send();
    while (reading.text !== "200 hello") await turns();
    const last = server.sockets.at(-1) as Socket;
    const closed = once(last, "close");
    reading.call.abort();
    reading.call.abort();
    await closed;
    await turns();
    for (const { ends, failures } of [waiting, reading]) expect([ends, failures.length]).toEqual([0, 0]);
    expect(server.open()).toBe(0);
  });
});

describe("after a call", () => {
  it("leaves no timer, listener or connection", async () => {
    const count = (kind: string): number =>
      process.getActiveResourcesInfo().filter((one) => one === kind).length;
    const warnings: Error[] = [];
    const onWarning = (warning: Error): void => void warnings.push(warning);
    process.on("warning", onWarning);
    const before = count("Timeout");
    for (let i = 0; i < 100; i++) {
      await send().over;
      await connectionFreed();
    }
    expect(server.sockets).toHaveLength(1);
    server.answer = (socket, request) => {
      if (request.endsWith("0")) socket.resetAndDestroy();
      else socket.end("nonsense\r\n\r\n");
    };
    await Promise.all(Array.from({ length: 40 }, (_, i) => send(String(i % 2)).over));
    await pool.close();
    const unreachable = openHttpClient("http://127.0.0.1:1", 60_000);
    await new Promise<void>((onFail) => {
      const listener = { onHead() {}, onData() {}, onEnd() {}, onFail: () => onFail() };
      unreachable.send({ method: "GET", path: "/", headers: {} }, undefined, listener);
    });
    await unreachable.close();
    await turns();
    expect(count("Timeout")).toBeLessThanOrEqual(before);
    expect(server.open()).toBe(0);
    process.off("warning", onWarning);
    expect(warnings).toEqual([]);
  });
});

describe("a paused call", () => {
  it("applies back-pressure: the kernel's buffers bound what the peer wrote", async () => {
    const piece = Buffer.alloc(64 * 1024);
    const all = 128 * 1024 * 1024;
    let written = 0;
    server.answer = (socket) => {
      socket.write(`HTTP/1.1 200 OK\r\ncontent-length: ${all}\r\n\r\n`);
      const more = (): void => {
        while (written < all) {
          written += piece.length;
          if (!socket.write(piece)) return;
        }
      };
      socket.on("drain", more);
      more();
    };
    let received = 0;
    let held = false;
    let heldAt = 0;
    const heard = send("hi", (event, call) => {
      if (event !== "data" || held) return;
      held = true;
      call.pause();
    });
    // Until the peer cannot write any more.
    for (let last = -1; last !== written || written === 0; ) {
      last = written;
      await turns();
    }
    heldAt = heard.text.length;
    await turns();
    received = heard.text.length;
    expect(received).toBe(heldAt);
    expect(written).toBeLessThan(all / 4);
    heard.call.resume();
    heard.text = "";
    await heard.over;
    expect([heard.ends, written]).toEqual([1, all]);
  });

  it("leaves a reusable connection after the last byte", async () => {
    await send("hi", (event, call) => {
      if (event !== "data") return;
      call.pause();
      // undici reports the end of a paused response when it is resumed.
      if (testedClient === "undici") setTimeout(() => call.resume());
    }).over;
    await connectionFreed();
    const next = send();
    await next.over;
    expect([next.text, server.sockets.length]).toEqual(["200 hello", 1]);
  });
});
