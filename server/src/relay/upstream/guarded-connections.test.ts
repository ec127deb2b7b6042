import { createServer, type Server, type Socket } from "node:net";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { testedClient } from "../../../test/support/http-clients.ts";
import { type RawServer, startRawServer } from "../../../test/support/raw-server.ts";
import { createAddressRules } from "../../platform/guarded-fetch/address-rules.ts";
import { createConnectGuard } from "../../platform/guarded-fetch/connect-guard.ts";
import type { Resolve } from "../../platform/guarded-fetch/guarded-fetch.ts";
import { createUpstreamCaller } from "./call-upstream.ts";
import type { UpstreamCaller, UpstreamTarget } from "./upstream-call.ts";
import type { UpstreamProblem } from "../canonical/problem.ts";
import { createDeadlines, type Deadlines } from "./deadlines.ts";

/** Targets of connections: tests define `name.example`, and 127.0.0.1 represents a public address. */
let addresses: string[];
let requested: string[];
let upstream: RawServer;
let proxy: Server;
let through: Socket[];
let proxyPort: number;
let deadlines: Deadlines;
let caller: UpstreamCaller;
let callers: UpstreamCaller[];

function withGuard(allowed: string[], resolve: Resolve): UpstreamCaller {
  const guard = createConnectGuard(createAddressRules(allowed), resolve);
  const made = createUpstreamCaller({ deadlines, guard, client: testedClient });
  callers.push(made);
  return made;
}

beforeEach(async () => {
  addresses = ["127.0.0.1"];
  requested = [];
  through = [];
  upstream = await startRawServer();
  proxy = createServer((socket) => {
    through.push(socket);
    socket.on("error", () => {});
    socket.once("data", () => socket.end("HTTP/1.1 200 OK\r\ncontent-length: 5\r\n\r\nproxy"));
  });
  await new Promise<void>((resolve) => proxy.listen(0, resolve));
  proxyPort = (proxy.address() as { port: number }).port;
  deadlines = createDeadlines();
  callers = [];
  caller = withGuard(["127.0.0.1"], (name) => {
    requested.push(name);
    return Promise.resolve(addresses);
  });
});
afterEach(async () => {
  for (const one of callers) await one.close();
  deadlines.stop();
  for (const socket of through) socket.destroy();
  await new Promise((resolve) => proxy.close(resolve));
  await upstream.stop();
});

function send(
  url: string,
  more: Partial<UpstreamTarget> = {},
  by: UpstreamCaller = caller,
): Promise<string | UpstreamProblem> {
  return new Promise((resolve) => {
    let text = "";
    by.call(
      { method: "POST", url, headers: { accept: "text/event-stream" }, body: "hi" },
      { proxy: "", connectTimeout: 15, firstByteTimeout: 15, idleTimeout: 15, totalTimeout: 15, ...more },
      {
        onHead: (status) => void (text += `${status} `),
        onData: (chunk) => void (text += chunk.toString("latin1")),
        onEnd: () => resolve(text),
        onFail: resolve,
      },
    );
  });
}

const rejected = { kind: "unreachable", status: 0, cause: "address_not_public" };
/** Private addresses, in notations that a name server may return. */
const inside = ["127.0.0.2", "10.0.0.1", "169.254.169.254", "::1", "::ffff:10.0.0.1", "fd00::1"];

