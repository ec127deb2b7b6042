import { asList, asObject, asText, type JsonObject } from "../kit/read-json.ts";

/** Schemas visited for one sample: a schema with two references to itself would double at every level. */
const maxSteps = 5000;
/** Depth of nested objects and lists. */
const deepest = 32;
/** Length of a chain of references. */
const maxChain = 16;
/** Longest followed reference, in characters. */
const maxReference = 500;
/** Alternatives and required fields read from one schema. */
const maxList = 500;

/**
 * A value that a JSON Schema allows in the common cases; texts come from `words`. References inside the schema
 * (`#/$defs/…`) are followed; a recursive schema ends with null, an empty list or an omitted field.
 */
export function sampleOf(schema: JsonObject, text: string): unknown {
  return new Sampler(schema, sampleText(text)).sample(schema, []);
}

class Sampler {
  #root: JsonObject;
  #text: string;
  #steps = 0;

  constructor(root: JsonObject, text: string) {
    this.#root = root;
    this.#text = text;
  }

  /** @param open schemas that contain this value */
  sample(given: JsonObject, open: readonly JsonObject[]): unknown {
    const schema = this.#resolve(given);
    const choices = asList(schema.enum);
    if (choices.length > 0) return choices[0];
    if (schema.const !== undefined) return schema.const;
    const inside = [...open, schema];
    const alternatives = objectsOf(schema.anyOf ?? schema.oneOf);
    const first = alternatives.find((one) => !this.#returns(one, inside)) ?? alternatives[0];
    if (first && this.#mayGoOn(inside)) return this.sample(first, inside);
    switch (typeOf(schema, open.length > 0)) {
      case "object":
        return this.#sampleObject(schema, inside);
      case "array":
        return this.#sampleList(schema, inside);
      case "integer":
      case "number":
        return typeof schema.minimum === "number" ? schema.minimum : 1;
      case "boolean":
        return true;
      case "null":
        return null;
      default:
        return this.#text;
    }
  }

  #sampleObject(schema: JsonObject, inside: readonly JsonObject[]): JsonObject {
    const sample: JsonObject = {};
    if (!this.#mayGoOn(inside)) return sample;
    const needed = new Set(asList(schema.required).slice(0, maxList));
    for (const [name, property] of Object.entries(asObject(schema.properties) ?? {})) {
      if (!this.#mayGoOn(inside)) break;
      const field = asObject(property) ?? {};
      if (!needed.has(name) && this.#returns(field, inside)) continue;
      // Defines an own property, even for `__proto__`.
      Object.defineProperty(sample, name, {
        value: this.sample(field, inside),
        enumerable: true,
        configurable: true,
        writable: true,
      });
    }
    return sample;
  }

  #sampleList(schema: JsonObject, inside: readonly JsonObject[]): unknown[] {
    const items = asObject(schema.items) ?? {};
    return this.#mayGoOn(inside) && !this.#returns(items, inside) ? [this.sample(items, inside)] : [];
  }

  #mayGoOn(inside: readonly JsonObject[]): boolean {
    return inside.length < deepest && this.#steps < maxSteps;
  }

  /** True if the schema is already being sampled. */
  #returns(given: JsonObject, inside: readonly JsonObject[]): boolean {
    return inside.includes(this.#resolve(given));
  }

  /** Resolves a reference, and merges `allOf` if the schema has nothing else. A dangling reference allows anything. */
  #resolve(given: JsonObject): JsonObject {
    let schema = given;
    this.#steps += 1;
    for (let step = 0; step < maxChain; step++) {
      const reference = asText(schema.$ref);
      const all = asList(schema.allOf);
      if (reference !== undefined) schema = this.#find(reference);
      else if (all.length === 1 && schema.properties === undefined) schema = asObject(all[0]) ?? {};
      else return schema;
    }
    return {};
  }

  /** A JSON pointer into the schema itself (RFC 6901). */
  #find(reference: string): JsonObject {
    if (!/^#(?:\/|$)/.test(reference) || reference.length > maxReference) return {};
    let place: unknown = this.#root;
    for (const part of reference.split("/").slice(1)) {
      const name = decode(part).replaceAll("~1", "/").replaceAll("~0", "~");
      if (Array.isArray(place)) place = place[Number(name)];
      else {
        const fields = asObject(place);
        place = fields && Object.hasOwn(fields, name) ? fields[name] : undefined;
      }
    }
    return asObject(place) ?? {};
  }
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

function objectsOf(list: unknown): JsonObject[] {
  const objects = asList(list).slice(0, maxList).map(asObject);
  return objects.filter((entry) => entry !== undefined);
}

/** A schema without a type is an object at the top, and a text as a field. */
function typeOf(schema: JsonObject, isInside: boolean): unknown {
  const type = Array.isArray(schema.type) ? schema.type[0] : schema.type;
  return type ?? (schema.properties === undefined && isInside ? "string" : "object");
}

function sampleText(text: string): string {
  const clean = text.replace(/\[[^\]]*\]/g, " ").trim();
  return clean.split(/\s+/).slice(-3).join(" ") || "sandbox";
}
