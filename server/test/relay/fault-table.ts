import { gzipSync } from "node:zlib";
import type { Answer } from "../fake-upstream/fake-upstream.ts";
import type { Dialect, Usage } from "./fault-dialects.ts";

/** Something that goes wrong at an upstream, and what must come of it, whoever asks in whatever format. */
export interface Fault {
  name: string;
  /** Which calls can meet it. */
  of: "every call" | "whole answers" | "streams";
  /** What the upstream does, once it is reached. */
  play?: (dialect: Dialect, stream: boolean) => Answer;
  /** Where the channel leads instead of to an upstream. */
  address?: "nobody listens" | "no such name" | "no TLS";
  /** The channel waits two seconds for a word and four for all of them. */
  impatient?: boolean;
  /** Status for the caller; 200 is an answer, or a stream that had begun. */
  status: number;
  /** What the error says besides; absent where the answer is good. */
  code?: string;
  retryAfter?: number;
  /** Another channel is asked before the caller hears of it. */
  elsewhere: boolean;
  charged: "nothing" | "what was counted" | "what was said";
  /** Of the log row. */
  endReason: string;
  /** Of the attempt in the log row. */
  reason: string;
  /** The channel rests with this model from the first such failure on; else three in a row make it rest. */
  rests?: boolean;
  /** The usage was flagged. */
  flagged?: boolean;
}

/** What an upstream's sentence holds that must not reach the caller; `test-secret-key` is the channel's key. */
export const sentence = "boom at http://10.1.2.3:8080/internal with test-secret-key of org-AbCdEfGh1234";

const nothing = { charged: "nothing", endReason: "upstream_error" } as const;
const failed = { ...nothing, status: 502, code: "upstream_error", elsewhere: true } as const;
const late = {
  ...nothing,
  status: 504,
  code: "upstream_timeout",
  elsewhere: true,
  endReason: "timeout",
} as const;
const every = "every call" as const;

function answerWith(status: number, headers: Record<string, string> = {}): Fault["play"] {
  return (dialect) => (response) => {
    response.writeHead(status, { "content-type": "application/json", ...headers });
    response.end(JSON.stringify(dialect.errorBody(sentence, status)));
  };
}

function text(
  status: number,
  type: string,
  body: string | Buffer,
  headers: Record<string, string> = {},
): Fault["play"] {
  return () => (response) => {
    response.writeHead(status, { "content-type": type, ...headers });
    response.end(body);
  };
}

/** The first frames of a stream, and what comes after them. */
function begun(
  frames: (dialect: Dialect) => string[],
  then: (write: (text: string) => void, end: (cut: boolean) => void, dialect: Dialect) => void,
): Fault["play"] {
  return (dialect) => (response) => {
    response.writeHead(200, { "content-type": "text/event-stream" });
    for (const frame of frames(dialect)) response.write(frame);
    // What was written must arrive as a piece of its own.
    setTimeout(
      () =>
        then(
          (more) => void response.write(more),
          (cut) => void (cut ? response.destroy() : response.end()),
          dialect,
        ),
      60,
    );
  };
}

const opening = (dialect: Dialect): string[] => dialect.frames().slice(0, openingOf(dialect));
/** So many frames of a stream hold its first words and no end. */
function openingOf(dialect: Dialect): number {
  const { length } = dialect.frames();
  return length === 3 ? 1 : 3;
}

const said =
  (usage: Usage): Fault["play"] =>
  (dialect, stream) =>
  (response) => {
    response.writeHead(200, { "content-type": stream ? "text/event-stream" : "application/json" });
    response.end(stream ? dialect.frames(usage).join("") : JSON.stringify(dialect.whole(usage)));
  };
const counted = {
  status: 200,
  elsewhere: false,
  endReason: "completed",
  reason: "",
  charged: "what was counted",
} as const;

