import fc from "fast-check";
import { answerBlock, words } from "./messages-arbitraries.ts";

type Fields = Record<string, unknown>;
type Block = Fields & { type: string };

/** Responses in Anthropic's Messages as the API returns them, whole and as the events of a stream. */
export interface Message extends Fields {
  content: Block[];
  stop_reason: string;
  stop_sequence: string | null;
  stop_details?: Fields;
  usage: Fields;
}

const count = fc.nat(100_000);
const usage = fc
  .record({
    input_tokens: count,
    cache_read_input_tokens: count,
    fiveMinutes: count,
    hour: count,
    answer: count,
    thinking: count,
    searches: fc.nat(5),
  })
  .map(({ fiveMinutes, hour, answer, thinking, searches, ...rest }) => ({
    ...rest,
    cache_creation_input_tokens: fiveMinutes + hour,
    cache_creation: { ephemeral_5m_input_tokens: fiveMinutes, ephemeral_1h_input_tokens: hour },
    output_tokens: answer + thinking,
    output_tokens_details: { thinking_tokens: thinking },
    server_tool_use: { web_search_requests: searches, web_fetch_requests: 0 },
  }));

/** The stop reason and its fields. A call that waits for the caller decides it, unless the response failed. */
const stop = fc.oneof(
  fc.constant({ stop_reason: "end_turn", stop_sequence: null }),
  fc.constant({ stop_reason: "max_tokens", stop_sequence: null }),
  fc.constant({ stop_reason: "pause_turn", stop_sequence: null }),
  fc.constant({ stop_reason: "model_context_window_exceeded", stop_sequence: null }),
  words.map((stop_sequence) => ({ stop_reason: "stop_sequence", stop_sequence })),
  words.map((explanation) => ({
    stop_reason: "refusal",
    stop_sequence: null,
    stop_details: { type: "refusal", category: null, explanation },
  })),
);

export const message: fc.Arbitrary<Message> = fc
  .tuple(fc.stringMatching(/^[A-Za-z0-9]{8}$/), fc.array(answerBlock, { maxLength: 6 }), stop, usage)
  .map(([id, content, end, spent]) => ({
    id: `msg_${id}`,
    type: "message",
    role: "assistant",
    model: "claude-sonnet-4-5",
    content,
    ...end,
    ...(end.stop_reason === "end_turn" && content.some(waits) ? { stop_reason: "tool_use" } : {}),
    usage: spent,
  }));

function waits({ type, caller }: Block): boolean {
  return type === "tool_use" && (caller === undefined || (caller as Fields).type === "direct");
}

/**
 * Data of the events of this message. `next` returns small numbers that decide where texts are cut and what comes
 * first.
 */
export function streamOf(
  { content, stop_reason, stop_sequence, stop_details, usage, ...head }: Message,
  next: () => number,
): string[] {
  const early = { ...usage, output_tokens: 1, output_tokens_details: null, server_tool_use: null };
  const { cache_creation: _split, ...late } = usage;
  const message = { ...head, content: [], stop_reason: null, stop_sequence: null, usage: early };
  const events: object[] = [{ type: "message_start", message }];
  if (next() === 0) events.push({ type: "ping" });
  content.forEach((block, index) => {
    const { start, deltas } = eventsOf(block, next);
    events.push({ type: "content_block_start", index, content_block: start });
    events.push(...deltas.map((delta) => ({ type: "content_block_delta", index, delta })));
    events.push({ type: "content_block_stop", index });
  });
  const delta = { stop_reason, stop_sequence, ...(stop_details ? { stop_details } : {}) };
  events.push({ type: "message_delta", delta, usage: late }, { type: "message_stop" });
  return events.map((event) => JSON.stringify(event));
}

function eventsOf(block: Block, next: () => number): { start: object; deltas: object[] } {
  switch (block.type) {
    case "text": {
      const texts = cut(block.text as string, next).map((text) => ({ type: "text_delta", text }));
      const cited = (block.citations as object[] | undefined) ?? [];
      const citations = cited.map((citation) => ({ type: "citations_delta", citation }));
      const deltas = next() === 0 ? [...texts, ...citations] : [...citations, ...texts];
      return { start: { ...block, text: "", ...(cited.length > 0 ? { citations: [] } : {}) }, deltas };
    }
    case "thinking": {
      const reasoning = cut(block.thinking as string, next).map((thinking) => ({
        type: "thinking_delta",
        thinking,
      }));
      const signed = block.signature === "" ? [] : [{ type: "signature_delta", signature: block.signature }];
      return { start: { ...block, thinking: "", signature: "" }, deltas: [...reasoning, ...signed] };
    }
    case "tool_use":
    case "server_tool_use":
    case "mcp_tool_use": {
      if (next() === 0) return { start: block, deltas: [] };
      const pieces = cut(JSON.stringify(block.input), next);
      const deltas = pieces.map((partial_json) => ({ type: "input_json_delta", partial_json }));
      return { start: { ...block, input: {} }, deltas };
    }
    case "compaction":
      return {
        start: { ...block, content: null },
        deltas: [{ type: "compaction_delta", content: block.content }],
      };
    default:
      return { start: block, deltas: [] };
  }
}

function cut(text: string, next: () => number): string[] {
  const pieces: string[] = [];
  for (let at = 0; at < text.length; ) {
    const end = at + 1 + next() * 3;
    pieces.push(text.slice(at, end));
    at = end;
  }
  return pieces;
}
