import { createServer, type Server } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import { afterEach, describe, expect, it, vi } from "vitest";
import { createConnectionLimiter } from "./limit-connections.ts";

/** Loopback addresses act as one address with many clients. */
const limits = { open: 6, waiting: 3, direct: 1 };
let server: Server;
const opened: Socket[] = [];

async function listen(isTrustedProxy: (address: string) => boolean): Promise<number> {
  const limiter = createConnectionLimiter(isTrustedProxy, limits);
  server = createServer((request, response) => {
    limiter.noteRequest(request.socket);
    response.end("served");
  }).on("connection", (socket) => limiter.enter(socket));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return (server.address() as AddressInfo).port;
}

/** Opens a connection, writes `bytes`, and collects the response. */
function open(port: number, bytes: string): { text: () => string; socket: Socket } {
  const socket = connect(port, "127.0.0.1");
  opened.push(socket);
  let text = "";
  socket.on("data", (chunk: Buffer) => (text += chunk.toString("latin1")));
  socket.on("error", () => {});
  socket.write(bytes);
  return { text: () => text, socket };
}

const whole = "GET / HTTP/1.1\r\nHost: gateway\r\n\r\n";

afterEach(async () => {
  for (const socket of opened.splice(0)) socket.destroy();
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

it("an address is crowded while more of its connections wait than are served directly", async () => {
  const limiter = createConnectionLimiter(() => false, limits);
  const states: boolean[] = [];
  const sockets: Socket[] = [];
  server = createServer((_request, response) => response.end()).on("connection", (socket) => {
    limiter.enter(socket);
    sockets.push(socket);
    states.push(limiter.isCrowded(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  open(port, "");
  open(port, "");
  await vi.waitFor(() => expect(states).toEqual([false, true]));
  limiter.noteRequest(sockets[0] as Socket);
  expect(limiter.isCrowded(sockets[1] as Socket)).toBe(false);
});

describe("connections of one address", () => {
  it("that send no complete head are limited: one more gets 429 and is closed", async () => {
    const port = await listen(() => false);
    const slow = Array.from({ length: limits.waiting }, () => open(port, "GET / HT"));
    await vi.waitFor(() => expect(slow.every(({ socket }) => !socket.connecting)).toBe(true));
    const rejected = open(port, whole);
    await vi.waitFor(() => expect(rejected.socket.closed).toBe(true));
    expect(rejected.text()).toMatch(/^HTTP\/1\.1 429 .*retry-after: 1\r\n/s);
    expect(rejected.text()).not.toContain("served");
    slow[0]?.socket.destroy();
    await vi.waitFor(async () => {
      const next = open(port, whole);
      await vi.waitUntil(() => next.socket.closed || next.text().includes("served"));
      expect(next.text()).toContain("served");
    });
  });

  it("are limited even while they are active", async () => {
    const port = await listen(() => false);
    for (let count = 0; count < limits.open; count++) {
      const served = open(port, whole);
      await vi.waitFor(() => expect(served.text()).toContain("served"));
    }
    const rejected = open(port, whole);
    await vi.waitFor(() => expect(rejected.text()).toContain("429"));
  });

  it("are not counted for a trusted proxy, which serves many callers", async () => {
    const port = await listen((address) => address === "127.0.0.1");
    const many = Array.from({ length: limits.open * 2 }, () => open(port, whole));
    await vi.waitFor(() => expect(many.every(({ text }) => text().includes("served"))).toBe(true));
  });
});
