import { asList, asObject, type JsonObject } from "../kit/read-json.ts";

/** Limits for resolved references and written schemas: a cycle ends as an object without properties. */
const deepest = 6;
const maxParts = 20_000;

/**
 * Converts a cleaned JSON Schema to Google's subset of OpenAPI, for API versions without JSON Schema: upper-case types,
 * `nullable` for null, references resolved, unsupported keywords left out.
 */
export function subsetSchema(schema: JsonObject): JsonObject {
  return convert(schema, { definitions: asObject(schema.$defs) ?? {}, parts: 0 }, 0);
}

interface Conversion {
  definitions: JsonObject;
  /** Number of nested schemas so far. */
  parts: number;
}

function convert(schema: JsonObject, run: Conversion, depth: number): JsonObject {
  run.parts++;
  if (typeof schema.$ref === "string") {
    const target = asObject(run.definitions[schema.$ref.replace(/^#\/\$defs\//, "")]);
    const ends = target === undefined || depth >= deepest || run.parts >= maxParts;
    return ends ? { type: "OBJECT" } : convert(target, run, depth + 1);
  }
  const out: JsonObject = {};
  const into = (entry: unknown): JsonObject => convert(asObject(entry) ?? {}, run, depth);
  for (const [key, value] of Object.entries(schema)) {
    if (key === "items") out.items = into(value);
    else if (key === "properties")
      out.properties = Object.fromEntries(
        Object.entries(asObject(value) ?? {}).flatMap(([name, entry]) =>
          run.parts < maxParts ? [[name, into(entry)]] : [],
        ),
      );
    else if (plain.has(key)) out[key] = value;
  }
  addType(out, schema);
  addChoices(out, schema, into);
  addEnum(out, schema);
  return out;
}

const plain = new Set(
  "title description minItems maxItems minimum maximum required propertyOrdering nullable".split(" "),
);

function addType(out: JsonObject, schema: JsonObject): void {
  const types = asList(Array.isArray(schema.type) ? schema.type : [schema.type]).filter(
    (type): type is string => typeof type === "string",
  );
  const real = types.filter((type) => type !== "null");
  if (real.length < types.length) out.nullable = true;
  const [only] = real;
  if (real.length === 1 && only !== undefined) out.type = only.toUpperCase();
  else if (real.length > 1) out.anyOf = real.map((type) => ({ type: type.toUpperCase() }));
}

function addChoices(out: JsonObject, schema: JsonObject, into: (entry: unknown) => JsonObject): void {
  const choices = [...asList(schema.anyOf), ...asList(schema.oneOf)];
  const real = choices.filter((entry) => asObject(entry)?.type !== "null");
  if (real.length < choices.length) out.nullable = true;
  if (real.length === 1) Object.assign(out, into(real[0]));
  else if (real.length > 1) out.anyOf = real.map(into);
}

/** Enums are supported for strings only. */
function addEnum(out: JsonObject, schema: JsonObject): void {
  const values = asList(schema.enum).filter((value) => typeof value === "string");
  if (values.length === 0) return;
  out.enum = values;
  out.type = "STRING";
  out.format = "enum";
}
