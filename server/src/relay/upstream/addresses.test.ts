import dns, { type LookupAddress } from "node:dns";
import { createServer } from "node:net";
import { afterEach, beforeEach, describe, expect, it, type MockInstance, vi } from "vitest";
import { openHttpClient, testedClient } from "../../../test/support/http-clients.ts";
import { type RawServer, startRawServer } from "../../../test/support/raw-server.ts";

let server: RawServer;

beforeEach(async () => {
  server = await startRawServer();
});
afterEach(() => server.stop());

describe("an address", () => {
  it("with an IPv6 address is called with its own name", async (context) => {
    const six = await startRawServer((serve) => {
      const made = createServer(serve);
      const listen = made.listen.bind(made);
      made.listen = ((_port: number, _host: string, done: () => void) =>
        listen(0, "::1", done)) as typeof made.listen;
      return made;
    }).catch(() => undefined);
    if (!six) return context.skip("no IPv6 here");
    const from = openHttpClient(`http://[::1]:${six.port}`, 15_000);
    await new Promise<void>((resolve, reject) => {
      from.send({ method: "GET", path: "/", headers: {} }, undefined, {
        onHead() {},
        onData() {},
        onEnd: resolve,
        onFail: reject,
      });
    });
    expect(six.requests[0]).toContain(`host: [::1]:${six.port}\r\n`);
    await from.close();
    await six.stop();
  });

  /** One call to a name, with the resolver replaced by `answer`. */
  async function sendByName(
    url: string,
    answer: (name: string, found: (error: Error | null, places: LookupAddress[]) => void) => void,
  ): Promise<Error | undefined> {
    const lookup = vi.spyOn(dns, "lookup") as unknown as MockInstance;
    lookup.mockImplementation((name: string, _options: unknown, found: never) => answer(name, found));
    const from = openHttpClient(url, 200);
    const outcome = await new Promise<Error | undefined>((resolve) => {
      from.send({ method: "GET", path: "/", headers: {} }, undefined, {
        onHead() {},
        onData() {},
        onEnd: () => resolve(undefined),
        onFail: resolve,
      });
    });
    await from.close();
    lookup.mockRestore();
    return outcome;
  }
  const place = (last: number): LookupAddress => ({ address: `127.0.0.${last}`, family: 4 });

  it("whose addresses all reject reports each error", async () => {
    await server.stop();
    const error = await sendByName(`http://many.example:${server.port}`, (_name, found) =>
      found(null, [place(1), place(2)]),
    );
    expect(error).toMatchObject({ code: "ECONNREFUSED" });
    expect(error?.message).toMatch(/127\.0\.0\.1.*; .*127\.0\.0\.2/);
  });

  it("with several addresses is called at the second if the first rejects", async () => {
    const { port } = server;
    expect(
      await sendByName(`http://many.example:${port}`, (_name, found) => found(null, [place(2), place(1)])),
    ).toBeUndefined();
    expect(server.requests[0]).toContain(`host: many.example:${port}\r\n`);
  });

  it("with non-ASCII letters is looked up and sent in its wire form", async () => {
    let requested = "";
    await sendByName(`http://b\u00fccher.example:${server.port}`, (name, found) => {
      requested = name;
      found(null, [place(1)]);
    });
    expect(requested).toBe("xn--bcher-kva.example");
    expect(server.requests[0]).toContain("host: xn--bcher-kva.example:");
  });

  it("that is unknown fails, and one whose lookup never ends times out", async () => {
    const unknown = Object.assign(new Error("getaddrinfo ENOTFOUND"), { code: "ENOTFOUND" });
    expect(await sendByName("http://no.example", (_name, found) => found(unknown, []))).toMatchObject({
      code: "ENOTFOUND",
      reused: false,
    });
    expect(await sendByName("http://slow.example", () => {})).toMatchObject({
      code: expect.stringMatching(/CONNECT_TIMEOUT$/),
    });
  });

  const invalidOrigin = testedClient === "builtin" ? TypeError : /Invalid URL/;
  it.each(["ftp://127.0.0.1", "file:///etc/passwd", "javascript:alert(1)", "nonsense"])(
    "%s is rejected",
    (address) => {
      expect(() => openHttpClient(address, 2000)).toThrow(invalidOrigin);
    },
  );
});
