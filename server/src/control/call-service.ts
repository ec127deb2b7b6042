import { Readable } from "node:stream";
import type { ReadableStream } from "node:stream/web";
import type * as z from "zod";
import { FetchRejected } from "../platform/guarded-fetch/fetch-rejected.ts";
import { readLimited } from "../platform/guarded-fetch/read-limited.ts";

const waitMilliseconds = 8000;
const longestAnswer = 256 * 1024;

/** Why a service gave no usable response. */
export type ServiceFault = "unreachable" | "timeout" | "bad_status" | "bad_answer";

/** A service gave no usable response. Its message and cause are for the log alone. */
export class NoAnswer extends Error {
  override name = "NoAnswer";
  /** Which of its calls. */
  readonly url: string;
  readonly fault: ServiceFault;
  /** 0: there was no status. */
  readonly status: number;

  constructor(url: string, { fault, status }: { fault: ServiceFault; status: number }, cause?: unknown) {
    super(`${new URL(url).host}: ${fault}${status === 0 ? "" : ` (status ${status})`}`, { cause });
    this.url = url;
    this.fault = fault;
    this.status = status;
  }
}

/**
 * A call to a service whose address is configured, so it may be in a private network. Redirects are not followed: a
 * secret goes nowhere else. Time and size cover the whole response.
 * @throws NoAnswer also for a redirect and for a response with a server's error (5xx)
 */
export async function callService(url: string, init: RequestInit = {}): Promise<Response> {
  let status = 0;
  let body: string;
  let headers: Headers;
  try {
    const signal = AbortSignal.timeout(waitMilliseconds);
    // The service may have closed a kept-alive connection, and such a call would fail for nothing.
    const ownConnection = new Headers(init.headers);
    ownConnection.set("connection", "close");
    const response = await fetch(url, { ...init, headers: ownConnection, redirect: "manual", signal });
    ({ status, headers } = response);
    body = await readBody(response);
  } catch (cause) {
    throw new NoAnswer(url, { fault: faultOf(cause), status }, cause);
  }
  if (status >= 500 || (status >= 300 && status < 400))
    throw new NoAnswer(url, { fault: "bad_status", status });
  return new Response(bodiless.has(status) ? null : body, { status, headers });
}

/** Statuses that cannot have a body. */
const bodiless = new Set([204, 205]);

function faultOf(error: unknown): ServiceFault {
  if (error instanceof FetchRejected) return "bad_answer";
  return error instanceof Error && error.name === "TimeoutError" ? "timeout" : "unreachable";
}

async function readBody(response: Response): Promise<string> {
  if (response.body === null) return "";
  // fetch has decoded it already; the decoded size counts.
  const stream = Readable.fromWeb(response.body as ReadableStream);
  return (await readLimited(stream, "", longestAnswer)).toString("utf8");
}

/**
 * The response as JSON of a known shape, with any status below 500.
 * @throws NoAnswer as `callService`, and for other content
 */
export async function callForJson<Shape extends z.ZodType>(
  shape: Shape,
  url: string,
  init: RequestInit = {},
): Promise<{ status: number; body: z.output<Shape> }> {
  const response = await callService(url, init);
  const { status } = response;
  const body = shape.safeParse(await response.json().catch(() => undefined));
  if (body.success) return { status, body: body.data };
  throw new NoAnswer(url, { fault: "bad_answer", status }, body.error);
}
