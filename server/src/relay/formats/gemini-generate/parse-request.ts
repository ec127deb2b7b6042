import type { ChatCall } from "../../canonical/chat.ts";
import type { PathParams } from "../format.ts";
import { type Fields } from "../kit/check-value.ts";
import { readField } from "../kit/google-names.ts";
import { headerNames } from "../kit/name-unread.ts";
import { parseConfig } from "./parse-config.ts";
import { parseContents } from "./parse-contents.ts";
import { parseTools } from "./parse-tools.ts";
import { findOthers, readText } from "./read-fields.ts";
import { readHead } from "./read-head.ts";

/**
 * Parses a request into the canonical call, for `model`. `unread` names fields without a canonical name; fields that
 * only Gemini supports are in `extras`, by path (`generationConfig.mediaResolution`).
 * @throws RelayError `invalid_request` naming the field
 */
export function parseRequest(
  value: unknown,
  model: string,
  path?: PathParams,
): { call: ChatCall; unread: string[] } {
  const head = readHead(value, path);
  const body = value as Fields;
  const unread = new Set<string>();
  const extras: Fields = {};
  const call: ChatCall = { model, stream: head.stream, messages: parseContents(body, unread) };
  parseTools(body, call, extras, unread);
  parseConfig(body, call, extras);
  const tier = readText(body, "serviceTier")?.toLowerCase();
  if (tier && tier !== "unspecified") call.serviceTier = tier === "standard" ? "default" : tier;
  for (const key of onlyGemini) {
    const given = readField(body, key);
    if (given != null) extras[key] = given;
  }
  for (const key of findOthers(body, known)) unread.add(key);
  if (Object.keys(extras).length > 0) call.extras = { dialect: "gemini-generate", fields: extras };
  return { call, unread: headerNames(unread) };
}

const onlyGemini = ["safetySettings", "cachedContent", "labels"];

/** Fields that this folder reads. The path names the model; the body's is ignored. */
const known = new Set([
  ...onlyGemini,
  "model",
  "contents",
  "systemInstruction",
  "tools",
  "toolConfig",
  "generationConfig",
  "serviceTier",
]);
