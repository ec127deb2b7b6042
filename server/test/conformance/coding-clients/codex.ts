import OpenAI from "openai";
import type {
  ResponseCreateParamsStreaming,
  ResponseInputItem,
  ResponseOutputItem,
  Tool,
} from "openai/resources/responses/responses";
import { ResponseStream } from "openai/lib/responses/ResponseStream";
import { type CodingClient, type Heard, instructions } from "./coding-client.ts";

const patch = "*** Begin Patch\n*** Update File: src/größe.ts\n@@\n-a\n+b\n*** End Patch";

const tools: Tool[] = [
  {
    type: "function",
    name: "shell",
    description: "Runs a command.",
    strict: false,
    parameters: {
      type: "object",
      properties: {
        command: { type: "array", items: { type: "string" } },
        workdir: { type: "string" },
        timeout_ms: { type: "number" },
      },
      required: ["command"],
      additionalProperties: false,
    },
  },
  {
    type: "function",
    name: "update_plan",
    description: "Shows the plan.",
    strict: false,
    parameters: {
      type: "object",
      properties: {
        plan: {
          type: "array",
          items: {
            type: "object",
            properties: { step: { type: "string" }, status: { type: "string" } },
            required: ["step", "status"],
            additionalProperties: false,
          },
        },
      },
      required: ["plan"],
      additionalProperties: false,
    },
  },
  {
    type: "custom",
    name: "apply_patch",
    description: "Edits files. Takes plain text, no JSON.",
    format: { type: "grammar", syntax: "lark", definition: 'start: "*** Begin Patch" /(.|\\n)+/' },
  },
];

/**
 * Responses without storage: instructions, a custom tool, a plan, encrypted reasoning that is sent back, a cache key.
 */
export const codex: CodingClient = {
  name: "a client in the style of Codex CLI",
  calls: {
    parallel: [
      { name: "shell", arguments: { command: ["bash", "-lc", "cat größe.ts"], workdir: "/home/dev/app" } },
      { name: "update_plan", arguments: { plan: [{ step: "Look", status: "in_progress" }] } },
    ],
    single: [{ name: "apply_patch", arguments: { input: patch } }],
  },
  start(address, apiKey, modelOf) {
    const client = new OpenAI({ baseURL: `${address}/v1`, apiKey, maxRetries: 0 });
    const input: ResponseInputItem[] = [message("developer", "Approval policy: never.")];
    let open: { id: string; custom: boolean }[] = [];

    async function send(items: ResponseInputItem[]): Promise<Heard> {
      input.push(...items);
      const request: ResponseCreateParamsStreaming = {
        model: modelOf(),
        instructions,
        input,
        tools,
        tool_choice: "auto",
        parallel_tool_calls: true,
        reasoning: { effort: "medium", summary: "auto" },
        store: false,
        stream: true,
        include: ["reasoning.encrypted_content"],
        prompt_cache_key: "0198-session",
      };
      const stream = await client.responses.create(request);
      const { output } = await ResponseStream.fromReadableStream(stream.toReadableStream()).finalResponse();
      input.push(...(output as ResponseInputItem[]));
      open = output.flatMap((item) =>
        item.type === "function_call" || item.type === "custom_tool_call"
          ? [{ id: item.call_id, custom: item.type === "custom_tool_call" }]
          : [],
      );
      return hear(output);
    }

    return {
      prompt: (text) => send([message("user", text)]),
      give: (results) =>
        send(
          results.map((output, at): ResponseInputItem => {
            const { id = "", custom = false } = open[at] ?? {};
            return { type: custom ? "custom_tool_call_output" : "function_call_output", call_id: id, output };
          }),
        ),
    };
  },
};

function message(role: "user" | "developer", text: string): ResponseInputItem {
  return { type: "message", role, content: [{ type: "input_text", text }] };
}

function hear(output: readonly ResponseOutputItem[]): Heard {
  const heard: Heard = { text: "", reasoning: "", calls: [] };
  for (const item of output) {
    if (item.type === "message")
      heard.text += item.content.map((part) => (part.type === "output_text" ? part.text : "")).join("");
    else if (item.type === "reasoning") heard.reasoning += item.summary.map((part) => part.text).join("");
    else if (item.type === "function_call")
      heard.calls.push({ name: item.name, arguments: JSON.parse(item.arguments) as unknown });
    else if (item.type === "custom_tool_call")
      heard.calls.push({ name: item.name, arguments: { input: item.input } });
  }
  return heard;
}
