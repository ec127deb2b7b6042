import type { RequestBody } from "./chat-request";
import type { Problem, Step } from "./conversation";
import { type Draft, draftFields, newDraft, parseJson, readChunk, readErrorBody } from "./read-chunk";
import { readEventStream } from "./read-event-stream";

/** Maximum characters of answer and reasoning; longer answers are aborted. */
const answerMost = 8_000_000;

/** Milliseconds between two looks at a running answer, at least; and how many times longer than drawing it took. */
const drawPause = 80;
const drawShare = 5;

export interface ChatRun {
  body: RequestBody;
  /** The playground token's key; `renew` after the relay did not accept the previous one. */
  getKey: (renew: boolean) => Promise<string>;
  signal: AbortSignal;
  /** Receives what changed, as often as the screen can draw it. */
  onChange: (part: Partial<Step>) => void;
}

/** Calls the relay as any program does and reports the answer as it comes. Never throws: failures are part of the step. */
export async function runChat(run: ChatRun): Promise<void> {
  const startedAt = performance.now();
  const elapsed = (): number => Math.round(performance.now() - startedAt);
  const end = (part: Partial<Step>): void => run.onChange({ totalMs: elapsed(), ...part });
  let draft: Draft | undefined;
  try {
    const response = await send(run);
    const about = {
      requestId: response.headers.get("x-request-id") ?? "",
      dropped: (response.headers.get("x-tollgate-dropped") ?? "").split(/,\s*/).filter(Boolean),
    };
    if (!response.ok || !response.body) {
      end({ ...about, status: "failed", problem: await readFailure(response) });
      return;
    }
    run.onChange(about);
    draft = newDraft();
    end(await readAnswer(response.body, { draft, run, elapsed }));
  } catch (error) {
    const fields = draft ? draftFields(draft) : {};
    if (run.signal.aborted) end({ ...fields, status: "stopped" });
    else end({ ...fields, status: "failed", problem: problemOf(error, draft !== undefined) });
  }
}

/** If the key was revoked since it was fetched, it is renewed once. */
async function send(run: ChatRun): Promise<Response> {
  const first = await post(run, false);
  if (first.status !== 401) return first;
  await first.body?.cancel();
  return post(run, true);
}

async function post({ body, getKey, signal }: ChatRun, renew: boolean): Promise<Response> {
  const key = await getKey(renew);
  return fetch("/v1/chat/completions", {
    method: "POST",
    // The key identifies the caller; the session cookie must not be sent.
    credentials: "omit",
    headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
    body: JSON.stringify(body),
    signal,
  });
}

interface Reading {
  draft: Draft;
  run: ChatRun;
  elapsed: () => number;
}

/** Reads the stream to its end and gives what the step is then. */
async function readAnswer(
  body: ReadableStream<Uint8Array>,
  { draft, run, elapsed }: Reading,
): Promise<Partial<Step>> {
  const draw = drawInTime(() => run.onChange({ status: "streaming", ...draftFields(draft) }));
  let ended = false;
  try {
    for await (const data of readEventStream(body)) {
      const read = readChunk(draft, data);
      if (read.kind === "error") return { ...draftFields(draft), status: "failed", problem: read.problem };
      if (read.kind === "end") ended = true;
      if (read.kind === "words") {
        if (!draw.begun()) run.onChange({ firstTokenMs: elapsed() });
        draw.soon();
      }
      if (draft.text.length + draft.reasoning.length > answerMost)
        return { ...draftFields(draft), status: "failed", problem: localProblem("too_long") };
    }
  } finally {
    draw.stop();
  }
  const complete = ended || draft.finishReason !== "";
  return complete
    ? { ...draftFields(draft), status: "done" }
    : { ...draftFields(draft), status: "failed", problem: localProblem("incomplete") };
}

/** Throttles rendering: soon after the first chunk, then as often as the page stays responsive. */
function drawInTime(draw: () => void): { begun: () => boolean; soon: () => void; stop: () => void } {
  let begun = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let pause = 0;
  const drawNow = (): void => {
    timer = undefined;
    const before = performance.now();
    draw();
    // React has rendered by the next task.
    setTimeout(() => {
      pause = Math.max(drawPause, (performance.now() - before) * drawShare);
    });
  };
  return {
    begun: () => begun,
    soon() {
      begun = true;
      timer ??= setTimeout(drawNow, pause);
    },
    stop: () => clearTimeout(timer),
  };
}

async function readFailure(response: Response): Promise<Problem> {
  const body = parseJson(await response.text().catch(() => ""));
  const retryAfter = Number(response.headers.get("retry-after") ?? "");
  return {
    ...readErrorBody(body, response.status),
    ...(retryAfter > 0 && { retryAfter }),
  };
}

/** Failure of the key request or the network, before or within the answer. */
function problemOf(error: unknown, begun: boolean): Problem {
  if (error instanceof Error && error.name === "ApiError")
    return {
      ...localProblem("refused"),
      message: error.message,
      status: (error as { status?: number }).status ?? 0,
    };
  return localProblem(begun ? "incomplete" : "network");
}

function localProblem(kind: Problem["kind"]): Problem {
  return { kind, status: 0, code: "", message: "" };
}
