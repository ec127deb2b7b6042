import type { ChatCall, ResponseFormat } from "../../canonical/chat.ts";
import { type Fields, reject } from "../kit/check-value.ts";
import { noteUnread, headerNames } from "../kit/name-unread.ts";
import { needObject, needText, readList, readObject, readText } from "../kit/read-fields.ts";
import { readSettings } from "../kit/read-settings.ts";
import { within } from "./dotted-path.ts";
import { dialect } from "./foreign-reasoning.ts";
import { parseMessages } from "./parse-messages.ts";
import { parseThinking } from "./parse-thinking.ts";
import { parseTools } from "./parse-tools.ts";
import { readHead } from "./read-head.ts";

/**
 * Parses a request into the canonical call, for `model`. Fields of this dialect only are in `extras`, which exists even
 * if empty: it shows an upstream of this dialect that the caller uses the same format. `unread` names fields that no
 * upstream gets.
 * @throws RelayError `invalid_request` naming the field
 */
export function parseRequest(value: unknown, model: string): { call: ChatCall; unread: string[] } {
  const head = readHead(value);
  const body = value as Fields;
  const unread = new Set<string>();
  const others = Object.entries(body).filter(([key, entry]) => !known.has(key) && entry != null);
  const fields: Fields = Object.fromEntries(others);
  const call: ChatCall = { model, stream: head.stream, messages: parseMessages(body, unread) };
  if (head.maxOutputTokens !== undefined) call.maxOutputTokens = head.maxOutputTokens;
  parseTools(body, call, fields, unread);
  parseThinking(body, call, fields);
  parseSampling(body, call);
  parseRest(body, call, unread);
  call.extras = { dialect, fields };
  return { call, unread: headerNames(unread) };
}

/** Fields that this folder reads. */
const known = new Set(
  (
    "model messages system max_tokens stream tools tool_choice thinking output_config output_format temperature top_p top_k " +
    "stop_sequences metadata service_tier __proto__"
  ).split(" "),
);

const settings = [
  ["temperature", "temperature"],
  ["top_p", "topP"],
  ["top_k", "topK"],
] as const;

function parseSampling(body: Fields, call: ChatCall): void {
  readSettings(body, call, settings);
  const stop = (readList(body, "stop_sequences") ?? []).map((entry, index) => {
    const path = within("stop_sequences", index);
    return typeof entry === "string" ? entry : reject(path, `'${path}' must be a string.`);
  });
  if (stop.length > 0) call.stop = stop;
}

function parseRest(body: Fields, call: ChatCall, unread: Set<string>): void {
  const format = parseFormat(body);
  if (format) call.responseFormat = format;
  const metadata = readObject(body, "metadata") ?? {};
  const endUser = readText(metadata, "user_id", "metadata");
  if (endUser !== undefined) call.endUser = endUser;
  noteUnread(metadata, metadataFields, "metadata", unread);
  const tier = readText(body, "service_tier");
  if (tier !== undefined) call.serviceTier = tier === "standard_only" ? "default" : tier;
}

const metadataFields = new Set(["user_id"]);

/** `output_config.format`, or its older name `output_format`. The schema has no name here. */
function parseFormat(body: Fields): ResponseFormat | undefined {
  const config = readObject(body, "output_config") ?? {};
  const given = readObject(config, "format", "output_config");
  const path = given ? "output_config.format" : "output_format";
  const format = given ?? readObject(body, "output_format");
  if (format === undefined) return undefined;
  if (needText(format, "type", path) !== "json_schema")
    reject(within(path, "type"), `'${path}.type' must be json_schema.`);
  return { type: "json-schema", name: "response", schema: needObject(format, "schema", path), strict: true };
}
