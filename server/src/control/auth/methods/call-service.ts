import { Readable } from "node:stream";
import type { ReadableStream } from "node:stream/web";
import type * as z from "zod";
import { readLimited } from "../../../platform/guarded-fetch/read-limited.ts";

const waitMilliseconds = 8000;
const longestAnswer = 256 * 1024;

/** A service gave no answer that can be read. `url` says which of its calls. */
export class NoAnswer extends Error {
  override name = "NoAnswer";
  readonly url: string;

  constructor(url: string, said: string, cause?: unknown) {
    super(`${new URL(url).host} ${said}`, { cause });
    this.url = url;
  }
}

/**
 * A call to a service whose address the operator set, so it may be in a private network. Redirects are not followed: a secret goes
 * nowhere else. Time and size cover the whole answer.
 * @throws NoAnswer also for a redirect and for an answer with a server's error (5xx)
 */
export async function callService(url: string, init: RequestInit = {}): Promise<Response> {
  try {
    const response = await fetch(url, {
      ...init,
      redirect: "manual",
      signal: AbortSignal.timeout(waitMilliseconds),
    });
    const body = await readBody(response);
    if (response.status >= 500 || (response.status >= 300 && response.status < 400))
      throw new NoAnswer(url, `answered ${response.status}`);
    const { status, headers } = response;
    return new Response(nobody.has(status) ? null : body, { status, headers });
  } catch (cause) {
    if (cause instanceof NoAnswer) throw cause;
    throw new NoAnswer(url, "gave no answer", cause);
  }
}

/** Statuses that cannot have a body. */
const nobody = new Set([204, 205, 304]);

async function readBody(response: Response): Promise<string> {
  if (response.body === null) return "";
  // fetch has decoded it already; what it unpacks to is what counts.
  const stream = Readable.fromWeb(response.body as ReadableStream);
  return (await readLimited(stream, "", longestAnswer)).toString("utf8");
}

/**
 * The answer as JSON of a known shape, whatever its status.
 * @throws NoAnswer as `callService`, and for what is no such JSON
 */
export async function callForJson<Shape extends z.ZodType>(
  shape: Shape,
  url: string,
  init: RequestInit = {},
): Promise<{ status: number; body: z.output<Shape> }> {
  const response = await callService(url, init);
  const body = shape.safeParse(await response.json().catch(() => undefined));
  if (!body.success) throw new NoAnswer(url, `answered ${response.status} and nothing known`, body.error);
  return { status: response.status, body: body.data };
}
