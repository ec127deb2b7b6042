import { describe, expect, it } from "vitest";
import * as z from "zod";
import { allEndpoints } from "../all-endpoints.ts";
import { examples } from "./all-examples.ts";

/** Schemas with a name, from every answer and body, with whether an answer holds it. */
function findNamed(): Map<string, { schema: z.ZodType; answered: boolean }> {
  const named = new Map<string, { schema: z.ZodType; answered: boolean }>();
  const collect = (schema: z.ZodType | undefined, io: "input" | "output"): void => {
    if (!schema) return;
    z.toJSONSchema(schema, {
      io,
      unrepresentable: "any",
      override: ({ zodSchema }) => {
        const one = zodSchema as unknown as z.ZodType;
        const name = one.meta()?.id;
        if (name !== undefined && !named.has(name))
          named.set(name, { schema: one, answered: io === "output" });
      },
    });
  };
  for (const { endpoint } of allEndpoints)
    for (const part of [endpoint.data, endpoint.beside]) collect(part, "output");
  for (const { endpoint } of allEndpoints) collect(endpoint.body, "input");
  return named;
}

/** `["setting", "setting.limits"]` */
function pathsOf(value: unknown, path = ""): string[] {
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, one]) => [path + key, ...pathsOf(one, `${path}${key}.`)]);
}

const named = findNamed();

describe("the examples of the API document", () => {
  it("are there for every named schema but pages, and for nothing else", () => {
    const names = [...named.keys()].filter((name) => !name.endsWith("Page") || examples[name] !== undefined);
    expect(Object.keys(examples).sort()).toEqual(names.sort());
  });

  it.each(Object.keys(examples))("%s is what its schema reads, without unknown fields", (name) => {
    const { schema, answered } = named.get(name) ?? {};
    const parsed = schema?.parse(examples[name]);
    if (answered) expect(z.encode(schema as z.ZodType, parsed)).toEqual(examples[name]);
    else expect(pathsOf(parsed)).toEqual(expect.arrayContaining(pathsOf(examples[name])));
  });
});
