import type { Recorded } from "./read-recording.ts";

interface ConverseBlock {
  text?: string;
  citationsContent?: { content?: { text?: string }[] };
  reasoningContent?: { reasoningText?: { text?: string; signature?: string }; redactedContent?: string };
  /** The vendor runs tools of type `server_tool_use`. */
  toolUse?: { name?: string; type?: string; input?: unknown };
}

interface ConverseUsage {
  inputTokens: number;
  outputTokens: number;
  cacheReadInputTokens?: number;
  cacheWriteInputTokens?: number;
}

const finishes: Record<string, Recorded["finish"]> = {
  tool_use: "tool_calls",
  max_tokens: "length",
  model_context_window_exceeded: "length",
  guardrail_intervened: "content_filter",
  content_filtered: "content_filter",
};

/** A whole response of Bedrock's Converse; `inputTokens` excludes caches. */
export function readConverseWhole(body: unknown): Recorded {
  const { output, stopReason, usage } = body as {
    output: { message: { content: ConverseBlock[] } };
    stopReason: string;
    usage?: ConverseUsage;
  };
  const { content } = output.message;
  const cached = usage?.cacheReadInputTokens ?? 0;
  return {
    text: content
      .flatMap((block) => [block, ...(block.citationsContent?.content ?? [])])
      .map(textOf)
      .join(""),
    reasoning: content.map((block) => block.reasoningContent?.reasoningText?.text ?? "").join(""),
    tools: content.flatMap(({ toolUse }) =>
      toolUse && !toolUse.type ? [{ name: toolUse.name ?? "", arguments: toolUse.input }] : [],
    ),
    finish: finishes[stopReason] ?? "stop",
    usage: usage && {
      prompt: usage.inputTokens + cached + (usage.cacheWriteInputTokens ?? 0),
      cached,
      completion: usage.outputTokens,
    },
    signatures: 0,
  };
}

const textOf = ({ text }: { text?: string }): string => text ?? "";

interface ConverseEvent {
  contentBlockStart?: { contentBlockIndex: number; start: { toolUse?: { name: string } } };
  contentBlockDelta?: {
    contentBlockIndex: number;
    delta: { text?: string; reasoningContent?: { text?: string }; toolUse?: { input?: string } };
  };
  messageStop?: { stopReason: string };
  metadata?: { usage?: ConverseUsage };
}

/** The events of a streamed response: builds the message and reads it as a whole one. */
export function readConverseStream(lines: readonly string[]): Recorded {
  const content: ConverseBlock[] = [];
  const inputs: string[] = [];
  let stopReason = "";
  let usage: ConverseUsage | undefined;
  for (const line of lines) {
    const {
      contentBlockStart: start,
      contentBlockDelta: piece,
      messageStop,
      metadata,
    } = JSON.parse(line) as ConverseEvent;
    if (start?.start.toolUse) {
      content[start.contentBlockIndex] = { toolUse: start.start.toolUse };
      inputs[start.contentBlockIndex] = "";
    }
    if (piece) {
      const { contentBlockIndex: index, delta } = piece;
      if (delta.toolUse) inputs[index] += delta.toolUse.input ?? "";
      else if (delta.text !== undefined) (content[index] ??= { text: "" }).text += delta.text;
      else if (delta.reasoningContent?.text) {
        const block = (content[index] ??= { reasoningContent: { reasoningText: { text: "" } } });
        const reasoning = block.reasoningContent?.reasoningText;
        if (reasoning) reasoning.text += delta.reasoningContent.text;
      }
    }
    stopReason = messageStop?.stopReason ?? stopReason;
    usage = metadata?.usage ?? usage;
  }
  for (const [index, input] of inputs.entries()) {
    const tool = content[index]?.toolUse;
    if (tool) tool.input = JSON.parse(input || "{}") as unknown;
  }
  return readConverseWhole({ output: { message: { content: content.filter(Boolean) } }, stopReason, usage });
}