export const faults: readonly Fault[] = [
  {
    name: "nobody listens at its address",
    of: every,
    address: "nobody listens",
    ...failed,
    reason: "unreachable",
  },
  { name: "its name does not resolve", of: every, address: "no such name", ...failed, reason: "unreachable" },
  { name: "it does not speak TLS", of: every, address: "no TLS", ...failed, reason: "unreachable" },
  {
    name: "it hangs up without a word",
    of: every,
    play: () => (response) => void response.destroy(),
    ...failed,
    reason: "unreachable",
  },
  {
    name: "400",
    of: every,
    play: answerWith(400),
    ...nothing,
    status: 400,
    code: "oops",
    elsewhere: false,
    reason: "request",
  },
  { name: "401", of: every, play: answerWith(401), ...failed, reason: "auth", rests: true },
  { name: "402", of: every, play: answerWith(402), ...failed, reason: "billing", rests: true },
  { name: "403", of: every, play: answerWith(403), ...failed, reason: "auth", rests: true },
  {
    name: "404",
    of: every,
    play: answerWith(404),
    ...nothing,
    status: 404,
    code: "oops",
    elsewhere: false,
    reason: "request",
  },
  {
    name: "429 with Retry-After: 7",
    of: every,
    play: answerWith(429, { "retry-after": "7" }),
    ...failed,
    status: 429,
    code: "rate_limit_exceeded",
    retryAfter: 7,
    reason: "rate",
    rests: true,
  },
  {
    name: "429 without Retry-After",
    of: every,
    play: answerWith(429),
    ...failed,
    status: 429,
    code: "rate_limit_exceeded",
    retryAfter: 1,
    reason: "rate",
    rests: true,
  },
  { name: "500", of: every, play: answerWith(500), ...failed, reason: "server" },
  { name: "503", of: every, play: answerWith(503), ...failed, reason: "overload" },
  { name: "529", of: every, play: answerWith(529), ...failed, reason: "overload" },
  {
    name: "a redirect",
    of: every,
    play: text(302, "text/plain", "", { location: "http://10.1.2.3/" }),
    ...failed,
    reason: "bad-answer",
  },
  {
    name: "an HTML page with status 200",
    of: every,
    play: text(200, "text/html", "<html>nginx 10.1.2.3</html>"),
    ...failed,
    reason: "bad-answer",
  },
  {
    name: "an HTML page with status 502",
    of: every,
    play: text(502, "text/html", "<html>nginx 10.1.2.3</html>"),
    ...failed,
    reason: "server",
  },
  {
    name: "an empty body",
    of: every,
    play: text(200, "application/json", ""),
    ...failed,
    reason: "bad-answer",
  },
  {
    name: "a gzip that is none",
    of: every,
    play: text(200, "application/json", "{}", { "content-encoding": "gzip" }),
    ...failed,
    reason: "bad-answer",
  },
  {
    name: "a gzip that breaks off",
    of: every,
    play: text(200, "application/json", gzipSync("x".repeat(5000)).subarray(0, 20), {
      "content-encoding": "gzip",
    }),
    ...failed,
    reason: "bad-answer",
  },
  {
    name: "an encoding that nobody knows",
    of: every,
    play: text(200, "application/json", "{}", { "content-encoding": "constructor" }),
    ...failed,
    reason: "bad-answer",
  },
  { name: "an error with status 200", of: every, play: answerWith(200), ...failed, reason: "server" },
  {
    name: "silence before the head",
    of: every,
    play: () => () => {},
    impatient: true,
    ...late,
    reason: "timeout",
  },
  {
    name: "silence after the head",
    of: every,
    play: (_, stream) => (response) => {
      response.writeHead(200, { "content-type": stream ? "text/event-stream" : "application/json" });
      response.flushHeaders();
    },
    impatient: true,
    ...late,
    reason: "timeout",
  },
  {
    name: "half a body",
    of: "whole answers",
    play: (dialect) => (response) => {
      response.writeHead(200, { "content-type": "application/json" });
      response.end(JSON.stringify(dialect.whole()).slice(0, 40));
    },
    ...failed,
    reason: "bad-answer",
  },
  {
    name: "a connection that breaks in the middle of the body",
    of: "whole answers",
    play: (dialect) => (response) => {
      response.writeHead(200, { "content-type": "application/json" });
      response.write(JSON.stringify(dialect.whole()).slice(0, 40));
      setTimeout(() => response.destroy(), 30);
    },
    ...failed,
    reason: "unreachable",
  },
  {
    name: "an error as the first event",
    of: "streams",
    play: begun(
      (dialect) => [dialect.errorFrame(sentence)],
      (_, end) => end(false),
    ),
    ...failed,
    reason: "server",
  },
  {
    name: "an error after the first words",
    of: "streams",
    play: begun(opening, (write, end, dialect) => {
      write(dialect.errorFrame(sentence));
      end(false);
    }),
    ...nothing,
    status: 200,
    code: "upstream_error",
    elsewhere: false,
    reason: "server",
  },
  {
    name: "a connection that breaks after the first words",
    of: "streams",
    play: begun(opening, (_, end) => end(true)),
    ...nothing,
    status: 200,
    code: "upstream_error",
    elsewhere: false,
    endReason: "upstream_cut",
    reason: "unreachable",
  },
  {
    name: "an end after the first words",
    of: "streams",
    play: begun(opening, (_, end) => end(false)),
    ...nothing,
    status: 200,
    code: "upstream_error",
    elsewhere: false,
    endReason: "upstream_cut",
    reason: "bad-answer",
  },
  {
    name: "silence after the first words",
    of: "streams",
    play: begun(opening, () => {}),
    impatient: true,
    ...late,
    status: 200,
    elsewhere: false,
    reason: "timeout",
  },
  {
    name: "a stream that never ends",
    of: "streams",
    play: begun(opening, (write, _, dialect) => {
      const again = dialect.frames()[openingOf(dialect) - 1] ?? "";
      const timer = setInterval(() => write(again), 100);
      setTimeout(() => clearInterval(timer), 8000);
    }),
    impatient: true,
    ...late,
    status: 200,
    elsewhere: false,
    reason: "timeout",
  },
  {
    name: "comments that never end",
    of: "streams",
    play: begun(
      () => [],
      (write) => {
        const timer = setInterval(() => write(": still here\n\n"), 100);
        setTimeout(() => clearInterval(timer), 8000);
      },
    ),
    impatient: true,
    ...late,
    reason: "timeout",
  },
  { name: "a negative usage", of: every, play: said([-12, -5]), ...counted, flagged: true },
  { name: "an absurd usage", of: every, play: said([1e18, 1e18]), ...counted, flagged: true },
  { name: "a usage in words", of: every, play: said(["many", "lots"]), ...counted },
  { name: "no usage", of: every, play: said([undefined, undefined]), ...counted },
];

