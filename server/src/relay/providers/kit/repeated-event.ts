import type { ChatStreamPart } from "../../canonical/chat-stream.ts";
import type { UpstreamEvent } from "../../event-stream/upstream-event.ts";

/** A longer event contains more than a piece of text, and is kept until the next one. */
const longest = 4096;
/**
 * Some vendors vary another field with each event, and noting one takes longer than parsing it. A stream is given up after so many in a row
 * that were not alike.
 */
const missesMost = 3;

/** Characters that JSON does not allow within a string. */
// oxlint-disable-next-line no-control-regex -- these are meant
const needsEscape = /["\u0000-\u001f]/;

type TextPart = Extract<ChatStreamPart, { type: "text" | "reasoning" }>;

/**
 * Reads events that differ from the event before in their text alone, which are most of a stream, without parsing them
 * as a whole. Every event is passed to `read`, and to `note` if it was parsed and is one piece of text.
 */
export class RepeatedEvent {
  #event = "";
  /** JSON before the text, with its opening quote, and after it, with its closing quote. */
  #before = "";
  #after = "";
  #part: TextPart | undefined;
  #misses = 0;

  /** The parts of an event that is like the one noted just before; undefined if it must be parsed. */
  read({ event, data }: UpstreamEvent): ChatStreamPart[] | undefined {
    const part = this.#part;
    if (part === undefined) return undefined;
    const start = this.#before.length;
    const end = data.length - this.#after.length;
    const isAlike =
      end > start &&
      data.length <= longest &&
      event === this.#event &&
      // Compared as slices: `startsWith` and `endsWith` take several times as long.
      data.slice(0, start) === this.#before &&
      data.slice(end) === this.#after;
    const text = isAlike ? readText(data.slice(start, end)) : undefined;
    if (text === undefined) {
      this.#part = undefined;
      this.#misses += 1;
      return undefined;
    }
    this.#misses = 0;
    return [{ ...part, text }];
  }

  /**
   * Notes an event whose one part has the text of one JSON string, unchanged, and which changes nothing for the events
   * after it.
   */
  note({ event, data }: UpstreamEvent, part: TextPart): void {
    if (part.text === "" || data.length > longest || this.#misses === missesMost) return;
    // Half a character would be another one in a copy.
    if (!data.isWellFormed()) return;
    // A copy: a part of the text would keep all that was received with it in memory.
    const copy = Buffer.from(data).toString();
    const quoted = JSON.stringify(part.text);
    const at = copy.indexOf(quoted);
    // Another place with the same text could be the one that was read.
    if (at === -1 || copy.includes(quoted, at + 1)) return;
    const before = copy.slice(0, at + 1);
    const after = copy.slice(at + quoted.length - 1);
    // The text that was read could be written there in another way.
    if (before.includes("\\") || after.includes("\\")) return;
    this.#event = event;
    this.#before = before;
    this.#after = after;
    this.#part = part;
  }
}

/** The part of an event that is one piece of text. */
export function onlyText(parts: readonly ChatStreamPart[]): TextPart | undefined {
  const [part] = parts;
  return parts.length === 1 && (part?.type === "text" || part?.type === "reasoning") ? part : undefined;
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
