import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

/** A model that reads one file through any tool an agent offers, and repeats the tool's result. */
export interface AgentUpstream {
  url: string;
  /** Number of calls that offered tools, and of calls with a tool's result. */
  counts: { offers: number; results: number };
  /** The file that is read next, and what an agent without tools is to write into it. */
  plan: { file: string; edit: string };
  stop(): Promise<void>;
}

interface Message {
  role: string;
  content: unknown;
}

interface Tool {
  function: { name: string; parameters?: { properties?: Record<string, Property>; required?: string[] } };
}

interface Property {
  type?: string | string[];
}

interface ChatBody {
  model: string;
  stream?: boolean;
  messages: Message[];
  tools?: Tool[];
}

/** Names of agents' tools for files and shells, the most specific first. */
const readers = /^(?:read|read_file|view)$/i;
const shells = /^(?:exec_command|shell_command|shell|local_shell|bash|run_shell_command)$/i;

/** A server of Chat Completions on a free port of this machine. */
export async function startAgentUpstream(): Promise<AgentUpstream> {
  const counts = { offers: 0, results: 0 };
  const plan = { file: "", edit: "" };
  const server = createServer((request, response) => {
    const pieces: Buffer[] = [];
    request.on("data", (piece: Buffer) => pieces.push(piece));
    request.on("end", () => {
      const body = JSON.parse(Buffer.concat(pieces).toString()) as ChatBody;
      const message = answer(body, plan, counts);
      const finish = "tool_calls" in message ? "tool_calls" : "stop";
      const usage = { prompt_tokens: 10, completion_tokens: 5, total_tokens: 15 };
      const head = { id: "chatcmpl-1", created: 1, model: body.model };
      if (body.stream !== true) {
        const choices = [{ index: 0, message, finish_reason: finish }];
        response.writeHead(200, { "content-type": "application/json" });
        response.end(JSON.stringify({ ...head, object: "chat.completion", choices, usage }));
        return;
      }
      const chunk = (choices: object[], more: object = {}): string =>
        `data: ${JSON.stringify({ ...head, object: "chat.completion.chunk", choices, ...more })}\n\n`;
      response.writeHead(200, { "content-type": "text/event-stream" });
      response.write(chunk([{ index: 0, delta: message, finish_reason: null }]));
      response.write(chunk([{ index: 0, delta: {}, finish_reason: finish }]));
      response.end(`${chunk([], { usage })}data: [DONE]\n\n`);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    counts,
    plan,
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function answer(
  { messages, tools = [] }: ChatBody,
  { file, edit }: AgentUpstream["plan"],
  counts: AgentUpstream["counts"],
): object {
  const result = messages.findLast(({ role }) => role === "tool");
  if (result) {
    counts.results += 1;
    return { role: "assistant", content: `The file says: ${textOf(result.content)}` };
  }
  const tool =
    tools.find((one) => readers.test(one.function.name)) ??
    tools.find((one) => shells.test(one.function.name));
  if (!tool) return { role: "assistant", content: edit };
  counts.offers += 1;
  const call = { name: tool.function.name, arguments: JSON.stringify(argumentsFor(tool, file)) };
  return {
    role: "assistant",
    content: null,
    tool_calls: [{ index: 0, id: "call_1", type: "function", function: call }],
  };
}

/** The file's path or a command that prints it, under the names that the tool's schema has for them. */
function argumentsFor({ function: { parameters } }: Tool, file: string): Record<string, unknown> {
  const given: Record<string, unknown> = {};
  for (const [name, { type }] of Object.entries(parameters?.properties ?? {})) {
    const needed = parameters?.required?.includes(name) ?? false;
    if (/^(?:file_?path|absolute_path|path)$/i.test(name)) given[name] = file;
    else if (name === "command" || name === "cmd")
      given[name] = type === "array" ? ["cat", file] : `cat ${file}`;
    else if (needed && type === "string") given[name] = "reads the file";
  }
  return given;
}

function textOf(content: unknown): string {
  return typeof content === "string" ? content : JSON.stringify(content);
}
