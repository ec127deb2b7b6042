import type { AssistantBlock, ChatCall } from "../canonical/chat.ts";
import type { ChatStreamPart } from "../canonical/chat-stream.ts";
import type { UpstreamProblem } from "../canonical/problem.ts";
import { UnreadableAnswer } from "../canonical/unreadable-answer.ts";
import { createSseSplitter } from "../event-stream/sse-splitter.ts";
import { RejectedAnswer } from "../providers/kit/rejected-answer.ts";
import type { Provider, UpstreamRequest } from "../providers/provider.ts";
import { callFollowing } from "../upstream/follow-answer.ts";
import { readProblem } from "../upstream/read-problem.ts";
import type { UpstreamCaller, UpstreamTarget } from "../upstream/upstream-call.ts";

export interface StreamProbe {
  target: UpstreamTarget;
  provider: Provider;
  request: UpstreamRequest;
  call: ChatCall;
}

const answerLimit = 256 * 1024;

/** One small stream, read to its end: its text, and the received bytes. Never throws. */
export function probeStream(
  upstream: UpstreamCaller,
  { target, provider, request, call }: StreamProbe,
): Promise<{ content: AssistantBlock[]; bytes: Buffer } | UpstreamProblem> {
  const chat = provider.chat;
  if (!chat) return Promise.resolve(badAnswer("this provider does not stream chats"));
  const reader = chat.streamReader(call);
  const splitter = chat.splitter?.() ?? createSseSplitter();
  return new Promise((resolve) => {
    request.headers["accept-encoding"] = "identity";
    let status = 0;
    let headers: Record<string, string> = {};
    let text = "";
    let ended = false;
    let length = 0;
    const chunks: Buffer[] = [];
    const stop = (problem: UpstreamProblem): void => {
      running.cancel();
      resolve(problem);
    };
    const take = (parts: readonly ChatStreamPart[]): UpstreamProblem | undefined => {
      for (const part of parts) {
        if (part.type === "problem") return part.problem;
        if (part.type === "text") text += part.text;
        if (part.type === "end") ended = true;
      }
      return undefined;
    };
    const running = callFollowing(
      upstream,
      { request, target: { ...target, local: provider.local } },
      {
        onHead(code, heads) {
          status = code;
          headers = heads;
        },
        onData(chunk) {
          length += chunk.length;
          if (length > answerLimit) return stop(badAnswer("the stream is longer than 256 KB"));
          // The pool may reuse the chunk.
          chunks.push(Buffer.from(chunk));
          if (status >= 300) return undefined;
          try {
            for (const event of splitter.push(chunk)) {
              const problem = event.data === "" ? undefined : take(reader.read(event));
              if (problem) return stop(problem);
            }
          } catch (error) {
            stop(unreadable(error));
          }
          return undefined;
        },
        onEnd() {
          const bytes = Buffer.concat(chunks);
          if (status >= 300) return resolve(readProblem(provider, status, bytes.toString("utf8"), headers));
          try {
            for (const event of splitter.end()) take(reader.read(event));
            take(reader.end());
          } catch (error) {
            return resolve(unreadable(error));
          }
          if (!ended) return resolve(badAnswer("the answer is no complete stream"));
          return resolve({ content: text === "" ? [] : [{ type: "text", text }], bytes });
        },
        onFail: resolve,
      },
    );
  });
}

function badAnswer(message: string): UpstreamProblem {
  return { kind: "bad-answer", status: 0, message };
}

function unreadable(error: unknown): UpstreamProblem {
  if (error instanceof RejectedAnswer) return error.problem;
  return badAnswer(error instanceof UnreadableAnswer ? error.message : "the answer cannot be read");
}
