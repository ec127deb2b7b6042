import { addressOf } from "../api-client";
import {
  eventData,
  type EventName,
  type EventTopic,
  openEvents,
  type ServerEvent,
} from "@tollgate/contract/events";

/** Why a stream ended or never began. `waitSeconds`: the server's Retry-After. */
export class StreamFailed extends Error {
  override name = "StreamFailed";
  /** HTTP status; 0: no response, or an idle stream. */
  readonly status: number;
  readonly waitSeconds: number;

  constructor(status: number, waitSeconds = 0) {
    super(`The event stream failed with status ${status}.`);
    this.status = status;
    this.waitSeconds = waitSeconds;
  }
}

export interface StreamReader {
  topics: readonly EventTopic[];
  signal: AbortSignal;
  onEvent(event: ServerEvent): void;
  /** Something arrived, if only a keep-alive. */
  onAlive(): void;
}

/**
 * Reads one stream until it ends. A buffering proxy looks like an idle server.
 * @param silenceMilliseconds longest wait for the next bytes
 * @throws StreamFailed
 */
export async function readEvents(reader: StreamReader, silenceMilliseconds: number): Promise<void> {
  const silence = new AbortController();
  const signal = AbortSignal.any([reader.signal, silence.signal]);
  let timer = setTimeout(() => silence.abort(), silenceMilliseconds);
  try {
    const response = await fetch(addressOf(openEvents.path, { query: { topics: reader.topics.join() } }), {
      headers: { accept: "text/event-stream" },
      credentials: "same-origin",
      cache: "no-store",
      signal,
    });
    const isStream = response.headers.get("content-type")?.startsWith("text/event-stream") === true;
    if (!response.ok || !isStream || !response.body)
      throw new StreamFailed(response.status, Number(response.headers.get("retry-after")) || 0);
    const parser = createEventParser(reader.onEvent);
    const bytes = response.body.getReader();
    const decoder = new TextDecoder();
    for (;;) {
      const { done, value } = await bytes.read();
      if (done) return;
      clearTimeout(timer);
      timer = setTimeout(() => silence.abort(), silenceMilliseconds);
      reader.onAlive();
      parser(decoder.decode(value, { stream: true }));
    }
  } catch (error) {
    throw error instanceof StreamFailed ? error : new StreamFailed(0);
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Parses the stream's text in any pieces. Unknown events, and data that does not fit the contract, are
 * skipped.
 */
export function createEventParser(onEvent: (event: ServerEvent) => void): (piece: string) => void {
  let text = "";
  return (piece) => {
    text += piece;
    const blocks = text.split("\n\n");
    text = blocks.pop() ?? "";
    for (const block of blocks) {
      const event = parseBlock(block);
      if (event) onEvent(event);
    }
  };
}

function parseBlock(block: string): ServerEvent | undefined {
  const name = /^event: (.*)$/m.exec(block)?.[1] ?? "";
  const data = /^data: (.*)$/m.exec(block)?.[1];
  if (!Object.hasOwn(eventData, name) || data === undefined) return undefined;
  try {
    const parsed = eventData[name as EventName].safeParse(JSON.parse(data));
    return parsed.success ? ({ name, data: parsed.data } as ServerEvent) : undefined;
  } catch {
    return undefined;
  }
}
