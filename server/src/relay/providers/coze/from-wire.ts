import { noUsage, type UsageCounts } from "@tollgate/contract/cost";
import type { AssistantBlock, ChatResult } from "../../canonical/chat.ts";
import { readCountIfGiven } from "../kit/read-count.ts";
import { asFilledText, asObject, type JsonObject, needObject } from "../kit/read-json.ts";
import { RejectedAnswer } from "../kit/rejected-answer.ts";
import { UnreadableAnswer } from "../../canonical/unreadable-answer.ts";
import { readProblem } from "./problems.ts";

/**
 * A whole answer: the list of messages of a finished chat (v3, in `data`) or of the answer itself (v2, in `messages`).
 * The bot's tool calls and suggestions in the list are skipped.
 * @throws UnreadableAnswer
 */
export function readAnswer(body: unknown): ChatResult {
  const answer = needObject(body, "the answer");
  const list = Array.isArray(answer.data) ? answer.data : answer.messages;
  if (!Array.isArray(list)) throw failure(answer);
  const answers = list.map((entry) => asObject(entry) ?? {}).filter(isAnswer);
  const content: AssistantBlock[] = [];
  const reasoning = answers.flatMap((message) => asFilledText(message.reasoning_content) ?? []).join("");
  if (reasoning !== "") content.push({ type: "reasoning", text: reasoning });
  content.push({
    type: "text",
    text: answers.flatMap((message) => asFilledText(message.content) ?? []).join("\n\n"),
  });
  const first = answers[0];
  const id =
    asFilledText(first?.chat_id) ?? asFilledText(first?.id) ?? asFilledText(answer.conversation_id) ?? "";
  return { id, model: "", choices: [{ index: 0, content, stopReason: "stop" }] };
}

/** True for the bot's answer to the user. */
export function isAnswer(message: JsonObject): boolean {
  return message.type === "answer" && message.role !== "user";
}

/** Tokens of a chat; undefined if not reported. */
export function readUsage(chat: JsonObject): UsageCounts | undefined {
  const usage = asObject(chat.usage);
  const input = readCountIfGiven(usage?.input_count);
  const output = readCountIfGiven(usage?.output_count);
  if (!input && !output) return undefined;
  return { ...noUsage, input: input ?? 0, output: output ?? 0 };
}

/** Why there are no messages. */
function failure(answer: JsonObject): UnreadableAnswer {
  const status = asFilledText(asObject(answer.data)?.status);
  if (status === "in_progress" || status === "created")
    return new UnreadableAnswer("the bot did not finish in time");
  if (answer.code === undefined && status === undefined)
    return new UnreadableAnswer("the answer has no messages");
  return new RejectedAnswer(readProblem(200, JSON.stringify(answer), {}));
}
