import { JoinedText } from "../../platform/joined-text.ts";
import type { ChatResult } from "../canonical/chat.ts";
import type { ChatStreamPart } from "../canonical/chat-stream.ts";
import type { DeliveredText } from "../exchange.ts";
import type { TokenCounter } from "./token-counter.ts";

/** Text is counted in chunks of about this many characters, so that memory stays constant on endless streams. */
const pieceLength = 64 * 1024;

/** Retains delivered text until its tokens are counted, which is only necessary if the upstream reported no usage. */
export class DeliveredTokens implements DeliveredText {
  spoke = false;
  #counter: TokenCounter;
  #text = new JoinedText();
  #counted: Promise<number> = Promise.resolve(0);

  constructor(counter: TokenCounter) {
    this.#counter = counter;
  }

  #speak(text: string): void {
    this.spoke ||= text !== "";
    this.#add(text);
  }

  #add(text: string): void {
    this.#text.add(text);
    if (this.#text.length > pieceLength) this.#hand();
  }

  /** Text of one part of a stream: text, reasoning, refusals, and tool call arguments. */
  addPart(part: ChatStreamPart): void {
    if (part.type === "tool-call") this.#add(part.name);
    else if (part.type === "tool-arguments") this.#add(part.text);
    else if (part.type === "spoken") this.#speak(part.transcript ?? "");
    else if ("text" in part) this.#speak(part.text);
  }

  addResult(result: ChatResult): void {
    for (const choice of result.choices) {
      for (const block of choice.content) {
        if ("text" in block) this.#speak(block.text);
        else if (block.type === "spoken") this.#speak(block.transcript);
        else if (block.type === "tool-call") this.#add(block.name + block.arguments);
      }
    }
  }

  #hand(): void {
    const piece = this.#counter.count(this.#text.take());
    this.#counted = Promise.all([this.#counted, piece]).then(([before, now]) => before + now);
  }

  count(): Promise<number> {
    if (this.#text.length > 0) this.#hand();
    return this.#counted;
  }
}
