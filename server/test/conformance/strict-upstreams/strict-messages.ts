import { halves } from "./strict-chat.ts";
import { findForeignSignatures, findMissing, type StrictUpstream, type Turn } from "./strict-upstream.ts";

interface Block {
  type: string;
  id?: string;
  name?: string;
  input?: unknown;
  text?: string;
  tool_use_id?: string;
  signature?: string;
}

interface Message {
  role: string;
  content: Block[];
}

/**
 * Anthropic's Messages: turns alternate, results come first in the turn after their calls, and reasoning is sent back.
 */
export const strictMessages: StrictUpstream = {
  name: "Messages",
  type: 14,
  model: "claude-sonnet-4-5",
  findFaults(body, issued) {
    const faults = [...findForeignSignatures(body, ["messages"]), ...findMissing(body, issued)];
    const {
      messages,
      thinking,
      max_tokens,
      tools = [],
    } = body as {
      messages: Message[];
      thinking?: { type: string; budget_tokens?: number };
      max_tokens: number;
      tools?: { name: string }[];
    };
    if (!(max_tokens > (thinking?.budget_tokens ?? 0))) faults.push("max_tokens is not above the budget");
    for (const { name } of tools)
      if (!/^[a-zA-Z0-9_-]{1,128}$/.test(name)) faults.push(`a tool named '${name}'`);
    const marks = JSON.stringify(body).match(/"cache_control"/g) ?? [];
    if (marks.length > 4) faults.push(`${marks.length} cache marks`);
    messages.forEach((message, at) => {
      const here = `messages.${at}`;
      const before = messages[at - 1];
      if (message.role !== (at % 2 === 0 ? "user" : "assistant")) faults.push(`${here} is out of turn`);
      if (message.content.length === 0) faults.push(`${here} is empty`);
      faults.push(...findUnpaired(message, before).map((fault) => `${here}: ${fault}`));
      for (const block of message.content)
        faults.push(...findBadBlock(block).map((fault) => `${here}: ${fault}`));
    });
    const last = messages.findLast((message) => message.role === "assistant");
    const calls = last?.content.some((block) => block.type === "tool_use");
    if (thinking && thinking.type !== "disabled" && calls && !/thinking/.test(last?.content[0]?.type ?? ""))
      faults.push("the last answer called tools and does not start with its reasoning");
    return faults;
  },
  frames: (turn, signature, id) =>
    events(turn, signature, id).map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`),
};

const idsOf = (message: Message | undefined, type: string, key: "id" | "tool_use_id"): string[] =>
  (message?.content ?? []).flatMap((block) => (block.type === type ? [block[key] ?? ""] : []));

function findUnpaired(message: Message, before: Message | undefined): string[] {
  const called = message.role === "user" ? idsOf(before, "tool_use", "id") : [];
  const answered = idsOf(message, "tool_result", "tool_use_id");
  const faults = called.filter((id) => !answered.includes(id)).map((id) => `no result of ${id}`);
  faults.push(...answered.filter((id) => !called.includes(id)).map((id) => `a result of ${id}`));
  const results = message.content.map((block) => block.type === "tool_result");
  if (results.lastIndexOf(true) > results.indexOf(false) && results.includes(false) && results.includes(true))
    faults.push("results after other blocks");
  return faults;
}

function findBadBlock(block: Block): string[] {
  if (block.type === "text" && !block.text?.trim()) return ["an empty text"];
  if (block.type === "thinking" && !block.signature?.startsWith("sig-messages-"))
    return ["another vendor's reasoning"];
  if (block.type !== "tool_use") return [];
  const isObject = typeof block.input === "object" && block.input !== null;
  return /^[a-zA-Z0-9_-]+$/.test(block.id ?? "") && isObject ? [] : [`a call with id '${block.id}'`];
}

function events(
  { reasoning, text, calls = [] }: Turn,
  signature: string,
  id: string,
): ({ type: string } & Record<string, unknown>)[] {
  const blocks: { start: object; deltas: object[] }[] = [];
  if (reasoning !== undefined)
    blocks.push({
      start: { type: "thinking", thinking: "", signature: "" },
      deltas: [
        { type: "thinking_delta", thinking: reasoning },
        { type: "signature_delta", signature },
      ],
    });
  if (text !== undefined)
    blocks.push({
      start: { type: "text", text: "" },
      deltas: halves(text).map((piece) => ({ type: "text_delta", text: piece })),
    });
  calls.forEach((call, at) =>
    blocks.push({
      start: { type: "tool_use", id: `toolu_${id}_${at}`, name: call.name, input: {} },
      deltas: halves(JSON.stringify(call.arguments)).map((piece) => ({
        type: "input_json_delta",
        partial_json: piece,
      })),
    }),
  );
  const usage = { input_tokens: 20, output_tokens: 1 };
  const stop_reason = calls.length > 0 ? "tool_use" : "end_turn";
  const message = { id, type: "message", role: "assistant", model: "claude-sonnet-4-5", content: [] };
  return [
    { type: "message_start", message: { ...message, stop_reason: null, stop_sequence: null, usage } },
    ...blocks.flatMap(({ start, deltas }, index) => [
      { type: "content_block_start", index, content_block: start },
      ...deltas.map((delta) => ({ type: "content_block_delta", index, delta })),
      { type: "content_block_stop", index },
    ]),
    { type: "message_delta", delta: { stop_reason, stop_sequence: null }, usage: { output_tokens: 10 } },
    { type: "message_stop" },
  ];
}
