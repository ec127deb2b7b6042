import { topics } from "@tollgate/contract/all-endpoints";
import type { AnyEndpoint } from "@tollgate/contract/endpoint";
import { examples } from "@tollgate/contract/examples/all-examples";
import type * as z from "zod";
import { describeFailure, describeResponse } from "./api-responses.ts";
import { type ApiSchemas, createApiSchemas, describeFields, type JsonSchema } from "./api-schemas.ts";

/** An endpoint with its topic file and name in the contract. */
export interface DescribedEndpoint {
  topic: string;
  name: string;
  endpoint: AnyEndpoint;
}

/** Title and version of the API. */
export interface ApiInfo {
  title: string;
  version: string;
}

/**
 * OpenAPI 3.1 document of the endpoints. Takes some 300 ms of processor time.
 * @throws Error for two different schemas of one name
 */
export function describeApi(info: ApiInfo, endpoints: readonly DescribedEndpoint[]): Record<string, unknown> {
  return {
    openapi: "3.1.0",
    info: { ...info, description: introduction, license: { name: "Apache-2.0", identifier: "Apache-2.0" } },
    servers: [{ url: "/", description: "This server" }],
    tags: Object.entries(topics).map(([topic, { description }]) => ({ name: tagOf(topic), description })),
    ...describe(endpoints),
  };
}

const introduction = `The API of the console: everything that the console can do, a script can do.

Sign in with an access token: \`Authorization: Bearer <token>\`. Make one on the Profile page.

Every answer is JSON. A call that succeeds answers \`{"success": true, "message": "", "data": …}\`.
A call that fails answers a \`Failure\` with a \`code\`, and the HTTP status of that code.
A list answers one page in \`data\`: the rows are in \`data.data\`, and \`total_count\` counts the rows of all pages.
Times are epoch seconds. Amounts are quota; 500,000 quota are one US dollar of model prices.
Ignore fields that you do not know: a later version may add some.`;

const securitySchemes = {
  accessToken: {
    type: "http",
    scheme: "bearer",
    description: "Access token of a user, made on the Profile page or with `makeAccessToken`.",
  },
  session: {
    type: "apiKey",
    in: "cookie",
    name: "session",
    description: "Session of a browser, set by `login`.",
  },
  tokenKey: { type: "http", scheme: "bearer", description: "Key of an API token (`sk-…`)." },
};

const accessTexts: Record<AnyEndpoint["access"], string> = {
  public: "No sign-in needed.",
  user: "For signed-in users.",
  admin: "For administrators.",
  root: "For super administrators.",
};

function describe(endpoints: readonly DescribedEndpoint[]): { paths: JsonSchema; components: JsonSchema } {
  const schemas = createApiSchemas(examples);
  const operations = endpoints.map((described) => {
    const { endpoint, name } = described;
    const response = endpoint.file ? undefined : describeResponse(schemas, endpoint, name);
    return { ...described, response };
  });
  const failure = describeFailure(schemas);
  const paths: Record<string, Record<string, unknown>> = {};
  for (const { endpoint, topic, name, response } of operations) {
    const content = endpoint.file
      ? Object.fromEntries(endpoint.file.map((type) => [type, { schema: { type: "string" } }]))
      : { "application/json": { schema: response } };
    const path = endpoint.path.replace(/:(\w+)/g, "{$1}").replace("*", "{name}");
    paths[path] = {
      ...paths[path],
      [endpoint.method.toLowerCase()]: {
        operationId: name,
        tags: [tagOf(topic)],
        ...describeOperation(schemas, endpoint),
        responses: {
          200: { description: "Success", content },
          default: { $ref: "#/components/responses/Failure" },
        },
      },
    };
  }
  const sorted = Object.fromEntries(Object.entries(schemas.components).sort(([a], [b]) => (a < b ? -1 : 1)));
  return { paths, components: { schemas: sorted, responses: { Failure: failure }, securitySchemes } };
}

/** `adminTokens` → `admin tokens` */
function tagOf(topic: string): string {
  return topic.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
}

function describeOperation(schemas: ApiSchemas, endpoint: AnyEndpoint): JsonSchema {
  const { body, access, byTokenKey } = endpoint;
  return {
    summary: endpoint.summary,
    description: byTokenKey ? "For API tokens, named by their key." : accessTexts[access],
    "x-access": access,
    security: securityOf(endpoint),
    parameters: [
      ...describeParameters(endpoint.params, "path"),
      ...describeParameters(endpoint.query, "query"),
    ],
    ...(body && {
      requestBody: {
        required: !body.safeParse(undefined).success,
        content: { "application/json": { schema: schemas.body(body) } },
      },
    }),
  };
}

/** A key in the query is a parameter, described with the others. */
function securityOf({ access, byTokenKey }: AnyEndpoint): JsonSchema[] {
  if (byTokenKey) return [{ tokenKey: [] }, ...(byTokenKey === "query" ? [{}] : [])];
  return access === "public" ? [] : [{ accessToken: [] }, { session: [] }];
}

function describeParameters(schema: z.ZodType | undefined, place: "path" | "query"): JsonSchema[] {
  if (!schema) return [];
  const { properties, required } = describeFields(schema);
  return Object.entries(properties).map(([name, entry]) => ({
    name: name === "*" ? "name" : name,
    in: place,
    // A field with a default is always there after parsing, but need not be sent.
    required: place === "path" || (required.includes(name) && !("default" in entry)),
    ...(entry["description"] !== undefined && { description: entry["description"] }),
    schema: entry,
  }));
}
