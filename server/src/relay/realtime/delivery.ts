import { noUsage, type UsageCounts } from "@tollgate/contract/cost";
import type { Charge } from "../metering/charge.ts";
import type { RealtimeEvent, TextPlace } from "../canonical/realtime.ts";
import { DeliveredTokens } from "../metering/delivered-text.ts";
import { promptText } from "../metering/prompt-text.ts";
import type { TokenCounter } from "../metering/token-counter.ts";
import { isFields } from "../formats/kit/check-value.ts";

/** Reserved for the next response, and again each time that a response exceeds it. */
export const reservedUsage: UsageCounts = {
  ...noUsage,
  input: 2000,
  input_audio: 2000,
  output: 1000,
  output_audio: 2000,
};

/** Tokens per second of audio, as OpenAI counts them (https://platform.openai.com/docs/guides/realtime-costs). */
const heardPerSecond = 10;
const spokenPerSecond = 20;
/** Minimum bytes per token; exact counting waits until it is needed. */
const charactersPerToken = 2;

/** A response, or a transcript of the caller's audio, that is being delivered and not booked yet. */
export class Delivery {
  /** Reserved quota; all of it ends when the delivery is booked. */
  readonly held: Charge[] = [];
  /** Reservations in progress. */
  awaited = 0;
  readonly beganAt = performance.now();
  #counter: TokenCounter;
  #counted: Partial<Record<TextPlace, DeliveredTokens>> = {};
  #characters = 0;
  #soundSeconds = 0;

  constructor(counter: TokenCounter) {
    this.#counter = counter;
  }

  /** Tokens of `soundBytes` of audio at `rate` bytes per second. */
  add(place: TextPlace, text: string, soundBytes: number, rate: number): void {
    this.#soundSeconds += soundBytes / rate;
    if (text === "") return;
    if (place === "deltas") this.#characters += text.length;
    this.#counted[place] ??= new DeliveredTokens(this.#counter);
    this.#counted[place].addPart({ type: "text", choice: 0, text });
  }

  /** Number of `reservedUsage` that covers what was delivered so far. */
  get reservationsNeeded(): number {
    const text = this.#characters / charactersPerToken / reservedUsage.output;
    const sound = this.#soundTokens / reservedUsage.output_audio;
    return Math.max(1, Math.ceil(text), Math.ceil(sound));
  }

  get #soundTokens(): number {
    return Math.ceil(this.#soundSeconds * spokenPerSecond);
  }

  /**
   * Tokens that reached the caller; undefined if none did. Several events repeat the same text, so the longest counts.
   */
  async count(): Promise<UsageCounts | undefined> {
    const counts = await Promise.all(Object.values(this.#counted).map((words) => words.count()));
    const output = Math.max(0, ...counts);
    const output_audio = this.#soundTokens;
    return output + output_audio > 0 ? { ...noUsage, output, output_audio } : undefined;
  }
}

/** Everything the session's caller sent: the prompt of a response whose upstream reports no usage. */
export class CallerInput {
  #counted: DeliveredTokens;
  #soundSeconds = 0;
  #mediaTokens = 0;

  constructor(counter: TokenCounter) {
    this.#counted = new DeliveredTokens(counter);
  }

  /** An event of the caller; `rate`: bytes per second of its audio. */
  add(event: RealtimeEvent, rate: number): void {
    if (event.type === "input_audio_buffer.append") {
      const { audio } = event;
      if (typeof audio === "string") this.#soundSeconds += Buffer.byteLength(audio, "base64") / rate;
      return;
    }
    for (const said of [event["session"], event["response"], { input: event["item"] }]) {
      if (!isFields(said)) continue;
      const { text, mediaTokens } = promptText(said);
      this.#mediaTokens += mediaTokens;
      this.#counted.addPart({ type: "text", choice: 0, text });
    }
  }

  async count(): Promise<{ input: number; input_audio: number }> {
    const input = (await this.#counted.count()) + this.#mediaTokens;
    return { input, input_audio: Math.ceil(this.#soundSeconds * heardPerSecond) };
  }
}
