/** Meaning of a response without the names of its items; the same for whole responses and final stream events. */
export interface Meaning {
  status: unknown;
  reason: unknown;
  text: string;
  refusal: string;
  annotations: unknown[];
  reasoning: { text: string; encrypted: unknown }[];
  calls: { type: unknown; id: unknown; name: unknown; input: unknown }[];
  /** Items other than the model's text, reasoning and function calls. */
  others: unknown[];
  usage: { input: unknown; cached: unknown; output: unknown; reasoning: unknown; total: unknown } | undefined;
}

type Fields = Record<string, unknown>;

const list = (value: unknown): Fields[] => (Array.isArray(value) ? (value as Fields[]) : []);

/** Reads a response object independently of Tollgate: the other side of every comparison. */
export function meaningOf(value: unknown): Meaning {
  const response = value as Fields;
  const items = list(response.output);
  const parts = items.filter((item) => item.type === "message").flatMap((item) => list(item.content));
  const texts = (key: string) => parts.map((part) => (part[key] as string | undefined) ?? "").join("");
  const calls = items.filter((item) => item.type === "function_call" || item.type === "custom_tool_call");
  const plain = new Set<unknown>(["message", "reasoning", "function_call", "custom_tool_call"]);
  return {
    status: response.status,
    reason: (response.incomplete_details as Fields | null | undefined)?.reason,
    text: texts("text"),
    refusal: texts("refusal"),
    annotations: annotationsOf(parts),
    reasoning: items.filter((item) => item.type === "reasoning").flatMap(reasoningOf),
    calls: calls.map((call) => ({
      type: call.type,
      id: call.call_id,
      name: call.name,
      input:
        call.type === "custom_tool_call"
          ? call.input
          : (JSON.parse((call.arguments as string) || "{}") as unknown),
    })),
    others: items.filter((item) => !plain.has(item.type)),
    usage: usageOf(response.usage),
  };
}

/** Part boundaries have no meaning: positions count from the start of the response. */
function annotationsOf(parts: Fields[]): unknown[] {
  let before = 0;
  return parts.flatMap((part) => {
    const start = before;
    before += ((part.text as string | undefined) ?? "").length;
    return list(part.annotations).map((annotation) => ({ ...annotation, ...shift(annotation, start) }));
  });
}

function shift({ start_index: start, end_index: end }: Fields, by: number): Fields {
  return typeof start === "number" && typeof end === "number"
    ? { start_index: start + by, end_index: end + by }
    : {};
}

/** Reasoning with only an id has no meaning. */
function reasoningOf(item: Fields): { text: string; encrypted: unknown }[] {
  const text = list(item.summary)
    .map((part) => part.text as string)
    .join("\n\n");
  const content = list(item.content)
    .map((part) => part.text as string)
    .join("");
  const encrypted = item.encrypted_content ?? undefined;
  return text === "" && content === "" && encrypted === undefined
    ? []
    : [{ text: content || text, encrypted }];
}

function usageOf(value: unknown): Meaning["usage"] {
  if (value == null) return undefined;
  const usage = value as Fields & { input_tokens_details?: Fields; output_tokens_details?: Fields };
  return {
    input: usage.input_tokens,
    cached: usage.input_tokens_details?.cached_tokens,
    output: usage.output_tokens,
    reasoning: usage.output_tokens_details?.reasoning_tokens,
    total: usage.total_tokens,
  };
}
