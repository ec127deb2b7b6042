import { RelayError } from "../../relay-error.ts";
import type { RequestHead } from "../format.ts";
import { isFields, needText, readFlag, readList, readObject, readWhole, refuse } from "./read-fields.ts";

/**
 * What the pipeline needs before anything is translated.
 * @throws RelayError `invalid_request` naming the field
 */
export function readHead(body: unknown): RequestHead {
  if (!isFields(body)) throw new RelayError("invalid_request", "The body must be a JSON object.");
  // Some upstreams match names without case and would take `Model`, which was neither admitted nor priced.
  for (const key in body)
    if (key.length === 5 && key !== "model" && key.toLowerCase() === "model")
      refuse(key, `Unknown field '${key}'; did you mean 'model'?`);
  const model = needText(body, "model");
  const messages = readList(body, "messages");
  if (messages === undefined || messages.length === 0) refuse("messages", "'messages' is required.");
  const older = readWhole(body, "max_tokens", 1, Number.MAX_SAFE_INTEGER);
  const newer = readWhole(body, "max_completion_tokens", 1, Number.MAX_SAFE_INTEGER);
  const options = readObject(body, "stream_options");
  return {
    model,
    stream: readFlag(body, "stream") ?? false,
    // An upstream may honour either one, so the larger is what may be spent.
    maxOutputTokens: older === undefined ? newer : newer === undefined ? older : Math.max(older, newer),
    choices: readWhole(body, "n", 1, 128) ?? 1,
    hasTools: (readList(body, "tools")?.length ?? 0) > 0 || (readList(body, "functions")?.length ?? 0) > 0,
    wantsStreamUsage: options?.include_usage === true,
  };
}
