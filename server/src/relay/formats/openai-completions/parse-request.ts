import type { ChatCall } from "../../canonical/chat.ts";
import { type Fields, readNumber, readText, readWhole, refuse } from "./read-fields.ts";
import { readHead } from "./read-head.ts";

/**
 * The request as one turn of a conversation, for `model`. Token numbers and several prompts are upstream matters: only an upstream of
 * this format can take them.
 * @throws RelayError `invalid_request` naming the field
 */
export function parseRequest(value: unknown, model: string): { call: ChatCall; unread: string[] } {
  const head = readHead(value);
  const body = value as Fields;
  const content = [{ type: "text" as const, text: readPrompt(body.prompt) }];
  const call: ChatCall = { model, stream: head.stream, messages: [{ role: "user", content }] };
  parseLimits(body, call);
  const unread: string[] = [];
  const fields: Fields = {};
  for (const [key, entry] of Object.entries(body)) {
    if (known.has(key) || entry == null || isHarmless(key, entry)) continue;
    if (plainName.test(key) && key !== "__proto__" && Object.keys(fields).length < extrasMost)
      fields[key] = entry;
    else unread.push(tellName(key));
  }
  if (Object.keys(fields).length > 0) call.extras = { dialect: "openai-completions", fields };
  return { call, unread: unread.slice(0, namesTold) };
}

const known = new Set(
  "model prompt stream stream_options max_tokens temperature top_p frequency_penalty presence_penalty seed stop n user".split(
    " ",
  ),
);

/** A field that some API could have; each may be named in a response header. */
const plainName = /^[\w.$-]{1,60}$/;
const extrasMost = 50;
const namesTold = 30;

function tellName(name: string): string {
  return name.replace(/[^\w.$[\]-]/g, "?").slice(0, 60) || "?";
}

/** Values that ask for what happens anyway. */
function isHarmless(key: string, value: unknown): boolean {
  return (
    (key === "echo" && value === false) ||
    (key === "best_of" && value === 1) ||
    (key === "suffix" && value === "")
  );
}

function readPrompt(prompt: unknown): string {
  const [first] = Array.isArray(prompt) && prompt.length === 1 ? (prompt as unknown[]) : [prompt];
  if (typeof first === "string") return first;
  return refuse(
    "prompt",
    "'prompt' must be one text: this model's upstream takes no token numbers and no lists.",
  );
}

function parseLimits(body: Fields, call: ChatCall): void {
  const limit = readWhole(body, "max_tokens", 0, Number.MAX_SAFE_INTEGER);
  if (limit) call.maxOutputTokens = limit;
  const temperature = readNumber(body, "temperature");
  if (temperature !== undefined) call.temperature = temperature;
  const topP = readNumber(body, "top_p");
  if (topP !== undefined) call.topP = topP;
  const frequencyPenalty = readNumber(body, "frequency_penalty");
  if (frequencyPenalty !== undefined) call.frequencyPenalty = frequencyPenalty;
  const presencePenalty = readNumber(body, "presence_penalty");
  if (presencePenalty !== undefined) call.presencePenalty = presencePenalty;
  const seed = readNumber(body, "seed");
  if (seed !== undefined) call.seed = seed;
  const choices = readWhole(body, "n", 1, 128);
  if (choices !== undefined) call.choices = choices;
  const stop = readStop(body.stop);
  if (stop.length > 0) call.stop = stop;
  const endUser = readText(body, "user");
  if (endUser !== undefined) call.endUser = endUser;
}

function readStop(stop: unknown): string[] {
  if (stop == null) return [];
  if (typeof stop === "string") return [stop];
  if (!Array.isArray(stop)) return refuse("stop", "'stop' must be a string or a list of strings.");
  return stop.map((entry: unknown, index) =>
    typeof entry === "string" ? entry : refuse(`stop[${index}]`, `'stop[${index}]' must be a string.`),
  );
}
