import { asObject, type JsonObject } from "../kit/read-json.ts";

/**
 * A JSON Schema for structured output: objects are closed, and unsupported limits move to the description, where the
 * model still reads them (https://docs.claude.com/en/docs/build-with-claude/structured-outputs).
 */
export function strictSchema(schema: JsonObject): JsonObject {
  const strict: JsonObject = {};
  const described: string[] = [];
  for (const [key, value] of Object.entries(schema)) {
    if (key === "$schema") continue;
    if (isUnsupported(key, value)) described.push(`${key}: ${JSON.stringify(value)}`);
    else strict[key === "oneOf" ? "anyOf" : key] = strictValue(key, value);
  }
  if (schema.type === "object" || schema.properties !== undefined) strict.additionalProperties = false;
  if (described.length > 0) {
    const description = typeof schema.description === "string" ? `${schema.description}\n\n` : "";
    strict.description = `${description}{${described.join(", ")}}`;
  }
  return strict;
}

function strictValue(key: string, value: unknown): unknown {
  if (key === "properties" || key === "$defs" || key === "definitions") {
    const named = asObject(value) ?? {};
    return Object.fromEntries(Object.entries(named).map(([name, entry]) => [name, strictEntry(entry)]));
  }
  if (key === "items") return strictEntry(value);
  if ((key === "anyOf" || key === "oneOf" || key === "allOf") && Array.isArray(value))
    return value.map(strictEntry);
  return value;
}

function strictEntry(entry: unknown): unknown {
  const schema = asObject(entry);
  return schema === undefined ? entry : strictSchema(schema);
}

function isUnsupported(key: string, value: unknown): boolean {
  if (key === "minItems") return value !== 0 && value !== 1;
  if (key === "format") return typeof value !== "string" || !formats.has(value);
  return unsupported.has(key);
}

const unsupported = new Set([
  "minimum",
  "maximum",
  "exclusiveMinimum",
  "exclusiveMaximum",
  "multipleOf",
  "minLength",
  "maxLength",
  "pattern",
  "maxItems",
  "uniqueItems",
  "minProperties",
  "maxProperties",
  "patternProperties",
  "propertyNames",
  "default",
  "examples",
]);

const formats = new Set([
  "date-time",
  "time",
  "date",
  "duration",
  "email",
  "hostname",
  "uri",
  "ipv4",
  "ipv6",
  "uuid",
]);
