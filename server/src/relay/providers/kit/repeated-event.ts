import type { ChatStreamPart } from "../../canonical/chat-stream.ts";
import type { UpstreamEvent } from "../../event-stream/upstream-event.ts";

/** A longer event contains more than a piece of text, and is kept until the next one. */
const longest = 4096;
/** Some vendors vary another field with each event. A stream is given up after so many events that were not alike. */
const missesMost = 8;

/** Characters that JSON does not allow within a string. */
// oxlint-disable-next-line no-control-regex -- these are meant
const needsEscape = /["\u0000-\u001f]/;

type TextPart = Extract<ChatStreamPart, { type: "text" | "reasoning" }>;

/**
 * Reads events that differ from the event before in their text alone, which are most of a stream, without parsing them
 * as a whole. For readers whose events of one text change nothing for the events after them.
 */
export class RepeatedEvent {
  #event = "";
  /** JSON before the text, with its opening quote, and after it, with its closing quote. */
  #before = "";
  #after = "";
  #part: TextPart | undefined;
  #misses = 0;

  /** The parts of an event that is like the last one noted; undefined if it must be parsed. */
  read({ event, data }: UpstreamEvent): ChatStreamPart[] | undefined {
    const part = this.#part;
    if (part === undefined) return undefined;
    const start = this.#before.length;
    const end = data.length - this.#after.length;
    const isAlike =
      end > start && event === this.#event && data.startsWith(this.#before) && data.endsWith(this.#after);
    const text = isAlike ? readText(data.slice(start, end)) : undefined;
    return text === undefined ? undefined : [{ ...part, text }];
  }

  /** Notes an event that was parsed, and its parts, which it returns. */
  note({ event, data }: UpstreamEvent, parts: ChatStreamPart[]): ChatStreamPart[] {
    const part = parts[0];
    const isText = parts.length === 1 && (part?.type === "text" || part?.type === "reasoning");
    if (this.#part !== undefined && isText) this.#misses += 1;
    this.#part = undefined;
    if (!isText || part.text === "" || data.length > longest || this.#misses === missesMost) return parts;
    const quoted = JSON.stringify(part.text);
    const at = data.indexOf(quoted);
    // Another place with the same text could be the one that was read.
    if (at === -1 || data.includes(quoted, at + 1)) return parts;
    const before = data.slice(0, at + 1);
    const after = data.slice(at + quoted.length - 1);
    // The text that was read could be written there in another way.
    if (before.includes("\\") || after.includes("\\")) return parts;
    this.#event = event;
    this.#before = before;
    this.#after = after;
    this.#part = part;
    return parts;
  }
}

/** The text that these characters of a JSON string stand for; undefined if they are not within one. */
function readText(written: string): string | undefined {
  if (!written.includes("\\")) return needsEscape.test(written) ? undefined : written;
  try {
    return JSON.parse(`"${written}"`) as string;
  } catch {
    return undefined;
  }
}
