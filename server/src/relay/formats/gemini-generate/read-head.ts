import type { PathParams, RequestHead } from "../format.ts";
import { reject } from "../kit/check-value.ts";
import { needFields } from "../kit/read-fields.ts";
import { checkModelName } from "../kit/read-model.ts";
import { readList, readObject, readWhole } from "./read-fields.ts";

/**
 * Reads what the pipeline needs before translation. Model and stream are in the path; a stream without `alt=sse` is a
 * JSON list, which only translation can write.
 * @throws RelayError `invalid_request` naming the field
 */
export function readHead(body: unknown, path?: PathParams): RequestHead {
  const fields = needFields(body);
  const model = readModel(path?.model ?? "");
  if (readList(fields, "contents").length === 0) reject("contents", "'contents' is required.");
  const config = readObject(fields, "generationConfig") ?? {};
  const stream = path?.stream ?? false;
  return {
    model,
    stream,
    maxOutputTokens: readWhole(config, "maxOutputTokens", "generationConfig", { least: 1 }),
    choices: readWhole(config, "candidateCount", "generationConfig", { least: 1, most: 128 }) ?? 1,
    hasTools: readList(fields, "tools").length > 0,
    wantsStreamUsage: true,
    ...(stream && !wantsEvents(path) ? { translated: true } : {}),
  };
}

/** True if the client requests server-sent events. */
export function wantsEvents(path: PathParams | undefined): boolean {
  return new URLSearchParams(path?.query ?? "").get("alt")?.toLowerCase() === "sse";
}

function readModel(text: string): string {
  const model = text.replace(/^models\//, "");
  if (model === "") reject("model", "The path names no model.");
  return checkModelName(model, "The model's name");
}
