import type { HostedRuns, Recorded } from "./read-recording.ts";

interface Item {
  type: string;
  id?: string;
  name?: string;
  arguments?: unknown;
  input?: string;
  execution?: string;
  status?: string;
  action?: { type?: string } | null;
  operation?: unknown;
  environment?: { type?: string } | null;
  encrypted_content?: string | null;
  content?: { text?: string; refusal?: string }[] | null;
  summary?: { text: string }[] | null;
}

interface Answer {
  status: string;
  output: Item[];
  incomplete_details?: { reason?: string } | null;
  tool_usage?: { web_search?: { num_requests?: number } } | null;
  usage?: {
    input_tokens: number;
    output_tokens: number;
    input_tokens_details?: { cached_tokens?: number } | null;
  } | null;
}

interface Event {
  type: string;
  delta?: string;
  item_id?: string;
  summary_index?: number;
  item?: Item;
  response?: Answer;
}

/** A whole response. */
export function readResponsesWhole(body: unknown): Recorded {
  const answer = body as Answer;
  const messages = answer.output.filter((item) => item.type === "message");
  const text = messages.flatMap((item) => item.content ?? []).map((part) => part.text ?? "");
  return readAnswer(answer, text.join(""), answer.output.map(reasoningOf).join(""));
}

/**
 * The events of a streamed response. Texts are read from the deltas, since shortened recordings have fewer of them than
 * their final item; calls and signatures from the finished items, everything else from the last event.
 */
export function readResponsesStream(lines: readonly string[]): Recorded {
  const events = lines.map((line) => JSON.parse(line) as Event);
  const ended = events.flatMap((event) =>
    event.type === "response.output_item.done" && event.item ? [event.item] : [],
  );
  const last = events.at(-1)?.response;
  if (last === undefined) throw new Error("the recording has no end");
  const items = new Map(ended.map((item) => [item.id, item]));
  const answer = { ...last, output: last.output.map((item) => items.get(item.id) ?? item) };
  const pieces = events.filter((event) => event.type === "response.output_text.delta");
  return readAnswer(answer, pieces.map((event) => event.delta ?? "").join(""), thinkingIn(events));
}

/** Parts of a summary are paragraphs. */
function thinkingIn(events: readonly Event[]): string {
  let text = "";
  let place = "";
  for (const event of events) {
    if (!/^response\.reasoning_(summary_)?text\.delta$/.test(event.type)) continue;
    const now = `${event.item_id}`;
    const part = `${now}/${event.summary_index}`;
    if (place.startsWith(`${now}/`) && place !== part) text += "\n\n";
    place = part;
    text += event.delta ?? "";
  }
  return text;
}

function reasoningOf(item: Item): string {
  if (item.type !== "reasoning") return "";
  const content = (item.content ?? []).map((part) => part.text ?? "").join("");
  return content || (item.summary ?? []).map((part) => part.text).join("\n\n");
}

function readAnswer(answer: Answer, text: string, reasoning: string): Recorded {
  const { usage } = answer;
  const tools = answer.output.flatMap(readCall);
  const signatureValues = answer.output.flatMap((item) =>
    item.type === "reasoning" ? (item.encrypted_content ?? []) : [],
  );
  const parts = answer.output.flatMap((item) => (item.type === "message" ? (item.content ?? []) : []));
  const refusals = parts.map((part) => part.refusal ?? "");
  const cut = answer.incomplete_details?.reason === "content_filter" ? "content_filter" : "length";
  return {
    text,
    reasoning,
    tools,
    finish: answer.status === "incomplete" ? cut : tools.length > 0 ? "tool_calls" : "stop",
    usage: usage
      ? {
          prompt: usage.input_tokens,
          cached: usage.input_tokens_details?.cached_tokens ?? 0,
          completion: usage.output_tokens,
        }
      : undefined,
    refusal: refusals.join(""),
    signatures: signatureValues.length,
    signatureValues,
    hosted: runsOf(answer),
  };
}

/** Calls that the caller executes, with the tool names of the documentation. */
function readCall(item: Item): Recorded["tools"] {
  switch (item.type) {
    case "function_call":
      return [{ name: item.name ?? "", arguments: parse(item.arguments) }];
    case "custom_tool_call":
      return [{ name: item.name ?? "", arguments: { input: item.input ?? "" } }];
    case "shell_call":
      if (item.environment?.type?.startsWith("container")) return [];
      return [{ name: "shell", arguments: item.action }];
    case "local_shell_call": {
      const { type: _type, ...action } = item.action ?? {};
      return [{ name: "local_shell", arguments: action }];
    }
    case "apply_patch_call":
      return [{ name: "apply_patch", arguments: item.operation }];
    case "tool_search_call":
      return item.execution === "client" ? [{ name: "tool_search", arguments: parse(item.arguments) }] : [];
    default:
      return [];
  }
}

function parse(value: unknown): unknown {
  return typeof value === "string" ? (JSON.parse(value || "{}") as unknown) : value;
}

/** Opening a page found before is free; OpenAI's own count of searches is used if present. */
function runsOf({ output, tool_usage: toolUsage }: Answer): HostedRuns {
  const of = (...types: string[]) =>
    output.filter((item) => types.includes(item.type) && item.status !== "failed");
  const looks = /^(open_page|find_in_page|find)$/;
  const searches = of("web_search_call", "x_search_call").filter(
    (item) => !looks.test(item.action?.type ?? ""),
  );
  return {
    searches: toolUsage?.web_search?.num_requests || searches.length,
    fileSearches: of("file_search_call").length,
    codeRuns: of("code_interpreter_call").length,
    pictures: of("image_generation_call").length,
  };
}
