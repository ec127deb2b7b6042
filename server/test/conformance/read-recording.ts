/**
 * Expected content of a recorded response, computed from the recording independently of Tollgate: the other side of the
 * comparison in transcripts.test.ts. Usage in OpenAI's terms.
 */
export interface Recorded {
  text: string;
  reasoning: string;
  tools: { name: string; arguments: unknown }[];
  finish: "stop" | "length" | "tool_calls" | "content_filter";
  usage: { prompt: number; cached: number; completion: number } | undefined;
  signatures: number;
  /** Text of a refusal. */
  refusal?: string;
  /** What must be sent back unchanged in the next turn: signatures and encrypted reasoning, in order. */
  signatureValues?: string[];
  /** Hosted tools that the vendor charges for. */
  hosted?: HostedRuns;
}

export interface HostedRuns {
  searches: number;
  fileSearches?: number;
  codeRuns?: number;
  pictures?: number;
}

/** The compared fields of a recording, not validated. */
interface OpenAiPart {
  type: string;
  text?: string;
  thinking?: { text: string }[];
}

interface OpenAiMessage extends GoogleSignature {
  refusal?: string | null;
  content?: string | OpenAiPart[] | null;
  reasoning_content?: string | null;
  reasoning?: string;
  tool_calls?: (GoogleSignature & {
    index?: number;
    id?: string;
    function?: { name?: string; arguments?: string };
    /** For a custom tool. */
    custom?: { name?: string; input?: string };
  })[];
  reasoning_details?: { signature?: string; data?: string }[];
}

interface GoogleSignature {
  extra_content?: { google?: { thought_signature?: string } };
}

interface OpenAiUsage {
  prompt_tokens: number;
  total_tokens: number;
  cached_tokens?: number;
  prompt_tokens_details?: { cached_tokens?: number };
}

interface OpenAiAnswer {
  choices: {
    index?: number;
    message: OpenAiMessage;
    delta: OpenAiMessage;
    finish_reason: Recorded["finish"] | "model_length" | null;
    usage?: OpenAiUsage;
  }[];
  usage?: OpenAiUsage | null;
  x_groq?: { usage?: OpenAiUsage };
}

interface AnthropicBlock {
  type: string;
  name?: string;
  text?: string;
  thinking?: string;
  signature?: string;
  data?: string;
  caller?: { type: string } | null;
  input?: unknown;
}

interface AnthropicMessage {
  content: AnthropicBlock[];
  stop_reason: string;
  stop_details?: { explanation?: string } | null;
  usage: AnthropicUsage;
}

type AnthropicUsage = Record<string, number> & {
  server_tool_use?: { web_search_requests?: number } | null;
  iterations?: (Record<string, number> & { type: string })[];
};

interface AnthropicEvent {
  type: string;
  index: number;
  message: AnthropicMessage;
  content_block: AnthropicBlock;
  delta: Pick<AnthropicMessage, "stop_reason" | "stop_details"> & {
    type: string;
    signature: string;
  } & Record<"text" | "thinking" | "partial_json", string>;
  usage: Record<string, number>;
}

/** A whole response of OpenAI's dialect. */
export function readOpenAiWhole(body: unknown): Recorded {
  const { choices, usage } = body as OpenAiAnswer;
  const { message, finish_reason: finish } = choices[0]!;
  const { text, thinking } = readContent(message.content);
  return {
    text,
    reasoning: thinking + (message.reasoning_content ?? message.reasoning ?? ""),
    tools: (message.tool_calls ?? []).map((call) => ({
      name: (call.custom ?? call.function)?.name ?? "",
      arguments: call.custom
        ? { input: call.custom.input }
        : (JSON.parse(call.function?.arguments || "{}") as unknown),
    })),
    finish: finishOf(finish) ?? "stop",
    usage: openAiUsage(usage),
    refusal: message.refusal ?? "",
    ...withSignatures(openAiSignatures(message)),
  };
}

/** OpenRouter returns signatures in a list, Google's compatible endpoint next to the signed content. */
function openAiSignatures(message: OpenAiMessage): string[] {
  const details = message.reasoning_details ?? [];
  const googles = [message, ...(message.tool_calls ?? [])];
  return [
    ...details.flatMap((detail) => detail.signature ?? detail.data ?? []),
    ...googles.flatMap((part) => part.extra_content?.google?.thought_signature ?? []),
  ];
}

const withSignatures = (signatureValues: string[]) => ({
  signatureValues,
  signatures: signatureValues.length,
});

/** The events of a streamed response of OpenAI's dialect. */
export function readOpenAiStream(lines: readonly string[]): Recorded {
  const said: Recorded = {
    text: "",
    reasoning: "",
    tools: [],
    finish: "stop",
    usage: undefined,
    refusal: "",
    signatures: 0,
  };
  const calls = new Map<unknown, { name: string; arguments: string; input?: string }>();
  const signatureValues: string[] = [];
  for (const line of lines) {
    const event = JSON.parse(line) as OpenAiAnswer;
    const choice = event.choices.find(({ index }) => !index);
    // Groq and Moonshot have their own field for it.
    said.usage = openAiUsage(event.usage ?? event.x_groq?.usage ?? choice?.usage) ?? said.usage;
    if (choice === undefined) continue;
    said.refusal += choice.delta.refusal ?? "";
    said.finish = finishOf(choice.finish_reason) ?? said.finish;
    const { text, thinking } = readContent(choice.delta.content);
    said.text += text;
    said.reasoning += thinking + (choice.delta.reasoning_content ?? choice.delta.reasoning ?? "");
    for (const piece of choice.delta.tool_calls ?? []) {
      const { custom, function: fn } = piece;
      const place = piece.index ?? idOf(piece) ?? (fn?.name ? calls.size : 0);
      const call = calls.get(place) ?? { name: "", arguments: "" };
      call.name ||= (custom ?? fn)?.name ?? "";
      call.arguments += fn?.arguments ?? "";
      if (custom) call.input = (call.input ?? "") + (custom.input ?? "");
      calls.set(place, call);
    }
    signatureValues.push(...openAiSignatures(choice.delta));
  }
  said.tools = [...calls.values()].map((call) => ({
    name: call.name,
    arguments:
      call.input === undefined ? (JSON.parse(call.arguments || "{}") as unknown) : { input: call.input },
  }));
  return { ...said, ...withSignatures(signatureValues) };
}

