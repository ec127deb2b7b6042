import type { ModerationCall } from "../../canonical/moderation.ts";
import { reject } from "../kit/check-value.ts";
import { needFields } from "../kit/read-fields.ts";

/**
 * Parses a request into the canonical call, which keeps the input unchanged: a text, a list of texts, or a list of
 * parts `text` and `image_url`.
 * @throws RelayError `invalid_request` naming the field
 */
export function parseRequest(body: unknown, model: string): { call: ModerationCall; unread: string[] } {
  const fields = needFields(body);
  const { input } = fields;
  if (typeof input !== "string" && !Array.isArray(input))
    return reject("input", "'input' must be a string or a list.");
  return { call: { model, body: { ...fields, model } }, unread: [] };
}
