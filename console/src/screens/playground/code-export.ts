import type { RequestBody } from "./chat-request";

export const codeLanguages = ["curl", "python", "javascript"] as const;
export type CodeLanguage = (typeof codeLanguages)[number];

/** The variable that exported code takes the key from: shared code contains no key. */
export const keyVariable = "GATEWAY_API_KEY";

/** A program that sends exactly this request and prints the answer as it comes. */
export function exportCode(language: CodeLanguage, server: string, body: RequestBody): string {
  const lines = { curl: curlLines, python: pythonLines, javascript: javaScriptLines }[language](
    `${server}/v1`,
    wellFormed(body) as RequestBody,
  );
  return `${lines.join("\n")}\n`;
}

/** A heredoc with a delimiter that no JSON contains, so that the shell interprets nothing. */
function curlLines(base: string, body: RequestBody): string[] {
  return [
    `curl -N ${shellWord(`${base}/chat/completions`)} \\`,
    `  -H "Authorization: Bearer $${keyVariable}" \\`,
    '  -H "Content-Type: application/json" \\',
    "  --data-binary @- <<'JSON'",
    JSON.stringify(body, null, 2),
    "JSON",
  ];
}

const shellWord = (text: string): string =>
  /^[\w:/.@%+-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;

function pythonLines(base: string, body: RequestBody): string[] {
  const { known, extra } = splitFields(body);
  const fields = Object.entries(known).map(([name, value]) => `    ${name}=${pythonValue(value, 4)},`);
  return [
    "import os",
    "",
    "from openai import OpenAI",
    "",
    "client = OpenAI(",
    `    base_url=${JSON.stringify(base)},`,
    `    api_key=os.environ[${JSON.stringify(keyVariable)}],`,
    ")",
    "",
    "stream = client.chat.completions.create(",
    ...fields,
    ...(Object.keys(extra).length > 0 ? [`    extra_body=${pythonValue(extra, 4)},`] : []),
    ")",
    "for chunk in stream:",
    "    for choice in chunk.choices:",
    '        print(choice.delta.content or "", end="", flush=True)',
    ...(usesTools(body)
      ? [
          "        for call in choice.delta.tool_calls or []:",
          '            print((call.function.name or "") + (call.function.arguments or ""), end="", flush=True)',
        ]
      : []),
    "print()",
  ];
}

/** JSON is valid Python except for three literals. */
function pythonValue(value: unknown, indent: number): string {
  if (value === true) return "True";
  if (value === false) return "False";
  if (value === null || value === undefined) return "None";
  if (typeof value !== "object") return JSON.stringify(value);
  const [inner, outer] = [" ".repeat(indent + 4), " ".repeat(indent)];
  if (Array.isArray(value)) {
    if (value.length === 0) return "[]";
    const items = value.map((item) => `${inner}${pythonValue(item, indent + 4)},\n`);
    return `[\n${items.join("")}${outer}]`;
  }
  const members = Object.entries(value).map(
    ([name, member]) => `${inner}${JSON.stringify(name)}: ${pythonValue(member, indent + 4)},\n`,
  );
  return members.length === 0 ? "{}" : `{\n${members.join("")}${outer}}`;
}

function javaScriptLines(base: string, body: RequestBody): string[] {
  return [
    'import OpenAI from "openai";',
    "",
    "const client = new OpenAI({",
    `  baseURL: ${JSON.stringify(base)},`,
    `  apiKey: process.env.${keyVariable},`,
    "});",
    "",
    `const stream = await client.chat.completions.create(${javaScriptValue(body, 0)});`,
    "for await (const chunk of stream) {",
    "  for (const { delta } of chunk.choices) {",
    '    process.stdout.write(delta.content ?? "");',
    ...(usesTools(body)
      ? [
          "    for (const call of delta.tool_calls ?? []) {",
          '      process.stdout.write((call.function?.name ?? "") + (call.function?.arguments ?? ""));',
          "    }",
        ]
      : []),
    "  }",
    "}",
    'process.stdout.write("\\n");',
  ];
}

/** JSON with bare names where JavaScript allows them. `__proto__` as a bare name would set a prototype. */
function javaScriptValue(value: unknown, indent: number): string {
  if (value === null || typeof value !== "object") return JSON.stringify(value);
  const [inner, outer] = [" ".repeat(indent + 2), " ".repeat(indent)];
  if (Array.isArray(value)) {
    if (value.length === 0) return "[]";
    const items = value.map((item) => `${inner}${javaScriptValue(item, indent + 2)},\n`);
    return `[\n${items.join("")}${outer}]`;
  }
  const members = Object.entries(value).map(
    ([name, member]) => `${inner}${memberName(name)}: ${javaScriptValue(member, indent + 2)},\n`,
  );
  return members.length === 0 ? "{}" : `{\n${members.join("")}${outer}}`;
}

function memberName(name: string): string {
  if (name === "__proto__") return '["__proto__"]';
  return /^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name);
}

const usesTools = ({ tools }: RequestBody): boolean => Array.isArray(tools);

/** Named arguments of OpenAI's Python client, which rejects others. */
const pythonFields = new Set([
  "model",
  "messages",
  "temperature",
  "top_p",
  "max_completion_tokens",
  "stop",
  "seed",
  "reasoning_effort",
  "response_format",
  "tools",
  "tool_choice",
  "stream",
  "stream_options",
]);

function splitFields(body: RequestBody): { known: RequestBody; extra: RequestBody } {
  const entries = Object.entries(body);
  return {
    known: Object.fromEntries(entries.filter(([name]) => pythonFields.has(name))),
    extra: Object.fromEntries(entries.filter(([name]) => !pythonFields.has(name))),
  };
}

/** A lone surrogate has no UTF-8 encoding, so no program could print it. */
function wellFormed(value: unknown): unknown {
  if (typeof value === "string") return value.toWellFormed();
  if (Array.isArray(value)) return value.map(wellFormed);
  if (value === null || typeof value !== "object") return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [name.toWellFormed(), wellFormed(member)]),
  );
}

/** Characters of one text that the screen shows of the code; files make lines of megabytes. */
const shownMost = 2000;

/** The code as it is shown: the bytes of files are cut, and `shortened` is true. Copying returns the whole. */
export function shortenCode(code: string): { text: string; shortened: boolean } {
  const text = code.replace(
    /(;base64,[A-Za-z0-9+/]{60})[A-Za-z0-9+/]{400,}={0,2}|("[A-Za-z0-9+/]{60})[A-Za-z0-9+/]{400,}={0,2}(?=")/g,
    (_whole, url: string | undefined, bare: string | undefined) => `${url ?? bare ?? ""}…`,
  );
  const lines = text
    .split("\n")
    .map((line) => (line.length > shownMost ? `${line.slice(0, shownMost)}…` : line))
    .join("\n");
  return { text: lines, shortened: lines !== code };
}
