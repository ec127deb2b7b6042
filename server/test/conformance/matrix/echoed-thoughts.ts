import type { AssistantBlock, ChatResult } from "../../../src/relay/canonical/chat.ts";
import type { RenderContext } from "../../../src/relay/formats/format.ts";
import { findChatFormat } from "../../../src/relay/formats/registry.ts";
import { type ChatDialect, plainRequest, question } from "./features.ts";
import { leftOut, type Loss, send } from "./judge-request.ts";
import type { MatrixRow } from "./rows.ts";

const thought = "The lake lies to the south.";
const proof = "cHJvb2Y=";
const said = "South.";
const feature = "earlier reasoning";

/** What an upstream of each dialect gives with a thought, and what must come back to it. */
const thoughts: readonly AssistantBlock[] = [
  { type: "reasoning", text: thought, signature: { dialect: "anthropic-messages", value: proof } },
  { type: "reasoning", text: thought, signature: { dialect: "gemini-generate", value: proof } },
  { type: "encrypted-reasoning", data: proof, dialect: "openai-responses", id: "rs_1", summary: thought },
];

/**
 * Renders an answer with a thought, lets a client send it back as it came, and looks whether the proof reaches the upstream that gave it,
 * or at least the words where the upstream proves nothing.
 */
export function judgeEchoedThoughts(row: MatrixRow, format: ChatDialect): Loss | undefined {
  if (thoughts.some((block) => echo(row, format, block).body.includes(proof))) return undefined;
  const { body, left } = echo(row, format, { type: "reasoning", text: thought });
  if (body.includes(thought))
    return { feature, because: "only the text, because this provider signs no reasoning", arrives: true };
  if (left.length === 0) return { feature, because: "lost without being named", silent: true };
  return { feature, because: leftOut(left.filter((name) => name !== "max_tokens")) };
}

function echo(row: MatrixRow, format: ChatDialect, block: AssistantBlock): ReturnType<typeof send> {
  const content: AssistantBlock[] = [block, { type: "text", text: said }];
  const result: ChatResult = {
    id: "answer-1",
    model: row.model,
    choices: [{ index: 0, content, stopReason: "stop" }],
  };
  const answer = JSON.parse(findChatFormat(format).renderResponse(result, contextOf(row))) as Answer;
  const request = { ...plainRequest(format, row.model), ...nextTurn(format, answer) };
  const path = { model: row.model, query: "" };
  const { call, unread } = findChatFormat(format).parseRequest(request, row.model, path);
  return send(row, format, request, call, unread);
}

/** How answers of a test are presented. */
export function contextOf({ model }: Pick<MatrixRow, "model">): RenderContext {
  return {
    requestedModel: model,
    requestId: "req-1",
    now: 1_790_000_000,
    wantsStreamUsage: true,
    request: {},
  };
}

interface Answer {
  choices: { message: unknown }[];
  output: unknown[];
  content: unknown;
  candidates: { content: unknown }[];
}

/** The conversation goes on: the answer as it came, and another question. */
function nextTurn(format: ChatDialect, answer: Answer): object {
  const user = { role: "user", content: question };
  switch (format) {
    case "openai-chat":
      return { messages: [user, answer.choices[0]?.message, user] };
    case "openai-responses":
      return { input: [user, ...answer.output, user] };
    case "anthropic-messages":
      return { messages: [user, { role: "assistant", content: answer.content }, user] };
    case "gemini-generate": {
      const asked = { role: "user", parts: [{ text: question }] };
      return { contents: [asked, answer.candidates[0]?.content, asked] };
    }
  }
}
