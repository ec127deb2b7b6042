import type { AssistantBlock, ChatResult } from "../../../src/relay/canonical/chat.ts";
import type { RenderContext } from "../../../src/relay/formats/format.ts";
import { findChatFormat } from "../../../src/relay/formats/registry.ts";
import { type ChatDialect, plainRequest, question } from "./features.ts";
import { leftOut, type Loss, send } from "./check-request.ts";
import type { MatrixRow } from "./rows.ts";

const reasoning = "The lake lies to the south.";
const signature = "cHJvb2Y=";
const said = "South.";
const feature = "earlier reasoning";

/** Signed reasoning from an upstream of each dialect, and what must be sent back to it. */
const signedBlocks: readonly AssistantBlock[] = [
  { type: "reasoning", text: reasoning, signature: { dialect: "anthropic-messages", value: signature } },
  { type: "reasoning", text: reasoning, signature: { dialect: "gemini-generate", value: signature } },
  {
    type: "encrypted-reasoning",
    data: signature,
    dialect: "openai-responses",
    id: "rs_1",
    summary: reasoning,
  },
];

/**
 * Renders a response with reasoning, lets a client echo it, and checks whether the signature reaches its upstream, or
 * at least the text if the upstream signs nothing.
 */
export function checkEchoedReasoning(row: MatrixRow, format: ChatDialect): Loss | undefined {
  if (signedBlocks.some((block) => echo(row, format, block).body.includes(signature))) return undefined;
  const { body, left } = echo(row, format, { type: "reasoning", text: reasoning });
  if (body.includes(reasoning))
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

/** Render context of a test. */
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

/** The next turn: the response unchanged, and another question. */
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
      const turn = { role: "user", parts: [{ text: question }] };
      return { contents: [turn, answer.candidates[0]?.content, turn] };
    }
  }
}
