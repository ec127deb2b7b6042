import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { type Answer, hang } from "../fake-upstream/fake-upstream.ts";
import { type RunningApp, startApp } from "../support/start-app.ts";
import { dialects } from "./fault-dialects.ts";
import { type Way, ways } from "./fault-run.ts";

/**
 * Upstreams of every format that hang, for callers of every format, with one that responds. All calls are sent first,
 * concurrently.
 */
let running: RunningApp;
const pings: Record<string, string[]> = {
  chat: [": ping\n\n", "data: \n\n"],
  messages: ['event: ping\ndata: {"type":"ping"}\n\n', ...dialects.messages.frames().slice(0, 2)],
  responses: [": ping\n\n", ...dialects.responses.frames().slice(0, 2)],
  gemini: [": ping\n\n"],
};
const dialectOf = ({ dialect }: Way): string =>
  Object.entries(dialects).find(([, one]) => one === dialect)?.[0] ?? "";
const hangs: Record<string, (way: Way, stream: boolean) => Answer> = {
  "no head": () => hang,
  "a head and silence": (_way, stream) => (response) => {
    response.writeHead(200, { "content-type": stream ? "text/event-stream" : "application/json" });
    response.flushHeaders();
  },
  "keep-alives": (way, stream) => (response) => {
    response.writeHead(200, { "content-type": stream ? "text/event-stream" : "application/json" });
    const alive = stream ? (pings[dialectOf(way)] ?? []) : ["\n"];
    let said = 0;
    const timer = setInterval(() => response.write(alive[said++] ?? alive[0]), 30);
    response.on("close", () => clearInterval(timer));
  },
};
const cases = ways.flatMap((way, index) =>
  Object.keys(hangs).flatMap((name, place) =>
    (way.streams ? [false, true] : [false]).map((stream) => ({
      way,
      name,
      stream,
      model: `hang-${index}-${place}-${stream ? "s" : "w"}`,
    })),
  ),
);
const found = new Map<string, { status: number; text: string; quota: number; attempts: unknown[] }>();
let upstream: ReturnType<typeof createServer>;

beforeAll(async () => {
  running = await startApp();
  await running.aPrice({ model: "hang-*", type: "tokens", channel_type: 1, input: 2, output: 3 });
  const { key } = await running.aToken();
  upstream = createServer((request, response: ServerResponse) => {
    let text = "";
    request.on("data", (chunk: Buffer) => void (text += chunk.toString("utf8")));
    request.on("end", () => {
      const model = /hang-\d+-\d+-[sw]/.exec(`${request.url} ${text}`)?.[0];
      const one = cases.find((each) => each.model === model);
      if (!one) return void response.writeHead(500).end();
      const { dialect } = one.way;
      if (!request.url?.startsWith("/healthy"))
        return hangs[one.name]?.(one.way, one.stream)(response, {} as never);
      response.writeHead(200, { "content-type": one.stream ? "text/event-stream" : "application/json" });
      response.end(one.stream ? dialect.frames().join("") : JSON.stringify(dialect.whole()));
    });
  });
  await new Promise<void>((resolve) => upstream.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(upstream.address() as AddressInfo).port}`;
  for (const way of ways) {
    const form = {
      type: way.channelType,
      models: cases.filter((one) => one.way === way).map(({ model }) => model),
    };
    await running.aChannel({
      ...form,
      name: "silent",
      base_url: url,
      priority: 5,
      first_byte_timeout: 0.25,
    });
    await running.aChannel({ ...form, name: "healthy", base_url: `${url}/healthy` });
  }
  // A retry after a response would already be too late.
  await running.api("PUT", "/api/option/", { key: "RetryTimeOut", value: "0" });
  await Promise.all(
    cases.map(async ({ way, stream, model }) => {
      const path = way.path(model, stream);
      const response = await running.call(key, way.body(model, stream, "Hi"), { path });
      const text = await response.text();
      const row = await vi.waitFor(() =>
        running.app.database.queries
          .selectFrom("logs")
          .selectAll()
          .where("request_id", "=", response.headers.get("x-request-id") ?? "")
          .executeTakeFirstOrThrow(),
      );
      const { attempts } = JSON.parse(row.metadata) as { attempts: unknown[] };
      found.set(model, { status: response.status, text, quota: row.quota, attempts });
    }),
  );
}, 60_000);
afterAll(async () => {
  await running?.stop();
  upstream.closeAllConnections();
  upstream.close();
});

it.each(cases)(
  "an idle upstream is replaced by a channel that responds, regardless of the retry limit after responses: $way.name, $name ($model)",
  ({ model }) => {
    const { status, text, quota, attempts } = found.get(model) ?? {};
    expect([status, text?.includes("Hel") || text?.includes("0.5") || text?.includes("embedding")]).toEqual([
      200,
      true,
    ]);
    expect(attempts).toMatchObject([
      { channel_name: "silent", reason: "timeout", cause: "no_first_byte", seconds: 0.25 },
      { channel_name: "healthy", reason: "" },
    ]);
    // 12 in and 5 out, once.
    expect(quota).toBe(model.startsWith("hang-8") || model.startsWith("hang-9") ? 24 : 39);
  },
);