/** Mistral writes `null` if there is none. */
function idOf({ id }: { id?: string }): string | undefined {
  return id === "null" ? undefined : id;
}

/** Mistral has a separate reason for the end of the context window. */
function finishOf(reason: OpenAiAnswer["choices"][number]["finish_reason"]) {
  return reason === "model_length" ? "length" : reason;
}

function readContent(content: OpenAiMessage["content"]): { text: string; thinking: string } {
  if (!Array.isArray(content)) return { text: content ?? "", thinking: "" };
  const text = content.map((part) => part.text ?? "").join("");
  const thinking = content.flatMap((part) => part.thinking ?? []).map((piece) => piece.text);
  return { text, thinking: thinking.join("") };
}

function openAiUsage(usage: OpenAiUsage | null | undefined): Recorded["usage"] {
  if (usage == null) return undefined;
  return {
    prompt: usage.prompt_tokens,
    cached: usage.prompt_tokens_details?.cached_tokens ?? usage.cached_tokens ?? 0,
    // True for every vendor here, including xAI: the total is the prompt and all output.
    completion: usage.total_tokens - usage.prompt_tokens,
  };
}

const finishes: Record<string, Recorded["finish"]> = {
  end_turn: "stop",
  tool_use: "tool_calls",
  refusal: "content_filter",
  max_tokens: "length",
  model_context_window_exceeded: "length",
};

/** A whole message of Anthropic's. */
export function readAnthropicWhole(body: unknown): Recorded {
  const { content, stop_reason: reason, stop_details: details, usage } = body as AnthropicMessage;
  const sum = (field: string) => countOf(usage, field);
  const read = sum("cache_read_input_tokens");
  return {
    text: content.map((block) => (block.type === "text" ? block.text : "")).join(""),
    reasoning: content.map((block) => block.thinking ?? "").join(""),
    tools: content
      .filter((block) => block.type === "tool_use")
      .map((block) => ({ name: block.name ?? "", arguments: block.input })),
    finish: finishes[reason] ?? "stop",
    usage: {
      prompt: sum("input_tokens") + read + sum("cache_creation_input_tokens"),
      cached: read,
      completion: sum("output_tokens"),
    },
    signatures: content.filter((block) => block.signature).length,
    refusal: details?.explanation ?? "",
    signatureValues: content.flatMap(signaturesOf),
    hosted: { searches: usage.server_tool_use?.web_search_requests ?? 0 },
  };
}

/** Usage of compacting the conversation, which is charged but not part of the totals. */
function countOf(usage: AnthropicUsage, field: string): number {
  const summaries = (usage.iterations ?? []).filter(({ type }) => type === "compaction");
  return [usage, ...summaries].reduce((sum, counts) => sum + (counts[field] ?? 0), 0);
}

/** The signature or the encrypted data of reasoning; the caller of a tool call, which must come back with it. */
function signaturesOf({ type, signature, data, caller }: AnthropicBlock): string[] {
  if (type === "redacted_thinking") return [data ?? ""];
  if (type === "tool_use" && caller && caller.type !== "direct") return [JSON.stringify({ caller })];
  return signature ? [signature] : [];
}

/** The events of one streamed message of Anthropic's: builds the message and reads it as a whole one. */
export function readAnthropicStream(lines: readonly string[]): Recorded {
  const message: AnthropicMessage = { content: [], stop_reason: "", usage: {} };
  const inputs: string[] = [];
  for (const line of lines) {
    const event = JSON.parse(line) as AnthropicEvent;
    const block = message.content[event.index];
    if (event.type === "message_start") Object.assign(message, structuredClone(event.message));
    else if (event.type === "content_block_start") message.content[event.index] = event.content_block;
    else if (event.type === "message_delta") {
      message.stop_reason = event.delta.stop_reason;
      message.stop_details = event.delta.stop_details ?? null;
      message.usage = { ...message.usage, ...event.usage };
    } else if (event.type === "content_block_delta" && block) {
      const { delta } = event;
      if (delta.type === "text_delta") block.text += delta.text;
      if (delta.type === "thinking_delta") block.thinking += delta.thinking;
      if (delta.type === "signature_delta") block.signature = delta.signature;
      if (delta.type === "input_json_delta")
        inputs[event.index] = (inputs[event.index] ?? "") + delta.partial_json;
    }
  }
  for (const [index, input] of inputs.entries()) {
    const block = message.content[index];
    if (input && block) block.input = JSON.parse(input) as unknown;
  }
  return readAnthropicWhole(message);
}
