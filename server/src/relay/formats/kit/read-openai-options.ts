import type { ChatCall, ResponseFormat } from "../../canonical/chat.ts";
import { type Fields } from "./check-value.ts";
import { needText, readFlag, readObject, readText } from "./read-fields.ts";

/**
 * Reads the options with the same name in Chat Completions and Responses into the call: end user, metadata, service
 * tier.
 * @throws RelayError
 */
export function readOpenAiOptions(body: Fields, call: ChatCall): void {
  const endUser = readText(body, "user") ?? readText(body, "safety_identifier");
  if (endUser !== undefined) call.endUser = endUser;
  const metadata = readMetadata(body);
  if (metadata) call.metadata = metadata;
  const serviceTier = readText(body, "service_tier");
  if (serviceTier !== undefined) call.serviceTier = serviceTier;
  const cacheKey = readText(body, "prompt_cache_key");
  if (cacheKey !== undefined) call.cacheKey = cacheKey;
}

function readMetadata(body: Fields): Record<string, string> | undefined {
  const metadata = readObject(body, "metadata");
  if (metadata === undefined) return undefined;
  for (const key of Object.keys(metadata)) readText(metadata, key, "metadata");
  return metadata as Record<string, string>;
}

/**
 * The JSON schema of the response; `path` is the location of its name and schema.
 * @throws RelayError
 */
export function readJsonSchema(named: Fields, path: string): ResponseFormat {
  const description = readText(named, "description", path);
  const strict = readFlag(named, "strict", path);
  return {
    type: "json-schema",
    name: needText(named, "name", path),
    schema: readObject(named, "schema", path) ?? {},
    ...(description === undefined ? {} : { description }),
    ...(strict === undefined ? {} : { strict }),
  };
}
