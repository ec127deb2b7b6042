import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import { Duplex } from "node:stream";
import { expect, it } from "vitest";
import { DirectResponse } from "./direct-response.ts";

it("leaves immediately if it is large: what waits for the end of the turn would count as unread", async () => {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const caller = connect((server.address() as AddressInfo).port, "127.0.0.1").resume();
  const [socket] = await once(server, "connection");
  const response = new DirectResponse(socket, 5, () => {});
  const waiting: number[] = [];
  response.writeHead(200, {});
  for (let piece = 0; piece < 3; piece++) {
    response.write(Buffer.alloc(40_000));
    waiting.push(response.writableLength);
  }
  response.end();
  await once(response, "close");
  expect(Math.max(...waiting)).toBeLessThan(50_000);
  expect(socket.writableLength).toBe(0);
  socket.resume();
  caller.end();
  await once(socket, "close");
  server.close();
});

it("is not sent if the write fails immediately, though nothing waits then", async () => {
  const socket = new Duplex({
    read() {},
    write: (_chunk, _encoding, done) => done(new Error("reset")),
    writev: (_chunks, done) => done(new Error("reset")),
  }) as Socket;
  socket.on("error", () => {});
  const closed = new Promise((resolve) => socket.on("close", resolve));
  let overs = 0;
  const response = new DirectResponse(socket, 5, () => overs++);
  // As in the relay, where a promise settles before.
  await Promise.resolve();
  response.writeHead(200, {}).end("hello", "latin1");
  expect(socket.writableLength).toBe(0);
  await Promise.resolve();
  expect([response.writableFinished, overs]).toEqual([false, 0]);
  await closed;
  expect([response.writableFinished, overs]).toEqual([false, 0]);
});
