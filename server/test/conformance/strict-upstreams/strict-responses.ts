import { halves } from "./strict-chat.ts";
import { findForeignSignatures, findMissing, type StrictUpstream, type Turn } from "./strict-upstream.ts";

interface Item {
  type?: string;
  id?: string;
  role?: string;
  call_id?: string;
  name?: string;
  arguments?: string;
  output?: unknown;
  encrypted_content?: string;
  content?: unknown;
}

/** OpenAI's Responses without storage: calls and results in pairs, and reasoning directly before its output. */
export const strictResponses: StrictUpstream = {
  name: "Responses",
  type: 1,
  model: "gpt-5.2-codex",
  findFaults(body, issued) {
    const faults = [...findForeignSignatures(body, ["responses"]), ...findMissing(body, issued)];
    const {
      input,
      store,
      tools = [],
    } = body as { input: Item[]; store?: boolean; tools?: { name?: string }[] };
    if (store !== false) faults.push("requests storage");
    const called = new Set<string>();
    const answered = new Set<string>();
    input.forEach((item, at) => {
      const here = `input[${at}]`;
      if (item.type === "function_call" || item.type === "custom_tool_call") {
        if (called.has(item.call_id ?? "") || !item.call_id || item.call_id.length > 64)
          faults.push(`${here} has the id '${item.call_id}'`);
        called.add(item.call_id ?? "");
        if (!tools.some((tool) => tool.name === item.name)) faults.push(`${here} calls ${item.name}`);
        if (item.type === "function_call") JSON.parse(item.arguments ?? "");
      } else if (item.type === "function_call_output" || item.type === "custom_tool_call_output") {
        if (!called.has(item.call_id ?? "")) faults.push(`${here} answers no call`);
        answered.add(item.call_id ?? "");
      } else if (item.type === "reasoning") {
        const next = input[at + 1];
        const follows =
          next?.type?.endsWith("_call") || next?.type === "reasoning" || next?.role === "assistant";
        if (!follows) faults.push(`${here} is reasoning without output`);
        if (!item.encrypted_content?.startsWith("sig-responses-"))
          faults.push(`${here} is another vendor's reasoning`);
      } else if (item.role === undefined) faults.push(`${here} of type ${item.type}`);
    });
    for (const id of called) if (!answered.has(id)) faults.push(`no output of ${id}`);
    return faults;
  },
  frames: (turn, signature, id) =>
    events(turn, signature, id).map(
      (event, sequence_number) =>
        `event: ${event.type}\ndata: ${JSON.stringify({ ...event, sequence_number })}\n\n`,
    ),
};

function events(turn: Turn, signature: string, id: string): { type: string }[] {
  const items: { item: object; deltas: { type: string }[] }[] = [];
  const { reasoning, text, calls = [] } = turn;
  if (reasoning !== undefined) items.push(reasoningItem(reasoning, signature, id, items.length));
  if (text !== undefined) items.push(textItem(text, id, items.length));
  calls.forEach((call, at) => {
    const args = JSON.stringify(call.arguments);
    const item = {
      id: `fc_${id}_${at}`,
      type: "function_call",
      status: "completed",
      call_id: `call_${id}_${at}`,
      name: call.name,
    };
    const about = { item_id: item.id, output_index: items.length };
    const deltas = halves(args).map((delta) => ({
      type: "response.function_call_arguments.delta",
      ...about,
      delta,
    }));
    const done = { type: "response.function_call_arguments.done", ...about, arguments: args };
    items.push({ item: { ...item, arguments: args }, deltas: [...deltas, done] });
  });
  const response = {
    id: `resp_${id}`,
    object: "response",
    created_at: 1_790_000_000,
    model: "gpt-5.2-codex",
    error: null,
  };
  const usage = {
    input_tokens: 20,
    input_tokens_details: { cached_tokens: 0 },
    output_tokens: 10,
    output_tokens_details: { reasoning_tokens: 4 },
    total_tokens: 30,
  };
  const output = items.map(({ item }) => item);
  return [
    { type: "response.created", response: { ...response, status: "in_progress", output: [] } },
    ...items.flatMap(({ item, deltas }, output_index) => [
      { type: "response.output_item.added", output_index, item: { ...item, ...unfinished(item) } },
      ...deltas,
      { type: "response.output_item.done", output_index, item },
    ]),
    { type: "response.completed", response: { ...response, status: "completed", output, usage } },
  ] as { type: string }[];
}

/** Fields that an item does not have when it starts. */
function unfinished(item: object): object {
  if ("arguments" in item) return { arguments: "", status: "in_progress" };
  return "summary" in item ? { summary: [] } : { content: [], status: "in_progress" };
}

function reasoningItem(reasoning: string, signature: string, id: string, output_index: number) {
  const item = {
    id: `rs_${id}`,
    type: "reasoning",
    summary: [{ type: "summary_text", text: reasoning }],
    encrypted_content: signature,
  };
  const about = { item_id: item.id, output_index, summary_index: 0 };
  const deltas = [
    { type: "response.reasoning_summary_part.added", ...about, part: { type: "summary_text", text: "" } },
    { type: "response.reasoning_summary_text.delta", ...about, delta: reasoning },
    { type: "response.reasoning_summary_text.done", ...about, text: reasoning },
    {
      type: "response.reasoning_summary_part.done",
      ...about,
      part: { type: "summary_text", text: reasoning },
    },
  ];
  return { item, deltas };
}

function textItem(text: string, id: string, output_index: number) {
  const part = { type: "output_text", text, annotations: [] };
  const item = { id: `msg_${id}`, type: "message", status: "completed", role: "assistant", content: [part] };
  const about = { item_id: item.id, output_index, content_index: 0 };
  const deltas = [
    { type: "response.content_part.added", ...about, part: { ...part, text: "" } },
    ...halves(text).map((delta) => ({ type: "response.output_text.delta", ...about, delta })),
    { type: "response.output_text.done", ...about, text },
    { type: "response.content_part.done", ...about, part },
  ];
  return { item, deltas };
}
