import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from "node:http";
import { createServer as createTcpServer, type AddressInfo, type Server } from "node:net";
import { createServer as createTlsServer } from "node:tls";
import { brotliCompressSync, gzipSync } from "node:zlib";
import { afterEach, describe, expect, it, vi } from "vitest";
import { createAddressRules } from "./address-rules.ts";
import { FetchRejected } from "./fetch-rejected.ts";
import { createGuardedFetch, type FetchLimits, type Resolve } from "./guarded-fetch.ts";

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.close();
    if ("closeAllConnections" in server) (server as ReturnType<typeof createServer>).closeAllConnections();
  }
});

async function listen(server: Server): Promise<number> {
  servers.push(server);
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
  return (server.address() as AddressInfo).port;
}

/** A server that acts as a public one: only its address is exempt. */
async function site(handler: RequestListener) {
  const requests: IncomingMessage[] = [];
  const port = await listen(
    createServer((request, response) => {
      requests.push(request);
      handler(request, response);
    }),
  );
  return { port, requests, url: (path = "/") => `http://127.0.0.1:${port}${path}` };
}

const limits: FetchLimits = { maxBytes: 1_000_000, timeoutMilliseconds: 10_000 };
const noNames: Resolve = () => Promise.reject(new Error("no such name"));
const fetchGuarded = (url: string, more: Partial<FetchLimits> = {}, resolve: Resolve = noNames) =>
  createGuardedFetch(createAddressRules(["127.0.0.1"]), resolve)(url, { ...limits, ...more });
/** As in production without EGRESS_ALLOW. */
const fetchStrictly = (url: string, resolve: Resolve = noNames) =>
  createGuardedFetch(createAddressRules([]), resolve)(url, limits);

function answer(response: ServerResponse, body: string | Buffer, headers: Record<string, string> = {}): void {
  response.writeHead(200, { "content-type": "image/png", ...headers }).end(body);
}

const redirectTo =
  (location: string, status = 302): RequestListener =>
  (_, response) =>
    void response.writeHead(status, { location }).end();

describe("what is fetched", () => {
  it("arrives whole, with its type in lower case and without parameters", async () => {
    const { url } = await site((_, response) =>
      answer(response, "picture", { "content-type": "Image/PNG; charset=x" }),
    );
    const found = await fetchGuarded(url("/a?b=c"));
    expect(found).toEqual({ url: url("/a?b=c"), mediaType: "image/png", bytes: Buffer.from("picture") });
  });

  it("is requested without cookies, credentials or a proxy", async () => {
    vi.stubEnv("HTTP_PROXY", "http://10.0.0.1:3128");
    const { url, requests } = await site((_, response) => answer(response, "x"));
    await fetchGuarded(url());
    vi.unstubAllEnvs();
    expect(Object.keys(requests[0]?.headers ?? {}).sort()).toEqual([
      "accept",
      "accept-encoding",
      "connection",
      "host",
      "user-agent",
    ]);
  });

  it.each([
    ["gzip", gzipSync],
    ["br", brotliCompressSync],
  ])("is decoded where the server encodes it unasked: %s", async (encoding, encode) => {
    const { url } = await site((_, response) =>
      answer(response, encode("picture"), { "content-encoding": encoding }),
    );
    expect((await fetchGuarded(url())).bytes.toString()).toBe("picture");
  });

  it("has one of the listed types", async () => {
    const { url } = await site((request, response) =>
      answer(response, "x", { "content-type": request.url === "/page" ? "text/html" : "image/png" }),
    );
    const types = ["image/", "application/pdf"];
    expect((await fetchGuarded(url("/picture"), { types })).mediaType).toBe("image/png");
    await expect(fetchGuarded(url("/page"), { types })).rejects.toThrow("its type text/html is not accepted");
  });

  it("is rejected where the server does not have it", async () => {
    const { url } = await site((_, response) => void response.writeHead(404).end());
    await expect(fetchGuarded(url())).rejects.toThrow("its server answers with status 404");
  });

  it("does not reveal why a server cannot be reached", async () => {
    const port = await listen(createTcpServer((socket) => socket.destroy()));
    await expect(fetchGuarded(`http://127.0.0.1:${port}/`)).rejects.toThrow(
      new FetchRejected("its server cannot be reached or closed the connection"),
    );
  });
});

