import type { MemoryAccount } from "../../platform/memory-budget.ts";
import type { SnapshotChannel } from "../../snapshot/relay-snapshot.ts";
import type { UpstreamProblem } from "../canonical/problem.ts";
import type { ChannelViews, ClientReply } from "../exchange.ts";
import { withoutKeys } from "../fail-exchange.ts";
import {
  CannotServe,
  type Provider,
  type UpstreamAnswer,
  type UpstreamRequest,
} from "../providers/provider.ts";
import type { TaskChannel, TaskPlatform } from "../tasks/platform.ts";
import { addChannelHeaders } from "../upstream/channel-headers.ts";
import type { ChannelTokens } from "../upstream/channel-token.ts";
import type { UpstreamCaller } from "../upstream/upstream-call.ts";
import { targetOf } from "../upstream/upstream-target.ts";

export interface PlatformDependencies {
  upstream: UpstreamCaller;
  tokens: ChannelTokens;
  views: ChannelViews;
  findProvider(type: number): Provider | undefined;
}

/** A channel and key that tasks go to. */
export interface TaskTarget {
  channel: SnapshotChannel;
  keyIndex: number;
}

/**
 * The platform's answer, or why there is none. `mayExist`: the platform may have acted on the request all the same.
 * `callerLeft`: nothing was sent, because the caller disconnected.
 */
export type PlatformAnswer =
  | { answer: UpstreamAnswer; view: TaskChannel }
  | { problem: UpstreamProblem; mayExist: boolean; callerLeft?: true };

export interface PlatformCall extends TaskTarget {
  /** The request must not arrive twice. */
  once?: true;
  /** Counts the answer, which is held longer than this call. */
  memory?: MemoryAccount;
  /** Nothing is sent for a caller that has left. Absent: the request is sent in any case. */
  caller?: Pick<ClientReply, "closed">;
}

/** Bytes of an answer about tasks, where the platform has no larger ones. */
const usualAnswer = 8 * 1024 * 1024;
/** Timeout in seconds of a submission or query; the channel's own timeouts do not apply. */
export const callSeconds = 60;
/** Statuses of a proxy that lost its upstream: the request may have been served. */
const ambiguousStatuses = new Set([408, 499, 502, 504, 520, 522, 523, 524]);
/** Errors before the first byte was sent. */
const neverSent = new Set([
  "ECONNREFUSED",
  "ENOTFOUND",
  "EAI_AGAIN",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "CONNECT_TIMEOUT",
  "UND_ERR_CONNECT_TIMEOUT",
]);

/** Sends one request to a channel of a platform and reads the answer whole. Never throws for an upstream's behavior. */
export async function callPlatform(
  dependencies: PlatformDependencies,
  platform: TaskPlatform,
  { channel, keyIndex, once, memory, caller }: PlatformCall,
  build: (view: TaskChannel) => UpstreamRequest,
): Promise<PlatformAnswer> {
  const provider = dependencies.findProvider(channel.type);
  if (!provider) return notSent({ kind: "unsupported", status: 0, message: "the channel has no provider" });
  const limits = { firstByteTimeout: callSeconds, idleTimeout: callSeconds, totalTimeout: callSeconds };
  const target = { ...targetOf({ channel, provider }), ...limits, ...(once && { once }) };
  const plain = dependencies.views.view(channel, provider, keyIndex);
  const ready = await dependencies.tokens.withToken(plain, provider, target);
  if ("kind" in ready) return notSent(withoutKeys(ready, channel));
  // The exchange of a key takes time.
  if (caller?.closed) return callerLeft;
  const view: TaskChannel = { ...ready, type: channel.type };
  let request: UpstreamRequest;
  try {
    request = build(view);
  } catch (error) {
    if (!(error instanceof CannotServe)) throw error;
    const param = error.param === undefined ? {} : { param: error.param };
    return notSent({ kind: "unsupported", status: 0, message: error.message, ...param });
  }
  addChannelHeaders(request, channel);
  request.headers["accept-encoding"] = "identity";
  const most = platform.largestAnswer ?? usualAnswer;
  const answer = await receive(dependencies.upstream, request, target, { most, memory });
  if ("kind" in answer)
    return { problem: withoutKeys(answer, channel), mayExist: !neverSent.has(answer.code ?? "") };
  const problem = readProblem(platform, answer, view);
  if (!problem) return { answer, view };
  return { problem: withoutKeys(problem, channel), mayExist: ambiguousStatuses.has(answer.status) };
}

const callerLeft: PlatformAnswer = {
  problem: { kind: "timeout", status: 0, message: "The caller disconnected before the request was sent." },
  mayExist: false,
  callerLeft: true,
};

function notSent(problem: UpstreamProblem): PlatformAnswer {
  return { problem, mayExist: false };
}

/** An exception of an adapter counts as an unreadable answer. */
function readProblem(
  platform: TaskPlatform,
  answer: UpstreamAnswer,
  view: TaskChannel,
): UpstreamProblem | undefined {
  try {
    const problem = platform.readProblem(answer, view);
    if (problem || answer.status < 300) return problem;
  } catch {
    // Below.
  }
  const message = answer.body.subarray(0, 200).toString("utf8");
  return { kind: "bad-answer", status: answer.status, message: `the answer cannot be read: ${message}` };
}

function receive(
  upstream: UpstreamCaller,
  request: UpstreamRequest,
  target: Parameters<UpstreamCaller["call"]>[1],
  { most, memory }: { most: number; memory: MemoryAccount | undefined },
): Promise<UpstreamAnswer | UpstreamProblem> {
  return new Promise((resolve) => {
    let status = 0;
    let headers: Record<string, string> = {};
    const chunks: Buffer[] = [];
    let length = 0;
    const call = upstream.call(request, target, {
      onHead(code, found) {
        status = code;
        headers = found;
      },
      onData(chunk) {
        length += chunk.length;
        const hasRoom = memory?.acquire(chunk.length) === undefined;
        if (length <= most && hasRoom) {
          chunks.push(chunk);
          return;
        }
        call.cancel();
        const message = hasRoom
          ? `the answer is larger than ${most / 1_048_576} MB`
          : "there is no memory left for the answer";
        resolve({ kind: "bad-answer", status, message });
      },
      onEnd: () => resolve({ status, headers, body: Buffer.concat(chunks) }),
      onFail: resolve,
    });
  });
}
