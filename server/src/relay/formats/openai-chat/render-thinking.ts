import type { EncryptedReasoningBlock, ReasoningBlock, Signature } from "../../canonical/chat.ts";
import { signatureOf, writeSignature } from "../../canonical/foreign-signature.ts";
import type { WireExtraContent, WireReasoningDetail } from "./wire.ts";

/**
 * One closed piece of reasoning. A signature of another dialect gets a prefix with its origin, so that only its origin
 * gets it back.
 */
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
 * Signature of reasoning next to a text or a tool call, in the field of Google's compatible endpoint. Prefixed with its
 * account if known, although the field is Google's own: another account would reject it.
 */
export function renderExtraContent(signature: Signature): WireExtraContent {
  const field = signature.account === undefined ? "gemini-generate" : "openai-chat";
  return { google: { thought_signature: writeSignature(signature, field) } };
}
