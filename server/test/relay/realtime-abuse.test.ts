import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { WebSocket } from "ws";
import { type FakeRealtime, startFakeRealtime } from "../fake-upstream/fake-realtime.ts";
import { type RunningApp, startApp } from "../support/start-app.ts";

let running: RunningApp;
let upstream: FakeRealtime;
/** A token with a concurrency limit of one call. */
let key: string;
const opened: Socket[] = [];
/** The server's ends of all upgrades. */
const atServer: { closed: Promise<void> }[] = [];
/** Sockets at the upstream that are still open. */
let atUpstream = 0;

beforeAll(async () => {
  upstream = await startFakeRealtime();
  running = await startApp();
  running.app.server.server.on("upgrade", (_request, socket: Socket) =>
    atServer.push({ closed: new Promise((resolve) => socket.once("close", () => resolve())) }),
  );
  await running.aPrice({ model: "talking-model", type: "tokens", channel_type: 1, input: 2, output: 4 });
  await running.aChannel({ base_url: upstream.url, models: ["talking-model"], key: "the-upstream-key-7" });
  key = (await running.aToken({ concurrency: 1 })).key;
});
afterAll(async () => {
  await running?.stop();
  await upstream?.stop();
});
afterEach(() => {
  for (const socket of opened.splice(0)) socket.destroy();
});

const session = JSON.stringify({
  type: "session.created",
  session: { id: "sess_1", model: "talking-model" },
});
const done = JSON.stringify({
  type: "response.done",
  response: { id: "resp_1", usage: { total_tokens: 40, input_tokens: 30, output_tokens: 10 } },
});
/** 30 tokens in at 2, 10 out at 4. */
const cost = 100;

function greet(play: (socket: WebSocket, event: { type: string }) => void = () => {}): void {
  upstream.onSocket((socket) => {
    atUpstream += 1;
    socket.on("close", () => (atUpstream -= 1));
    socket.send(session);
    socket.on("message", (data) =>
      play(socket, JSON.parse((data as Buffer).toString("utf8")) as { type: string }),
    );
  });
}

const handshake = {
  connection: "Upgrade",
  upgrade: "websocket",
  "sec-websocket-version": "13",
  "sec-websocket-key": "dGhlIHNhbXBsZSBub25jZQ==",
};

/** An upgrade request written by hand. */
function upgrade(headers: Record<string, string>, method = "GET"): Socket {
  const { hostname, port } = new URL(running.url);
  const socket = connect({ port: Number(port), host: hostname, allowHalfOpen: true });
  opened.push(socket);
  socket.on("error", () => {});
  const all = { host: "gateway", authorization: `Bearer ${key}`, ...headers };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.write(`${method} /v1/realtime?model=talking-model HTTP/1.1\r\n${lines.join("")}\r\n`);
  return socket;
}

async function statusOf(socket: Socket): Promise<number> {
  const [head] = (await once(socket, "data")) as [Buffer];
  return Number(/^HTTP\/1\.1 (\d+)/.exec(head.toString("latin1"))?.[1]);
}

function talk(): Promise<{ socket: WebSocket; heard: string[]; closed: Promise<[number, string]> }> {
  const address = `${running.url.replace("http", "ws")}/v1/realtime?model=talking-model`;
  const socket = new WebSocket(address, ["realtime"], { headers: { authorization: `Bearer ${key}` } });
  const heard: string[] = [];
  socket.on("message", (data) => heard.push((data as Buffer).toString("utf8")));
  const closed = new Promise<[number, string]>((resolve) =>
    socket.on("close", (code, reason) => resolve([code, reason.toString()])),
  );
  return new Promise((resolve, reject) => {
    socket.on("open", () => resolve({ socket, heard, closed }));
    socket.on("error", reject);
  });
}

/** The slot is free again, nothing is reserved, and no socket is left at the upstream. */
async function expectNothingLeft(): Promise<void> {
  await vi.waitFor(() => expect(atUpstream).toBe(0));
  await vi.waitFor(async () => {
    const { socket, closed } = await talk();
    socket.close();
    await closed;
  });
  await vi.waitFor(() => expect(running.app.openExchanges).toBe(0));
  const { balance } = await running.books();
  await running.setBalance(balance - 1);
  await running.setBalance(balance);
}

