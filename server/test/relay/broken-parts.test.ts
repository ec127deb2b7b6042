import { noUsage } from "@tollgate/contract/cost";
import { IncomingMessage } from "node:http";
import { Socket } from "node:net";
import { afterEach, describe, expect, it, vi } from "vitest";
import type { Exchange } from "../../src/relay/exchange.ts";
import type { UpstreamCall, UpstreamCaller } from "../../src/relay/upstream/upstream-call.ts";
import { createLeases } from "../../src/ledger/leases.ts";
import { noAccount } from "../../src/platform/memory-budget.ts";
import { callFollowing } from "../../src/relay/upstream/follow-answer.ts";
import { findFormat } from "../../src/relay/formats/registry.ts";
import { acceptsKeepAlive } from "../../src/relay/answer/keep-alive.ts";
import { checkUsage } from "../../src/relay/metering/check-usage.ts";
import { createTokenCounter } from "../../src/relay/metering/token-counter.ts";
import { parseForm } from "../../src/relay/request/parse-form.ts";
import { readBody } from "../../src/relay/listener/read-body.ts";
import { readProblem } from "../../src/relay/upstream/read-problem.ts";
import type { UsageStore } from "../../src/ledger/store/usage-store.ts";

/** Parts of the pipeline at moments that a test over HTTP cannot produce. */
afterEach(() => vi.restoreAllMocks());

describe("a body", () => {
  const message = (): IncomingMessage => {
    const made = new IncomingMessage(new Socket());
    made.headers = { "content-length": "10" };
    return made;
  };

  it("whose caller disconnected before it was read ends the exchange", async () => {
    const left = message();
    left.destroy();
    await new Promise((resolve) => left.once("close", resolve));
    await expect(readBody(left, 100, noAccount)).rejects.toMatchObject({ kind: "invalid_request" });
  });

  it("that arrived, but was not read before its caller disconnected, ends the exchange", async () => {
    const left = message();
    left.complete = true;
    const read = readBody(left, 100, noAccount);
    left.destroy();
    await expect(read).rejects.toMatchObject({ kind: "invalid_request" });
  });

  it("that fails is the caller's error and not an internal one", async () => {
    const failing = message();
    const read = readBody(failing, 100, noAccount);
    failing.destroy(new Error("read ECONNRESET"));
    await expect(read).rejects.toMatchObject({ kind: "invalid_request" });
  });
});

