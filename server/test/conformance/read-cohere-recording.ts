import type { Recorded } from "./read-recording.ts";

interface CohereTool {
  function: { name?: string; arguments?: string };
}

interface CohereMessage {
  content?: { text?: string; thinking?: string }[];
  tool_plan?: string;
  tool_calls?: CohereTool[];
}

/** `tokens` is used if there are no billed units. */
type CohereUsage = Record<
  "billed_units" | "tokens",
  { input_tokens: number; output_tokens: number } | undefined
>;

const finishes: Record<string, Recorded["finish"]> = {
  COMPLETE: "stop",
  TOOL_CALL: "tool_calls",
  MAX_TOKENS: "length",
};

/** A whole response of Cohere's v2 chat: the plan before tool calls is reasoning, and billed units are the usage. */
export function readCohereWhole(body: unknown): Recorded {
  const {
    message,
    finish_reason: finish,
    usage,
  } = body as {
    message: CohereMessage;
    finish_reason: string;
    usage: CohereUsage;
  };
  const parts = message.content ?? [];
  const counted = usage.billed_units ?? usage.tokens;
  return {
    text: parts.map((part) => part.text ?? "").join(""),
    reasoning: (message.tool_plan ?? "") + parts.map((part) => part.thinking ?? "").join(""),
    tools: (message.tool_calls ?? []).map((call) => ({
      name: call.function.name ?? "",
      // A tool without arguments has no arguments field, or `null`.
      arguments: (JSON.parse(call.function.arguments || "null") as unknown) ?? {},
    })),
    finish: finishes[finish] ?? "stop",
    usage: counted && { prompt: counted.input_tokens, cached: 0, completion: counted.output_tokens },
    signatures: 0,
  };
}

interface CohereEvent {
  type: string;
  index: number;
  delta: {
    message: { content?: { text?: string; thinking?: string }; tool_plan?: string; tool_calls?: CohereTool };
    finish_reason: string;
    usage: CohereUsage;
  };
}

/** The events of a streamed response: builds the message and reads it as a whole one. */
export function readCohereStream(lines: readonly string[]): Recorded {
  const message: Required<CohereMessage> = { content: [], tool_plan: "", tool_calls: [] };
  let end: unknown;
  for (const line of lines) {
    const { type, index, delta } = JSON.parse(line) as CohereEvent;
    const said = delta?.message;
    if (type === "tool-plan-delta") message.tool_plan += said.tool_plan ?? "";
    else if (type === "content-delta" && said.content) message.content.push(said.content);
    else if (type === "tool-call-start" && said.tool_calls) message.tool_calls[index] = said.tool_calls;
    else if (type === "tool-call-delta") {
      const call = message.tool_calls[index];
      if (call)
        call.function.arguments =
          (call.function.arguments ?? "") + (said.tool_calls?.function.arguments ?? "");
    } else if (type === "message-end") end = delta;
  }
  return readCohereWhole({ message, ...(end as object) });
}
