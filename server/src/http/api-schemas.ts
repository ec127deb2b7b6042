import { isDeepStrictEqual } from "node:util";
import * as z from "zod";

export type JsonSchema = Record<string, unknown>;
type Named = Record<string, JsonSchema>;

const prefix = "#/components/schemas/";

/** A reference to a schema of the document. */
export function refTo(name: string): JsonSchema {
  return { $ref: prefix + name };
}

/** Name of the schema that is referred to; undefined for anything else. */
export function refName(schema: unknown): string | undefined {
  const ref = (schema as JsonSchema | null)?.["$ref"];
  return typeof ref === "string" ? ref.slice(prefix.length) : undefined;
}

/** JSON Schemas for the API document, with everything that has a name (`.meta({ id })`) among the components. */
export interface ApiSchemas {
  readonly components: Readonly<Named>;
  /** The fields of a response on the wire. */
  answer(schema: z.ZodType): JsonSchema;
  /**
   * The fields of a request body. Call it after all responses: a schema with a different shape in bodies, because a
   * default makes fields optional there, becomes a component of its own with the suffix `Form`.
   */
  body(schema: z.ZodType): JsonSchema;
  /** @throws Error if the name belongs to another shape. */
  add(name: string, schema: JsonSchema): void;
}

/** `examples`: by name of the schema, on the wire. */
export function createApiSchemas(examples: Readonly<Record<string, unknown>>): ApiSchemas {
  const components: Named = {};
  const answers = new Set<string>();
  const add = (name: string, schema: JsonSchema): void => {
    if (components[name] !== undefined && !isDeepStrictEqual(components[name], schema))
      throw new Error(`Two schemas of the API are called ${name}: give one of them another name.`);
    components[name] = schema;
  };
  const addExampled = (name: string, schema: JsonSchema, example: unknown): void =>
    add(name, { ...schema, ...(example !== undefined && { examples: [example] }) });
  return {
    components,
    add,
    answer(schema) {
      const { root, named } = render(schema, "output");
      for (const [name, one] of Object.entries(named)) {
        answers.add(name);
        addExampled(name, one, examples[name]);
      }
      return root;
    },
    body(schema) {
      const { root, named } = render(schema, "input");
      const differing = findDiffering(named, components, answers);
      const rename = (name: string): string => (differing.has(name) ? `${name}Form` : name);
      for (const [name, one] of Object.entries(named))
        addExampled(rename(name), mapRefs(one, rename), examples[name]);
      return mapRefs(root, rename);
    },
  };
}

/** Names whose shape differs between bodies and responses, and the schemas that refer to them. */
function findDiffering(named: Named, components: Readonly<Named>, answers: Set<string>): Set<string> {
  const differing = new Set<string>();
  const shared = Object.keys(named).filter((name) => answers.has(name));
  for (const name of shared) {
    const { examples: _, ...answered } = components[name] as JsonSchema;
    if (!isDeepStrictEqual(answered, named[name])) differing.add(name);
  }
  const refersToDiffering = (name: string): boolean => {
    let refers = false;
    mapRefs(named[name] as JsonSchema, (other) => {
      refers ||= differing.has(other);
      return other;
    });
    return refers;
  };
  for (let found = 0; found !== differing.size; ) {
    found = differing.size;
    for (const name of shared) if (refersToDiffering(name)) differing.add(name);
  }
  return differing;
}

/** Fields of a parameter schema after parsing, with their defaults. */
export function describeFields(schema: z.ZodType): { properties: Named; required: string[] } {
  const { root } = render(schema, "output", simplify);
  return { properties: {}, required: [], ...root };
}

function render(
  schema: z.ZodType,
  io: "input" | "output",
  finish: (schema: JsonSchema) => void = describeDefault,
): { root: JsonSchema; named: Named } {
  const {
    $schema: _,
    $defs = {},
    ...root
  } = z.toJSONSchema(schema, {
    io,
    unrepresentable: "any",
    override: ({ zodSchema, jsonSchema }) => {
      if (zodSchema instanceof z.ZodCodec) {
        // A codec's input type is the wire type, in responses too.
        const { description } = jsonSchema;
        for (const name of Object.keys(jsonSchema)) delete jsonSchema[name];
        Object.assign(jsonSchema, render(zodSchema.in as z.ZodType, io).root, description && { description });
      }
      finish(jsonSchema);
    },
  });
  const toComponents = (name: string): string => name.replace("#/$defs/", "");
  const named = Object.entries($defs).map(([name, one]) => [name, mapRefs(one as JsonSchema, toComponents)]);
  return { root: mapRefs(root, toComponents), named: Object.fromEntries(named) as Named };
}

/**
 * Removes what carries no information for a client, and leaves objects open: responses may gain fields, and bodies may
 * contain others.
 */
function simplify(schema: JsonSchema): void {
  if (schema["additionalProperties"] === false) delete schema["additionalProperties"];
  if (schema["type"] !== "integer") return;
  if (schema["minimum"] === Number.MIN_SAFE_INTEGER) delete schema["minimum"];
  if (schema["maximum"] === Number.MAX_SAFE_INTEGER) delete schema["maximum"];
  schema["format"] = "int64";
}

/**
 * Moves the default of a field into its description: openapi-typescript would require a field with a default, and other
 * generators would send the default of the version that they were built from.
 */
function describeDefault(schema: JsonSchema): void {
  simplify(schema);
  if (!("default" in schema)) return;
  const { default: value, description } = schema;
  delete schema["default"];
  if (value === null || typeof value === "object" || value === "") return;
  schema["description"] = [description, `Default: ${String(value as unknown)}.`].filter(Boolean).join(" ");
}

/** The schema with every reference to `rename(name)`. */
function mapRefs<T>(value: T, rename: (name: string) => string): T {
  if (Array.isArray(value)) return value.map((one) => mapRefs(one as unknown, rename)) as T;
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, one]) => [
      key,
      key === "$ref" && typeof one === "string"
        ? prefix + rename(one.replace(prefix, ""))
        : mapRefs(one as unknown, rename),
    ]),
  ) as T;
}
