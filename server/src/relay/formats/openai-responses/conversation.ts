import type {
  AssistantBlock,
  ChatMessage,
  Signature,
  ToolCallBlock,
  ToolResultBlock,
  UserBlock,
} from "../../canonical/chat.ts";

type Answer = Extract<ChatMessage, { role: "assistant" }>;
type Results = { role: "user"; content: UserBlock[] };

/**
 * Puts a list of items together into turns. Items stand alone, but a model answers in turns: everything it said in a row is one message,
 * and the results of all its calls follow in one message directly after it. Other vendors refuse anything else.
 */
export class Conversation {
  readonly messages: ChatMessage[] = [];
  /** The message that made a call, by the call's id. */
  #callers = new Map<string, Answer>();
  #results = new Map<Answer, Results>();
  /** The proof of the next tool call. */
  #callProof: Signature | undefined;

  add(message: ChatMessage): void {
    this.messages.push(message);
  }

  answer(...blocks: AssistantBlock[]): void {
    if (blocks.length === 0) return;
    const last = this.messages.at(-1);
    if (last?.role === "assistant") last.content.push(...blocks);
    else this.messages.push({ role: "assistant", content: blocks });
  }

  call(block: ToolCallBlock): void {
    if (this.#callProof) block.signature = this.#callProof;
    this.#callProof = undefined;
    this.answer(block);
    const last = this.messages.at(-1);
    if (last?.role === "assistant") this.#callers.set(block.id, last);
  }

  /** A result belongs after the message that called, whatever was said between. Without one it stays where it is. */
  result(block: ToolResultBlock): void {
    const caller = this.#callers.get(block.toolCallId);
    const known = caller && this.#results.get(caller);
    if (known) {
      known.content.push(block);
      return;
    }
    const message: Results = { role: "user", content: [block] };
    if (caller === undefined) {
      const last = this.messages.at(-1);
      if (last?.role === "user" && last.content.every((one) => one.type === "tool-result"))
        last.content.push(block);
      else this.messages.push(message);
      return;
    }
    this.#results.set(caller, message);
    this.messages.splice(this.messages.lastIndexOf(caller) + 1, 0, message);
  }

  provesNextCall(signature: Signature): void {
    this.#callProof = signature;
  }

  provesLastText(signature: Signature): void {
    const last = this.messages.at(-1);
    const text =
      last?.role === "assistant" ? last.content.findLast((block) => block.type === "text") : undefined;
    if (text) text.signature = signature;
  }
}
