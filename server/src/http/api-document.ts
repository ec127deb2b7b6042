import { STATUS_CODES } from "node:http";
import type { AnyEndpoint } from "@tollgate/contract/endpoint";
import { errorCodes } from "@tollgate/contract/error-codes";
import * as z from "zod";

type JsonSchema = Record<string, unknown>;

/** Collects endpoints into an OpenAPI 3.1 document; complete once all are registered. */
export interface ApiDocument {
  add(endpoint: AnyEndpoint): void;
  readonly document: Record<string, unknown>;
}

export function createApiDocument(info: { title: string; version: string }): ApiDocument {
  const endpoints: AnyEndpoint[] = [];
  let paths: Record<string, Record<string, unknown>> | undefined;
  return {
    add: (endpoint) => void endpoints.push(endpoint),
    document: {
      openapi: "3.1.0",
      info: { ...info, description: "Answers are envelopes: success, message, data; failures carry a code." },
      /** Described when somebody first reads them: megabytes of schemas that most processes never need. */
      get paths() {
        return (paths ??= describePaths(endpoints));
      },
      components: {
        schemas: { Failure: failureSchema() },
        securitySchemes: {
          session: { type: "apiKey", in: "cookie", name: "session" },
          accessToken: { type: "http", scheme: "bearer" },
          tokenKey: { type: "http", scheme: "bearer", description: "The key of an API token." },
        },
      },
    },
  };
}

function describePaths(endpoints: readonly AnyEndpoint[]): Record<string, Record<string, unknown>> {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const endpoint of endpoints) {
    const path = endpoint.path.replace(/:(\w+)/g, "{$1}").replace("*", "{name}");
    paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: describeEndpoint(endpoint) };
  }
  return paths;
}

function describeEndpoint(endpoint: AnyEndpoint): JsonSchema {
  const tag = endpoint.path.split("/")[2] ?? "api";
  return {
    summary: endpoint.summary,
    tags: [tag],
    operationId: operationId(endpoint),
    "x-access": endpoint.access,
    security: securityOf(endpoint),
    parameters: [
      ...describeParameters(endpoint.params, "path"),
      ...describeParameters(endpoint.query, "query"),
    ],
    ...(endpoint.body && {
      requestBody: {
        required: true,
        content: { "application/json": { schema: schemaOf(endpoint.body, "input") } },
      },
    }),
    responses: {
      200: { description: "Success", content: { "application/json": { schema: envelopeOf(endpoint) } } },
      default: {
        description: "Failure",
        content: { "application/json": { schema: { $ref: "#/components/schemas/Failure" } } },
      },
    },
  };
}

/** A key in the query is a parameter, described with the others. */
function securityOf({ access, byTokenKey }: AnyEndpoint): JsonSchema[] {
  if (byTokenKey) return [{ tokenKey: [] }, ...(byTokenKey === "query" ? [{}] : [])];
  return access === "public" ? [] : [{ session: [] }, { accessToken: [] }];
}

function operationId(endpoint: AnyEndpoint): string {
  const words = endpoint.path.split(/[^A-Za-z0-9]+/).filter((word) => word !== "" && word !== "api");
  return [endpoint.method.toLowerCase(), ...words, ...(endpoint.path.endsWith("*") ? ["name"] : [])].join(
    "_",
  );
}

function describeParameters(schema: z.ZodType | undefined, place: "path" | "query"): JsonSchema[] {
  if (!schema) return [];
  const { properties = {}, required = [] } = schemaOf(schema, "output") as {
    properties?: Record<string, JsonSchema>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, entry]) => ({
    name: name === "*" ? "name" : name,
    in: place,
    // A field with a default is always there after parsing, but need not be sent.
    required: place === "path" || (required.includes(name) && !("default" in entry)),
    schema: entry,
  }));
}

function schemaOf(schema: z.ZodType, io: "input" | "output"): JsonSchema {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, {
    io,
    unrepresentable: "any",
    override: ({ zodSchema, jsonSchema }) => {
      if (!(zodSchema instanceof z.ZodCodec)) return;
      // What a codec reads is what is on the wire, in answers too.
      for (const name of Object.keys(jsonSchema)) delete jsonSchema[name];
      Object.assign(jsonSchema, schemaOf(zodSchema.in as z.ZodType, io));
    },
  });
  return rest;
}

function envelopeOf({ data, beside }: AnyEndpoint): JsonSchema {
  const { properties = {}, required = [] } = (beside ? schemaOf(beside, "output") : {}) as {
    properties?: Record<string, JsonSchema>;
    required?: string[];
  };
  return {
    type: "object",
    required: ["success", "message", "data", ...required],
    properties: {
      success: { const: true },
      message: { type: "string" },
      data: schemaOf(data, "output"),
      ...properties,
    },
  };
}

function failureSchema(): JsonSchema {
  const codes = Object.entries(errorCodes).map(
    ([code, { status, message }]) => `- \`${code}\` (${status} ${STATUS_CODES[status] ?? ""}): ${message}`,
  );
  return {
    type: "object",
    required: ["success", "message", "code"],
    description: codes.join("\n"),
    properties: {
      success: { const: false },
      message: { type: "string" },
      code: { type: "string", enum: Object.keys(errorCodes) },
      params: { type: "object" },
      fields: {
        type: "array",
        items: {
          type: "object",
          required: ["path", "message", "code"],
          properties: {
            path: { type: "string" },
            message: { type: "string" },
            code: { type: "string" },
            params: { type: "object" },
          },
        },
      },
      request_id: { type: "string" },
    },
  };
}
