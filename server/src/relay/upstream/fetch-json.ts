import { callFollowing } from "./follow-answer.ts";
import type { UpstreamCaller, UpstreamTarget } from "./upstream-call.ts";
import { CostlyJson, parseBounded } from "../canonical/parse-bounded.ts";
import type { UpstreamProblem } from "../canonical/problem.ts";
import type { Provider, UpstreamRequest } from "../providers/provider.ts";
import { readProblem } from "./read-problem.ts";

const answerLimit = 4 * 1024 * 1024;

export interface JsonRequest {
  target: UpstreamTarget;
  provider: Provider;
  request: UpstreamRequest;
  /** Registers a listener for the caller's disconnect, which ends the upstream call. Absent: the call runs to its end. */
  onHangUp?: ((listener: () => void) => void) | undefined;
}

export interface JsonAnswer {
  body: unknown;
  /** The body as it was received. */
  bytes: Buffer;
  headers: Record<string, string>;
}

/** One small JSON answer of an upstream, or why there is none. Never throws. */
export function fetchJson(
  upstream: UpstreamCaller,
  { target, provider, request, onHangUp }: JsonRequest,
): Promise<JsonAnswer | UpstreamProblem> {
  return new Promise((resolve) => {
    request.headers["accept-encoding"] = "identity";
    let status = 0;
    let headers: Record<string, string> = {};
    const chunks: Buffer[] = [];
    let length = 0;
    const call = callFollowing(
      upstream,
      { request, target: { ...target, local: provider.local } },
      {
        onHead(code, heads) {
          status = code;
          headers = heads;
        },
        onData(chunk) {
          length += chunk.length;
          if (length <= answerLimit) {
            chunks.push(chunk);
            return;
          }
          call.cancel();
          resolve({ kind: "bad-answer", status: 0, message: "the answer is larger than 4 MB" });
        },
        onEnd() {
          const bytes = Buffer.concat(chunks);
          if (status >= 300) resolve(readProblem(provider, status, bytes.toString("utf8"), headers));
          else resolve(parse(bytes, headers));
        },
        onFail: resolve,
      },
    );
    onHangUp?.(() => {
      call.cancel();
      resolve({ kind: "unreachable", status: 0, message: "the caller hung up" });
    });
  });
}

function parse(bytes: Buffer, headers: Record<string, string>): JsonAnswer | UpstreamProblem {
  try {
    return { body: parseBounded(bytes), bytes, headers };
  } catch (error) {
    const start = bytes.subarray(0, 200).toString("utf8");
    const message = error instanceof CostlyJson ? error.message : `the answer is not JSON: ${start}`;
    return { kind: "bad-answer", status: 0, message };
  }
}
