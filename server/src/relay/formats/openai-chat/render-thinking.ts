import type { EncryptedReasoningBlock, ReasoningBlock, Signature } from "../../canonical/chat.ts";
import { signatureOf, writeSignature } from "../../canonical/foreign-signature.ts";
import type { WireExtraContent, WireReasoningDetail } from "./wire.ts";

/** One closed piece of thinking. A proof of another dialect is marked with its maker, so that it comes back to it alone. */
export function renderDetail(
  block: ReasoningBlock | EncryptedReasoningBlock,
  index: number,
): WireReasoningDetail {
  const id = block.id !== undefined && { id: block.id };
  if (block.type === "reasoning") {
    const signature = block.signature ? writeSignature(block.signature, "openai-chat") : null;
    return { type: "reasoning.text", text: block.text, signature, ...id, index };
  }
  const data = writeSignature(signatureOf(block), "openai-chat");
  const summary = block.summary !== undefined && { summary: block.summary };
  return { type: "reasoning.encrypted", data, ...summary, ...id, index };
}

/**
 * The proof of a thought beside a text or a tool call, where Google's compatible endpoint has it. Marked with its maker where its account is
 * known, though it is Google's own field: another account would refuse it.
 */
export function renderExtraContent(signature: Signature): WireExtraContent {
  const field = signature.account === undefined ? "gemini-generate" : "openai-chat";
  return { google: { thought_signature: writeSignature(signature, field) } };
}
