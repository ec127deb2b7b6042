import { callFollowing } from "./follow-answer.ts";
import type { UpstreamCaller, UpstreamTarget } from "./upstream-call.ts";
import { CostlyJson, parseBounded } from "../canonical/parse-bounded.ts";
import type { UpstreamProblem } from "../canonical/problem.ts";
import type { Provider, UpstreamRequest } from "../providers/provider.ts";
import { readProblem } from "./read-problem.ts";

const answerLimit = 4 * 1024 * 1024;

/**
 * One small JSON answer of an upstream, or what went wrong. Never throws.
 * @param onHangUp registers a listener for the caller's disconnect, which ends the upstream call; without it the call runs to its end
 */
export function fetchWhole(
  upstream: UpstreamCaller,
  target: UpstreamTarget,
  provider: Provider,
  request: UpstreamRequest,
  onHangUp?: (listener: () => void) => void,
): Promise<{ body: unknown; bytes: Buffer; headers: Record<string, string> } | UpstreamProblem> {
  return new Promise((resolve) => {
    request.headers["accept-encoding"] = "identity";
    let status = 0;
    let headers: Record<string, string> = {};
    const chunks: Buffer[] = [];
    let length = 0;
    const call = callFollowing(
      upstream,
      request,
      { ...target, local: provider.local },
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

function parse(
  bytes: Buffer,
  headers: Record<string, string>,
): { body: unknown; bytes: Buffer; headers: Record<string, string> } | UpstreamProblem {
  try {
    return { body: parseBounded(bytes), bytes, headers };
  } catch (error) {
    const start = bytes.subarray(0, 200).toString("utf8");
    const message = error instanceof CostlyJson ? error.message : `the answer is not JSON: ${start}`;
    return { kind: "bad-answer", status: 0, message };
  }
}
