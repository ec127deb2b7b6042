import { connect } from "node:net";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { DirectResponse } from "../../src/http/direct/direct-response.ts";
import {
  chatAnswer,
  chatFrames,
  type FakeUpstream,
  jsonAnswer,
  startFakeUpstream,
  streamAnswer,
} from "../fake-upstream/fake-upstream.ts";
import { type RunningApp, startApp } from "../support/start-app.ts";

/** A call that arrives in one piece is served without Node's HTTP server, one whose head is cut is not. Both get the same response. */
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
beforeEach(() => upstream.answer(jsonAnswer(chatAnswer())));

const chat = { model: "test-model", max_tokens: 50, messages: [{ role: "user", content: "Hi" }] };

interface Sent {
  path?: string;
  fields?: Record<string, string>;
  body: string | Buffer;
}

function bytesOf({ path = "/v1/chat/completions", fields = {}, body }: Sent): Buffer {
  const all: Record<string, string> = {
    Host: "gateway",
    Authorization: `Bearer ${key}`,
    "Content-Type": "application/json",
    ...fields,
    "Content-Length": String(Buffer.byteLength(body)),
  };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}`);
  return Buffer.concat([
    Buffer.from(`POST ${path} HTTP/1.1\r\n${lines.join("\r\n")}\r\n\r\n`),
    Buffer.from(body),
  ]);
}

/** Everything that a connection received for these pieces, and how many responses were direct. */
async function send(...pieces: Buffer[]) {
  const heads = vi.spyOn(DirectResponse.prototype, "writeHead");
  const { hostname, port } = new URL(running.url);
  const socket = connect({ port: Number(port), host: hostname, noDelay: true });
  let text = "";
  socket.on("data", (chunk: Buffer) => (text += chunk.toString("latin1")));
  for (const piece of pieces) {
    socket.write(piece);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  await vi.waitFor(() => expect(isWhole(text)).toBe(true));
  socket.destroy();
  const direct = heads.mock.calls.length;
  heads.mockRestore();
  return { text, direct };
}

/**
 * What both ways have in common: times and ids differ, and after a rejected call a connection stays open if nothing of its body is left
 * to read, which Node does not know yet.
 */
function comparable(text: string): { head: string[]; body: string } {
  const [head = "", ...rest] = text.split("\r\n\r\n");
  const varying = /^(?:date|x-request-id|request-id|x-ratelimit-re[a-z-]*|x-tollgate-[a-z-]*ms): .*/i;
  const ofConnection = /^(?:connection|keep-alive|transfer-encoding|content-length): /i;
  return {
    head: head
      .split("\r\n")
      .filter((line) => !ofConnection.test(line))
      .map((line) => line.replace(varying, (found) => found.split(":")[0] as string)),
    body: rest
      .join("\r\n\r\n")
      .replaceAll(/(?:^|\r\n)[0-9a-f]+\r\n/g, "")
      .replaceAll(/\d{17}[0-9a-z]{3}[0-9A-Za-z]{8}/g, "ID")
      .trim(),
  };
}

/** One response, by its length or its last chunk. */
function isWhole(text: string): boolean {
  const length = /content-length: (\d+)/i.exec(text)?.[1];
  if (length === undefined) return text.endsWith("\r\n0\r\n\r\n");
  return text.length === text.indexOf("\r\n\r\n") + 4 + Number(length);
}

describe("a call in one piece gets what a call in parts gets", () => {
  const text = JSON.stringify(chat);
  const calls: [string, Sent][] = [
    ["for a chat", { body: text }],
    ["for a translated chat", { path: "/v1/messages", body: text }],
    ["for a stream", { body: JSON.stringify({ ...chat, stream: true }) }],
    ["for a compressed body", { fields: { "Content-Encoding": "gzip" }, body: gzipSync(text) }],
    ["for a body that is no JSON", { body: "{" }],
    ["for an unknown model", { body: JSON.stringify({ ...chat, model: "unknown" }) }],
    ["for an unknown key", { fields: { Authorization: "Bearer sk-unknown" }, body: text }],
    ["for an unknown address", { path: "/v1/unknown", body: text }],
    ["for a page of another site", { fields: { Origin: "https://other.example" }, body: text }],
  ];

  it.each(calls)("%s", async (_name, sent) => {
    const answer = sent.body.includes('"stream":true')
      ? streamAnswer([...chatFrames(["a", "b"]), "data: [DONE]\n\n"])
      : jsonAnswer(chatAnswer());
    upstream.answer(answer, answer);
    const bytes = bytesOf(sent);
    const inOnePiece = await send(bytes);
    const inParts = await send(bytes.subarray(0, 10), bytes.subarray(10));
    expect([inOnePiece.direct, inParts.direct]).toEqual([1, 0]);
    expect(comparable(inOnePiece.text)).toEqual(comparable(inParts.text));
  });
});

it("a body that follows its head is read, and its call is direct", async () => {
  const bytes = bytesOf({ body: JSON.stringify(chat) });
  const headEnd = bytes.indexOf("\r\n\r\n") + 4;
  const { text, direct } = await send(bytes.subarray(0, headEnd), bytes.subarray(headEnd));
  expect(text).toContain("HTTP/1.1 200 OK");
  expect(direct).toBe(1);
});

it("a large body reaches the upstream as it came, also at the second attempt", async () => {
  const content = "a gate, ".repeat(3000);
  const body = JSON.stringify({ ...chat, messages: [{ role: "user", content }] });
  const { seen } = upstream;
  const before = seen.length;
  upstream.answer(jsonAnswer({ error: { message: "overloaded" } }, 503), jsonAnswer(chatAnswer()));
  await running.aChannel({ base_url: upstream.url });
  const { text, direct } = await send(bytesOf({ body }));
  expect(text).toContain("HTTP/1.1 200 OK");
  expect(direct).toBe(1);
  expect(seen.slice(before).map((request) => request.text)).toEqual([body, body]);
});

it("a rejected caller's body is not read as another call", async () => {
  const before = upstream.seen.length;
  const smuggled = bytesOf({ body: JSON.stringify(chat) });
  const bytes = bytesOf({ fields: { Authorization: "Bearer sk-unknown" }, body: smuggled });
  const headEnd = bytes.indexOf("\r\n\r\n") + 4;
  const { text } = await send(bytes.subarray(0, headEnd), bytes.subarray(headEnd));
  expect(text.match(/HTTP\/1\.1 \d+/g)).toEqual(["HTTP/1.1 401"]);
  expect(text).toMatch(/^connection: close\r$/im);
  expect(upstream.seen).toHaveLength(before);
});