describe("addresses that are rejected before anything is sent", () => {
  it.each([
    "http://127.0.0.1/",
    "http://127.1/",
    "http://0/",
    "http://0.0.0.0/",
    "http://2130706433/",
    "http://017700000001/",
    "http://0x7f.0.0.1/",
    "http://0x7f000001/",
    "http://127.0.0.1./",
    "http://127。0。0。1/",
    "http://127%2E0%2E0%2E1/",
    "http://①②⑦.0.0.1/",
    "http://10.0.0.1/",
    "http://169.254.169.254/latest/meta-data/",
    "http://100.100.100.200/",
    "http://[::]/",
    "http://[::1]/",
    "http://[::ffff:169.254.169.254]/",
    "http://[::ffff:7f00:1]/",
    "http://[64:ff9b::7f00:1]/",
    "http://[2002:7f00:1::]/",
    "http://[fe80::1]/",
    "http://[fd00:ec2::254]/",
  ])("%s", async (url) => {
    await expect(fetchStrictly(url)).rejects.toThrow(new FetchRejected("its host is not public"));
  });

  it.each([
    "file:///etc/passwd",
    "gopher://8.8.8.8:70/_x",
    "ftp://8.8.8.8/",
    "data:text/plain,x",
    "javascript:alert(1)",
    "dict://8.8.8.8:11211/",
    "ws://8.8.8.8/",
  ])("%s", async (url) => {
    await expect(fetchStrictly(url)).rejects.toThrow("only http and https addresses are fetched");
  });

  it.each(["http://a@8.8.8.8/", "http://a:b@8.8.8.8/", "http://8.8.8.8@10.0.0.1/", "http://:b@8.8.8.8/"])(
    "%s",
    async (url) => {
      await expect(fetchStrictly(url)).rejects.toThrow("it must not contain a user name or password");
    },
  );

  it.each(["", "/picture.png", "http://", "http://[fe80::1%25eth0]/", "http://1.2.3.4.5/", "nonsense"])(
    "%j",
    async (url) => {
      await expect(fetchStrictly(url)).rejects.toThrow("it is not a valid address");
    },
  );

  it.each([6379, 22, 25, 1, 65_535])("a public host at port %i", async (port) => {
    const resolve: Resolve = async () => ["93.184.215.14"];
    await expect(fetchStrictly(`http://example.com:${port}/`, resolve)).rejects.toThrow(
      "its port is not one of",
    );
    await expect(fetchStrictly(`http://93.184.215.14:${port}/`)).rejects.toThrow("its port is not one of");
  });
});

describe("names", () => {
  it.each([
    ["one private address", ["10.0.0.1"]],
    ["a private address among public ones", ["93.184.215.14", "10.0.0.1"]],
    ["a public address among private ones", ["::1", "93.184.215.14"]],
    ["metadata, by any alias", ["169.254.169.254"]],
    ["no address", []],
    ["nonsense", ["not an address"]],
  ])("that resolve to %s are rejected", async (_, addresses) => {
    await expect(fetchStrictly("http://example.com/", async () => addresses)).rejects.toThrow(
      "its host is not public",
    );
  });

  it("that do not exist get the same sentence as private ones", async () => {
    await expect(fetchStrictly("http://intranet.corp/")).rejects.toThrow("its host is not public");
    await expect(fetchStrictly("http://localhost/", async () => ["127.0.0.1", "::1"])).rejects.toThrow(
      "its host is not public",
    );
  });

  it("of this machine are rejected by the real resolver too", async () => {
    const strict = createGuardedFetch(createAddressRules([]));
    await expect(strict("http://localhost/", limits)).rejects.toThrow("its host is not public");
    await expect(strict("http://LOCALHOST./", limits)).rejects.toThrow("its host is not public");
  });

  it("are resolved once: the connection goes to the address that was checked, even if the name changes", async () => {
    const { port, requests } = await site((_, response) => answer(response, "x"));
    const answers = [["127.0.0.1"], ["10.0.0.1"]];
    const resolve = vi.fn<Resolve>(async () => answers.shift() ?? []);
    // The machine itself cannot resolve this name.
    const { bytes } = await fetchGuarded(`http://rebinding.invalid:${port}/`, {}, resolve);
    expect(bytes.toString()).toBe("x");
    expect(resolve).toHaveBeenCalledTimes(1);
    expect(requests[0]?.headers.host).toBe(`rebinding.invalid:${port}`);
  });

  it("are sent to a TLS server as they are in the address", async () => {
    const named = Promise.withResolvers<string>();
    const port = await listen(
      createTlsServer({
        SNICallback: (name, done) => {
          named.resolve(name);
          done(new Error("no certificate"));
        },
      }).on("tlsClientError", () => {}),
    );
    await expect(
      fetchGuarded(`https://secure.invalid:${port}/`, {}, async () => ["127.0.0.1"]),
    ).rejects.toThrow("cannot be reached");
    expect(await named.promise).toBe("secure.invalid");
  });
});

