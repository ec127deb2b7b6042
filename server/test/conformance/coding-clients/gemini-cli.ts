import { type Content, type FunctionDeclaration, GoogleGenAI, type Part } from "@google/genai";
import { type CodingClient, type Heard, instructions } from "./coding-client.ts";

const declare = (name: string, fields: readonly string[]): FunctionDeclaration => ({
  name,
  description: `${name} in the workspace.`,
  parametersJsonSchema: {
    type: "object",
    properties: Object.fromEntries(fields.map((field) => [field, { type: "string", description: field }])),
    required: [fields[0]],
  },
});

const functionDeclarations = [
  declare("read_file", ["absolute_path", "offset"]),
  declare("search_file_content", ["pattern", "path"]),
  declare("run_shell_command", ["command", "description"]),
  declare("replace", ["file_path", "old_string", "new_string"]),
];

/**
 * Streams of Gemini's API: declared functions, results by name, thought signatures that are sent back with their parts.
 */
export const geminiCli: CodingClient = {
  name: "a client in the style of Gemini CLI",
  calls: {
    parallel: [
      { name: "read_file", arguments: { absolute_path: "/home/dev/app/größe.ts" } },
      { name: "read_file", arguments: { absolute_path: "/home/dev/app/main.ts" } },
    ],
    single: [{ name: "run_shell_command", arguments: { command: "npm test" } }],
  },
  start(address, apiKey, modelOf) {
    const client = new GoogleGenAI({ apiKey, vertexai: false, httpOptions: { baseUrl: address } });
    const contents: Content[] = [];
    let open: Part[] = [];

    async function send(parts: Part[]): Promise<Heard> {
      contents.push({ role: "user", parts });
      const stream = await client.models.generateContentStream({
        model: modelOf(),
        contents,
        config: {
          systemInstruction: { role: "user", parts: [{ text: instructions }] },
          tools: [{ functionDeclarations }],
          thinkingConfig: { includeThoughts: true, thinkingBudget: 8192 },
          temperature: 1,
          topP: 0.95,
        },
      });
      const heard: Heard = { text: "", reasoning: "", calls: [] };
      const said: Part[] = [];
      for await (const piece of stream) said.push(...(piece.candidates?.[0]?.content?.parts ?? []));
      for (const part of said) {
        if (part.functionCall)
          heard.calls.push({ name: part.functionCall.name ?? "", arguments: part.functionCall.args });
        else if (part.thought) heard.reasoning += part.text ?? "";
        else heard.text += part.text ?? "";
      }
      // Reasoning text is not kept, its signatures are.
      contents.push({ role: "model", parts: said.filter((part) => !part.thought || part.thoughtSignature) });
      open = said.filter((part) => part.functionCall);
      return heard;
    }

    return {
      prompt: (text) => send([{ text }]),
      give: (results) =>
        send(
          results.map((output, at) => {
            const { id, name = "" } = open[at]?.functionCall ?? {};
            return { functionResponse: { ...(id !== undefined && { id }), name, response: { output } } };
          }),
        ),
    };
  },
};
