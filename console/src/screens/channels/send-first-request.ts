/** Result of a request from this browser. */
export interface FirstAnswer {
  /** Empty where the answer carries none. */
  requestId: string;
  /** Milliseconds to the whole answer. */
  time: number;
  /** Text of the model; undefined if the request failed. */
  text: string | undefined;
  /** Sentence of the failure; empty if there was none. */
  error: string;
}

interface FirstRequest {
  /** Full key; the channel's id after `#` sends the request to that channel alone. */
  key: string;
  model: string;
  prompt: string;
}

const maxTokens = 200;

/** Sends a chat call to this server as any client would. Never throws. */
export async function sendFirstRequest({ key, model, prompt }: FirstRequest): Promise<FirstAnswer> {
  const startedAt = performance.now();
  try {
    const response = await fetch("/v1/chat/completions", {
      method: "POST",
      headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
      body: JSON.stringify({ model, max_tokens: maxTokens, messages: [{ role: "user", content: prompt }] }),
    });
    const body: unknown = await response.json();
    const requestId = response.headers.get("x-request-id") ?? "";
    const time = performance.now() - startedAt;
    return response.ok
      ? { requestId, time, text: textIn(body), error: "" }
      : { requestId, time, text: undefined, error: errorIn(body) || `HTTP ${response.status}` };
  } catch (error) {
    const time = performance.now() - startedAt;
    return {
      requestId: "",
      time,
      text: undefined,
      error: error instanceof Error ? error.message : String(error),
    };
  }
}

function textIn(body: unknown): string {
  const { choices } = body as { choices?: { message?: { content?: unknown } }[] };
  const content = choices?.[0]?.message?.content;
  return typeof content === "string" ? content : "";
}

function errorIn(body: unknown): string {
  const { error } = body as { error?: { message?: unknown } };
  return typeof error?.message === "string" ? error.message : "";
}
