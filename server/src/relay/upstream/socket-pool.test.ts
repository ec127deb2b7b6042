import { readFileSync } from "node:fs";
import { createServer, type AddressInfo, type Server, type Socket } from "node:net";
import path from "node:path";
import { createServer as createSecureServer, getCACertificates, setDefaultCACertificates } from "node:tls";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { ConnectionError, type Transport } from "./http-client.ts";
import { createSocketPool, type SocketPool } from "./socket-pool.ts";

let server: Server;
let pool: SocketPool;
let sockets: Socket[];
let requests: string[];
/** Answers one request; the request's text is complete. */
let answer: (socket: Socket, request: string) => void;

const whole = (text: string, more = ""): string =>
  `HTTP/1.1 200 OK\r\n${more}content-length: ${Buffer.byteLength(text)}\r\n\r\n${text}`;

function serve(socket: Socket): void {
  sockets.push(socket);
  let text = "";
  socket.on("error", () => {});
  socket.on("data", (chunk: Buffer) => {
    text += chunk.toString("latin1");
    const length = Number(/content-length: (\d+)/.exec(text)?.[1] ?? 0);
    const end = text.indexOf("\r\n\r\n") + 4;
    if (end < 4 || text.length < end + length) return;
    const request = text.slice(0, end + length);
    text = text.slice(end + length);
    requests.push(request);
    answer(socket, request);
  });
}

async function listen(made: Server): Promise<number> {
  await new Promise<void>((resolve) => made.listen(0, "127.0.0.1", resolve));
  return (made.address() as AddressInfo).port;
}

beforeEach(async () => {
  sockets = [];
  requests = [];
  answer = (socket) => socket.write(whole("hello"));
  server = createServer(serve);
  pool = createSocketPool(`http://127.0.0.1:${await listen(server)}`, 15_000);
});
afterEach(() => {
  pool.close();
  for (const socket of sockets) socket.destroy();
  server.close();
});

function send(
  body: string | Buffer | readonly Buffer[] = "hi",
  from = pool,
  onCall: (call: Transport) => void = () => {},
  onPiece: (chunk: Buffer) => void = () => {},
): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = "";
    const call = from.send(
      { method: "POST", path: "/v1/chat", headers: { "content-type": "text/plain" } },
      body,
      {
        onHead: (status) => {
          text += `${status} `;
        },
        onData: (chunk) => {
          text += chunk.toString("latin1");
          onPiece(chunk);
        },
        onEnd: () => resolve(text),
        onFail: reject,
      },
    );
    onCall(call);
  });
}

