import Anthropic from "@anthropic-ai/sdk";
import type { BetaContentBlockParam, BetaTool } from "@anthropic-ai/sdk/resources/beta/messages";
import { type CodingClient, type Heard, instructions } from "./coding-client.ts";

interface UserOrAssistant {
  role: "user" | "assistant";
  content: BetaContentBlockParam[];
}

const text = { type: "string" as const };
const cache_control = { type: "ephemeral" as const };

const tool = (name: string, required: string[], optional: string[] = []): BetaTool => ({
  name,
  description: `${name} of the editor.`,
  input_schema: {
    type: "object",
    properties: Object.fromEntries([...required, ...optional].map((field) => [field, text])),
    required,
    additionalProperties: false,
    $schema: "http://json-schema.org/draft-07/schema#",
  },
});

const tools: BetaTool[] = [
  tool("Bash", ["command"], ["description", "timeout"]),
  tool("Read", ["file_path"], ["offset", "limit"]),
  tool("Edit", ["file_path", "old_string", "new_string"]),
  tool("Grep", ["pattern"], ["path", "glob"]),
  tool("WebFetch", ["url", "prompt"]),
  tool("mcp__tracker__get_issue", ["issue"]),
];

/**
 * Messages with many tools, reasoning between calls, cache marks on the prompt and the newest message, betas in a
 * header.
 */
export const claudeCode: CodingClient = {
  name: "a client in the style of Claude Code",
  calls: {
    parallel: [
      { name: "Read", arguments: { file_path: "/home/dev/app/größe.ts" } },
      { name: "Grep", arguments: { pattern: "parse\\(", path: "src" } },
    ],
    single: [{ name: "mcp__tracker__get_issue", arguments: { issue: "APP-7" } }],
  },
  start(address, apiKey, modelOf) {
    const client = new Anthropic({ baseURL: address, apiKey, maxRetries: 0 });
    const messages: UserOrAssistant[] = [];
    let open: string[] = [];
    const system = [
      { type: "text" as const, text: "You are a helper in a terminal." },
      { type: "text" as const, text: instructions, cache_control },
    ];

    async function requestBody(content: BetaContentBlockParam[]): Promise<Heard> {
      const model = modelOf();
      messages.push({ role: "user", content });
      const { input_tokens } = await client.beta.messages.countTokens({ model, system, tools, messages });
      if (!(input_tokens > 0)) throw new Error("the prompt counts nothing");
      const answer = await client.beta.messages
        .stream({
          model,
          max_tokens: 32_000,
          system,
          tools,
          messages: withMark(messages),
          thinking: { type: "enabled", budget_tokens: 10_000 },
          metadata: { user_id: "user_0123_account__session_4567" },
          betas: ["interleaved-thinking-2025-05-14", "fine-grained-tool-streaming-2025-05-14"],
        })
        .finalMessage();
      messages.push({ role: "assistant", content: answer.content as BetaContentBlockParam[] });
      const calls = answer.content.filter((block) => block.type === "tool_use");
      open = calls.map((call) => call.id);
      return {
        text: answer.content.map((block) => (block.type === "text" ? block.text : "")).join(""),
        reasoning: answer.content.map((block) => (block.type === "thinking" ? block.thinking : "")).join(""),
        calls: calls.map((call) => ({ name: call.name, arguments: call.input })),
      };
    }

    return {
      prompt: (text) =>
        requestBody([
          { type: "text", text: "<system-reminder>Today is a Monday.</system-reminder>" },
          { type: "text", text },
        ]),
      give: (results) =>
        requestBody(
          results.map((content, at) => ({ type: "tool_result", tool_use_id: open[at] ?? "", content })),
        ),
    };
  },
};

/** Marks the newest block, so that the next turn's prefix is cached up to here. */
function withMark(messages: readonly UserOrAssistant[]): UserOrAssistant[] {
  const last = messages.at(-1);
  if (last === undefined) return [];
  const content = last.content.map((block, at, all) =>
    at === all.length - 1 ? ({ ...block, cache_control } as BetaContentBlockParam) : block,
  );
  return [...messages.slice(0, -1), { ...last, content }];
}
