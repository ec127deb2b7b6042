import { camelName } from "../../canonical/camel-name.ts";
import { type Fields, isFields } from "../kit/check-value.ts";

/**
 * Converts Google's subset of OpenAPI schemas to JSON Schema: lower-case types, `nullable` as a type of its own, whole
 * numbers from strings. JSON Schema passes unchanged.
 */
export function schemaFromWire(schema: Fields): Fields {
  const out: Fields = {};
  for (const [written, value] of Object.entries(schema)) {
    const key = camelName(written);
    if (value == null || key === "nullable") continue;
    const read = readEntry(key, value);
    if (read !== undefined) out[key === "example" ? "examples" : key] = read;
  }
  return schema.nullable === true ? allowNull(out) : out;
}

function readEntry(key: string, value: unknown): unknown {
  switch (key) {
    case "type":
      return readType(value);
    case "format":
      // Only marks that there is an `enum`.
      return value === "enum" ? undefined : value;
    case "properties":
    case "defs":
      return isFields(value)
        ? Object.fromEntries(Object.entries(value).map(([name, entry]) => [name, readSchema(entry)]))
        : value;
    case "items":
      return readSchema(value);
    case "anyOf":
      return Array.isArray(value) ? value.map(readSchema) : value;
    case "example":
      return [value];
    default:
      return counts.has(key) && typeof value === "string" ? Number(value) : value;
  }
}

const counts = new Set([
  "minItems",
  "maxItems",
  "minLength",
  "maxLength",
  "minProperties",
  "maxProperties",
  "minimum",
  "maximum",
]);

function readSchema(value: unknown): unknown {
  return isFields(value) ? schemaFromWire(value) : value;
}

function readType(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(readType);
  if (typeof value !== "string") return value;
  return value.toUpperCase() === "TYPE_UNSPECIFIED" ? undefined : value.toLowerCase();
}

function allowNull(schema: Fields): Fields {
  if (typeof schema.type === "string") schema.type = [schema.type, "null"];
  if (Array.isArray(schema.enum)) schema.enum = [...(schema.enum as unknown[]), null];
  if (Array.isArray(schema.anyOf)) schema.anyOf = [...(schema.anyOf as unknown[]), { type: "null" }];
  return schema;
}
