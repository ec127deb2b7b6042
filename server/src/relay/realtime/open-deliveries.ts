import { noUsage, type UsageCounts } from "@tollgate/contract/cost";
import type { EndReason } from "@tollgate/contract/logs";
import type { AnswerPiece, RealtimeEvent, SessionNews, TranscriptDone } from "../canonical/realtime.ts";
import type { Charge } from "../metering/charge.ts";
import { checkUsage, hasCounts } from "../metering/check-usage.ts";
import type { TokenCounter } from "../metering/token-counter.ts";
import { CallerInput, Delivery } from "./delivery.ts";
import type { SessionBilling, SessionEntry } from "./session-billing.ts";

interface OpenDeliveriesDependencies {
  billing: SessionBilling;
  /** Quota for the first response. */
  first: Charge;
  tokenCounter: TokenCounter;
  /** No quota is left for a running response, or for the next one. */
  onExhausted(): void;
  /** A booking failed. */
  onError(error: unknown): void;
}

/** Audio of 16 bits at 24 kHz, until the upstream names another format. */
const usualRate = 48_000;
/** Audio items that wait for their transcript; the oldest is dropped beyond this. */
const awaitedMost = 1000;

/**
 * The responses and transcripts of a session that are not booked yet.
 * Each has its own reservation, so concurrent ones are covered or the session ends. Bookings and reservations run one
 * after the other, in the order of the events.
 */
export class OpenDeliveries {
  #dependencies: OpenDeliveriesDependencies;
  /** Quota for future responses. */
  #spare: Charge[];
  /** Responses that the caller requested and that have not begun. */
  #requests = 0;
  #answers = new Map<string, Delivery>();
  #transcripts = new Map<string, Delivery>();
  #transcriber: string | undefined;
  /** The transcriber when each audio item was complete: a later change does not change its price. */
  #transcriberOf = new Map<string, string | undefined>();
  #callerInput: CallerInput;
  #heardRate = usualRate;
  #spokenRate = usualRate;
  #work: Promise<void> = Promise.resolve();
  #ended = false;

  constructor(dependencies: OpenDeliveriesDependencies) {
    this.#dependencies = dependencies;
    this.#spare = [dependencies.first];
    this.#callerInput = new CallerInput(dependencies.tokenCounter);
  }

  /** No response is running or requested. */
  get idle(): boolean {
    return this.#answers.size + this.#transcripts.size + this.#requests === 0;
  }

  /** Ids of responses that have begun. */
  get answerIds(): string[] {
    return [...this.#answers.keys()];
  }

  /** The caller requests a response. False if no quota is left for it; synchronous if its quota is already reserved. */
  send(): boolean | Promise<boolean> {
    if (this.#spare.length > this.#requests) {
      this.#requests += 1;
      return true;
    }
    return new Promise((resolve) => {
      this.#queue(async () => {
        if (this.#spare.length <= this.#requests && !(await this.#reserveSpare())) return resolve(false);
        this.#requests += 1;
        resolve(true);
      });
    });
  }

  /** A requested response was not sent, or the upstream rejected it. */
  unask(): void {
    this.#requests = Math.max(0, this.#requests - 1);
  }

  heard(event: RealtimeEvent): void {
    this.#callerInput.add(event, this.#heardRate);
  }

  noteSession({ transcriber, heardRate, spokenRate }: SessionNews): void {
    if (transcriber !== undefined) this.#transcriber = transcriber || undefined;
    this.#heardRate = heardRate ?? this.#heardRate;
    this.#spokenRate = spokenRate ?? this.#spokenRate;
  }

