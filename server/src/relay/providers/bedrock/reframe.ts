import { parseBounded } from "../../canonical/parse-bounded.ts";
import { asFilledText, asObject } from "../kit/read-json.ts";
import { joinEvent } from "../../event-stream/join-event.ts";
import type { UpstreamEvent } from "../../event-stream/upstream-event.ts";
import { readProblem } from "./problems.ts";
import { createBedrockSplitter, exceptionEvent } from "./splitter.ts";

/** Converts Bedrock's frames with Claude's events to the server-sent events of Anthropic's API. */
export function reframeClaude(): { push(chunk: Buffer): Buffer; end(): Buffer } {
  const splitter = createBedrockSplitter();
  return {
    push: (chunk) => Buffer.from(splitter.push(chunk).map(frame).join("")),
    // Partial data is dropped: without `message_stop` the stream counts as broken off.
    end: () => Buffer.alloc(0),
  };
}

function frame({ event, data }: UpstreamEvent): string {
  if (event === exceptionEvent) return joinEvent({ event: "error", data: describeException(data) });
  return joinEvent({ event: typeOf(data), data: data.replace(/[\r\n]+/g, " ") });
}

/** The type usually comes first, which saves parsing. */
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

/** Anthropic's error types for AWS exceptions. */
const errorTypes: Partial<Record<string, string>> = {
  rate: "rate_limit_error",
  overload: "overloaded_error",
  request: "invalid_request_error",
  timeout: "timeout_error",
  auth: "permission_error",
  billing: "billing_error",
};
