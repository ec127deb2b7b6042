import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from "vitest";
import * as z from "zod";
import { callForJson, callService, NoAnswer } from "./call-service.ts";

let server: Server;
let service: string;
let calls: string[];
let answer: (request: IncomingMessage, response: ServerResponse) => void;
beforeAll(async () => {
  server = createServer((request, response) => {
    calls.push(request.url ?? "");
    answer(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  service = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
beforeEach(() => (calls = []));
afterEach(() => vi.restoreAllMocks());
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const failure = async (call: Promise<unknown>): Promise<NoAnswer> => {
  const error = await call.then(
    () => undefined,
    (cause: unknown) => cause,
  );
  if (!(error instanceof NoAnswer)) throw new Error("an answer came", { cause: error });
  return error;
};

it("follows no redirect, so that a secret stays with the service", async () => {
  answer = (_request, response) => response.writeHead(307, { location: `${service}/elsewhere` }).end();
  const error = await failure(callService(`${service}/token`, { method: "POST", body: "secret" }));
  expect(error).toMatchObject({ fault: "bad_status", status: 307, url: `${service}/token` });
  expect(calls).toEqual(["/token"]);
});

it("reads no more of a response than a valid one has, and no server's error", async () => {
  answer = (_request, response) => response.end(`"${"x".repeat(300_000)}"`);
  expect(await failure(callService(service))).toMatchObject({ fault: "bad_answer", status: 200 });
  answer = (_request, response) => response.writeHead(503).end("{}");
  expect(await failure(callService(service))).toMatchObject({ fault: "bad_status", status: 503 });
  expect(await failure(callService("http://127.0.0.1:1"))).toMatchObject({ fault: "unreachable", status: 0 });
});

it("waits for the end of a response no longer than for its beginning", async () => {
  const { timeout } = AbortSignal;
  vi.spyOn(AbortSignal, "timeout").mockImplementation(() => timeout.call(AbortSignal, 100));
  answer = (_request, response) => response.writeHead(200).write("{");
  expect(await failure(callService(service))).toMatchObject({ fault: "timeout", status: 200 });
});

it("reads JSON of a known shape even with a client error's status, and nothing else", async () => {
  const shape = z.object({ code: z.number() });
  answer = (_request, response) => response.writeHead(400).end('{"code":7,"more":1}');
  expect(await callForJson(shape, service)).toEqual({ status: 400, body: { code: 7 } });
  answer = (_request, response) => response.end("<html>");
  expect(await failure(callForJson(shape, service))).toMatchObject({ fault: "bad_answer", status: 200 });
});
