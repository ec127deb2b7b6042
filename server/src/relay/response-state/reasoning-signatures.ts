import { createHash } from "node:crypto";
import type { AssistantBlock, ChatCall, ChatResult } from "../canonical/chat.ts";
import type { ChatStreamPart } from "../canonical/chat-stream.ts";
import type { Exchange, Route } from "../exchange.ts";
import type { FormatId } from "../format-ids.ts";

/**
 * Dialects whose upstreams reject another account's reasoning: OpenAI's encrypted items belong to one organization,
 * Google's signatures to one project. Anthropic accepts its signatures from any account.
 */
const boundDialects: ReadonlySet<FormatId> = new Set(["openai-responses", "gemini-generate"]);

/** Letters only, so that it can be appended to a dialect's name. */
const letters = "abcdefghijklmnopqrstuvwxyz";
const accountLength = 12;

/**
 * Identifies a user's reasoning of one upstream account by a hash, which reveals nothing. It is part of the signature,
 * so every process recognizes it, also after a restart.
 */
export function resolveAccount(userId: number, key: string): string {
  const hash = createHash("sha256").update(`${userId}\n${key}`).digest();
  return Array.from(hash.subarray(0, accountLength), (byte) => letters[byte % letters.length]).join("");
}

/** Appends the account to every signature of a response that is valid only there. `tell` returns it. */
export function noteAccount(result: ChatResult, report: () => string): void {
  for (const choice of result.choices) for (const block of choice.content) noteOnBlock(block, report);
}

function noteOnBlock(block: AssistantBlock, report: () => string): void {
  markSignature(
    block.type === "encrypted-reasoning" ? block : "signature" in block ? block.signature : undefined,
    report,
  );
}

/** Appends the account to a stream part with such a signature. */
export function noteAccountOnPart(part: ChatStreamPart, report: () => string): void {
  markSignature(
    part.type === "encrypted-reasoning" ? part : "signature" in part ? part.signature : undefined,
    report,
  );
}

function markSignature(
  stepUp: { dialect: FormatId; account?: string } | undefined,
  report: () => string,
): void {
  if (stepUp && boundDialects.has(stepUp.dialect)) stepUp.account = report();
}

/** Encrypted reasoning in a request that another channel or key than the route's created. */
export function foreignReasoning({ reasoningOrigins }: Exchange, { channel, keyIndex }: Route): Set<string> {
  const foreign = new Set<string>();
  for (const [sealed, origin] of reasoningOrigins ?? [])
    if (origin.channelId !== channel.id || origin.key !== keyIndex) foreign.add(sealed);
  return foreign;
}

/**
 * Removes the reasoning of other accounts from a call, which its upstream would otherwise reject. Text stays, and so
 * does reasoning of unknown accounts.
 * @param account the account that receives the call
 * @param sealed encrypted reasoning that is known to be foreign without a mark
 * @returns names of what was removed, for `x-tollgate-dropped`
 */
export function dropForeignReasoning(
  call: ChatCall,
  account: () => string,
  sealed: ReadonlySet<string>,
): string[] {
  const dropped = new Set<string>();
  const isForeign = (stepUp: { dialect: FormatId; account?: string } | undefined): boolean =>
    stepUp?.account !== undefined && boundDialects.has(stepUp.dialect) && stepUp.account !== account();
  for (const message of call.messages) {
    if (message.role !== "assistant") continue;
    message.content = message.content.filter((block) => {
      if (block.type === "encrypted-reasoning") {
        if (!isForeign(block) && !sealed.has(block.data)) return true;
        dropped.add("messages.reasoning_details");
        return false;
      }
      if ("signature" in block && isForeign(block.signature)) {
        dropped.add("messages.signature");
        delete block.signature;
      }
      return true;
    });
  }
  return [...dropped];
}
