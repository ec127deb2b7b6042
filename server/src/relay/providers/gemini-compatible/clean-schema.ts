import { asList, asObject, type JsonObject } from "../kit/read-json.ts";

/**
 * A JSON Schema with the documented keywords of `parametersJsonSchema` and `responseJsonSchema` only. Other limits move
 * to the description, where the model still reads them.
 */
export function cleanSchema(schema: JsonObject): JsonObject {
  const merged = mergeAllOf(schema);
  if (typeof merged.$ref === "string") return { $ref: renameRef(merged.$ref) };
  const clean: JsonObject = {};
  const described: string[] = [];
  for (const [key, value] of Object.entries(merged)) {
    const name = key === "definitions" ? "$defs" : key;
    if (known.has(name)) clean[name] = cleanValue(name, value);
    else if (key === "const") clean.enum = [value];
    else if (limits.has(key)) described.push(`${key}: ${JSON.stringify(value)}`);
  }
  if (described.length > 0) {
    const description = typeof clean.description === "string" ? `${clean.description}\n\n` : "";
    clean.description = `${description}{${described.join(", ")}}`;
  }
  return clean;
}

const known = new Set(
  (
    "$defs type format title description enum items prefixItems minItems maxItems minimum maximum anyOf oneOf properties " +
    "additionalProperties required propertyOrdering nullable"
  ).split(" "),
);

const limits = new Set(
  (
    "exclusiveMinimum exclusiveMaximum multipleOf minLength maxLength pattern uniqueItems minProperties maxProperties " +
    "patternProperties propertyNames default examples"
  ).split(" "),
);

function cleanValue(key: string, value: unknown): unknown {
  switch (key) {
    case "properties":
    case "$defs":
      return Object.fromEntries(
        Object.entries(asObject(value) ?? {}).map(([name, entry]) => [name, cleanEntry(entry)]),
      );
    case "anyOf":
    case "oneOf":
    case "prefixItems":
      return asList(value).map(cleanEntry);
    case "items":
    case "additionalProperties":
      return cleanEntry(value);
    default:
      return value;
  }
}

function cleanEntry(entry: unknown): unknown {
  const schema = asObject(entry);
  return schema === undefined ? entry : cleanSchema(schema);
}

function renameRef(ref: string): string {
  return ref.replace(/^#\/definitions\//, "#/$defs/");
}

/** `allOf` is not supported: its schemas are merged, with their properties and requirements. */
function mergeAllOf(schema: JsonObject): JsonObject {
  if (!Array.isArray(schema.allOf)) return schema;
  const { allOf, ...rest } = schema;
  const parts = asList(allOf).flatMap((entry): JsonObject[] => {
    const part = asObject(entry);
    return part === undefined ? [] : [part];
  });
  const [only] = parts;
  // A reference must have no sibling keywords.
  if (parts.length === 1 && only?.$ref !== undefined) return only;
  const all = [...parts.map(mergeAllOf), rest];
  const merged: JsonObject = {};
  for (const part of all) Object.assign(merged, part);
  const properties = all.map((part) => asObject(part.properties) ?? {});
  if (merged.properties !== undefined)
    merged.properties = Object.fromEntries(properties.flatMap((part) => Object.entries(part)));
  const required = all.flatMap((part) => asList(part.required));
  if (required.length > 0) merged.required = [...new Set(required)];
  delete merged.$ref;
  return merged;
}
