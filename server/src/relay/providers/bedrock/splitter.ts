import { parseBounded } from "../../canonical/parse-bounded.ts";
import { type AwsMessage, createAwsMessageSplitter } from "../../event-stream/aws-message-splitter.ts";
import { asFilledText, asObject, parseJson } from "../kit/read-json.ts";
import type { EventSplitter, UpstreamEvent } from "../../event-stream/upstream-event.ts";

/** Name of the event for an exception inside a stream; its data has the exception's name in `__type`. */
export const exceptionEvent = "exception";

/**
 * Splits a Bedrock stream: Converse events by name, and chunks of a model's own format as their base64-decoded JSON,
 * without a name.
 */
export function createBedrockSplitter(): EventSplitter {
  const messages = createAwsMessageSplitter();
  return {
    get retained() {
      return messages.retained;
    },
    push: (chunk) => messages.push(chunk).flatMap(toEvent),
    // An incomplete message is dropped.
    end: () => [],
  };
}

function toEvent({ isException, name, payload }: AwsMessage): UpstreamEvent[] {
  if (isException) return [{ event: exceptionEvent, data: nameException(name, payload) }];
  if (name !== "chunk") return [{ event: name, data: payload }];
  const bytes = asFilledText(asObject(parseJson(payload))?.bytes);
  return bytes === undefined ? [] : [{ event: "", data: Buffer.from(bytes, "base64").toString("utf8") }];
}

function nameException(name: string, payload: string): string {
  let exception: unknown;
  try {
    exception = parseBounded(payload);
  } catch {
    exception = { message: payload };
  }
  return JSON.stringify({ ...asObject(exception), __type: name });
}
