import { request } from "node:http";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { type FakeUpstream, jsonAnswer, startFakeUpstream } from "../fake-upstream/fake-upstream.ts";
import { type RunningApp, startApp } from "../support/start-app.ts";

let running: RunningApp;
let upstream: FakeUpstream;
let key: string;
let channelId: number;

beforeAll(async () => {
  upstream = await startFakeUpstream();
  running = await startApp();
  await running.aPrice({ model: "test-model", type: "tokens", channel_type: 1, input: 2, output: 3 });
  channelId = (await running.aChannel({ base_url: upstream.url, total_timeout: 3 })).id;
  key = (await running.aToken()).key;
  upstream.answer(
    jsonAnswer({
      id: "resp_mine",
      object: "response",
      status: "completed",
      output: [{ type: "message", role: "assistant", content: [{ type: "output_text", text: "Hi" }] }],
      usage: { input_tokens: 5, output_tokens: 2, total_tokens: 7 },
    }),
  );
  await running.call(key, { model: "test-model", input: "Hi" }, { path: "/v1/responses" });
  await running.books();
});
afterAll(async () => {
  await running?.stop();
  await upstream?.stop();
});
beforeEach(() => upstream.answer(jsonAnswer({ id: "resp_mine", object: "response" })));

/** Sends the path unchanged: `fetch` would normalize it. */
function send(method: string, path: string, apiKey = key): Promise<number> {
  const { hostname, port } = new URL(running.url);
  return new Promise((resolve, reject) => {
    const headers = { authorization: `Bearer ${apiKey}`, "content-type": "application/json" };
    const requested = request({ hostname, port, path, method, headers }, (response) => {
      response.resume();
      response.on("end", () => resolve(response.statusCode ?? 0));
    });
    requested.on("error", reject);
    requested.end(method === "POST" ? '{"model":"gpt-dear","messages":[]}' : undefined);
  });
}

describe("a user's stored response", () => {
  it("is read, cancelled and deleted by its owner", async () => {
    expect(await send("GET", "/v1/responses/resp_mine")).toBe(200);
    expect(await send("GET", "/v1/responses/resp_mine/input_items?limit=5")).toBe(200);
    expect(await send("POST", "/v1/responses/resp_mine/cancel")).toBe(200);
    expect(upstream.seen.map(({ path }) => path)).toEqual([
      "/v1/responses/resp_mine",
      "/v1/responses/resp_mine/input_items?limit=5",
      "/v1/responses/resp_mine/cancel",
    ]);
    expect(await send("DELETE", "/v1/responses/resp_mine")).toBe(200);
  });

  const ways = [
    "/v1/responses/resp_mine/../../chat/completions",
    "/v1/responses/resp_mine/..%2f..%2fchat/completions",
    "/v1/responses/resp_mine/%2e%2e/%2E%2e/chat/completions",
    "/v1/responses/resp_mine/..\\..\\chat/completions",
    "/v1/responses/resp_mine//../../chat/completions",
    "/v1/responses/resp_mine/anything",
    "/v1/responses/resp_mine/cancel/../../../chat/completions",
  ];
  for (const path of ways) {
    it(`is no way to a call that costs something: ${path}`, async () => {
      expect(await send("POST", path)).toBe(404);
      expect(upstream.seen).toEqual([]);
    });
  }

  it("belongs to no other user", async () => {
    expect(await send("GET", "/v1/responses/resp_of_another")).toBe(404);
    expect(upstream.seen).toEqual([]);
  });
});

describe("an administrator's raw call", () => {
  it("stays below the endpoint that it names", async () => {
    const pinned = `${key}#${channelId}`;
    for (const path of ["/v1/files/../chat/completions", "/v1/files/%2e%2e/chat/completions"])
      expect(await send("POST", path, pinned)).toBe(404);
    expect(upstream.seen).toEqual([]);
    expect(await send("GET", "/v1/files/file-1/content", pinned)).toBe(200);
  });

  it("ends as a broken response when the upstream breaks off in the middle", async () => {
    const cut = Promise.withResolvers<void>();
    upstream.answer((response) => {
      response.writeHead(200, { "content-type": "application/json" });
      response.write('{"custom_id":"half of the file"}\n');
      void cut.promise.then(() => response.destroy());
    });
    const response = await fetch(`${running.url}/v1/files/file-1/content`, {
      headers: { authorization: `Bearer ${key}#${channelId}` },
    });
    expect(response.status).toBe(200);
    cut.resolve();
    await expect(response.text()).rejects.toThrow();
    await vi.waitFor(() => expect(running.app.openExchanges).toBe(0));
    const { logs } = await running.books();
    expect(logs.at(-1)).toMatchObject({ quota: 0, content: "relay:/v1/files/file-1/content" });
    expect(logs.at(-1)?.metadata.end_reason).toBe("upstream_error");
  });

  it("ends soon at an endless error page", async () => {
    upstream.answer((response) => {
      response.writeHead(500, { "content-type": "text/html" });
      const more = (): void => {
        while (!response.destroyed) if (!response.write("x".repeat(16 * 1024))) break;
      };
      response.on("drain", more);
      more();
    });
    // Its time limit would make it 504.
    expect(await send("GET", "/v1/files", `${key}#${channelId}`)).toBe(502);
  });
});
