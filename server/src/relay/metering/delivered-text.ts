import type { DeliveredText } from "../exchange.ts";
import type { TokenCounter } from "./token-counter.ts";

/** Text is handed to the counter in pieces of about this many characters, so that memory stays flat on endless streams. */
const pieceLength = 64 * 1024;

/** Keeps what was delivered until someone asks how many tokens it was; nobody asks if the upstream gave usage. */
export class DeliveredTokens implements DeliveredText {
  #counter: TokenCounter;
  #text = "";
  #counted: Promise<number> = Promise.resolve(0);

  constructor(counter: TokenCounter) {
    this.#counter = counter;
  }

  add(text: string): void {
    this.#text += text;
    if (this.#text.length > pieceLength) this.#hand();
  }

  #hand(): void {
    const piece = this.#counter.count(this.#text);
    this.#text = "";
    this.#counted = Promise.all([this.#counted, piece]).then(([before, now]) => before + now);
  }

  count(): Promise<number> {
    if (this.#text !== "") this.#hand();
    return this.#counted;
  }
}
