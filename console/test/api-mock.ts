import type { AnyEndpoint, EndpointData } from "@tollgate/contract/endpoint";
import { type FieldProblem, failure, success } from "@tollgate/contract/envelope";
import { type ErrorCode, errorCodes } from "@tollgate/contract/error-codes";
import { openEvents } from "@tollgate/contract/events";
import { suggestPrices } from "@tollgate/contract/price-updates";
import { getSelf } from "@tollgate/contract/profile";
import { getStatus } from "@tollgate/contract/site-info";
import { HttpResponse, http } from "msw";
import { setupServer } from "msw/node";
import * as z from "zod";
import { aSelf, aSiteInfo } from "./builders";

/** One call as the mocked server received it. */
export interface ReceivedCall {
  params: Record<string, string>;
  query: Record<string, string>;
  body: unknown;
}

type Answer<E extends AnyEndpoint> = EndpointData<E> | ((call: ReceivedCall) => EndpointData<E>);

/** `/api/token/:id` → what the mock understands; `*` is named, and a trailing slash matters to it. */
function mockPath(path: string): string {
  return `*${path.replace("*", ":rest+")}`;
}

async function receive(request: Request, params: Record<string, unknown>): Promise<ReceivedCall> {
  const text = await request.text();
  return {
    params: Object.fromEntries(Object.entries(params).map(([name, value]) => [name, String(value)])),
    query: Object.fromEntries(new URL(request.url).searchParams),
    body: text === "" ? undefined : (JSON.parse(text) as unknown),
  };
}

function handler(endpoint: AnyEndpoint, answer: (call: ReceivedCall) => Response | Promise<Response>) {
  const method = endpoint.method.toLowerCase() as "get" | "post" | "put" | "delete";
  return http[method](mockPath(endpoint.path), async ({ request, params }) =>
    answer(await receive(request, params)),
  );
}

/**
 * The endpoint answers with `data` from now on, until the test ends. Data and body are checked against the contract, so that a
 * test cannot pass on an answer the server would never give. Gives the list of calls received.
 */
export function answer<E extends AnyEndpoint>(endpoint: E, data: Answer<E>): ReceivedCall[] {
  const calls: ReceivedCall[] = [];
  apiServer.use(
    handler(endpoint, (call) => {
      if (endpoint.body) endpoint.body.parse(call.body);
      if (endpoint.query) endpoint.query.parse(call.query);
      calls.push(call);
      const value = typeof data === "function" ? (data as (call: ReceivedCall) => unknown)(call) : data;
      return HttpResponse.json(success(onTheWire(endpoint, value)));
    }),
  );
  return calls;
}

/** The data as the server sends it: a list of names may be a comma-separated text. */
function onTheWire(endpoint: AnyEndpoint, data: unknown): unknown {
  const encoded = z.safeEncode(endpoint.data, data);
  return encoded.success ? encoded.data : endpoint.data.parse(data);
}

/** The endpoint rejects with a code of the catalog and its status. */
export function reject(
  endpoint: AnyEndpoint,
  code: ErrorCode,
  details: { params?: Record<string, string | number>; fields?: FieldProblem[] } = {},
): ReceivedCall[] {
  const calls: ReceivedCall[] = [];
  apiServer.use(
    handler(endpoint, (call) => {
      calls.push(call);
      return HttpResponse.json(failure(code, details.params, details.fields), {
        status: errorCodes[code].status,
      });
    }),
  );
  return calls;
}

/** The server cannot be reached at this endpoint. */
export function unreachable(endpoint: AnyEndpoint): void {
  apiServer.use(handler(endpoint, () => HttpResponse.error()));
}

/** The answer comes when the returned function is called. */
export function hold<E extends AnyEndpoint>(endpoint: E, data: EndpointData<E>): () => void {
  let release: () => void = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  apiServer.use(
    handler(endpoint, async () => {
      await released;
      return HttpResponse.json(success(onTheWire(endpoint, data)));
    }),
  );
  return () => release();
}

/** By default there are no events in tests, and pages poll. */
const noEvents = handler(openEvents, () =>
  HttpResponse.json(failure("server.unavailable"), { status: errorCodes["server.unavailable"].status }),
);

/**
 * Default responses for the requests of every page and the price book, which is empty by default; anything else a
 * test must provide.
 */
export const apiServer = setupServer(
  handler(getStatus, () => HttpResponse.json(success(aSiteInfo()))),
  handler(getSelf, () => HttpResponse.json(success(aSelf()))),
  handler(suggestPrices, () => HttpResponse.json(success({}))),
  noEvents,
);