  beginAnswer(id: string): void {
    if (!this.#answers.has(id)) this.#begin(this.#answers, id);
  }

  addToAnswer({ id, place, text, soundBytes }: AnswerPiece): void {
    if (text === "" && soundBytes === 0) return;
    const answer = this.#answers.get(id) ?? this.#unnamed(id) ?? this.#begin(this.#answers, id);
    answer.add(place, text, soundBytes, this.#spokenRate);
    this.#coverGrowth(answer);
  }

  /** Events without a response id belong to the running one. */
  #unnamed(id: string): Delivery | undefined {
    return id === "" ? this.#answers.values().next().value : undefined;
  }

  /** A response id that never began ends the oldest response; without one, it is booked on its own. */
  finishAnswer(id: string, usage: UsageCounts | undefined, text: string): void {
    const known = this.#answers.has(id) ? id : this.#answers.keys().next().value;
    const answer = known === undefined ? this.#begin(this.#answers, id) : this.#answers.get(known);
    if (!answer) return;
    this.#answers.delete(known ?? id);
    if (text !== "") answer.add("whole", text, 0, 1);
    this.#queue(() => this.#bookAnswer(answer, usage, "completed"));
  }

  noteSound(id: string): void {
    if (this.#transcriberOf.size >= awaitedMost)
      for (const oldest of this.#transcriberOf.keys()) {
        this.#transcriberOf.delete(oldest);
        break;
      }
    if (!this.#transcriberOf.has(id)) this.#transcriberOf.set(id, this.#transcriber);
  }

  addToTranscript(id: string, text: string): void {
    const transcript = this.#transcripts.get(id) ?? this.#begin(this.#transcripts, id);
    this.noteSound(id);
    transcript.add("deltas", text, 0, 1);
    this.#coverGrowth(transcript);
  }

  finishTranscript(done: TranscriptDone): void {
    const transcript = this.#transcripts.get(done.id) ?? this.#begin(this.#transcripts, done.id);
    transcript.add("whole", done.text, 0, 1);
    this.#endTranscript(done.id, transcript, done, "completed");
  }

  /** Free if nothing of it was delivered. */
  failTranscript(id: string): void {
    const transcript = this.#transcripts.get(id);
    if (transcript) this.#endTranscript(id, transcript, undefined, "upstream_error");
  }

  /** Books everything that was delivered, releases all quota and resolves when that is done. */
  end(endReason: EndReason): Promise<void> {
    this.#ended = true;
    for (const answer of this.#answers.values())
      this.#queue(() => this.#bookAnswer(answer, undefined, endReason));
    this.#answers.clear();
    for (const [id, transcript] of this.#transcripts)
      this.#endTranscript(id, transcript, undefined, endReason);
    this.#queue(async () => {
      for (const held of this.#spare.splice(0)) held.release();
    });
    return this.#work;
  }

  #begin(kind: Map<string, Delivery>, id: string): Delivery {
    const delivery = new Delivery(this.#dependencies.tokenCounter);
    kind.set(id, delivery);
    if (kind === this.#answers) this.unask();
    const held = this.#spare.pop();
    if (held) delivery.held.push(held);
    else this.#cover(delivery);
    return delivery;
  }

  #coverGrowth(delivery: Delivery): void {
    if (delivery.reservationsNeeded > delivery.held.length + delivery.awaited) this.#cover(delivery);
  }

  #cover(delivery: Delivery): void {
    delivery.awaited += 1;
    this.#queue(async () => {
      const held = await this.#dependencies.billing.reserve();
      delivery.awaited -= 1;
      if (held) delivery.held.push(held);
      else if (!this.#ended) this.#dependencies.onExhausted();
    });
  }

  async #bookAnswer(
    answer: Delivery,
    reported: UsageCounts | undefined,
    endReason: EndReason,
  ): Promise<void> {
    const { usage, clamped } = checkUsage(reported, 0);
    const { held, beganAt } = answer;
    const entry = { isTranscript: false, transcriber: undefined, clamped, endReason, beganAt };
    if (usage && hasCounts(usage)) await this.#book(held, { ...entry, usage, source: "upstream" });
    else {
      const delivered = await answer.count();
      const counted = delivered && { ...delivered, ...(await this.#callerInput.count()) };
      if (counted) await this.#book(held, { ...entry, usage: counted, source: "counted" });
      else this.#release(held);
    }
    await this.#refill();
  }

  #endTranscript(
    id: string,
    transcript: Delivery,
    done: TranscriptDone | undefined,
    endReason: EndReason,
  ): void {
    this.#transcripts.delete(id);
    const transcriber = this.#transcriberOf.has(id) ? this.#transcriberOf.get(id) : this.#transcriber;
    this.#queue(async () => {
      const { usage, clamped } = checkUsage(done?.usage, 0);
      const { held, beganAt } = transcript;
      const entry = { isTranscript: true, transcriber, clamped, endReason, beganAt };
      const seconds = Math.min(done?.seconds ?? 0, secondsMost);
      if (usage && hasCounts(usage))
        await this.#book(held, { ...entry, usage: { ...usage, seconds }, source: "upstream" });
      else {
        const words = (await transcript.count())?.output ?? 0;
        const output = done ? Math.max(words, leastTokens(done.seconds)) : words;
        if (output > 0)
          await this.#book(held, { ...entry, usage: { ...noUsage, output, seconds }, source: "counted" });
        else this.#release(held);
      }
      await this.#refill();
    });
  }

  #book(held: Charge[], entry: SessionEntry): Promise<void> {
    return this.#dependencies.billing.book(held, entry);
  }

  #release(held: Charge[]): void {
    for (const charge of held) charge.release();
  }

  /** One spare reservation per requested response, and one for a response that the upstream begins on its own. */
  async #refill(): Promise<void> {
    const wanted = Math.max(1, this.#requests);
    this.#release(this.#spare.splice(wanted));
    while (!this.#ended && this.#spare.length < wanted) {
      if (await this.#reserveSpare()) continue;
      if (this.#spare.length + this.#answers.size + this.#transcripts.size === 0)
        this.#dependencies.onExhausted();
      return;
    }
  }

  async #reserveSpare(): Promise<boolean> {
    const held = await this.#dependencies.billing.reserve();
    if (held) this.#spare.push(held);
    return held !== undefined;
  }

  #queue(work: () => Promise<void>): void {
    this.#work = this.#work.then(work).catch((error: unknown) => this.#dependencies.onError(error));
  }
}

/**
 * A transcript may have few or no words although its upstream charges for the audio's length: a second costs at least
 * one token.
 */
function leastTokens(seconds: number): number {
  return Math.min(Math.max(seconds, 1), secondsMost);
}

const secondsMost = 24 * 3600;
