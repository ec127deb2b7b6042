import { parseBounded } from "../../canonical/parse-bounded.ts";
import { asFilledText, asObject } from "../kit/read-json.ts";
import type { UpstreamAnswer, UpstreamRequest } from "../provider.ts";

/** A chat is looked at again after this long, and longer each time. */
const firstWait = 400;
const longestWait = 2000;
/** About three minutes; the pipeline itself asks no more than 120 times. */
const maxPolls = 100;

/**
 * A chat that does not stream is answered with a ticket: it is looked at until it is finished, then its messages are asked for. Undefined
 * where the answer is the last: the messages, a failure, or a bot that takes too long.
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
    if ((chat?.status !== "created" && chat?.status !== "in_progress") || polls >= maxPolls)
      return undefined;
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
