import { parseBounded } from "../../canonical/parse-bounded.ts";
import { asFilledText, asObject } from "../kit/read-json.ts";
import { joinEvent } from "../../event-stream/join-event.ts";
import type { UpstreamEvent } from "../../event-stream/upstream-event.ts";
import { readProblem } from "./problems.ts";
import { createBedrockSplitter, exceptionEvent } from "./splitter.ts";

/** Turns Bedrock's frames around Claude's events into the server-sent events that Anthropic itself sends. */
export function reframeClaude(): { push(chunk: Buffer): Buffer; end(): Buffer } {
  const splitter = createBedrockSplitter();
  return {
    push: (chunk) => Buffer.from(splitter.push(chunk).map(frame).join("")),
    // What was cut off stays away: without `message_stop` the stream is seen to be cut.
    end: () => Buffer.alloc(0),
  };
}

function frame({ event, data }: UpstreamEvent): string {
  if (event === exceptionEvent) return joinEvent({ event: "error", data: describeException(data) });
  return joinEvent({ event: typeOf(data), data: data.replace(/[\r\n]+/g, " ") });
}

/** The type mostly comes first, so that nothing need be parsed. */
function typeOf(data: string): string {
  const [, type] = /^\s*\{\s*"type"\s*:\s*"([a-z_]+)"/.exec(data) ?? [];
  if (type !== undefined) return type;
  try {
    return asFilledText(asObject(parseBounded(data))?.type) ?? "message";
  } catch {
    return "message";
  }
}

function describeException(data: string): string {
  const { kind, message } = readProblem(200, data, {});
  return JSON.stringify({ type: "error", error: { type: errorTypes[kind] ?? "api_error", message } });
}

/** Anthropic's words for what an exception means. */
const errorTypes: Partial<Record<string, string>> = {
  rate: "rate_limit_error",
  overload: "overloaded_error",
  request: "invalid_request_error",
  timeout: "timeout_error",
  auth: "permission_error",
  billing: "billing_error",
};