describe("a connection to an untrusted address", () => {
  it("uses the checked address, and looks the name up once", async () => {
    expect(await send(`http://name.example:${upstream.port}/`)).toBe("200 hello");
    expect(requested).toEqual(["name.example"]);
  });

  it.each(inside)("is not opened to %s, whatever the name", async (address) => {
    addresses = [address];
    for (const scheme of ["http", "https", "ws"])
      expect(await send(`${scheme}://name.example:${upstream.port}/`), scheme).toMatchObject(rejected);
    const literal = address.includes(":") ? `[${address}]` : address;
    for (const scheme of ["http", "https", "ws"])
      expect(await send(`${scheme}://${literal}:${upstream.port}/`), scheme).toMatchObject(rejected);
    expect(upstream.sockets).toHaveLength(0);
  });

  it.each(["2130706434", "0x7f.2", "127.2", "localhost", "LOCALHOST.", "a.localhost"])(
    "is not opened to %s",
    async (host) => {
      const unresolved = withGuard([], () => Promise.resolve(["127.0.0.1"]));
      expect(await send(`http://${host}:${upstream.port}/`, {}, unresolved)).toMatchObject(rejected);
      expect(upstream.sockets).toHaveLength(0);
    },
  );

  it("excludes a name's private addresses", async () => {
    addresses = ["10.0.0.1", "127.0.0.1", "::1"];
    expect(await send(`http://name.example:${upstream.port}/`)).toBe("200 hello");
  });

  it("is checked again each time it is opened", async () => {
    upstream.answer = (socket) =>
      socket.end("HTTP/1.1 200 OK\r\nconnection: close\r\ncontent-length: 0\r\n\r\n");
    const url = `http://name.example:${upstream.port}/`;
    expect(await send(url)).toBe("200 ");
    addresses = ["127.0.0.2"];
    expect(await send(url)).toMatchObject(rejected);
    expect(upstream.sockets).toHaveLength(1);
  });

  it("never uses a socket that a trusted one left open", async () => {
    const unresolved = withGuard([], () => Promise.resolve([]));
    expect(await send(upstream.url, { hostTrusted: true }, unresolved)).toBe("200 hello");
    expect(upstream.open()).toBe(1);
    expect(await send(upstream.url, {}, unresolved)).toMatchObject(rejected);
    expect(upstream.requests).toHaveLength(1);
  });

  it("does not follow a redirect", async () => {
    upstream.answer = (socket) =>
      socket.write(
        `HTTP/1.1 302 Found\r\nlocation: http://127.0.0.1:${proxyPort}/\r\ncontent-length: 0\r\n\r\n`,
      );
    expect(await send(`http://name.example:${upstream.port}/`)).toBe("302 ");
    expect(through).toHaveLength(0);
  });

  it("returns the usual error for an unknown name", async () => {
    const missing = Object.assign(new Error("getaddrinfo ENOTFOUND"), { code: "ENOTFOUND" });
    const nameless = withGuard([], () => Promise.reject(missing));
    expect(await send("http://no-such-host.example/", {}, nameless)).toMatchObject({
      kind: "unreachable",
      code: "ENOTFOUND",
    });
  });
});

describe("through a proxy", () => {
  const url = "http://name.example/";

  it.each(["http", "socks5"])("a %s proxy is checked like an upstream", async (scheme) => {
    const way = `${scheme}://proxy.example:${proxyPort}`;
    await send(url, { proxy: way });
    expect(through).toHaveLength(1);
    addresses = ["127.0.0.2"];
    const later = withGuard(["127.0.0.1"], () => Promise.resolve(addresses));
    expect(await send(url, { proxy: way }, later)).toMatchObject(rejected);
    expect(await send("https://name.example/", { proxy: way }, later)).toMatchObject(rejected);
    expect(await send("ws://name.example/", { proxy: way }, later)).toMatchObject(rejected);
    expect(await send(url, { proxy: `${scheme}://127.0.0.2:${proxyPort}` }, later)).toMatchObject(rejected);
    expect(through).toHaveLength(1);
  });

  it("a trusted proxy may be private, but the upstream behind it may not", async () => {
    const way = { proxy: `http://127.0.0.2:${proxyPort}`, proxyTrusted: true };
    expect(await send(url, way)).toBe("200 proxy");
    for (const host of ["10.0.0.1", "[::1]"])
      for (const scheme of ["http", "https", "ws"])
        expect(await send(`${scheme}://${host}/`, way), host).toMatchObject(rejected);
    expect(through).toHaveLength(1);
    expect(await send("http://10.0.0.1/", { ...way, hostTrusted: true })).toBe("200 proxy");
  });
});
