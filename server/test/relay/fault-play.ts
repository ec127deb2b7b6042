import type { Answer } from "../fake-upstream/fake-upstream.ts";
import type { Dialect, Usage } from "./fault-dialects.ts";

/** The upstream's behavior for one call. `heard` resolves when the caller has the first part of it. */
export type Play = (dialect: Dialect, stream: boolean, heard: Promise<void>) => Answer;

/** Parts of an upstream's message that must not reach the caller; `test-secret-key` is the channel's key. */
const sentence = "boom at http://10.1.2.3:8080/internal with test-secret-key of org-AbCdEfGh1234";

/** The vendor's own error body. */
export function reject(status: number, headers: Record<string, string> = {}): Play {
  return (dialect) => (response) => {
    response.writeHead(status, { "content-type": "application/json", ...headers });
    response.end(JSON.stringify(dialect.errorBody(sentence, status)));
  };
}

export function respond(
  status: number,
  type: string,
  body: string | Buffer,
  headers: Record<string, string> = {},
): Play {
  return () => (response) => {
    response.writeHead(status, { "content-type": type, ...headers });
    response.end(body);
  };
}

/** The head without text. */
export const headOnly: Play = (_, stream) => (response) => {
  response.writeHead(200, { "content-type": stream ? "text/event-stream" : "application/json" });
  response.flushHeaders();
};

/** The first part of a whole response. */
export function half(how: "ends" | "breaks"): Play {
  return (dialect) => (response) => {
    response.writeHead(200, { "content-type": "application/json" });
    const text = JSON.stringify(dialect.whole()).slice(0, 40);
    if (how === "ends") response.end(text);
    else response.write(text, () => response.destroy());
  };
}

/** An error instead of the first event. */
export const errorFirst: Play = (dialect) => (response) => {
  response.writeHead(200, { "content-type": "text/event-stream" });
  response.end(dialect.errorFrame(sentence));
};

/** This many frames of a stream contain its first text and no end. */
const openingOf = (dialect: Dialect): number => (dialect.frames().length === 3 ? 1 : 3);

/** A stream with its first text, and then: an error event, a cut, an invalid end, or nothing. */
export function begin(then: "error" | "break" | "end" | "silence"): Play {
  return (dialect, _, heard) => (response) => {
    response.writeHead(200, { "content-type": "text/event-stream" });
    response.write(dialect.frames().slice(0, openingOf(dialect)).join(""));
    void heard.then(() => {
      if (then === "error") response.end(dialect.errorFrame(sentence));
      else if (then === "break") response.destroy();
      else if (then === "end") response.end();
    });
  };
}

/** The same repeatedly: text, or empty comments. */
export function repeat(what: "words" | "comments"): Play {
  return (dialect) => (response) => {
    response.writeHead(200, { "content-type": "text/event-stream" });
    const frames = dialect.frames().slice(0, openingOf(dialect));
    const again = what === "words" ? (frames.at(-1) ?? "") : ": still here\n\n";
    response.write(what === "words" ? frames.join("") : again);
    const timer = setInterval(() => response.write(again), what === "words" ? 400 : 100);
    response.on("close", () => clearInterval(timer));
  };
}

/** A valid response with this usage. */
export function report(usage: Usage): Play {
  return (dialect, stream) => (response) => {
    response.writeHead(200, { "content-type": stream ? "text/event-stream" : "application/json" });
    response.end(stream ? dialect.frames(usage).join("") : JSON.stringify(dialect.whole(usage)));
  };
}
