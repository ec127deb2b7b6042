import type { ChatCall } from "../../src/relay/canonical/chat.ts";
import type { ChatStreamPart } from "../../src/relay/canonical/chat-stream.ts";
import { createSseSplitter } from "../../src/relay/providers/kit/sse-splitter.ts";
import type { Provider } from "../../src/relay/providers/provider.ts";

/** How a provider frames one event; the fixtures hold the data alone, one event per line. */
export type Framing = "data-done" | "event-and-data";

/** The bytes of a stream as they come over the wire. */
export function frameLines(lines: readonly string[], framing: Framing): Buffer {
  if (framing === "data-done")
    return Buffer.from([...lines, "[DONE]"].map((line) => `data: ${line}\n\n`).join(""));
  const named = lines.map((line) => {
    const { type } = JSON.parse(line) as { type: string };
    return `event: ${type}\ndata: ${line}\n\n`;
  });
  return Buffer.from(named.join(""));
}

/** The parts that a provider reads from a stream arriving in these pieces. */
export function readPieces(
  provider: Provider,
  call: ChatCall,
  pieces: Iterable<Uint8Array>,
): ChatStreamPart[] {
  if (provider.chat === undefined) throw new Error("the provider has no chat");
  const splitter = createSseSplitter();
  const reader = provider.chat.streamReader(call);
  const parts: ChatStreamPart[] = [];
  for (const piece of pieces) for (const event of splitter.push(piece)) parts.push(...reader.read(event));
  for (const event of splitter.end()) parts.push(...reader.read(event));
  parts.push(...reader.end());
  return parts;
}
