import { asList, asObject, type JsonObject } from "../kit/read-json.ts";

/** A value that a JSON Schema allows in the common cases. Texts are taken from `words`. */
export function sampleOf(schema: JsonObject, words: string, depth = 0): unknown {
  const choices = asList(schema.enum);
  if (choices.length > 0) return choices[0];
  if (schema.const !== undefined) return schema.const;
  const alternative = asObject(asList(schema.anyOf ?? schema.oneOf)[0]);
  if (alternative !== undefined && depth < deepest) return sampleOf(alternative, words, depth + 1);
  const type = Array.isArray(schema.type) ? schema.type[0] : schema.type;
  switch (type ?? (schema.properties === undefined && depth > 0 ? "string" : "object")) {
    case "object":
      return sampleObject(schema, words, depth);
    case "array":
      return depth < deepest ? [sampleOf(asObject(schema.items) ?? {}, words, depth + 1)] : [];
    case "integer":
    case "number":
      return typeof schema.minimum === "number" ? schema.minimum : 1;
    case "boolean":
      return true;
    case "null":
      return null;
    default:
      return sampleText(words);
  }
}

const deepest = 6;

function sampleObject(schema: JsonObject, words: string, depth: number): JsonObject {
  const sample: JsonObject = {};
  if (depth >= deepest) return sample;
  for (const [name, property] of Object.entries(asObject(schema.properties) ?? {}))
    sample[name] = sampleOf(asObject(property) ?? {}, words, depth + 1);
  return sample;
}

function sampleText(words: string): string {
  const clean = words.replace(/\[[^\]]*\]/g, " ").trim();
  return clean.split(/\s+/).slice(-3).join(" ") || "sandbox";
}
