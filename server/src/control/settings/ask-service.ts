/** What a service outside said: its status and its JSON, or why there is none. */
export type ServiceAnswer =
  | { status: number; body: unknown }
  | { fault: "unreachable" | "timeout" | "bad_answer"; status: number };

const waitMilliseconds = 8000;
const longestBody = 256 * 1024;

/**
 * One call to a service that the operator chose. It may be in a private network. Redirects are not followed, so a secret goes
 * nowhere else; the time covers the whole answer.
 */
export async function askService(url: string, init: RequestInit = {}): Promise<ServiceAnswer> {
  let status = 0;
  try {
    const response = await fetch(url, {
      ...init,
      redirect: "manual",
      signal: AbortSignal.timeout(waitMilliseconds),
    });
    ({ status } = response);
    const text = await readText(response);
    if (text === undefined) return { fault: "bad_answer", status };
    return { status, body: parseJson(text) };
  } catch (error) {
    const late = error instanceof Error && error.name === "TimeoutError";
    return { fault: late ? "timeout" : "unreachable", status };
  }
}

/** The body, undefined if it is larger than any honest answer. */
async function readText(response: Response): Promise<string | undefined> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of response.body ?? []) {
    length += chunk.byteLength;
    // Leaving the loop ends the transfer.
    if (length > longestBody) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}

/** Undefined for what is no JSON. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
