import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** A request as the upstream saw it. */
export interface SeenRequest {
  method: string;
  path: string;
  headers: IncomingMessage["headers"];
  text: string;
  json: Record<string, unknown>;
}

export type Answer = (response: ServerResponse, request: SeenRequest) => void;

/** A vendor's server with behavior defined by the test: fixtures, failures, slow and cut streams. */
export interface FakeUpstream {
  url: string;
  /** Every request so far. */
  seen: SeenRequest[];
  /** Responses from now on; several are used in turn, the last one for the rest. */
  answer(...answers: Answer[]): void;
  stop(): Promise<void>;
}

export async function startFakeUpstream(): Promise<FakeUpstream> {
  const seen: SeenRequest[] = [];
  let answers: Answer[] = [jsonAnswer(chatAnswer())];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const text = Buffer.concat(chunks).toString("utf8");
      const entry: SeenRequest = {
        method: request.method ?? "",
        path: request.url ?? "",
        headers: request.headers,
        text,
        json: text.startsWith("{") ? (JSON.parse(text) as Record<string, unknown>) : {},
      };
      seen.push(entry);
      const answer = answers.length > 1 ? answers.shift() : answers[0];
      answer?.(response, entry);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    seen,
    answer(...next) {
      answers = next;
      seen.length = 0;
    },
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

export function jsonAnswer(body: unknown, status = 200, headers: Record<string, string> = {}): Answer {
  return (response) => {
    response.writeHead(status, { "content-type": "application/json", ...headers });
    response.end(JSON.stringify(body));
  };
}

export function textAnswer(text: string, status: number, type: string): Answer {
  return (response) => {
    response.writeHead(status, { "content-type": type });
    response.end(text);
  };
}

/** Pace of a stream: in one write, event by event, cut before its end, or never ended. */
export interface StreamManner {
  /** Milliseconds between events. */
  pace?: number;
  /** The socket is destroyed after this many events. */
  cutAfter?: number;
  /** The connection stays open after the last event. */
  hang?: boolean;
}

/** Server-sent events as whole frames of text. */
export function streamAnswer(frames: readonly string[], manner: StreamManner = {}): Answer {
  return (response) => {
    response.writeHead(200, { "content-type": "text/event-stream" });
    const last = manner.cutAfter ?? frames.length;
    const finish = (): void => {
      if (manner.cutAfter !== undefined) response.destroy();
      else if (!manner.hang) response.end();
    };
    if (manner.pace === undefined) {
      for (const frame of frames.slice(0, last)) response.write(frame);
      // Written bytes must be sent before a cut.
      setTimeout(finish, manner.cutAfter === undefined ? 0 : 30);
      return;
    }
    let next = 0;
    const timer = setInterval(() => {
      if (next < last) response.write(frames[next++]);
      else {
        clearInterval(timer);
        finish();
      }
    }, manner.pace);
    response.on("close", () => clearInterval(timer));
  };
}

/** Accepts and never responds. */
export const hang: Answer = () => {};

/** Closes the connection without a response. */
export const hangUp: Answer = (response) => {
  response.destroy();
};

/** A whole Chat Completions response; 12 prompt tokens and 5 completion tokens by default. */
export function chatAnswer(more: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    id: "chatcmpl-fake",
    object: "chat.completion",
    created: 1_760_000_000,
    model: "test-model-2024-08-06",
    choices: [{ index: 0, message: { role: "assistant", content: "Hello there." }, finish_reason: "stop" }],
    usage: { prompt_tokens: 12, completion_tokens: 5, total_tokens: 17 },
    ...more,
  };
}

/** Frames of a Chat Completions stream with one word each, then its usage. */
export function chatFrames(words: readonly string[], usage: object | null = defaultUsage): string[] {
  const frame = (rest: object): string =>
    `data: ${JSON.stringify({ id: "chatcmpl-fake", object: "chat.completion.chunk", created: 1, model: "test-model", ...rest })}\n\n`;
  const choice = (delta: object, finish: string | null) =>
    frame({ choices: [{ index: 0, delta, finish_reason: finish }] });
  return [
    choice({ role: "assistant", content: "" }, null),
    ...words.map((word) => choice({ content: word }, null)),
    choice({}, "stop"),
    ...(usage === null ? [] : [frame({ choices: [], usage })]),
    "data: [DONE]\n\n",
  ];
}

const defaultUsage = { prompt_tokens: 12, completion_tokens: 5, total_tokens: 17 };