describe("an invalid upgrade", () => {
  const bad: { name: string; headers: Record<string, string>; method?: string }[] = [
    { name: "has no key", headers: { ...handshake, "sec-websocket-key": "" } },
    {
      name: "is of a version that no server supports",
      headers: { ...handshake, "sec-websocket-version": "99" },
    },
    { name: "names a protocol twice", headers: { ...handshake, "sec-websocket-protocol": "a, a" } },
    { name: "is posted", headers: handshake, method: "POST" },
  ];
  for (const { name, headers, method } of bad) {
    it(`leaves no socket at the upstream, no slot and no quota behind: it ${name}`, async () => {
      greet();
      const socket = upgrade(headers, method);
      expect(await statusOf(socket)).toBeGreaterThanOrEqual(400);
      await expectNothingLeft();
    });
  }

  it("leaves nothing behind when its caller disconnects while the upstream is called", async () => {
    const requested = Promise.withResolvers<() => void>();
    upstream.onSocket((socket) => {
      atUpstream += 1;
      socket.on("close", () => (atUpstream -= 1));
      requested.resolve(() => socket.send(session));
    });
    const caller = upgrade(handshake);
    const answer = await requested.promise;
    caller.destroy();
    await once(caller, "close");
    answer();
    await atServer.at(-1)?.closed;
    greet();
    await expectNothingLeft();
    expect(running.app.openExchanges).toBe(0);
  });

  it("is closed by the server after its error, although the caller keeps its end open", async () => {
    const socket = upgrade({ ...handshake, authorization: "Bearer unknown" });
    const closed = once(socket, "close");
    expect(await statusOf(socket)).toBe(401);
    socket.on("end", () => socket.write("still here"));
    socket.resume();
    await atServer.at(-1)?.closed;
    socket.destroy();
    await closed;
  });
});

describe("a session", () => {
  it("pays for every running response when its caller disconnects", async () => {
    let begun = 0;
    const all = Promise.withResolvers<WebSocket>();
    greet((socket, event) => {
      if (event.type === "response.create") {
        socket.send(JSON.stringify({ type: "response.created", response: { id: `resp_${begun}` } }));
        begun += 1;
        if (begun === 3) all.resolve(socket);
      } else if (event.type === "response.cancel") {
        // One after the other, as they end.
        for (let i = 0; i < 3; i++) setTimeout(() => socket.send(done), i * 20);
      }
    });
    const before = await running.books();
    const { socket, closed } = await talk();
    for (let i = 0; i < 3; i++) socket.send(JSON.stringify({ type: "response.create" }));
    await all.promise;
    socket.close();
    await closed;
    await vi.waitFor(() => expect(running.app.openExchanges).toBe(0));
    const after = await running.books();
    expect(before.balance - after.balance).toBe(3 * cost);
    await expectNothingLeft();
  });

  it("does not change its model by escaped letters", async () => {
    const seen: string[] = [];
    greet((_socket, event) => seen.push(event.type));
    const { socket, heard, closed } = await talk();
    socket.send('{"type":"session.up\\u0064ate","session":{"mod\\u0065l":"gpt-dear"}}');
    await vi.waitFor(() => expect(heard.join()).toContain("model_not_allowed"));
    socket.close();
    await closed;
    expect(seen).toEqual([]);
  });

  it("never reveals the channel's key in the upstream's errors", async () => {
    greet((socket) =>
      socket.send(JSON.stringify({ type: "error", error: { message: "wrong key the-upstream-key-7" } })),
    );
    const { socket, heard, closed } = await talk();
    socket.send(JSON.stringify({ type: "response.create" }));
    await vi.waitFor(() => expect(heard.join()).toContain("wrong key"));
    socket.close();
    await closed;
    expect(heard.join()).not.toContain("the-upstream-key-7");
  });

  it("closes with its own reason, never the upstream's", async () => {
    greet((socket) => socket.close(4000, "account acc_12345 of 10.0.0.7 is over its limit"));
    const { socket, closed } = await talk();
    socket.send(JSON.stringify({ type: "response.create" }));
    expect(await closed).toEqual([1001, "The upstream closed."]);
    await expectNothingLeft();
  });

  it("ends when its channel is disabled", async () => {
    greet();
    const { closed } = await talk();
    const list = await running.api<{ data: { id: number }[] }>("GET", "/api/channel/?size=100");
    const id = list.data[0]?.id;
    await running.api("PUT", `/api/channel/${id}`, { status: 2 });
    expect(await closed).toEqual([1008, "The channel of this session is no longer available."]);
    await running.api("PUT", `/api/channel/${id}`, { status: 1 });
    await expectNothingLeft();
  });
});

describe("an event of a million small values", () => {
  const objects = `[${Array(1_500_000).fill("{}").join(",")}]`;

  it("from the caller is rejected if it could change the session, and the session continues", async () => {
    const heardThere: string[] = [];
    greet((socket, event) => {
      heardThere.push(event.type);
      if (event.type === "response.create") socket.send(done);
    });
    const { socket, heard, closed } = await talk();
    socket.send(`{"type":"session.update","x":${objects},"session":{"model":"dear-model"}}`);
    await vi.waitFor(() => expect(heard.at(-1)).toContain("request_too_large"));
    socket.send('{"type":"response.create"}');
    await vi.waitFor(() => expect(heardThere).toEqual(["response.create"]));
    await vi.waitFor(() => expect(heard.at(-1)).toBe(done));
    socket.close();
    await closed;
    await expectNothingLeft();
  });

  it("from the upstream ends the session, because its usage cannot be read", async () => {
    greet((socket, event) => {
      if (event.type === "response.create") socket.send(`{"x":${objects},${done.slice(1)}`);
    });
    const { socket, heard, closed } = await talk();
    socket.send('{"type":"response.create"}');
    expect(await closed).toEqual([1011, expect.any(String)]);
    expect(heard.some((text) => text.includes("{},{}"))).toBe(false);
    await expectNothingLeft();
  });
});
