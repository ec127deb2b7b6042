import { createHash } from "node:crypto";
import type { AssistantBlock, ChatCall, ChatResult } from "../canonical/chat.ts";
import type { ChatStreamPart } from "../canonical/chat-stream.ts";
import type { Exchange, Route } from "../exchange.ts";
import type { FormatId } from "../format-ids.ts";

/**
 * Dialects whose upstreams refuse a proof that another account of the same vendor made: OpenAI's encrypted items are one organisation's,
 * Google's signatures one project's. Anthropic takes its signatures from everywhere.
 */
const boundDialects: ReadonlySet<FormatId> = new Set(["openai-responses", "gemini-generate"]);

/** Letters, so that it can stand beside a dialect's name. */
const letters = "abcdefghijklmnopqrstuvwxyz";
const accountLength = 12;

/**
 * What tells a user's proofs of one upstream account from those of all others: a hash, so that it tells its reader nothing. It travels
 * with the proof, which so finds home in every process and after every restart.
 */
export function tellAccount(userId: number, key: string): string {
  const hash = createHash("sha256").update(`${userId}\n${key}`).digest();
  return Array.from(hash.subarray(0, accountLength), (byte) => letters[byte % letters.length]).join("");
}

/** Notes the account on every proof of an answer that is good there alone. `tell` gives it. */
export function noteAccount(result: ChatResult, tell: () => string): void {
  for (const choice of result.choices) for (const block of choice.content) noteOnBlock(block, tell);
}

function noteOnBlock(block: AssistantBlock, tell: () => string): void {
  noteOnProof(
    block.type === "encrypted-reasoning" ? block : "signature" in block ? block.signature : undefined,
    tell,
  );
}

/** Notes the account on a part of a stream that carries such a proof. */
export function noteAccountOnPart(part: ChatStreamPart, tell: () => string): void {
  noteOnProof(
    part.type === "encrypted-reasoning" ? part : "signature" in part ? part.signature : undefined,
    tell,
  );
}

function noteOnProof(proof: { dialect: FormatId; account?: string } | undefined, tell: () => string): void {
  if (proof && boundDialects.has(proof.dialect)) proof.account = tell();
}

/** Sealed thoughts of a request that another channel or key than the route's made. */
export function foreignThoughts({ reasoningOrigins }: Exchange, { channel, keyIndex }: Route): Set<string> {
  const foreign = new Set<string>();
  for (const [sealed, origin] of reasoningOrigins ?? [])
    if (origin.channelId !== channel.id || origin.key !== keyIndex) foreign.add(sealed);
  return foreign;
}

/**
 * Takes the proofs of other accounts out of a call, whose upstream would refuse the whole call for them. What was said in words stays. Proofs
 * of which nobody knows the account stay as well.
 * @param account the one that the call goes to
 * @param sealed thoughts that are known to be foreign though they do not say so
 * @returns names of what was taken out, for `x-tollgate-dropped`
 */
export function dropForeignProofs(
  call: ChatCall,
  account: () => string,
  sealed: ReadonlySet<string>,
): string[] {
  const dropped = new Set<string>();
  const isForeign = (proof: { dialect: FormatId; account?: string } | undefined): boolean =>
    proof?.account !== undefined && boundDialects.has(proof.dialect) && proof.account !== account();
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
