import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import { setImmediate as nextTurn } from "node:timers/promises";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { DirectRequest } from "./direct-request.ts";
import type { DirectResponse } from "./direct-response.ts";
import { serveDirectly } from "./serve-directly.ts";

interface Client {
  socket: Socket;
  /** What it has received. */
  text: string;
  closed: Promise<unknown>;
}

let server: Server;
let clients: Client[];
/** How each request was served, in order. */
let served: ("directly" | "by Node")[];
/** The bodies in the order they were read, and the turn of the event loop of each. */
let read: { body: string; turn: number }[];
let turn: number;
let counter: NodeJS.Immediate;
/** A request is served, before its body is read. */
let onServed: () => void;
/** A body was read. */
let answer: (body: string, send: () => void) => void;

function receive(request: IncomingMessage | DirectRequest, response: ServerResponse | DirectResponse): void {
  served.push(request instanceof DirectRequest ? "directly" : "by Node");
  onServed();
  const chunks: Buffer[] = [];
  request.on("data", (chunk: Buffer) => chunks.push(chunk));
  request.on("end", () => {
    const body = Buffer.concat(chunks).toString("latin1");
    read.push({ body, turn });
    answer(body, () => {
      response.writeHead(200, { "content-length": String(body.length) });
      response.end(body, "latin1");
    });
  });
}

function countTurns(): void {
  turn += 1;
  counter = setImmediate(countTurns);
}

beforeEach(async () => {
  [clients, served, read, turn] = [[], [], [], 0];
  onServed = () => {};
  answer = (_body, send) => send();
  server = createServer(receive);
  serveDirectly(server, {
    headersTimeout: 30_000,
    requestTimeout: 30_000,
    keepAliveTimeout: 30_000,
    serve(request, response) {
      receive(request, response);
      return true;
    },
    isNodes: () => false,
    onTimeout: () => {},
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  countTurns();
});
afterEach(async () => {
  clearImmediate(counter);
  for (const { socket } of clients) socket.destroy();
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

function open(): Client {
  const socket = connect({ port: (server.address() as AddressInfo).port, host: "127.0.0.1", noDelay: true });
  const client = { socket, text: "", closed: new Promise((resolve) => socket.on("close", resolve)) };
  socket.on("data", (chunk: Buffer) => (client.text += chunk.toString("latin1")));
  socket.on("error", () => {});
  return client;
}

const post = (body: string): string =>
  `POST /v1/chat HTTP/1.1\r\nHost: gateway\r\nContent-Length: ${body.length}\r\n\r\n${body}`;

/** Opens so many connections, and sends on all of them in one turn. */
async function sendTogether(count: number, bytes: (index: number) => string): Promise<void> {
  let accepted = 0;
  server.on("connection", () => (accepted += 1));
  clients = Array.from({ length: count }, open);
  // The server accepts one in a turn.
  await vi.waitFor(() => expect(accepted).toBe(count));
  for (const [index, { socket }] of clients.entries()) socket.write(bytes(index), "latin1");
}

async function allEndWith(end: string): Promise<void> {
  for (const client of clients) await vi.waitFor(() => expect(client.text.endsWith(end)).toBe(true));
}

function expectEightInTurn(turns: number[]): void {
  for (const one of turns) expect(turns.filter((other) => other === one).length).toBeLessThanOrEqual(8);
}

it("begins eight of the requests that arrived together in a turn of the event loop, in order", async () => {
  await sendTogether(50, (index) => post(`body ${index}.`));
  await vi.waitFor(() => expect(read).toHaveLength(50));
  expectEightInTurn(read.map((one) => one.turn));
  expect(read.map(({ body }) => body)).toEqual(clients.map((_, index) => `body ${index}.`));
  expect(served).toEqual(clients.map(() => "directly"));
});

it("begins eight in a turn that waited for the responses before them", async () => {
  const held: (() => void)[] = [];
  answer = (body, send) => (body === "first" ? void held.push(send) : send());
  await sendTogether(30, () => post("first"));
  await vi.waitFor(() => expect(held).toHaveLength(30));
  for (const { socket } of clients) socket.write(post("second"));
  for (let rest = 0; rest < 20; rest++) await nextTurn();
  for (const send of held) send();
  await allEndWith("second");
  expectEightInTurn(read.slice(30).map((one) => one.turn));
  expect(new Set(served)).toEqual(new Set(["directly"]));
});

it("completes requests that wait however large they are, or how many follow on their connections", async () => {
  const large = "y".repeat(150_000);
  await sendTogether(20, () => post(large) + post("second") + post("third"));
  await allEndWith("third");
  for (const { text } of clients) {
    expect(text.match(/second|third/g)).toEqual(["second", "third"]);
    expect(text).toContain(large);
  }
});

it("answers those that wait while it closes", async () => {
  let closed: Promise<unknown> | undefined;
  onServed = () => {
    // By the second turn all have been read, and four wait for the third.
    if (served.length === 9) closed = new Promise((resolve) => server.close(resolve));
  };
  await sendTogether(20, () => post("last"));
  await Promise.all(clients.map((client) => client.closed));
  expect(clients.filter(({ text }) => text.endsWith("last"))).toHaveLength(20);
  await closed;
});

it("reads what arrives of their bodies while they wait", async () => {
  onServed = () => {
    if (served.length === 9) for (const { socket } of clients) socket.write("llo");
  };
  await sendTogether(20, () => post("hello").slice(0, -3));
  await allEndWith("hello");
  for (const { socket } of clients) socket.write(post("next"));
  await allEndWith("next");
  expect(served).toEqual([...clients, ...clients].map(() => "directly"));
});

it("drops those whose callers leave while they wait", async () => {
  onServed = () => {
    if (served.length === 9) for (const { socket } of clients.slice(1)) socket.destroy();
  };
  await sendTogether(20, () => post("hello"));
  await vi.waitFor(() => expect(clients[0]?.text).toContain("hello"));
  for (let rest = 0; rest < 20; rest++) await nextTurn();
  expect(served.length).toBeLessThan(20);
});
