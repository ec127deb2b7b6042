import { asObject, type JsonObject } from "../kit/read-json.ts";

/** Renames every field to Tencent Cloud's style: `tool_calls` becomes `ToolCalls`. */
export function toPascal(value: unknown): unknown {
  return rename(value, (name) =>
    name.replace(/(?:^|_)([a-z])/g, (_match, letter: string) => letter.toUpperCase()),
  );
}

/** Renames every field to OpenAI's style: `ToolCalls` becomes `tool_calls`. */
export function toSnake(value: unknown): unknown {
  return rename(value, (name) => name.replace(/([a-z0-9])([A-Z])/g, "$1_$2").toLowerCase());
}

function rename(value: unknown, by: (name: string) => string): unknown {
  if (Array.isArray(value)) return value.map((entry) => rename(entry, by));
  const object = asObject(value);
  if (object === undefined) return value;
  const renamed: JsonObject = {};
  for (const [name, entry] of Object.entries(object)) renamed[by(name)] = rename(entry, by);
  return renamed;
}