describe("a pool of connections", () => {
  it("sends the request and returns the response", async () => {
    expect(await send()).toBe("200 hello");
    expect(requests[0]).toContain("POST /v1/chat HTTP/1.1\r\n");
    expect(requests[0]?.endsWith("\r\n\r\nhi")).toBe(true);
  });

  it("sends bodies of every size and kind unchanged", async () => {
    const bytes = Buffer.from(Array.from({ length: 40_000 }, (_, i) => i % 256));
    const pieces = [bytes.subarray(0, 300), Buffer.alloc(0), bytes, Buffer.from("end")];
    for (const body of [bytes.subarray(0, 300), bytes, "größe 鍵", pieces]) {
      await send(body);
      const sent = requests.at(-1) ?? "";
      const whole = Array.isArray(body) ? Buffer.concat(body) : Buffer.from(body as string);
      const expected = whole.toString("latin1");
      expect(sent.slice(sent.indexOf("\r\n\r\n") + 4) === expected).toBe(true);
    }
  });

  it("reuses a connection, and opens as many as there are concurrent calls", async () => {
    await send();
    await send();
    expect(sockets).toHaveLength(1);
    await Promise.all([send(), send(), send()]);
    expect(sockets).toHaveLength(3);
  });

  it("does not reuse a connection whose response forbids it, or that received extra bytes", async () => {
    answer = (socket) => socket.write(whole("a", "connection: close\r\n"));
    await send();
    answer = (socket) => socket.write(`${whole("b")}HTTP/1.1 200 OK\r\ncontent-length: 6\r\n\r\nforged`);
    await send();
    answer = (socket) => socket.write(whole("c", "keep-alive: timeout=1\r\n"));
    await send();
    answer = (socket) => socket.write(whole("d"));
    expect(await send()).toBe("200 d");
    expect(sockets).toHaveLength(4);
  });

  it("is unused, without a timer, after its last connection has closed", async () => {
    expect(pool.isUnused()).toBe(true);
    answer = (socket) => socket.write(whole("a", "connection: close\r\n"));
    const call = send();
    expect(pool.isUnused()).toBe(false);
    await call;
    await vi.waitFor(() => expect(pool.isUnused()).toBe(true), { interval: 50 });
    expect(await send()).toBe("200 a");
  });

  it("closes an idle connection that receives data", async () => {
    await send();
    const closed = new Promise((resolve) => sockets[0]?.once("close", resolve));
    sockets[0]?.write("HTTP/1.1 200 OK\r\ncontent-length: 6\r\n\r\nforged");
    await closed;
    expect(await send()).toBe("200 hello");
    expect(sockets).toHaveLength(2);
  });

  it("reports whether a connection that broke during a request had worked before", async () => {
    answer = (socket) => socket.end();
    await expect(send()).rejects.toMatchObject({ code: "CLOSED", reused: false });
    answer = (socket) => socket.write(whole("hello"));
    await send();
    answer = (socket) => socket.destroy();
    await expect(send()).rejects.toMatchObject({ reused: true });
  });

  it("does not report a broken response as a stale connection", async () => {
    await send();
    answer = (socket) => socket.end(whole("hello").slice(0, -1));
    await expect(send()).rejects.toMatchObject({ code: "CLOSED", reused: false });
  });

  it("fails on a response that is not HTTP and closes the connection", async () => {
    answer = (socket) => socket.write("SSH-2.0-OpenSSH\r\n\r\n");
    await expect(send()).rejects.toThrow("does not begin as HTTP/1.1 does");
    answer = (socket) => socket.write(whole("hello"));
    await send();
    expect(sockets).toHaveLength(2);
  });

  it("distinguishes a rejected connection from a connect timeout", async () => {
    const { port } = server.address() as AddressInfo;
    await new Promise((resolve) => server.close(resolve));
    await expect(send("", createSocketPool(`http://127.0.0.1:${port}`, 15_000))).rejects.toMatchObject({
      code: "ECONNREFUSED",
      reused: false,
    });
    // An address of the documentation range, which never answers.
    const nowhere = createSocketPool("http://192.0.2.1", 50);
    await expect(send("", nowhere)).rejects.toBeInstanceOf(ConnectionError);
    nowhere.close();
  });

  it("stops reading while it is paused", async () => {
    const megabytes = 8;
    answer = (socket) => socket.write(whole("x".repeat(megabytes * 1024 * 1024)));
    let call: Transport | undefined;
    let held = false;
    let afterPause = 0;
    const done = send(
      "hi",
      pool,
      (started) => {
        call = started;
      },
      (chunk) => {
        if (held) afterPause += chunk.length;
        if (held || call === undefined) return;
        held = true;
        call.pause();
      },
    );
    await vi.waitFor(() => expect(held).toBe(true));
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(afterPause).toBe(0);
    call?.resume();
    expect((await done).length).toBe(megabytes * 1024 * 1024 + 4);
    expect(await send()).toContain("200");
  });

  it("prevents an ended call from affecting the next one on its connection", async () => {
    let first: Transport | undefined;
    await send("hi", pool, (call) => {
      first = call;
    });
    const second = send();
    first?.abort();
    first?.pause();
    expect(await second).toBe("200 hello");
    expect(sockets).toHaveLength(1);
  });

  it("emits nothing more of an aborted call, and fails the others when it closes", async () => {
    answer = () => {};
    let heard = false;
    void send("hi", pool, (call) => setImmediate(() => call.abort())).then(
      () => (heard = true),
      () => (heard = true),
    );
    const waiting = send();
    await new Promise((resolve) => setTimeout(resolve, 50));
    pool.close();
    await expect(waiting).rejects.toMatchObject({ code: "CLOSED", reused: false });
    expect(heard).toBe(false);
  });
});

describe("over TLS", () => {
  const file = (name: string): string =>
    readFileSync(path.join(import.meta.dirname, "__fixtures__", name), "utf8");
  const known = getCACertificates();

  afterEach(() => setDefaultCACertificates(known));

  it("calls only a peer with a valid certificate for its name", async () => {
    const secure = createSecureServer({ key: file("localhost.key"), cert: file("localhost.crt") }, serve);
    const port = await listen(secure);
    const unknown = createSocketPool(`https://localhost:${port}`, 15_000);
    await expect(send("hi", unknown)).rejects.toMatchObject({ code: "DEPTH_ZERO_SELF_SIGNED_CERT" });
    setDefaultCACertificates([...known, file("localhost.crt")]);
    const trusted = createSocketPool(`https://localhost:${port}`, 15_000);
    expect(await send("hi", trusted)).toBe("200 hello");
    expect(await send("x".repeat(100_000), trusted)).toBe("200 hello");
    expect(requests.at(-1)?.length).toBeGreaterThan(100_000);
    const otherName = createSocketPool(`https://127.0.0.1:${port}`, 15_000);
    await expect(send("hi", otherName)).rejects.toMatchObject({ code: "ERR_TLS_CERT_ALTNAME_INVALID" });
    for (const one of [unknown, trusted, otherName]) one.close();
    secure.close();
  });
});