/** The table as `docs/faults.md` shows it. */
export function renderFaults(): string {
  const rows = faults.map((fault) => {
    const { name, of, status, code, retryAfter, elsewhere, charged, endReason, reason, rests, flagged } =
      fault;
    const midway = status === 200 && code !== undefined;
    const told =
      code === undefined ? "the answer" : midway ? `an error event, \`${code}\`` : `${status} \`${code}\``;
    const wait = retryAfter === undefined ? "" : `, Retry-After ${retryAfter}`;
    const cells = [
      of === every ? name : `${name} (${of})`,
      told.replace("`oops`", "and the upstream's own code") + wait,
      elsewhere ? "yes" : "no",
      charged + (flagged ? ", flagged" : ""),
      `\`${endReason}\``,
      reason === "" ? "" : `\`${reason}\``,
      rests
        ? "rests at once"
        : reason === "" || reason === "request"
          ? "is not blamed"
          : "rests after three in a row",
    ];
    return `| ${cells.join(" | ")} |`;
  });
  return [
    "# What happens when an upstream fails",
    "",
    "<!-- Written by server/test/relay/faults.test.ts from fault-table.ts; `npx vitest -u` brings it up to date. -->",
    "",
    "Each row is tried for callers of Chat Completions, Messages, Responses, Gemini and Embeddings, with an upstream of the caller's own",
    "format and with one whose answers are translated, whole and streamed. The caller always gets an error in its own format that names",
    "the request's id, and never the upstream's address, key or account. \"Elsewhere\" says whether another channel is asked first; after",
    "the first word there is no other channel, so that a stream that had begun ends with an error event. Nothing is charged for what",
    "the upstream spoiled ([decision 0004](decisions/0004-bill-after-disconnect.md) is about callers who leave).",
    "",
    "| The upstream gives | The caller gets | Elsewhere | Charged | Log: end | Log: attempt | The channel |",
    "|---|---|---|---|---|---|---|",
    ...rows,
    "",
  ].join("\n");
}
