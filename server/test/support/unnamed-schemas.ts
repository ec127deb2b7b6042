/** Objects with more fields than this need a name of their own. */
const mostFields = 3;

type Json = Record<string, unknown>;

/** A schema without a name, and its path in the document. */
interface Inline {
  place: string;
  shape: string;
  fields: number;
}

/**
 * Problems with the schemas of an OpenAPI document: objects with more than three fields without a name, and schemas
 * that are repeated in several places. One sentence for each, with the fix.
 */
export function findUnnamedSchemas(document: object): string[] {
  const inline = findInline(document);
  const places = new Map<string, string[]>();
  for (const { place, shape } of inline) places.set(shape, [...(places.get(shape) ?? []), place]);
  return [
    ...inline
      .filter(({ fields }) => fields > mostFields)
      .map(
        ({ place, fields }) =>
          `${place} is an object of ${fields} fields without a name. Export its schema from the contract with \`.meta({ id: "…" })\`.`,
      ),
    ...[...places.values()]
      .filter((copies) => copies.length > 1)
      .map(
        (copies) =>
          `The same object is written out at ${copies.join(" and ")}. Use one schema with \`.meta({ id: "…" })\`.`,
      ),
  ];
}

function findInline(document: object): Inline[] {
  const { paths, components } = document as { paths: Json; components: { schemas: Json } };
  const found: Inline[] = [];
  for (const [path, operations] of Object.entries(paths))
    for (const [method, operation] of Object.entries(operations as Json))
      walk(operation, `${method.toUpperCase()} ${path}`, false, found);
  // The component itself has a name; nested schemas may not.
  for (const [name, schema] of Object.entries(components.schemas)) walk(schema, name, true, found);
  return found;
}

function walk(value: unknown, place: string, named: boolean, found: Inline[]): void {
  if (typeof value !== "object" || value === null) return;
  const schema = value as Json;
  const properties = schema["type"] === "object" ? schema["properties"] : undefined;
  if (typeof properties === "object" && properties !== null && !named) {
    const fields = Object.keys(properties).length;
    found.push({ place, shape: JSON.stringify(properties), fields });
  }
  for (const [key, inner] of Object.entries(schema)) {
    if (key !== "examples" && key !== "default") walk(inner, `${place}.${key}`, false, found);
  }
}
