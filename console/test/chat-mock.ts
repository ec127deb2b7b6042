import { http, HttpResponse } from "msw";
import { apiServer } from "./api-mock";

/** One call of the model API as the mocked relay received it. */
export interface ReceivedChat {
  key: string;
  body: { model: string; messages: { role: string; content: unknown }[] } & Record<string, unknown>;
  /** Resolves when the caller has gone. */
  gone: Promise<void>;
  /** Sends one event. */
  push: (event: unknown) => void;
  /** Ends the stream as the relay does. */
  end: () => void;
  /** Cuts the connection. */
  cut: () => void;
}

/**
 * The relay answers chats from now on, until the test ends: with what `play` pushes into the stream, or with the answer that it gives.
 * The request id of the first call is `request-1`, and so on.
 */
export function answerChats(play: (chat: ReceivedChat) => Response | void): ReceivedChat[] {
  const chats: ReceivedChat[] = [];
  apiServer.use(
    http.post("*/v1/chat/completions", async ({ request }) => {
      const encoder = new TextEncoder();
      let controller: ReadableStreamDefaultController<Uint8Array> | undefined;
      let leave: () => void = () => {};
      const gone = new Promise<void>((resolve) => {
        leave = resolve;
      });
      const stream = new ReadableStream<Uint8Array>({
        start: (one) => {
          controller = one;
        },
        cancel: () => leave(),
      });
      const write = (text: string): void => controller?.enqueue(encoder.encode(text));
      const chat: ReceivedChat = {
        key: request.headers.get("authorization") ?? "",
        body: (await request.json()) as ReceivedChat["body"],
        gone,
        push: (event) => write(`data: ${JSON.stringify(event)}\n\n`),
        end: () => {
          write("data: [DONE]\n\n");
          controller?.close();
        },
        cut: () => controller?.error(new Error("The connection was cut.")),
      };
      chats.push(chat);
      const answered = play(chat);
      const headers = { "content-type": "text/event-stream", "x-request-id": `request-${chats.length}` };
      return answered ?? new HttpResponse(stream, { headers });
    }),
  );
  return chats;
}

/** The relay rejects a chat in OpenAI's shape. */
export function rejectedChat(
  status: number,
  error: { message: string; code: string },
  headers: Record<string, string> = {},
): Response {
  return HttpResponse.json(
    { error: { ...error, type: "invalid_request_error", param: null } },
    { status, headers: { "x-request-id": "request-refused", ...headers } },
  );
}

/** A chunk with one choice, as the relay writes it. */
export function chatChunk(delta: object, finish: string | null = null): object {
  return {
    id: "chatcmpl-1",
    object: "chat.completion.chunk",
    created: 1_780_000_000,
    model: "gpt-4o",
    choices: [{ index: 0, delta, logprobs: null, finish_reason: finish }],
    usage: null,
  };
}

/** The last chunk, which has the usage alone. */
export function usageChunk(prompt: number, completion: number, cached = 0): object {
  return {
    ...chatChunk({}),
    choices: [],
    usage: {
      prompt_tokens: prompt,
      completion_tokens: completion,
      total_tokens: prompt + completion,
      prompt_tokens_details: { cached_tokens: cached, audio_tokens: 0 },
      completion_tokens_details: { reasoning_tokens: 0, audio_tokens: 0 },
    },
  };
}

/** Plays a whole answer: the deltas, a reason to stop, usage, end. */
export function playAnswer(chat: ReceivedChat, deltas: object[], finish = "stop"): void {
  chat.push(chatChunk({ role: "assistant", content: "" }));
  for (const delta of deltas) chat.push(chatChunk(delta));
  chat.push(chatChunk({}, finish));
  chat.push(usageChunk(1204, 156, 1024));
  chat.end();
}
