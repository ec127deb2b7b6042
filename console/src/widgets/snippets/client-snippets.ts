import { answersChat } from "@tollgate/contract/model-kind";

/** Clients a token is shown ready-made for: programs first, then the coding agents. */
export const snippetClients = [
  "curl",
  "python",
  "node",
  "go",
  "anthropic",
  "gemini",
  "claude_code",
  "codex",
  "gemini_cli",
] as const;
export type SnippetClient = (typeof snippetClients)[number];

export interface SnippetInput {
  client: SnippetClient;
  /** Address of this server without a path. */
  server: string;
  key: string;
  model: string;
  /** Cheap model for the side jobs of an agent. */
  smallModel: string;
}

type Text = Omit<SnippetInput, "client">;

/** A snippet that runs unchanged. */
export function clientSnippet({ client, server, ...rest }: SnippetInput): string {
  return snippets[client]({ server: server.replace(/\/+$/, ""), ...rest }).join("\n");
}

const snippets: Record<SnippetClient, (text: Text) => string[]> = {
  curl: ({ server, key, model }) => [
    `curl ${server}/v1/chat/completions \\`,
    `  -H "Authorization: Bearer ${key}" \\`,
    '  -H "Content-Type: application/json" \\',
    "  -d '{",
    `    "model": "${model}",`,
    '    "messages": [',
    '      {"role": "user", "content": "Hello!"}',
    "    ]",
    "  }'",
  ],
  python: ({ server, key, model }) => [
    "from openai import OpenAI",
    "",
    "client = OpenAI(",
    `    base_url="${server}/v1",`,
    `    api_key="${key}",`,
    ")",
    "",
    "answer = client.chat.completions.create(",
    `    model="${model}",`,
    '    messages=[{"role": "user", "content": "Hello!"}],',
    ")",
    "print(answer.choices[0].message.content)",
  ],
  node: ({ server, key, model }) => [
    'import OpenAI from "openai";',
    "",
    "const client = new OpenAI({",
    `  baseURL: "${server}/v1",`,
    `  apiKey: "${key}",`,
    "});",
    "",
    "const answer = await client.chat.completions.create({",
    `  model: "${model}",`,
    '  messages: [{ role: "user", content: "Hello!" }],',
    "});",
    "console.log(answer.choices[0].message.content);",
  ],
  // The standard library only: nothing to install.
  go: ({ server, key, model }) => [
    "package main",
    "",
    "import (",
    ...["fmt", "io", "net/http", "strings"].map((name) => `\t"${name}"`),
    ")",
    "",
    "func main() {",
    `\tbody := \`{"model": "${model}", "messages": [{"role": "user", "content": "Hello!"}]}\``,
    `\trequest, _ := http.NewRequest("POST", "${server}/v1/chat/completions", strings.NewReader(body))`,
    `\trequest.Header.Set("Authorization", "Bearer ${key}")`,
    '\trequest.Header.Set("Content-Type", "application/json")',
    "\tanswer, err := http.DefaultClient.Do(request)",
    "\tif err != nil {",
    "\t\tpanic(err)",
    "\t}",
    "\ttext, _ := io.ReadAll(answer.Body)",
    "\tfmt.Println(string(text))",
    "}",
  ],
  anthropic: ({ server, key, model }) => [
    "from anthropic import Anthropic",
    "",
    "client = Anthropic(",
    `    base_url="${server}",`,
    `    api_key="${key}",`,
    ")",
    "",
    "answer = client.messages.create(",
    `    model="${model}",`,
    "    max_tokens=1024,",
    '    messages=[{"role": "user", "content": "Hello!"}],',
    ")",
    "print(answer.content[0].text)",
  ],
  gemini: ({ server, key, model }) => [
    "from google import genai",
    "",
    "client = genai.Client(",
    `    api_key="${key}",`,
    `    http_options={"base_url": "${server}"},`,
    ")",
    "",
    "answer = client.models.generate_content(",
    `    model="${model}",`,
    '    contents="Hello!",',
    ")",
    "print(answer.text)",
  ],
  // Without this setting the agent requests a small model that this server may not have.
  claude_code: ({ server, key, model, smallModel }) => [
    `export ANTHROPIC_BASE_URL="${server}"`,
    `export ANTHROPIC_AUTH_TOKEN="${key}"`,
    `export ANTHROPIC_MODEL="${model}"`,
    `export ANTHROPIC_DEFAULT_HAIKU_MODEL="${smallModel}"`,
    "claude",
  ],
  codex: ({ server, key, model }) => [
    "# ~/.codex/config.toml",
    `model = "${model}"`,
    'model_provider = "gateway"',
    "",
    "[model_providers.gateway]",
    'name = "Gateway"',
    `base_url = "${server}/v1"`,
    'env_key = "GATEWAY_API_KEY"',
    'wire_api = "responses"',
    "",
    "# Then, in the shell:",
    `# export GATEWAY_API_KEY="${key}"`,
    "# codex",
  ],
  gemini_cli: ({ server, key, model }) => [
    `export GOOGLE_GEMINI_BASE_URL="${server}"`,
    `export GEMINI_API_KEY="${key}"`,
    `export GEMINI_MODEL="${model}"`,
    "gemini",
  ],
};

/** What the models of a client's own vendor are called, the ones for everyday work first. */
const ownModels: Record<SnippetClient, readonly RegExp[]> = {
  curl: [/^gpt-/i],
  python: [/^gpt-/i],
  node: [/^gpt-/i],
  go: [/^gpt-/i],
  anthropic: [/sonnet/i, /claude/i],
  gemini: [/gemini/i],
  claude_code: [/sonnet/i, /claude/i],
  codex: [/^(gpt|codex)-/i],
  gemini_cli: [/gemini/i],
};

/** The model a client's snippet names: one of its own vendor where the caller has it, else any that chats. */
export function snippetModel(client: SnippetClient, models: readonly string[]): string | undefined {
  const chatting = models.filter(answersChat);
  for (const wanted of ownModels[client]) {
    const found = chatting.find((model) => wanted.test(model));
    if (found !== undefined) return found;
  }
  return chatting[0] ?? models[0];
}

/** The cheap one of the Claude models; undefined where the caller has none. */
export function smallModel(models: readonly string[]): string | undefined {
  return models.find((model) => /haiku/i.test(model));
}
