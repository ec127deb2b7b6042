import { limits } from "@tollgate/contract/limits";
import { RelayError } from "../../relay-error.ts";
import type { PathParams, RequestHead } from "../format.ts";
import { isFields, readList, readObject, readWhole, refuse } from "./read-fields.ts";

/**
 * What the pipeline needs before anything is translated. Model and stream are in the path (relay contract A1); a stream without
 * `alt=sse` is a JSON list, which only translation can write.
 * @throws RelayError `invalid_request` naming the field
 */
export function readHead(body: unknown, path?: PathParams): RequestHead {
  if (!isFields(body)) throw new RelayError("invalid_request", "The body must be a JSON object.");
  const model = readModel(path?.model ?? "");
  if (readList(body, "contents").length === 0) refuse("contents", "'contents' is required.");
  const config = readObject(body, "generationConfig") ?? {};
  const stream = path?.stream ?? false;
  return {
    model,
    stream,
    maxOutputTokens: readWhole(config, "maxOutputTokens", "generationConfig", 1, Number.MAX_SAFE_INTEGER),
    choices: readWhole(config, "candidateCount", "generationConfig", 1, 128) ?? 1,
    hasTools: readList(body, "tools").length > 0,
    wantsStreamUsage: true,
    ...(stream && !wantsEvents(path) ? { translated: true } : {}),
  };
}

/** True if the stream is to come as server-sent events. */
export function wantsEvents(path: PathParams | undefined): boolean {
  return new URLSearchParams(path?.query ?? "").get("alt")?.toLowerCase() === "sse";
}

/** A name that can be logged, counted by and sent on: of sane length, without control characters or half pairs. */
function readModel(text: string): string {
  const model = text.replace(/^models\//, "");
  if (model === "") refuse("model", "The path names no model.");
  if (model.length > limits.modelNameMax)
    refuse("model", `The model's name must have at most ${limits.modelNameMax} characters.`);
  // oxlint-disable-next-line no-control-regex -- control characters are what is refused
  if (/[\u0000-\u001f\u007f-\u009f]/.test(model) || !model.isWellFormed())
    refuse("model", "The model's name must not contain control characters.");
  return model;
}
