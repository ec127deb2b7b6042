import { joinEvent } from "../../event-stream/join-event.ts";
import { asObject } from "../kit/read-json.ts";
import type { LocalReply, LocalUpstream, UpstreamRequest } from "../provider.ts";
import { composeAnswer, type SandboxAnswer } from "./compose-answer.ts";
import { descriptor } from "./descriptor.ts";
import { makeImage, makeSong } from "./make-media.ts";
import { readDirectives } from "./read-directives.ts";
import { answerChunks, wholeAnswer } from "./write-answer.ts";

/**
 * Answers a Chat Completions request or a model list like an OpenAI-compatible server. README.md lists the directives.
 */
export const answerLocally: LocalUpstream = (request, reply) => {
  const timers = new Set<NodeJS.Timeout>();
  let stopped = false;
  const later = (milliseconds: number, run: () => void): void => {
    // The receiver of a piece may stop the answer before the next one is planned.
    if (stopped) return;
    const timer = setTimeout(() => {
      timers.delete(timer);
      run();
    }, milliseconds);
    timers.add(timer);
  };
  later(0, () => answer(request, reply, later));
  return () => {
    stopped = true;
    for (const timer of timers) clearTimeout(timer);
    timers.clear();
  };
};

type Later = (milliseconds: number, run: () => void) => void;

/** Milliseconds between two pieces of a stream without a `delay` directive. */
const defaultPace = 5;

function answer(request: UpstreamRequest, reply: LocalReply, later: Later): void {
  if (request.method === "GET") {
    const file = fileAt(request.url);
    if (file) return sendFile(reply, file);
    const data = descriptor.defaultModels.map((id) => ({ id, object: "model", owned_by: "sandbox" }));
    return sendJson(reply, 200, { object: "list", data });
  }
  const body = parseBody(request);
  if (body === undefined || !Array.isArray(body.messages))
    return sendError(reply, 400, "The body must be JSON with `messages`.");
  const directives = readDirectives(body.messages);
  if (directives.error !== undefined) {
    const { error } = directives;
    return later(directives.delay ?? 0, () =>
      sendError(reply, error, `The sandbox returns the requested status ${error}.`),
    );
  }
  const answered = composeAnswer(body, Math.floor(Date.now() / 1000));
  if (body.stream === true) return stream({ answered, directives, usage: includesUsage(body) }, reply, later);
  const text = JSON.stringify(wholeAnswer(answered));
  later(directives.delay ?? 0, () => {
    reply.head(200, { "content-type": "application/json" });
    // A `cut` answer ends in the middle of its JSON.
    reply.data(Buffer.from(directives.cut ? text.slice(0, text.length >> 1) : text));
    reply.end();
  });
}

interface Streamed {
  answered: SandboxAnswer;
  directives: { delay?: number; cut: boolean };
  /** The stream ends with its usage. */
  usage: boolean;
}

function stream({ answered, directives, usage }: Streamed, reply: LocalReply, later: Later): void {
  const chunks = answerChunks(answered, usage);
  const last = directives.cut ? chunks.length >> 1 : chunks.length;
  const pace = directives.delay ?? defaultPace;
  let next = 0;
  const send = (): void => {
    const chunk = chunks[next++];
    if (next > last || chunk === undefined) return reply.end();
    reply.data(Buffer.from(joinEvent({ event: "", data: chunk })));
    later(pace, send);
  };
  later(directives.delay ?? 0, () => {
    reply.head(200, { "content-type": "text/event-stream" });
    send();
  });
}

function includesUsage(body: Record<string, unknown>): boolean {
  return asObject(body.stream_options)?.include_usage === true;
}

interface SandboxFile {
  type: string;
  bytes: Buffer;
}

/** Result files of tasks: `/pictures/3.png` and `/songs/3.wav`, for any host. */
function fileAt(url: string): SandboxFile | undefined {
  const [, kind, number = ""] = /\/(pictures|songs)\/(\d{1,4})\.(?:png|wav)$/.exec(url) ?? [];
  if (kind === "pictures") return { type: "image/png", bytes: makeImage(Number(number)) };
  return kind === "songs" ? { type: "audio/wav", bytes: makeSong(Number(number)) } : undefined;
}

function sendFile(reply: LocalReply, { type, bytes }: SandboxFile): void {
  reply.head(200, { "content-type": type, "content-length": String(bytes.length) });
  reply.data(bytes);
  reply.end();
}

function parseBody(request: UpstreamRequest): Record<string, unknown> | undefined {
  try {
    return asObject(JSON.parse(String(request.body ?? "")));
  } catch {
    return undefined;
  }
}

const errorTypes: Record<number, { type: string; code: string }> = {
  400: { type: "invalid_request_error", code: "invalid_value" },
  401: { type: "authentication_error", code: "invalid_api_key" },
  402: { type: "insufficient_quota", code: "insufficient_quota" },
  403: { type: "permission_error", code: "permission_denied" },
  404: { type: "invalid_request_error", code: "model_not_found" },
  429: { type: "rate_limit_error", code: "rate_limit_exceeded" },
};

function sendError(reply: LocalReply, status: number, message: string): void {
  const fields = errorTypes[status] ?? { type: "server_error", code: "server_error" };
  sendJson(
    reply,
    status,
    { error: { message, param: null, ...fields } },
    status === 429 ? { "retry-after": "1" } : {},
  );
}

function sendJson(
  reply: LocalReply,
  status: number,
  body: unknown,
  headers: Record<string, string> = {},
): void {
  reply.head(status, { "content-type": "application/json", ...headers });
  reply.data(Buffer.from(JSON.stringify(body)));
  reply.end();
}
