import { asObject, type JsonObject } from "../kit/read-json.ts";

/**
 * A JSON Schema as structured output accepts it: objects are closed, and limits that the API refuses are told in the
 * description instead, where the model still reads them.
 */
export function strictSchema(schema: JsonObject): JsonObject {
  const strict: JsonObject = {};
  const told: string[] = [];
  for (const [key, value] of Object.entries(schema)) {
    if (key === "$schema") continue;
    if (isRefused(key, value)) told.push(`${key}: ${JSON.stringify(value)}`);
    else strict[key === "oneOf" ? "anyOf" : key] = strictValue(key, value);
  }
  if (schema.type === "object" || schema.properties !== undefined) strict.additionalProperties = false;
  if (told.length > 0) {
    const description = typeof schema.description === "string" ? `${schema.description}\n\n` : "";
    strict.description = `${description}{${told.join(", ")}}`;
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

function isRefused(key: string, value: unknown): boolean {
  if (key === "minItems") return value !== 0 && value !== 1;
  if (key === "format") return typeof value !== "string" || !formats.has(value);
  return refused.has(key);
}

const refused = new Set([
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
