import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type ControlApp, startControlApp } from "../support/control-app.ts";
import { findUnnamedSchemas } from "../support/unnamed-schemas.ts";

interface Operation {
  operationId: string;
  summary: string;
  tags: string[];
  responses: Record<string, unknown>;
  parameters: { name: string; description?: string }[];
}

interface ApiDocument {
  tags: { name: string; description: string }[];
  servers: { url: string }[];
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, { examples?: unknown[]; enum?: string[] }>; securitySchemes: object };
}

describe("the API document", () => {
  let running: ControlApp;
  let document: ApiDocument;
  let operations: Operation[];
  beforeAll(async () => {
    running = await startControlApp();
    document = (await running.app.inject("/api/openapi.json")).json();
    operations = Object.values(document.paths).flatMap((path) => Object.values(path));
  });
  afterAll(() => running.stop());

  it("has a name for every object, and no shape twice", () => {
    expect(findUnnamedSchemas(document)).toEqual([]);
  });

  it("has names that a person chose", () => {
    for (const name of Object.keys(document.components.schemas)) expect(name).toMatch(/^[A-Z][A-Za-z]+$/);
  });

  it("defines everything it refers to, and uses everything it defines", () => {
    const text = JSON.stringify(document);
    const used = [...text.matchAll(/"#\/components\/schemas\/(\w+)"/g)].map((match) => match[1]);
    expect(new Set(used)).toEqual(new Set(Object.keys(document.components.schemas)));
  });

  it("has an example for every entity and form", () => {
    const without = Object.entries(document.components.schemas)
      .filter(([name, schema]) => !schema.examples && !/(Page|Response)$/.test(name))
      .map(([name]) => name);
    // Its values are described one by one.
    expect(without).toEqual(["ErrorCode"]);
  });

  it("gives every operation its own id, a summary, a described tag and the response of a failure", () => {
    const ids = operations.map((operation) => operation.operationId);
    expect(new Set(ids).size).toBe(ids.length);
    const tags = document.tags.map((tag) => tag.name);
    for (const { operationId, summary, tags: own, responses } of operations) {
      expect(operationId).toMatch(/^[a-z][A-Za-z]+$/);
      expect(summary).not.toBe("");
      expect(own).toHaveLength(1);
      expect(tags).toContain(own[0]);
      expect(responses["default"]).toEqual({ $ref: "#/components/responses/Failure" });
    }
    for (const { description } of document.tags) expect(description).not.toBe("");
  });

  it("documents for every list how to page, sort and search", () => {
    const lists = operations.filter(({ parameters }) => parameters.some(({ name }) => name === "page"));
    expect(lists.length).toBeGreaterThan(8);
    for (const { parameters } of lists)
      for (const name of ["page", "size", "order", "keyword"])
        expect(parameters.find((one) => one.name === name)?.description).toBeTruthy();
    expect(document.components.schemas["ErrorCode"]?.enum).toContain("token.not_found");
    expect(document.servers).toMatchObject([{ url: "/" }]);
  });
});

describe("the search for objects without a name", () => {
  const one = { type: "string" };
  const answer = (schema: object) => ({
    paths: { "/api/thing": { get: { responses: { 200: { content: { json: { schema } } } } } } },
    components: { schemas: {} },
  });

  it("finds rows of a list and bodies with more than three fields, and reports where", () => {
    const row = { type: "object", properties: { a: one, b: one, c: one, d: one } };
    expect(findUnnamedSchemas(answer({ type: "array", items: row }))).toEqual([
      'GET /api/thing.responses.200.content.json.schema.items is an object of 4 fields without a name. Export its schema from the contract with `.meta({ id: "…" })`.',
    ]);
  });

  it("finds a shape that is written out twice, even a small one", () => {
    const small = { type: "object", properties: { a: one } };
    const [finding] = findUnnamedSchemas({
      ...answer(small),
      components: { schemas: { Thing: { type: "object", properties: { small } } } },
    });
    expect(finding).toContain("written out at GET /api/thing.responses.200");
    expect(finding).toContain("and Thing.properties.small");
  });
});
