import { asList, asObject, asText, type JsonObject } from "../kit/read-json.ts";
import { estimateTokens, countMessages } from "./estimate-tokens.ts";
import { lastUserText, textOf } from "./read-directives.ts";
import { sampleOf } from "./sample-of-schema.ts";

export interface SandboxToolCall {
  id: string;
  name: string;
  arguments: string;
}

export interface SandboxChoice {
  reasoning: string;
  text: string;
  toolCalls: SandboxToolCall[];
  finish: "stop" | "length" | "tool_calls";
}

export interface SandboxAnswer {
  id: string;
  created: number;
  model: string;
  choices: SandboxChoice[];
  usage: { prompt: number; cached: number; completion: number; reasoning: number };
}

/** The answer to a request: the same request always gets the same text. `created` is in epoch seconds. */
export function composeAnswer(body: JsonObject, created: number): SandboxAnswer {
  const messages = asList(body.messages);
  const model = asText(body.model) ?? "sandbox-small";
  const seed = hash(JSON.stringify([model, messages]));
  const count = Math.min(Math.max(Math.trunc(Number(body.n ?? 1)) || 1, 1), 8);
  const choices = Array.from({ length: count }, (_, index) =>
    composeChoice(body, messages, model, seed + index),
  );
  const prompt =
    countMessages(messages) + estimateTokens(body.tools === undefined ? "" : JSON.stringify(body.tools));
  const reasoning = choices.reduce((sum, choice) => sum + estimateTokens(choice.reasoning), 0);
  return {
    id: `chatcmpl-sandbox-${seed.toString(16).padStart(8, "0")}`,
    created,
    model,
    choices,
    usage: {
      prompt,
      // Half of a long prompt counts as cached, in blocks, as with real caches.
      cached: prompt >= 1024 ? Math.floor(prompt / 256) * 128 : 0,
      completion: reasoning + choices.reduce((sum, choice) => sum + countOutput(choice), 0),
      reasoning,
    },
  };
}

function composeChoice(body: JsonObject, messages: unknown[], model: string, seed: number): SandboxChoice {
  const prompt = lastUserText(messages);
  const reasoning = thinks(body, model)
    ? `The prompt has ${prompt.length} characters. A short answer will do.`
    : "";
  const toolCalls = callTools(body, messages, prompt, seed);
  if (toolCalls.length > 0) return { reasoning, text: "", toolCalls, finish: "tool_calls" };
  return { reasoning, toolCalls, ...limitText(composeText(body, messages, prompt, seed), body) };
}

function thinks(body: JsonObject, model: string): boolean {
  const effort = body.reasoning_effort;
  return (typeof effort === "string" && effort !== "none") || model === "sandbox-thinker";
}

function composeText(body: JsonObject, messages: unknown[], prompt: string, seed: number): string {
  const format = asObject(body.response_format);
  if (format?.type === "json_object") return JSON.stringify({ answer: sentenceFor(prompt, seed) });
  if (format?.type === "json_schema") {
    const schema = asObject(asObject(format.json_schema)?.schema) ?? {};
    return JSON.stringify(sampleOf(schema, prompt));
  }
  const last = messages.at(-1);
  if (asObject(last)?.role === "tool") return `The tool answered: ${textOf(last)}`;
  return sentenceFor(prompt, seed);
}

const openings = [
  "Here is a sandbox answer",
  "The sandbox replies",
  "This is a made-up answer",
  "The sandbox sends a sample answer",
];
const closings = [
  "No model was called and no vendor charged anything.",
  "Connect a real channel to talk to a model.",
  "The same message always gets the same answer.",
];

function sentenceFor(prompt: string, seed: number): string {
  const words = prompt
    .replace(/\[[^\]]*\]/g, " ")
    .trim()
    .split(/\s+/)
    .filter(Boolean);
  const quoted =
    words.length === 0 ? "" : ` to “${words.slice(0, 24).join(" ")}${words.length > 24 ? " …" : ""}”`;
  const opening = openings[seed % openings.length];
  return `${opening}${quoted}. Your message has ${words.length === 1 ? "one word" : `${words.length} words`}. ${closings[seed % closings.length]}`;
}

function callTools(body: JsonObject, messages: unknown[], prompt: string, seed: number): SandboxToolCall[] {
  if (asObject(messages.at(-1))?.role === "tool" || body.tool_choice === "none") return [];
  const tools = asList(body.tools).flatMap((tool): JsonObject[] => {
    const fn = asObject(asObject(tool)?.function);
    return fn === undefined ? [] : [fn];
  });
  const forced = asText(asObject(asObject(body.tool_choice)?.function)?.name);
  const chosen = chooseTools(tools, forced, body.tool_choice === "required", prompt.toLowerCase());
  return chosen.map((tool, index) => ({
    id: `call_sandbox_${(seed + index).toString(16).padStart(8, "0")}`,
    name: asText(tool.name) ?? "",
    arguments: JSON.stringify(sampleOf(asObject(tool.parameters) ?? {}, prompt)),
  }));
}

function chooseTools(
  tools: JsonObject[],
  forced: string | undefined,
  required: boolean,
  prompt: string,
): JsonObject[] {
  if (forced !== undefined) return tools.filter((tool) => tool.name === forced);
  if (prompt.includes("use the tools")) return tools;
  return required || prompt.includes("use the tool") ? tools.slice(0, 1) : [];
}

/** Applies `stop` and the output limit. */
function limitText(full: string, body: JsonObject): { text: string; finish: "stop" | "length" } {
  const stops =
    typeof body.stop === "string" ? [body.stop] : asList(body.stop).flatMap((s) => asText(s) ?? []);
  let text = full;
  for (const stop of stops) if (stop !== "" && text.includes(stop)) text = text.slice(0, text.indexOf(stop));
  const limit = Number(body.max_completion_tokens ?? body.max_tokens ?? Number.POSITIVE_INFINITY);
  if (!(estimateTokens(text) > limit)) return { text, finish: "stop" };
  return { text: text.slice(0, Math.max(Math.trunc(limit), 0) * 4), finish: "length" };
}

function countOutput(choice: SandboxChoice): number {
  return (
    estimateTokens(choice.text) +
    choice.toolCalls.reduce((sum, call) => sum + 4 + estimateTokens(call.arguments), 0)
  );
}

/** FNV-1a, so that ids and text depend on the prompt alone. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let index = 0; index < text.length; index++)
    value = Math.imul(value ^ text.charCodeAt(index), 0x01000193) >>> 0;
  return value;
}
