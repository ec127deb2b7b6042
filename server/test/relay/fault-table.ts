import { gzipSync } from "node:zlib";
import {
  begin,
  errorFirst,
  half,
  headOnly,
  type Play,
  reject,
  repeat,
  report,
  respond,
} from "./fault-play.ts";

/** A failure of an upstream and its expected effect, for any caller and format. */
export interface Fault {
  name: string;
  /** The calls that it can affect. */
  of: "every call" | "whole answers" | "streams";
  /** The upstream's behavior, once it is reached. */
  play?: Play;
  /** The channel's address instead of the upstream's. */
  address?: "no listener" | "no such name" | "no TLS";
  /** The channel's timeouts are a few seconds. */
  impatient?: boolean;
  /** Status for the caller; 200 is a response, or a stream that had begun. */
  status: number;
  /** Further content of the error; absent if the response is good. */
  code?: string;
  retryAfter?: number;
  /** Another channel is tried before the caller receives anything. */
  elsewhere: boolean;
  charged: "nothing" | "what was counted";
  /** Of the log row. */
  endReason: string;
  /** Of the attempt in the log row. */
  reason: string;
  /** The channel cools down for this model after the first such failure; else after three in a row. */
  coolsDown?: boolean;
  /** The usage was flagged. */
  flagged?: boolean;
}

const nothing = { charged: "nothing", endReason: "upstream_error" } as const;
const failed = { ...nothing, status: 502, code: "upstream_error", elsewhere: true } as const;
const silent = {
  ...failed,
  status: 504,
  code: "upstream_timeout",
  endReason: "timeout",
  reason: "timeout",
  impatient: true,
} as const;
const limited = {
  ...failed,
  status: 429,
  code: "rate_limit_exceeded",
  reason: "rate",
  coolsDown: true,
} as const;
const own = { ...nothing, code: "oops", elsewhere: false, reason: "request" } as const;
const unread = { ...failed, reason: "bad-answer" } as const;
/** After the first text: status and channel are fixed. */
const midway = { status: 200, elsewhere: false } as const;
const counted = {
  status: 200,
  elsewhere: false,
  endReason: "completed",
  reason: "",
  charged: "what was counted",
} as const;

const every = { of: "every call" } as const;
const whole = { of: "whole answers" } as const;
const streams = { of: "streams" } as const;
const page = "<html>nginx 10.1.2.3</html>";
const packed = { "content-encoding": "gzip" };
const json = "application/json";

export const faults: readonly Fault[] = [
  {
    name: "refused connection",
    ...every,
    address: "no listener",
    ...failed,
    reason: "unreachable",
  },
  { name: "unknown host name", ...every, address: "no such name", ...failed, reason: "unreachable" },
  { name: "no TLS", ...every, address: "no TLS", ...failed, reason: "unreachable" },
  {
    name: "closed connection without a response",
    ...every,
    play: () => (response) => void response.destroy(),
    ...failed,
    reason: "unreachable",
  },
  { name: "400", ...every, play: reject(400), ...own, status: 400 },
  { name: "401", ...every, play: reject(401), ...failed, reason: "auth", coolsDown: true },
  { name: "402", ...every, play: reject(402), ...failed, reason: "billing", coolsDown: true },
  { name: "403", ...every, play: reject(403), ...failed, reason: "auth", coolsDown: true },
  { name: "404", ...every, play: reject(404), ...own, status: 404 },
  {
    name: "429 with Retry-After: 7",
    ...every,
    play: reject(429, { "retry-after": "7" }),
    ...limited,
    retryAfter: 7,
  },
  { name: "429 without Retry-After", ...every, play: reject(429), ...limited, retryAfter: 1 },
  { name: "500", ...every, play: reject(500), ...failed, reason: "server" },
  { name: "503", ...every, play: reject(503), ...failed, reason: "overload" },
  { name: "529", ...every, play: reject(529), ...failed, reason: "overload" },
  {
    name: "a redirect",
    ...every,
    play: respond(302, "text/plain", "", { location: "http://10.1.2.3/" }),
    ...unread,
  },
  { name: "an HTML page with status 200", ...every, play: respond(200, "text/html", page), ...unread },
  {
    name: "an HTML page with status 502",
    ...every,
    play: respond(502, "text/html", page),
    ...failed,
    reason: "server",
  },
  {
    name: "an HTML page declared as an event stream",
    ...streams,
    play: respond(200, "text/event-stream", `${page}\n\n`),
    ...unread,
  },
  { name: "an empty body", ...every, play: respond(200, json, ""), ...unread },
  { name: "an empty stream", ...streams, play: respond(200, "text/event-stream", ""), ...unread },
  { name: "invalid gzip", ...every, play: respond(200, json, "{}", packed), ...unread },
  {
    name: "truncated gzip",
    ...every,
    play: respond(200, json, gzipSync("x".repeat(5000)).subarray(0, 20), packed),
    ...unread,
  },
  {
    name: "an unknown encoding",
    ...every,
    play: respond(200, json, "{}", { "content-encoding": "constructor" }),
    ...unread,
  },
  { name: "an error with status 200", ...every, play: reject(200), ...failed, reason: "server" },
  { name: "silence before the headers", ...every, play: () => () => {}, ...silent },
  { name: "silence after the headers", ...every, play: headOnly, ...silent },
  { name: "half a body", ...whole, play: half("ends"), ...unread },
  {
    name: "a connection reset in the middle of the body",
    ...whole,
    play: half("breaks"),
    ...failed,
    reason: "unreachable",
  },
  { name: "an error as the first event", ...streams, play: errorFirst, ...failed, reason: "server" },
  { name: "endless keep-alive comments", ...streams, play: repeat("comments"), ...silent },
  {
    name: "an error after the first event",
    ...streams,
    play: begin("error"),
    ...failed,
    ...midway,
    reason: "server",
  },
  {
    name: "a connection reset after the first event",
    ...streams,
    play: begin("break"),
    ...failed,
    ...midway,
    endReason: "upstream_cut",
    reason: "unreachable",
  },
  {
    name: "an end after the first event",
    ...streams,
    play: begin("end"),
    ...failed,
    ...midway,
    endReason: "upstream_cut",
    reason: "bad-answer",
  },
  { name: "silence after the first event", ...streams, play: begin("silence"), ...silent, ...midway },
  {
    name: "an endless stream",
    ...streams,
    play: repeat("words"),
    ...silent,
    ...midway,
    charged: "what was counted",
    endReason: "gateway_limit",
  },
  { name: "negative usage", ...every, play: report([-12, -5]), ...counted, flagged: true },
  { name: "absurd usage", ...every, play: report([1e18, 1e18]), ...counted, flagged: true },
  { name: "non-numeric usage", ...every, play: report(["many", "lots"]), ...counted },
  { name: "no usage", ...every, play: report([undefined, undefined]), ...counted },
];
