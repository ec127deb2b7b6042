import { readFileSync } from "node:fs";
import { createServer as createPlainServer } from "node:net";
import path from "node:path";
import {
  createServer,
  getCACertificates,
  type SecureVersion,
  setDefaultCACertificates,
  type TlsOptions,
  type TLSSocket,
} from "node:tls";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openHttpClient } from "../../../test/support/http-clients.ts";
import { type RawServer, startRawServer, wholeAnswer } from "../../../test/support/raw-server.ts";
import type { HttpClient, Transport } from "./http-client.ts";

const file = (name: string): string =>
  readFileSync(path.join(import.meta.dirname, "__fixtures__", name), "utf8");
const key = file("localhost.key");
const known = getCACertificates();
const stops: (() => Promise<void> | void)[] = [];

beforeEach(() => setDefaultCACertificates([...known, file("localhost.crt"), file("expired.crt")]));
afterEach(async () => {
  setDefaultCACertificates(known);
  for (const stop of stops.splice(0).reverse()) await stop();
});

interface Met {
  protocol: string | false | null;
  name: string | false | null;
  resumed: boolean;
}

/** A TLS server that records completed handshakes. */
async function secureServer(options: TlsOptions = {}): Promise<RawServer & { met: Met[] }> {
  const met: Met[] = [];
  const server = await startRawServer((serve) => {
    const made = createServer({ key, cert: file("localhost.crt"), ...options }, (socket: TLSSocket) => {
      met.push({ protocol: socket.alpnProtocol, name: socket.servername, resumed: socket.isSessionReused() });
      serve(socket);
    });
    made.on("tlsClientError", () => {});
    return made;
  });
  stops.push(() => server.stop());
  return Object.assign(server, { met });
}

function poolFor(host: string, port: number, connectMilliseconds = 15_000): HttpClient {
  const pool = openHttpClient(`https://${host}:${port}`, connectMilliseconds);
  stops.push(() => pool.close());
  return pool;
}

function send(
  pool: HttpClient,
  onPiece: (chunk: Buffer, call: Transport) => void = () => {},
): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = "";
    const call = pool.send({ method: "POST", path: "/", headers: {} }, "hi", {
      onHead: (status) => void (text += `${status} `),
      onData: (chunk) => {
        text += chunk.toString("latin1");
        onPiece(chunk, call);
      },
      onEnd: () => resolve(text),
      onFail: reject,
    });
  });
}

describe("a peer over TLS", () => {
  it("with an expired certificate receives no request", async () => {
    const server = await secureServer({ cert: file("expired.crt") });
    await expect(send(poolFor("localhost", server.port))).rejects.toMatchObject({ code: "CERT_HAS_EXPIRED" });
    expect(server.requests).toEqual([]);
  });

  // A resumed session skips the name check, so a rejected peer's session must never be stored.
  it.each<SecureVersion>(["TLSv1.2", "TLSv1.3"])(
    "with another name is rejected every time over %s",
    async (version) => {
      const server = await secureServer({ minVersion: version, maxVersion: version });
      const pool = poolFor("127.0.0.1", server.port);
      for (let i = 0; i < 3; i++)
        await expect(send(pool)).rejects.toMatchObject({ code: "ERR_TLS_CERT_ALTNAME_INVALID" });
      expect(server.requests).toEqual([]);
    },
  );

  it("receives its name, unless that is an IP address", async () => {
    const server = await secureServer();
    await send(poolFor("localhost", server.port));
    await send(poolFor("127.0.0.1", server.port)).catch(() => {});
    expect(server.met[0]).toMatchObject({ name: "localhost" });
    expect(server.met.slice(1).every(({ name }) => name === false)).toBe(true);
  });

  it("never negotiates HTTP/2", async () => {
    const both = await secureServer({ ALPNProtocols: ["h2", "http/1.1"] });
    expect(await send(poolFor("localhost", both.port))).toBe("200 hello");
    expect(both.met[0]?.protocol).toBe("http/1.1");
    const only = await secureServer({ ALPNProtocols: ["h2"] });
    await expect(send(poolFor("localhost", only.port))).rejects.toThrow("no application protocol");
    expect(only.requests).toEqual([]);
  });

  it.each<SecureVersion>(["TLSv1.2", "TLSv1.3"])(
    "that is known resumes the previous session over %s",
    async (version) => {
      const server = await secureServer({ minVersion: version, maxVersion: version });
      server.answer = (socket) => socket.write(wholeAnswer("hello", "connection: close\r\n"));
      const pool = poolFor("localhost", server.port);
      for (let i = 0; i < 3; i++) expect(await send(pool)).toBe("200 hello");
      expect(server.met.map(({ resumed }) => resumed)).toEqual([false, true, true]);
    },
  );

  it("that never ends the handshake costs the connect timeout, no more", async () => {
    const mute = await startRawServer(createPlainServer);
    stops.push(() => mute.stop());
    await expect(send(poolFor("localhost", mute.port, 100))).rejects.toMatchObject({
      code: expect.stringMatching(/CONNECT_TIMEOUT$/),
    });
    while (mute.open() > 0) await new Promise((resolve) => setTimeout(resolve, 5));
  });

  it("that closes during the handshake fails the call once", async () => {
    const rude = await startRawServer(() => createPlainServer((socket) => socket.destroy()));
    stops.push(() => rude.stop());
    await expect(send(poolFor("localhost", rude.port))).rejects.toMatchObject({ reused: false });
  });

  it("waits while a call is paused, and no byte is lost", async () => {
    const server = await secureServer();
    const bytes = Buffer.from(Array.from({ length: 3_000_000 }, (_, i) => (i * 7) % 251));
    server.answer = (socket) => socket.write(wholeAnswer(bytes));
    let pauses = 0;
    const text = await send(poolFor("localhost", server.port), (_chunk, call) => {
      pauses += 1;
      call.pause();
      setTimeout(() => call.resume(), 1);
    });
    expect(text === `200 ${bytes.toString("latin1")}`).toBe(true);
    expect(pauses).toBeGreaterThan(1);
  });
});
