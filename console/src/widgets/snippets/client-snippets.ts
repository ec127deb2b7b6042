/** Clients a token is shown ready-made for. */
export const snippetClients = ["curl", "python", "node", "claude_code"] as const;
export type SnippetClient = (typeof snippetClients)[number];

export interface SnippetInput {
  client: SnippetClient;
  /** Address of this server without a path. */
  server: string;
  key: string;
  model: string;
}

/** A snippet that runs as it stands: nothing to fill in. */
export function clientSnippet({ client, server, key, model }: SnippetInput): string {
  const address = server.replace(/\/+$/, "");
  switch (client) {
    case "curl":
      return [
        `curl ${address}/v1/chat/completions \\`,
        `  -H "Authorization: Bearer ${key}" \\`,
        '  -H "Content-Type: application/json" \\',
        "  -d '{",
        `    "model": "${model}",`,
        '    "messages": [{"role": "user", "content": "Hello!"}]',
        "  }'",
      ].join("\n");
    case "python":
      return [
        "from openai import OpenAI",
        "",
        "client = OpenAI(",
        `    base_url="${address}/v1",`,
        `    api_key="${key}",`,
        ")",
        "",
        "answer = client.chat.completions.create(",
        `    model="${model}",`,
        '    messages=[{"role": "user", "content": "Hello!"}],',
        ")",
        "print(answer.choices[0].message.content)",
      ].join("\n");
    case "node":
      return [
        'import OpenAI from "openai";',
        "",
        "const client = new OpenAI({",
        `  baseURL: "${address}/v1",`,
        `  apiKey: "${key}",`,
        "});",
        "",
        "const answer = await client.chat.completions.create({",
        `  model: "${model}",`,
        '  messages: [{ role: "user", content: "Hello!" }],',
        "});",
        "console.log(answer.choices[0].message.content);",
      ].join("\n");
    case "claude_code":
      return [
        `export ANTHROPIC_BASE_URL="${address}"`,
        `export ANTHROPIC_AUTH_TOKEN="${key}"`,
        `export ANTHROPIC_MODEL="${model}"`,
        "claude",
      ].join("\n");
  }
}
