import type { ChatCall } from "../../canonical/chat.ts";
import { type Fields, reject } from "../kit/check-value.ts";
import { headerNames } from "../kit/name-unread.ts";
import { pickExtras } from "../kit/pick-extras.ts";
import { readText, readWhole } from "../kit/read-fields.ts";
import { openaiSettings, readSettings, readStop } from "../kit/read-settings.ts";
import { readHead } from "./read-head.ts";

/**
 * Parses a request as one turn of a conversation, for `model`. Only an upstream of this format supports token numbers
 * and several prompts.
 * @throws RelayError `invalid_request` naming the field
 */
export function parseRequest(value: unknown, model: string): { call: ChatCall; unread: string[] } {
  const head = readHead(value);
  const body = value as Fields;
  const content = [{ type: "text" as const, text: readPrompt(body.prompt) }];
  const call: ChatCall = { model, stream: head.stream, messages: [{ role: "user", content }] };
  parseLimits(body, call);
  const unread = new Set<string>();
  const fields = pickExtras(body, (key, entry) => known.has(key) || isHarmless(key, entry), unread);
  if (Object.keys(fields).length > 0) call.extras = { dialect: "openai-completions", fields };
  return { call, unread: headerNames(unread) };
}

const known = new Set(
  "model prompt stream stream_options max_tokens temperature top_p frequency_penalty presence_penalty seed stop n user".split(
    " ",
  ),
);

/** Values that equal the default behavior. */
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
  return reject(
    "prompt",
    "'prompt' must be one string: this model's upstream accepts no token numbers and no lists.",
  );
}

function parseLimits(body: Fields, call: ChatCall): void {
  const limit = readWhole(body, "max_tokens", { least: 0 });
  if (limit) call.maxOutputTokens = limit;
  readSettings(body, call, openaiSettings);
  const choices = readWhole(body, "n", { least: 1, most: 128 });
  if (choices !== undefined) call.choices = choices;
  const stop = readStop(body, "stop");
  if (stop.length > 0) call.stop = stop;
  const endUser = readText(body, "user");
  if (endUser !== undefined) call.endUser = endUser;
}
