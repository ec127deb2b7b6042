import { findForeignSignatures, type StrictUpstream, type Turn } from "./strict-upstream.ts";

interface Message {
  role: string;
  content?: unknown;
  tool_calls?: { id: string; type: string; function: { name: string; arguments: string } }[];
  tool_call_id?: string;
}

const roles = new Set(["developer", "system", "user", "assistant", "tool"]);

/** OpenAI's Chat Completions: each tool call is directly followed by its result, each result has its call. */
export const strictChat: StrictUpstream = {
  name: "Chat Completions",
  // Not OpenAI, whose own API serves callers of Responses in Responses.
  type: 28,
  model: "deepseek-chat",
  findFaults(body) {
    const faults = findForeignSignatures(body, []);
    const { messages, tools = [] } = body as {
      messages: Message[];
      tools?: { function?: { name: string } }[];
    };
    const names = tools.map((tool) => tool.function?.name ?? "");
    for (const name of names) if (!/^[a-zA-Z0-9_-]{1,64}$/.test(name)) faults.push(`a tool named '${name}'`);
    let open: string[] = [];
    for (const [at, message] of messages.entries()) {
      const here = `messages[${at}]`;
      if (!roles.has(message.role)) faults.push(`${here} of role ${message.role}`);
      if (message.role === "tool") {
        if (!open.includes(message.tool_call_id ?? "")) faults.push(`${here} answers no call`);
        open = open.filter((id) => id !== message.tool_call_id);
        continue;
      }
      if (open.length > 0) faults.push(`${here} comes before the results of ${open.join(", ")}`);
      open = (message.tool_calls ?? []).map((call) => call.id);
      if (new Set(open).size < open.length || open.includes(""))
        faults.push(`${here} has calls without ids of their own`);
      for (const call of message.tool_calls ?? []) {
        if (!names.includes(call.function.name)) faults.push(`${here} calls ${call.function.name}`);
        JSON.parse(call.function.arguments);
      }
      if (message.content == null && !message.tool_calls) faults.push(`${here} is empty`);
    }
    if (open.length > 0) faults.push(`no result of ${open.join(", ")}`);
    return faults;
  },
  frames: (turn, _signature, id) => [
    ...chunks(turn, id).map((chunk) => `data: ${JSON.stringify(chunk)}\n\n`),
    "data: [DONE]\n\n",
  ],
};

function chunks({ text, calls = [] }: Turn, id: string): object[] {
  const chunk = (delta: object, finish_reason: string | null = null) => ({
    id,
    object: "chat.completion.chunk",
    created: 1_790_000_000,
    model: "gpt-4.1",
    choices: [{ index: 0, delta, finish_reason }],
  });
  return [
    chunk({ role: "assistant", content: text ?? null }),
    ...calls.flatMap((call, index) => {
      const [head, tail] = halves(JSON.stringify(call.arguments));
      const first = {
        index,
        id: `call_${id}_${index}`,
        type: "function",
        function: { name: call.name, arguments: "" },
      };
      const piece = (text: string) => chunk({ tool_calls: [{ index, function: { arguments: text } }] });
      return [chunk({ tool_calls: [first] }), piece(head), piece(tail)];
    }),
    chunk({}, calls.length > 0 ? "tool_calls" : "stop"),
    { ...chunk({}), choices: [], usage: { prompt_tokens: 20, completion_tokens: 10, total_tokens: 30 } },
  ];
}

/** A text in two pieces. */
export function halves(text: string): [string, string] {
  const middle = Math.floor(text.length / 2);
  return [text.slice(0, middle), text.slice(middle)];
}
