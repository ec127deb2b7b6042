import { connect } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  chatAnswer,
  type FakeUpstream,
  jsonAnswer,
  startFakeUpstream,
} from "../fake-upstream/fake-upstream.ts";
import { type RunningApp, startApp } from "../support/start-app.ts";

let running: RunningApp;
let upstream: FakeUpstream;
let key: string;
beforeAll(async () => {
  upstream = await startFakeUpstream();
  running = await startApp();
  await running.aPrice({ model: "test-model", type: "tokens", channel_type: 1, input: 2, output: 3 });
  await running.aChannel({ base_url: upstream.url });
  key = (await running.aToken()).key;
});
afterAll(async () => {
  await running?.stop();
  await upstream?.stop();
});

/** All bytes until the server closes. */
function send(lines: readonly string[], payload = ""): Promise<string> {
  const { hostname, port } = new URL(running.url);
  return new Promise((resolve) => {
    const socket = connect(Number(port), hostname, () =>
      socket.write(`${lines.join("\r\n")}\r\n\r\n${payload}`),
    );
    let text = "";
    socket.on("data", (chunk: Buffer) => (text += chunk.toString("latin1")));
    socket.on("error", () => {});
    socket.on("close", () => resolve(text));
  });
}

const statusOf = (text: string): number => Number(/^HTTP\/1\.1 (\d{3})/.exec(text)?.[1]);
const body = JSON.stringify({ model: "test-model", messages: [{ role: "user", content: "hi" }] });
const upgrade = [
  "Connection: Upgrade",
  "Upgrade: websocket",
  "Sec-WebSocket-Version: 13",
  "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
];

const places: [string, (version: string) => { first: string; headers: string[]; payload?: string }][] = [
  ["the console", (v) => ({ first: `GET / ${v}`, headers: [] })],
  ["the API", (v) => ({ first: `GET /api/status ${v}`, headers: [] })],
  [
    "the relay",
    (v) => ({
      first: `POST /v1/chat/completions ${v}`,
      headers: [
        `Authorization: Bearer ${key}`,
        "Content-Type: application/json",
        `Content-Length: ${Buffer.byteLength(body)}`,
      ],
      payload: body,
    }),
  ],
  [
    "a websocket",
    (v) => ({
      first: `GET /v1/realtime?model=test-model ${v}`,
      headers: [`Authorization: Bearer ${key}`, ...upgrade],
    }),
  ],
];

const hosts: [string, string[]][] = [
  ["none", []],
  ["two", ["Host: gate.example", "Host: evil.example"]],
  ["the same twice", ["Host: gate.example", "hOsT: gate.example"]],
  ["an empty one", ["Host:"]],
  ["a list", ["Host: gate.example, evil.example"]],
  ["a user", ["Host: gate.example@evil.example"]],
  ["a path", ["Host: gate.example/evil"]],
  ["a space", ["Host: gate.example evil.example"]],
  ["a port that is none", ["Host: gate.example:80x"]],
];

describe.each(places)("a request to %s", (_place, requestTo) => {
  const sendRequest = (host: string[], version = "HTTP/1.1") => {
    const { first, headers, payload } = requestTo(version);
    const close = headers.includes("Upgrade: websocket") ? [] : ["Connection: close"];
    return send([first, ...host, ...close, ...headers], payload);
  };

  it.each(hosts)("with %s as its host is rejected with 400 before anything else", async (_what, host) => {
    upstream.answer(jsonAnswer(chatAnswer()));
    const answer = await sendRequest(host);
    expect(statusOf(answer)).toBe(400);
    expect(answer).toContain("Send exactly one valid Host header.");
    expect(answer).toMatch(/connection: close/i);
    expect(answer).not.toMatch(/x-request-id|set-cookie/i);
    expect(upstream.seen).toEqual([]);
  });

  it.each(["gate.example", "gate.example:8443", "127.0.0.1:3000", "[::1]:3000", "my_gate"])(
    "with the host %s is served",
    async (host) => expect(statusOf(await sendRequest([`Host: ${host}`]))).not.toBe(400),
  );
});

it("a load balancer's check in HTTP/1.0 needs no host", async () => {
  expect(statusOf(await send(["GET /health HTTP/1.0"]))).toBe(200);
});
