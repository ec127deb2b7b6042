import { connect, createServer, type AddressInfo, type Server, type Socket } from "node:net";
import { gzipSync } from "node:zlib";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { testedClient } from "../../../test/support/http-clients.ts";
import { type RawServer, startRawServer, wholeAnswer } from "../../../test/support/raw-server.ts";
import type { UpstreamProblem } from "../canonical/problem.ts";
import { createUpstreamCaller } from "./call-upstream.ts";
import type { UpstreamCaller } from "./upstream-call.ts";
import { createDeadlines, type Deadlines } from "./deadlines.ts";

/** A proxy that handles each connection as a test defines. */
let proxy: Server;
let address: string;
let meet: (socket: Socket) => void;
let met: Socket[];
let upstream: RawServer;
let deadlines: Deadlines;
let caller: UpstreamCaller;

beforeEach(async () => {
  met = [];
  proxy = createServer((socket) => {
    met.push(socket);
    socket.on("error", () => {});
    meet(socket);
  });
  await new Promise<void>((resolve) => proxy.listen(0, "127.0.0.1", resolve));
  address = `127.0.0.1:${(proxy.address() as AddressInfo).port}`;
  upstream = await startRawServer();
  deadlines = createDeadlines();
  caller = createUpstreamCaller({ deadlines, client: testedClient });
});
afterEach(async () => {
  await caller.close();
  deadlines.stop();
  for (const socket of met) socket.destroy();
  await new Promise((resolve) => proxy.close(resolve));
  await upstream.stop();
});

function send(way: string, url: string, connectTimeout = 15): Promise<string | UpstreamProblem> {
  return new Promise((resolve) => {
    let text = "";
    caller.call(
      { method: "POST", url, headers: {}, body: "hi" },
      { proxy: way, connectTimeout, firstByteTimeout: 15, idleTimeout: 15, totalTimeout: 15 },
      {
        onHead: (status) => void (text += `${status} `),
        onData: (chunk) => void (text += chunk.toString("latin1")),
        onEnd: () => resolve(text),
        onFail: resolve,
      },
    );
  });
}

const mute = (socket: Socket): void => void socket.resume();
const noneOpen = async (): Promise<void> => {
  while (met.some((socket) => !socket.destroyed)) await new Promise((resolve) => setTimeout(resolve, 5));
};

describe("a proxy", () => {
  it.each([
    ["CONNECT", "http"],
    ["a greeting of SOCKS", "socks5"],
  ])("that accepts %s and stays idle costs the connect timeout, no more", async (_name, scheme) => {
    meet = mute;
    expect(await send(`${scheme}://${address}`, "https://upstream.invalid/", 0.2)).toMatchObject({
      kind: "timeout",
      message: "no connection in time",
    });
    await noneOpen();
  });

  it.each(["403 Forbidden", "407 Proxy Authentication Required", "502 Bad Gateway", "200"])(
    "that answers CONNECT with %s and a body returns no upstream response",
    async (status) => {
      meet = (socket) =>
        socket.once("data", () => socket.end(`HTTP/1.1 ${status}\r\ncontent-length: 4\r\n\r\nfake`));
      expect(await send(`http://${address}`, "https://upstream.invalid/")).toMatchObject({
        kind: "unreachable",
      });
    },
  );

  it("that closes on CONNECT is unreachable", async () => {
    meet = (socket) => void socket.once("data", () => socket.destroy());
    expect(await send(`http://${address}`, "https://upstream.invalid/")).toMatchObject({
      kind: "unreachable",
    });
  });

  it("receives the same address when a request is repeated", async () => {
    const requested: string[] = [];
    meet = (socket) =>
      socket.on("data", (chunk: Buffer) => {
        requested.push(chunk.toString("latin1").split("\r\n")[0] ?? "");
        if (requested.length === 2) socket.destroy();
        else socket.write(wholeAnswer("hello"));
      });
    await send(`http://${address}`, "http://upstream.invalid/v1");
    // undici's pool returns a connection a moment later.
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(await send(`http://${address}`, "http://upstream.invalid/v1")).toBe("200 hello");
    expect(requested).toEqual(Array<string>(3).fill("POST http://upstream.invalid/v1 HTTP/1.1"));
  });

  it("passes a compressed response on at the pace of its decompression", async () => {
    const text = "hello ".repeat(1_000_000);
    meet = (socket) =>
      socket.once("data", () =>
        socket.write(wholeAnswer(gzipSync(text, { level: 0 }), "content-encoding: gzip\r\n")),
      );
    const heard = await send(`http://${address}`, "http://upstream.invalid/v1");
    expect(heard === `200 ${text}`).toBe(true);
  });

  it("is used by its channel only", async () => {
    const through: string[] = [];
    meet = (socket) =>
      socket.once("data", (chunk: Buffer) => {
        through.push(chunk.toString("latin1").split("\r\n")[0] ?? "");
        const onward = connect(upstream.port, "127.0.0.1");
        onward.on("error", () => socket.destroy());
        onward.write(chunk);
        socket.pipe(onward).pipe(socket);
      });
    expect(await send(`http://${address}`, `${upstream.url}/a`)).toBe("200 hello");
    expect(await send("", `${upstream.url}/b`)).toBe("200 hello");
    expect(through).toEqual([`POST ${upstream.url}/a HTTP/1.1`]);
    expect(upstream.sockets).toHaveLength(2);
  });
});
