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
 * Groups a list of items into turns. Items are separate, but a model responds in turns: all its items in a row become
 * one message, and the results of all its calls follow directly in one message. Other vendors reject anything else.
 */
export class Conversation {
  readonly messages: ChatMessage[] = [];
  /** The message with a call, by the call's id. */
  #callers = new Map<string, Answer>();
  #results = new Map<Answer, Results>();
  /** The signature of the next tool call. */
  #callSignature: Signature | undefined;

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
    if (this.#callSignature) block.signature = this.#callSignature;
    this.#callSignature = undefined;
    this.answer(block);
    const last = this.messages.at(-1);
    if (last?.role === "assistant") this.#callers.set(block.id, last);
  }

  /**
   * A result belongs directly after the message with its call, whatever came between. Without a call it stays in place.
   */
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
    this.#callSignature = signature;
  }

  provesLastText(signature: Signature): void {
    const last = this.messages.at(-1);
    const text =
      last?.role === "assistant" ? last.content.findLast((block) => block.type === "text") : undefined;
    if (text) text.signature = signature;
  }
}