describe("a form", () => {
  const type = "multipart/form-data; boundary=xyz";
  const field = (name: string, value: string) =>
    `--xyz\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
  const form = (parts: string[]) => Buffer.from(`${parts.join("")}--xyz--\r\n`);

  it("of two hundred fields is read, and of more it is rejected before parsing", async () => {
    const parts = (count: number) => Array.from({ length: count }, (_, index) => field(`f${index}`, "1"));
    expect((await parseForm(form(parts(200)), type)).fields).toHaveLength(200);
    const parse = vi.spyOn(Response.prototype, "formData");
    await expect(parseForm(form(parts(201)), type)).rejects.toThrow("more than 200 fields");
    await expect(parseForm(form(parts(300_000)), type)).rejects.toThrow("more than 200 fields");
    expect(parse).not.toHaveBeenCalled();
  });

  it("whose part has an endless head is rejected before parsing", async () => {
    const parse = vi.spyOn(Response.prototype, "formData");
    const endless = Buffer.from(`--xyz\r\n${"a: b\r\n".repeat(100_000)}`);
    await expect(parseForm(endless, type)).rejects.toThrow("head of a part");
    expect(parse).not.toHaveBeenCalled();
  });

  it("may have its boundary in quotes", async () => {
    const { fields } = await parseForm(form([field("file", "text")]), 'multipart/form-data; boundary="xyz"');
    expect(fields).toEqual([{ name: "file", value: "text" }]);
  });

  it("with an invalid boundary is rejected", async () => {
    for (const wrong of ["multipart/form-data; boundary=", "multipart/form-data", "text/plain; boundary=xyz"])
      await expect(parseForm(form([field("a", "1")]), wrong)).rejects.toMatchObject({
        kind: "invalid_request",
      });
  });
});

describe("an adapter that throws", () => {
  const stumble = (): never => {
    throw new TypeError("cannot read properties of undefined");
  };

  it("on an error body leaves a problem, and the exchange ends", () => {
    expect(readProblem({ readProblem: stumble }, 500, "{}", {})).toMatchObject({
      kind: "bad-answer",
      status: 500,
    });
  });

  it("on a ticket leaves a problem, and the exchange ends", async () => {
    const call: UpstreamCall = { gathers: false, cancel() {}, pause() {}, resume() {}, limit() {} };
    const upstream = {
      call(_request, _target, listener) {
        queueMicrotask(() => {
          listener.onHead(200, {});
          listener.onData(Buffer.from("{}"));
          listener.onEnd();
        });
        return call;
      },
    } as UpstreamCaller;
    const target = { proxy: "", connectTimeout: 1, firstByteTimeout: 1, idleTimeout: 1, totalTimeout: 5 };
    const problem = await new Promise((resolve) => {
      const request = { method: "GET" as const, url: "http://x/", headers: {}, follow: stumble };
      const none = (): void => {};
      callFollowing(
        upstream,
        { request, target },
        { onHead: none, onData: none, onEnd: none, onFail: resolve },
      );
    });
    expect(problem).toMatchObject({ kind: "bad-answer" });
  });
});

describe("a keep-alive", () => {
  const exchange = (id: Parameters<typeof findFormat>[0], stream: boolean, query = "") =>
    ({
      format: findFormat(id),
      head: { stream, model: "m", wantsStreamUsage: false },
      request: { requestId: "r", path: { query } },
      body: {},
    }) as unknown as Exchange;

  it("is not sent where it would corrupt the response: audio, plain text, Google's list", () => {
    expect(acceptsKeepAlive(exchange("openai-speech", false))).toBe(false);
    expect(acceptsKeepAlive(exchange("openai-transcriptions", false))).toBe(false);
    expect(acceptsKeepAlive(exchange("gemini-generate", true))).toBe(false);
  });

  it("is sent in event streams and before JSON", () => {
    expect(acceptsKeepAlive(exchange("gemini-generate", true, "alt=sse"))).toBe(true);
    for (const id of ["openai-chat", "anthropic-messages", "openai-responses"] as const)
      for (const stream of [true, false]) expect(acceptsKeepAlive(exchange(id, stream))).toBe(true);
    expect(acceptsKeepAlive(exchange("openai-images", false))).toBe(true);
  });
});

describe("the token counting thread", () => {
  it("survives every text, so that no other count is lost", async () => {
    const counter = createTokenCounter();
    const texts = ["<|endoftext|>", "<|im_start|>system<|im_end|>", "\ud800", "\u0000", "a".repeat(100_000)];
    const counts = await Promise.all(texts.map((text) => counter.count(text)));
    // Bytes divided by four is the result after the thread has died.
    expect(counts[0]).toBe(7);
    expect(counts.every((count) => count > 0)).toBe(true);
    await counter.close();
  });
});

describe("a reported usage", () => {
  it("is limited to what a call can use, tools included", () => {
    for (const name of ["web_search", "file_search", "code_run", "image_generation"] as const) {
      expect(checkUsage({ ...noUsage, input: 5, [name]: 5 }, 10)).toMatchObject({
        clamped: false,
        usage: { [name]: 5 },
      });
      for (const absurd of [1e15, Number.POSITIVE_INFINITY, 1e308]) {
        const { usage, clamped } = checkUsage({ ...noUsage, input: 5, [name]: absurd }, 10);
        expect(clamped).toBe(true);
        expect(usage?.[name]).toBe(0);
      }
    }
  });
});

describe("a lease", () => {
  it("does not count a block that was in flight when everything was swept", async () => {
    const requested: ((moved: number) => void)[] = [];
    const store = {
      extend: () => new Promise<number>((resolve) => requested.push(resolve)),
    } as unknown as UsageStore;
    const leases = createLeases(store);
    const held = leases.hold("user", 1, 100);
    leases.reset();
    requested[0]?.(800);
    await vi.waitFor(() => expect(requested).toHaveLength(2));
    requested[1]?.(0);
    expect(await held).toBe(false);
  });
});