describe("redirects", () => {
  it.each([301, 302, 303, 307, 308])("are followed, each checked again: %i", async (status) => {
    const target = await site((_, response) => answer(response, "there", { "set-cookie": "a=b" }));
    const { url } = await site(redirectTo(target.url("/x"), status));
    expect(await fetchGuarded(url())).toMatchObject({ url: target.url("/x"), bytes: Buffer.from("there") });
    const inside = await site(redirectTo("http://169.254.169.254/latest/", status));
    await expect(fetchGuarded(inside.url())).rejects.toThrow("its host is not public");
  });

  it.each([
    ["http://10.0.0.1/", "its host is not public"],
    ["http://[::ffff:10.0.0.1]/", "its host is not public"],
    ["//10.0.0.1/", "its host is not public"],
    ["http://private.example/", "its host is not public"],
    ["file:///etc/passwd", "only http and https"],
    ["gopher://10.0.0.1/", "only http and https"],
    ["http://user:secret@8.8.8.8/", "user name or password"],
    ["http://8.8.8.8:6379/", "its port is not one of"],
    ["http://[nonsense", "not a valid address"],
  ])("to %s are rejected", async (location, reason) => {
    const { url } = await site(redirectTo(location));
    await expect(fetchGuarded(url(), {}, async () => ["10.0.0.1"])).rejects.toThrow(reason);
  });

  it("end after three", async () => {
    const { url, requests } = await site((request, response) => {
      const left = Number(request.url?.slice(1));
      if (left > 0) response.writeHead(307, { location: `/${left - 1}` }).end();
      else answer(response, "there");
    });
    expect((await fetchGuarded(url("/3"))).url).toBe(url("/0"));
    requests.length = 0;
    await expect(fetchGuarded(url("/4"))).rejects.toThrow("redirected more than 3 times");
    expect(requests).toHaveLength(4);
  });

  it("send no cookie that was set on the way", async () => {
    const target = await site((_, response) => answer(response, "there"));
    const { url } = await site(
      (_, response) =>
        void response.writeHead(302, { location: target.url(), "set-cookie": "session=1" }).end(),
    );
    await fetchGuarded(url());
    expect(target.requests[0]?.headers["cookie"]).toBeUndefined();
    expect(target.requests[0]?.headers["authorization"]).toBeUndefined();
    expect(target.requests[0]?.headers["referer"]).toBeUndefined();
  });
});

describe("bodies", () => {
  it("whose declared size is too large are not read", async () => {
    const { url } = await site((_, response) => answer(response, "x".repeat(2000)));
    await expect(fetchGuarded(url(), { maxBytes: 1999 })).rejects.toThrow("more than 1999 bytes");
    expect((await fetchGuarded(url(), { maxBytes: 2000 })).bytes).toHaveLength(2000);
  });

  it("without an end are cut at the limit, and the connection is closed", async () => {
    const left = Promise.withResolvers<void>();
    const { url } = await site((_, response) => {
      response.writeHead(200, { "content-type": "image/png" });
      const pour = (): void => {
        while (!response.destroyed && response.write(Buffer.alloc(65_536)));
      };
      response.on("drain", pour).on("close", left.resolve);
      pour();
    });
    await expect(fetchGuarded(url())).rejects.toThrow("more than 1000000 bytes");
    await left.promise;
  });

  it("that decompress to more than the limit are cut while they are decompressed", async () => {
    const bomb = gzipSync(Buffer.alloc(200_000_000));
    const { url } = await site((_, response) => answer(response, bomb, { "content-encoding": "gzip" }));
    expect(bomb.length).toBeLessThan(limits.maxBytes);
    const before = process.memoryUsage().arrayBuffers;
    await expect(fetchGuarded(url())).rejects.toThrow("more than 1000000 bytes");
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(50_000_000);
  });

  it.each(["gzip, gzip", "compress", "constructor"])(
    "that are encoded as %j are rejected",
    async (encoding) => {
      const { url } = await site((_, response) => answer(response, "x", { "content-encoding": encoding }));
      await expect(fetchGuarded(url())).rejects.toThrow("its encoding is not supported");
    },
  );

  it("whose content does not match their headers are rejected", async () => {
    const { url } = await site((_, response) =>
      answer(response, "not packed", { "content-encoding": "gzip" }),
    );
    await expect(fetchGuarded(url())).rejects.toBeInstanceOf(FetchRejected);
  });
});

describe("the deadline", () => {
  const late = { timeoutMilliseconds: 100 };

  it("ends a slow body", async () => {
    const left = Promise.withResolvers<void>();
    const { url } = await site((_, response) => {
      response.writeHead(200, { "content-type": "image/png" });
      const drip = setInterval(() => response.write("x"), 10);
      response.on("close", () => {
        clearInterval(drip);
        left.resolve();
      });
    });
    await expect(fetchGuarded(url(), late)).rejects.toThrow("it took longer than 1 s");
    await left.promise;
  });

  it("ends the wait for a response, and for a compressed body", async () => {
    const silent = await site(() => {});
    await expect(fetchGuarded(silent.url(), late)).rejects.toThrow("it took longer");
    const packed = await site(
      (_, response) =>
        void response.writeHead(200, { "content-encoding": "gzip" }).write(gzipSync("x").subarray(0, 5)),
    );
    await expect(fetchGuarded(packed.url(), late)).rejects.toThrow("it took longer");
  });

  it("ends the look-up of a name", async () => {
    await expect(fetchGuarded("http://slow.invalid/", late, () => new Promise(() => {}))).rejects.toThrow(
      "it took longer",
    );
  });

  it("counts for all redirects together", async () => {
    const { url } = await site((request, response) => {
      setTimeout(() => response.writeHead(302, { location: `${request.url}x` }).end(), 60);
    });
    await expect(fetchGuarded(url("/"), late)).rejects.toThrow("it took longer");
  });
});
