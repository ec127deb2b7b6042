import { parseBounded } from "../../canonical/parse-bounded.ts";
import { asFilledText, asObject } from "../kit/read-json.ts";
import type { UpstreamAnswer, UpstreamRequest } from "../provider.ts";

/** Delay before the first poll in milliseconds; each later one is longer. */
const firstWait = 400;
const longestWait = 2000;
/** About three minutes; the pipeline's own limit is 120. */
const maxPolls = 100;

/**
 * A chat without a stream is created first, then polled until it is finished; then its messages are requested.
 * Undefined if the answer is final: the messages, a failure, or a bot that exceeds the limit.
 */
export function followChat(
  base: string,
  headers: Readonly<Record<string, string>>,
): NonNullable<UpstreamRequest["follow"]> {
  function get(path: string, query: Record<string, string>): UpstreamRequest {
    return {
      method: "GET",
      url: `${base}${path}?${new URLSearchParams(query).toString()}`,
      headers: { ...headers },
      follow,
    };
  }

  function follow(answer: UpstreamAnswer, polls: number): ReturnType<NonNullable<UpstreamRequest["follow"]>> {
    const chat = asObject(asObject(tryParse(answer.body))?.data);
    const id = asFilledText(chat?.id);
    const conversation = asFilledText(chat?.conversation_id);
    if (id === undefined || conversation === undefined) return undefined;
    const query = { chat_id: id, conversation_id: conversation };
    if (chat?.status === "completed")
      return { request: get("/v3/chat/message/list", query), waitMilliseconds: 0 };
    if ((chat?.status !== "created" && chat?.status !== "in_progress") || polls >= maxPolls) return undefined;
    const waitMilliseconds = Math.min(firstWait * (polls + 1), longestWait);
    return { request: get("/v3/chat/retrieve", query), waitMilliseconds };
  }

  return follow;
}

function tryParse(body: Buffer): unknown {
  try {
    return parseBounded(body);
  } catch {
    return undefined;
  }
}
