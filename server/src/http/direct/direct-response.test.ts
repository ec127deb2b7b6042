import { once } from "node:events";
import { type AddressInfo, connect, createServer } from "node:net";
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
