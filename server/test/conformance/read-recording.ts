/**
 * What a recorded answer says, worked out from the recording itself and from nothing of ours: the other side of the
 * comparison in transcripts.test.ts. Usage in OpenAI's terms.
 */
export interface Recorded {
  text: string;
  reasoning: string;
  tools: { name: string; arguments: unknown }[];
  finish: "stop" | "length" | "tool_calls" | "content_filter";
  usage: { prompt: number; cached: number; completion: number } | undefined;
  signatures: number;
}

// Recordings are read without a schema on purpose: a schema of ours could hide what ours misses.
type Loose = { [key: string]: Loose } & { [index: number]: Loose } & string & number & Loose[];

/** A whole answer of OpenAI's dialect. */
export function readOpenAiWhole(body: unknown): Recorded {
  const answer = body as Loose;
  const choice = answer.choices![0]!;
  const message = choice.message!;
  const { text, thinking } = readContent(message.content);
  return {
    text,
    reasoning: thinking + String(message.reasoning_content ?? message.reasoning ?? ""),
    tools: ((message.tool_calls as Loose[] | undefined) ?? []).map((call) => ({
      name: String(call.function!.name),
      arguments: JSON.parse(String(call.function!.arguments)) as unknown,
    })),
    finish: choice.finish_reason as unknown as Recorded["finish"],
    usage: openAiUsage(answer.usage),
    signatures: 0,
  };
}

/** The events of a streamed answer of OpenAI's dialect. */
export function readOpenAiStream(lines: readonly string[]): Recorded {
  const said: Recorded = {
    text: "",
    reasoning: "",
    tools: [],
    finish: "stop",
    usage: undefined,
    signatures: 0,
  };
  const calls = new Map<number, { name: string; arguments: string }>();
  for (const line of lines) {
    const event = JSON.parse(line) as Loose;
    said.usage = openAiUsage(event.usage) ?? said.usage;
    const choice = (event.choices as Loose[])[0];
    if (choice === undefined) continue;
    if (choice.finish_reason) said.finish = choice.finish_reason as unknown as Recorded["finish"];
    const delta = choice.delta!;
    const { text, thinking } = readContent(delta.content);
    said.text += text;
    said.reasoning += thinking + String(delta.reasoning_content ?? delta.reasoning ?? "");
    for (const piece of (delta.tool_calls as Loose[] | undefined) ?? []) {
      const index = Number(piece.index ?? 0);
      const call = calls.get(index) ?? { name: "", arguments: "" };
      call.name ||= String(piece.function!.name ?? "");
      call.arguments += String(piece.function!.arguments ?? "");
      calls.set(index, call);
    }
  }
  said.tools = [...calls.values()].map((call) => ({
    name: call.name,
    arguments: JSON.parse(call.arguments) as unknown,
  }));
  return said;
}

function readContent(content: Loose | undefined): { text: string; thinking: string } {
  if (!Array.isArray(content)) return { text: String(content ?? ""), thinking: "" };
  let text = "";
  let thinking = "";
  for (const part of content as Loose[])
    if (part.type === "thinking") thinking += (part.thinking as Loose[]).map((piece) => String(piece.text)).join("");
    else text += String(part.text);
  return { text, thinking };
}

function openAiUsage(usage: Loose | undefined | null): Recorded["usage"] {
  if (usage == null) return undefined;
  return {
    prompt: Number(usage.prompt_tokens),
    cached: Number(usage.prompt_tokens_details?.cached_tokens ?? usage.cached_tokens ?? 0),
    // True for every vendor here, xAI included: the total is the prompt and everything that was produced.
    completion: Number(usage.total_tokens) - Number(usage.prompt_tokens),
  };
}

const finishes: Record<string, Recorded["finish"]> = {
  end_turn: "stop",
  tool_use: "tool_calls",
  refusal: "content_filter",
  max_tokens: "length",
};

/** A whole message of Anthropic's. */
export function readAnthropicWhole(body: unknown): Recorded {
  const message = body as Loose;
  const blocks = message.content as unknown as Loose[];
  const all = (type: string, field: string): string =>
    blocks
      .filter((block) => block.type === type)
      .map((block) => String(block[field]))
      .join("");
  return {
    text: all("text", "text"),
    reasoning: all("thinking", "thinking"),
    tools: blocks
      .filter((block) => block.type === "tool_use")
      .map((block) => ({ name: String(block.name), arguments: block.input as unknown })),
    finish: finishes[String(message.stop_reason)] ?? "stop",
    usage: anthropicUsage(message.usage as unknown as Record<string, number>),
    signatures: blocks.filter((block) => block.signature).length,
  };
}

/** The events of one streamed message of Anthropic's: puts the message together and reads it as a whole one. */
export function readAnthropicStream(lines: readonly string[]): Recorded {
  let message: Record<string, unknown> = {};
  const blocks: Record<string, unknown>[] = [];
  const inputs: string[] = [];
  for (const line of lines) {
    const event = JSON.parse(line) as Loose;
    const index = Number(event.index);
    if (event.type === "message_start") {
      message = { ...event.message! };
      blocks.push(...(message.content as Record<string, unknown>[]));
    } else if (event.type === "content_block_start") {
      blocks[index] = { ...event.content_block! };
      inputs[index] = "";
    } else if (event.type === "content_block_delta") {
      const delta = event.delta!;
      const block = blocks[index]!;
      if (delta.type === "text_delta") block.text = String(block.text) + String(delta.text);
      if (delta.type === "thinking_delta") block.thinking = String(block.thinking) + String(delta.thinking);
      if (delta.type === "signature_delta") block.signature = delta.signature;
      if (delta.type === "input_json_delta") inputs[index] += String(delta.partial_json);
    } else if (event.type === "message_delta") {
      message.stop_reason = event.delta!.stop_reason;
      message.usage = { ...(message.usage as object), ...event.usage! };
    }
  }
  for (const [index, input] of inputs.entries())
    if (input) blocks[index]!.input = JSON.parse(input) as unknown;
  return readAnthropicWhole({ ...message, content: blocks });
}

function anthropicUsage(usage: Record<string, number>): Recorded["usage"] {
  const read = Number(usage.cache_read_input_tokens ?? 0);
  const written = Number(usage.cache_creation_input_tokens ?? 0);
  return {
    prompt: Number(usage.input_tokens) + read + written,
    cached: read,
    completion: Number(usage.output_tokens),
  };
}

/** Several answers in a row, cut apart where each one ends. */
export function splitAnswers(lines: readonly string[]): string[][] {
  const answers: string[][] = [[]];
  for (const line of lines) {
    answers.at(-1)?.push(line);
    if ((JSON.parse(line) as Loose).type === "message_stop") answers.push([]);
  }
  return answers.filter((answer) => answer.length > 0);
}
