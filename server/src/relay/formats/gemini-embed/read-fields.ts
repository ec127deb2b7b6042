import { RelayError } from "../../relay-error.ts";

/** A JSON object of a request. */
export type Fields = Record<string, unknown>;

/** Refuses a request, naming the field (`requests[2].content`). */
export function refuse(param: string, message: string): never {
  throw new RelayError("invalid_request", message, { param });
}

export function isFields(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The body of a request. @throws RelayError */
export function needFields(body: unknown): Fields {
  if (!isFields(body)) throw new RelayError("invalid_request", "The body must be a JSON object.");
  return body;
}

/** The value under its name or under the one with underscores: Google's servers take both. Null counts as absent. */
export function valueOf(fields: Fields, name: string): unknown {
  return fields[name] ?? fields[withUnderscores(name)];
}

export function withUnderscores(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
