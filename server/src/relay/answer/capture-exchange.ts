import { quotableSecrets } from "../../platform/clean-message.ts";
import type { Exchange } from "../exchange.ts";
import type { CapturedBody, CaptureSink } from "../ports.ts";
import { ObservedReply } from "./observed-reply.ts";

/** Bytes captured of each body. */
const bodyMost = 256 * 1024;

export interface RunningCapture {
  /** Stores the bodies if the call's token or its last channel is captured. Never throws. */
  finish(): void;
}

/**
 * Copies the bodies of an exchange; undefined if no capture is active, the exchange is not sampled, or no slot is free.
 * The caller's response passes unchanged. The channel is known only at the end, so capturing one channel copies every
 * exchange.
 */
export function captureExchange(
  { captures, now }: { captures: CaptureSink; now(): number },
  exchange: Exchange,
): RunningCapture | undefined {
  const targets = exchange.snapshot.captures;
  if (!targets) return undefined;
  const { caller, request } = exchange;
  const startedAt = now();
  const isOn = (until: number | undefined): boolean => until !== undefined && until > startedAt;
  const ofToken = isOn(targets.tokens.get(caller.tokenId));
  if ((!ofToken && targets.channels.size === 0) || !captures.open()) return undefined;
  const sent: CapturedBody = {
    type: String(request.headers["content-type"] ?? ""),
    // The body's own buffer is released before the response ends.
    beginning: Buffer.from(request.body.subarray(0, bodyMost)),
    bytes: request.body.length,
  };
  const reply = new CopyingReply(exchange.reply);
  exchange.reply = reply;
  return {
    finish() {
      const channelId = exchange.attempts.at(-1)?.channel_id ?? 0;
      if (!ofToken && !isOn(targets.channels.get(channelId))) {
        captures.close(undefined);
        return;
      }
      const channel = exchange.snapshot.channel(channelId);
      captures.close({
        requestId: request.requestId,
        createdAt: startedAt,
        userId: caller.userId,
        secrets: channel ? quotableSecrets(channel) : [],
        request: sent,
        response: { type: reply.sentType, ...reply.copy() },
      });
    },
  };
}

/** Copies the beginning of what is written. */
class CopyingReply extends ObservedReply {
  #chunks: Buffer[] = [];
  #kept = 0;
  #bytes = 0;

  copy(): Pick<CapturedBody, "beginning" | "bytes"> {
    return { beginning: Buffer.concat(this.#chunks), bytes: this.#bytes };
  }

  protected observe(chunk: Buffer | string): void {
    const length = Buffer.byteLength(chunk);
    this.#bytes += length;
    const room = bodyMost - this.#kept;
    if (room <= 0) return;
    const copy = Buffer.from(typeof chunk === "string" ? Buffer.from(chunk) : chunk.subarray(0, room));
    this.#chunks.push(copy.subarray(0, room));
    this.#kept += Math.min(room, length);
  }
}
