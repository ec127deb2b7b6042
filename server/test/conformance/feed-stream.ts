import { EventStreamCodec } from "@smithy/eventstream-codec";
import type { ChatCall } from "../../src/relay/canonical/chat.ts";
import type { ChatStreamPart } from "../../src/relay/canonical/chat-stream.ts";
import { createSseSplitter } from "../../src/relay/event-stream/sse-splitter.ts";
import type { Provider } from "../../src/relay/providers/provider.ts";

/**
 * Framing of a provider's events; the fixtures contain the data alone, one event per line. With `aws-event-stream` the
 * event's name is the first key of the line and its payload that key's value, with `aws-chunks` the line is wrapped as
 * Bedrock wraps the events of a model's own format; with `named-text` a line is `{ event, data }`.
 */
export type Framing =
  | "data-done"
  | "data-crlf"
  | "event-and-data"
  | "ndjson"
  | "aws-event-stream"
  | "aws-chunks"
  | "named-text";

/** The bytes of a stream as on the wire. */
export function frameLines(lines: readonly string[], framing: Framing): Buffer {
  switch (framing) {
    case "data-done":
      return Buffer.from([...lines, "[DONE]"].map((line) => `data: ${line}\n\n`).join(""));
    case "data-crlf":
      return Buffer.from(lines.map((line) => `data: ${line}\r\n\r\n`).join(""));
    case "event-and-data":
      return Buffer.from(
        lines.map((line) => `event: ${String(read(line).type)}\ndata: ${line}\n\n`).join(""),
      );
    case "ndjson":
      return Buffer.from(lines.map((line) => `${line}\n`).join(""));
    case "aws-event-stream":
      return Buffer.concat(lines.map(frameForAws));
    case "aws-chunks":
      return Buffer.concat(
        lines.map((line) =>
          frameForAws(JSON.stringify({ chunk: { bytes: Buffer.from(line).toString("base64") } })),
        ),
      );
    case "named-text":
      return Buffer.from(lines.map(frameText).join(""));
  }
}

function read(line: string): Record<string, unknown> {
  return (JSON.parse(line) as Record<string, unknown> | null) ?? {};
}

function frameText(line: string): string {
  const { event, data } = read(line);
  const text = String(data).replaceAll("\n", "\ndata: ");
  return `event: ${String(event)}\ndata: ${text}\n\n`;
}

const codec = new EventStreamCodec(
  (bytes) => Buffer.from(bytes as Uint8Array).toString("utf8"),
  (text) => Buffer.from(text, "utf8"),
);

function frameForAws(line: string): Buffer {
  const [name = "", payload] = Object.entries(read(line))[0] ?? [];
  return frameAwsMessage({ ":message-type": "event", ":event-type": name }, JSON.stringify(payload ?? {}));
}

/** One message of an AWS event stream. */
export function frameAwsMessage(headers: Record<string, string>, payload: string): Buffer {
  const typed = Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, { type: "string" as const, value }]),
  );
  return Buffer.from(codec.encode({ headers: typed, body: Buffer.from(payload) }));
}

/** The parts that a provider reads from a stream arriving in these pieces. */
export function readPieces(
  provider: Provider,
  call: ChatCall,
  pieces: Iterable<Uint8Array>,
): ChatStreamPart[] {
  if (provider.chat === undefined) throw new Error("the provider has no chat");
  const splitter = provider.chat.splitter?.() ?? createSseSplitter();
  const reader = provider.chat.streamReader(call);
  const parts: ChatStreamPart[] = [];
  for (const piece of pieces) {
    const chunk = Buffer.from(piece.buffer, piece.byteOffset, piece.length);
    for (const event of splitter.push(chunk)) parts.push(...reader.read(event));
  }
  for (const event of splitter.end()) parts.push(...reader.read(event));
  parts.push(...reader.end());
  return parts;
}
