import { createHash } from "node:crypto";
import { outcomeCode } from "@tollgate/contract/call-outcome";
import type { Ledger } from "../../ledger/ledger.ts";
import type { KeyValue } from "../../platform/key-value/key-value.ts";
import type { ClientReply, Exchange } from "../exchange.ts";
import { ObservedReply } from "./observed-reply.ts";

/** Larger responses are not cached. */
const answerMost = 512 * 1024;

interface CachedAnswer {
  type: string;
  body: string;
}

/**
 * Cached responses to identical requests, for tokens with this option. The key is the user, the endpoint and every byte
 * of the request, so no user receives another user's response.
 */
export interface ResponseCache {
  /** Undefined if the exchange is not cacheable. */
  keyOf(exchange: Exchange): string | undefined;
  find(key: string): Promise<CachedAnswer | undefined>;
  /** A reply that copies what it passes on; `keep` stores the copy after the whole response was delivered. */
  record(key: string, exchange: Exchange): { reply: ClientReply; keep(): void };
}

export function createResponseCache(keyValue: KeyValue): ResponseCache {
  return {
    keyOf({ caller, snapshot, format, request, head }) {
      if (!caller.chatCache || snapshot.settings.chatCacheSeconds === 0 || format.capability !== "chat")
        return undefined;
      // A message of a thread can be continued once.
      if (head.thread !== undefined) return undefined;
      const { model = "", stream = false, action = "", query = "" } = request.path ?? {};
      return createHash("sha256")
        .update(
          `${caller.userId}\n${caller.tokenGroup}\n${format.id}\n${model}\n${stream}\n${action}\n${query}\n`,
        )
        .update(request.body)
        .digest("base64url");
    },
    async find(key) {
      const text = await keyValue.get(`answer:${key}`);
      // This class wrote both strings, so their length is bounded.
      return text === undefined ? undefined : (JSON.parse(text) as CachedAnswer);
    },
    record(key, exchange) {
      const recording = new RecordingReply(exchange.reply);
      return {
        reply: recording,
        keep() {
          const kept = recording.answer;
          if (!kept) return;
          void keyValue.set(
            `answer:${key}`,
            JSON.stringify(kept),
            exchange.snapshot.settings.chatCacheSeconds,
          );
        },
      };
    },
  };
}

/** Copies the response while it is small. */
class RecordingReply extends ObservedReply {
  #type = "";
  #chunks: Buffer[] | undefined = [];
  #length = 0;

  /** Undefined if it is too large. */
  get answer(): CachedAnswer | undefined {
    if (!this.#chunks || this.#length === 0) return undefined;
    return { type: this.#type, body: Buffer.concat(this.#chunks).toString("utf8") };
  }

  override head(status: number, headers: Record<string, string>): void {
    this.#type = headers["content-type"] ?? "";
    super.head(status, headers);
  }

  protected observe(chunk: Buffer | string): void {
    if (!this.#chunks) return;
    const bytes = Buffer.from(chunk);
    this.#length += bytes.length;
    if (this.#length > answerMost) this.#chunks = undefined;
    else this.#chunks.push(bytes);
  }
}

/** Sends the cached response: free, and marked as cached in a header and in the log. */
export async function replyCached(
  { ledger, now }: { ledger: Ledger; now(): number },
  exchange: Exchange,
  kept: CachedAnswer,
  headers: Record<string, string>,
): Promise<void> {
  const { request, reply, caller, group, head, format } = exchange;
  const free = exchange.snapshot.settings.answerHeaders && { "x-tollgate-cost": "0" };
  reply.head(200, { ...headers, ...free, "content-type": kept.type, "x-tollgate-cache": "hit" });
  reply.end(kept.body);
  const { userId, tokenId, tokenUnlimited } = caller;
  const held = await ledger.reserve({ userId, tokenId, tokenUnlimited, amount: 0 });
  if (!held.ok) return;
  await ledger.settle(held, {
    cost: 0,
    record: {
      request_id: request.requestId,
      created_at: now(),
      user_id: userId,
      username: caller.username,
      token_id: tokenId,
      token_name: caller.tokenName,
      model_name: head.model,
      prompt_tokens: 0,
      completion_tokens: 0,
      channel_id: 0,
      request_time: Math.round(performance.now() - request.startedAt),
      is_stream: head.stream ? 1 : 0,
      source_ip: request.sourceIp,
      content: "",
      outcome: outcomeCode("completed"),
      metadata: {
        group_name: group.symbol,
        group_ratio: group.ratio,
        cache_hit: true,
        usage_source: "none",
        end_reason: "completed",
        format: format.id,
      },
    },
  });
}
